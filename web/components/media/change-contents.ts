/** Actions on contents beyond playlists; used by 'Meus Conteúdos' and 'Plataforma'. */
import type { Video } from '../../../src/contract/media.ts';
import { call, messageOf } from '../../api/client.ts';
import { confirm } from '../../state/confirm.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { toast, toastError } from '../../state/toasts.ts';
import { plural } from '../../ui/text/format.ts';
import { doForAll } from '../../state/form/do-all.ts';

const lists = ['GET /api/videos', 'GET /api/platform-videos'] as const;
const namedAtMost = 5;

/**
 * Asks, naming what goes and which playlists and screens lose it (contract/README 3.7), then deletes; 'Desfazer' brings it back.
 * @throws {CallError} when nothing went; what was refused is shown again
 */
export async function deleteContents(videos: readonly Video[]): Promise<boolean> {
  const [first] = videos;
  if (!first || !(await confirm(questionAbout(videos, await useOf(videos))))) return false;
  const gone: Video[] = [];
  let refusal: unknown;
  await doForAll(videos, async (video) => {
    const { id, userId } = video;
    const optimistic = lists.map((key) => change(key, (all) => all.filter((each) => each.id !== id)));
    const key = userId === null ? 'DELETE /api/admin/platform-videos/:id' : 'DELETE /api/videos/:id';
    await mutate(key, { params: { id } }, { optimistic });
    gone.push(video);
  }).catch((error: unknown) => {
    // What went can be brought back, also when others were refused.
    if (gone.length === 0) throw error;
    refusal = error;
  });
  offerUndo(gone, refusal);
  return true;
}

/** `refusal`: why others stayed; one toast says both, since a second one would take 'Desfazer' away. */
function offerUndo(gone: readonly Video[], refusal: unknown): void {
  const what =
    gone.length === 1 ? gone[0]?.name : `${plural(gone.length, 'conteúdo excluído', 'conteúdos excluídos')}.`;
  toast({
    title: 'Vídeo excluído',
    description: refusal === undefined ? what : messageOf(refusal),
    action: { label: 'Desfazer', onAct: () => void restoreContents(gone) },
  });
}

async function restoreContents(videos: readonly Video[]): Promise<void> {
  try {
    await doForAll(videos, ({ id }) => mutate('POST /api/videos/:id/restore', { params: { id } }));
    toast({ title: 'Exclusão desfeita', description: videos.length === 1 ? videos[0]?.name : undefined });
  } catch (error) {
    toastError('Erro ao desfazer', error);
  }
}

type Named = Pick<Video, 'id' | 'name'>;

/** The playlists and screens that lose these items. Without an answer the playlists are those that the lists tell. */
async function useOf(videos: readonly Video[]): Promise<{ playlists: Named[]; screens: Named[] }> {
  const used = videos.filter(({ assignments, userId }) => assignments.length > 0 || userId === null);
  const known = used.flatMap(({ assignments }) => assignments.map(({ playlist }) => playlist));
  try {
    const answers = await Promise.all(used.map(({ id }) => call('GET /api/videos/:id/use', { params: { id } })));
    return {
      playlists: eachOnce(answers.flatMap(({ playlists }) => playlists)),
      screens: eachOnce(answers.flatMap(({ screens }) => screens)),
    };
  } catch {
    return { playlists: eachOnce(known), screens: [] };
  }
}

const eachOnce = (all: readonly Named[]) => [...new Map(all.map((each) => [each.id, each])).values()];

function questionAbout(videos: readonly Video[], { playlists, screens }: { playlists: Named[]; screens: Named[] }) {
  const [first] = videos;
  const fromPlaylists =
    playlists.length > 0
      ? `Sai também ${playlists.length === 1 ? 'da playlist' : 'das playlists'} ${namesOf(playlists.map(({ name }) => name))}. `
      : '';
  const fromScreens =
    screens.length > 0
      ? `${screens.length === 1 ? 'A TV que o exibe deixa' : 'As TVs que o exibem deixam'} de mostrá-lo: ${namesOf(screens.map(({ name }) => name))}. `
      : '';
  const items = videos.length > 1 ? `${namesOf(videos.map(({ name }) => `“${name}”`))}. ` : '';
  return {
    title: videos.length === 1 && first ? `Excluir “${first.name}”?` : `Excluir ${videos.length} conteúdos?`,
    text: `${items}${fromPlaylists}${fromScreens}Você terá 10 segundos para desfazer.`,
    action: 'Excluir',
  };
}

/** 'A, B, C, D, E e mais 2'. */
function namesOf(names: readonly string[]): string {
  const more = names.length > namedAtMost ? ` e mais ${names.length - namedAtMost}` : '';
  return `${names.slice(0, namedAtMost).join(', ')}${more}`;
}

/** Processes a failed item, or its failed replacement, again. @throws {CallError} */
export async function retryProcessing(id: number): Promise<void> {
  const optimistic = lists.map((key) =>
    change(key, (all) =>
      all.map((video) =>
        video.id !== id
          ? video
          : video.replacement
            ? { ...video, replacement: { status: 'pending', progress: 0, error: null, canRetry: false } }
            : { ...video, processingStatus: 'pending', processingProgress: 0, processingError: null, canRetry: false },
      ),
    ),
  );
  await mutate('POST /api/videos/:id/retry', { params: { id } }, { optimistic });
}

/** Renames, or changes how and on which days it is shown. @throws {CallError} after the change was taken back */
export async function changeContent(
  id: number,
  patch: Partial<Pick<Video, 'name' | 'useAmbientBackground' | 'validFrom' | 'validUntil'>> & {
    displayDuration?: number;
  },
): Promise<void> {
  const optimistic = lists.map((key) =>
    change(key, (all) => all.map((video) => (video.id === id ? { ...video, ...patch } : video))),
  );
  await mutate('PATCH /api/videos/:id', { params: { id }, body: patch }, { optimistic });
}
