/** What can be done with contents beyond playlists; used by 'Meus Conteúdos' and 'Plataforma'. */
import type { Video } from '../../../src/contract/media.ts';
import { confirm } from '../../state/confirm.ts';
import { change, mutate } from '../../state/resource.ts';
import { toast } from '../../state/toasts.ts';
import { plural } from '../../ui/format.ts';
import { doAll } from '../../state/do-all.ts';

const lists = ['GET /api/videos', 'GET /api/platform-videos'] as const;
const afterRemoval = [
  ...lists,
  'GET /api/playlists',
  'GET /api/playlists/:id/assignments',
  'GET /api/user/me',
] as const;
const namedAtMost = 5;

/**
 * Asks, naming what goes (contract/README 3.7), then deletes.
 * @throws {CallError} the first refusal; what was refused is shown again
 */
export async function deleteContents(videos: readonly Video[]): Promise<boolean> {
  const [first] = videos;
  if (!first || !(await confirm(questionAbout(videos)))) return false;
  await doAll(
    videos.map(({ id, userId }) => () => {
      const optimistic = lists.map((key) => change(key, (all) => all.filter((each) => each.id !== id)));
      const call =
        userId === null ? ('DELETE /api/admin/platform-videos/:id' as const) : ('DELETE /api/videos/:id' as const);
      return mutate(call, { params: { id } }, { optimistic, invalidates: afterRemoval });
    }),
  );
  toast({
    title: 'Vídeo excluído',
    description:
      videos.length === 1 ? first.name : `${plural(videos.length, 'conteúdo excluído', 'conteúdos excluídos')}.`,
  });
  return true;
}

function questionAbout(videos: readonly Video[]) {
  const [first] = videos;
  const used = new Map(
    videos.flatMap(({ assignments }) => assignments).map(({ playlist }) => [playlist.id, playlist.name]),
  );
  const consequence =
    used.size > 0
      ? `Sai também ${used.size === 1 ? 'da playlist' : 'das playlists'} ${[...used.values()].join(', ')}. `
      : '';
  const names = videos
    .slice(0, namedAtMost)
    .map(({ name }) => `“${name}”`)
    .join(', ');
  const more = videos.length > namedAtMost ? ` e mais ${videos.length - namedAtMost}` : '';
  return {
    title: videos.length === 1 && first ? `Excluir “${first.name}”?` : `Excluir ${videos.length} conteúdos?`,
    text: `${videos.length > 1 ? `${names}${more}. ` : ''}${consequence}Esta ação não pode ser desfeita.`,
    action: 'Excluir',
  };
}

/**
 * Processes a failed item again.
 * @throws {CallError}
 */
export async function retryProcessing(id: number): Promise<void> {
  const optimistic = lists.map((key) =>
    change(key, (all) =>
      all.map((video) =>
        video.id === id
          ? { ...video, processingStatus: 'pending' as const, processingProgress: 0, processingError: null }
          : video,
      ),
    ),
  );
  await mutate('POST /api/videos/:id/retry', { params: { id } }, { optimistic, invalidates: lists });
}

/**
 * Renames, or changes how an image is shown.
 * @throws {CallError} after the change was taken back
 */
export async function changeContent(
  id: number,
  patch: { name?: string; displayDuration?: number; useAmbientBackground?: boolean },
): Promise<void> {
  const optimistic = lists.map((key) =>
    change(key, (all) => all.map((video) => (video.id === id ? { ...video, ...patch } : video))),
  );
  await mutate(
    'PATCH /api/videos/:id',
    { params: { id }, body: patch },
    { optimistic, invalidates: [...lists, 'GET /api/playlists', 'GET /api/playlists/:id/assignments'] },
  );
}
