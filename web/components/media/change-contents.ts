/** Deletes, restores, retries and changes contents; used by 'Meus Conteúdos' and 'Plataforma'. */
import { limits } from '../../../src/contract/limits.ts';
import type { Video } from '../../../src/contract/media.ts';
import { call, CallError, messageOf } from '../../api/client.ts';
import { confirm } from '../../state/confirm.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { toast, toastError } from '../../state/toasts.ts';
import { plural } from '../../ui/text/format.ts';
import { doForAll } from '../../state/form/do-all.ts';

const lists = ['GET /api/videos', 'GET /api/platform-videos'] as const;
const maxNames = 5;

/**
 * Asks for confirmation with the names of the contents and of the playlists and screens that use them (contract/README 3.7), then
 * deletes the contents and offers 'Desfazer'. Returns false if the person cancels. @throws {CallError} if none could be deleted
 */
export async function deleteContents(videos: readonly Video[]): Promise<boolean> {
  const [first] = videos;
  if (!first || !(await confirm(deletionQuestion(videos, await usageOf(videos))))) return false;
  const deleted: Video[] = [];
  let failure: unknown;
  const [inOneCall, oneByOne] = splitByCall(videos);
  try {
    for (const chunk of chunksOf(inOneCall)) await deleteChunk(chunk, deleted);
    await doForAll(oneByOne, async (video) => {
      const { id, userId } = video;
      const optimistic = lists.map((key) => change(key, (all) => all.filter((each) => each.id !== id)));
      const key = userId === null ? 'DELETE /api/admin/platform-videos/:id' : 'DELETE /api/videos/:id';
      await mutate(key, { params: { id } }, { optimistic });
      deleted.push(video);
    });
  } catch (error) {
    // If some were deleted, 'Desfazer' is offered for them, in the same toast as the error.
    if (deleted.length === 0) throw error;
    failure = error;
  }
  offerUndo(deleted, failure);
  return true;
}

/** Deletes contents of the account in one call, and adds the deleted ones to `deleted`. @throws {CallError} if some remain */
async function deleteChunk(videos: readonly Video[], deleted: Video[]): Promise<void> {
  const ids = new Set(idsOf(videos));
  const optimistic = [change('GET /api/videos', (all) => all.filter(({ id }) => !ids.has(id)))];
  try {
    const reply = await mutate('POST /api/videos/delete', { body: { ids: [...ids] } }, { optimistic });
    const deletedIds = new Set(reply.ids);
    deleted.push(...videos.filter(({ id }) => deletedIds.has(id)));
    if (deletedIds.size < ids.size) throw incompleteError(deletedIds.size, ids.size);
  } catch (error) {
    // The response was lost: all may have been deleted. 'Desfazer' restores those that were.
    if (error instanceof CallError && error.isLost) deleted.push(...videos);
    throw error;
  }
}

const incompleteError = (count: number, all: number) => {
  const text = `${count} de ${all} conteúdos ${count === 1 ? 'foi excluído' : 'foram excluídos'}. Tente de novo com os outros.`;
  return new CallError(500, text, text);
};

/** Splits contents into chunks of at most `limits.contentsPerCall`. */
function chunksOf(videos: readonly Video[]): (readonly Video[])[] {
  const size = limits.contentsPerCall;
  return Array.from({ length: Math.ceil(videos.length / size) }, (_, index) =>
    videos.slice(index * size, (index + 1) * size),
  );
}

/** Splits contents: several contents of the account go into one call; platform contents, or a single one, have a call each. */
function splitByCall(videos: readonly Video[]): [inOneCall: Video[], oneByOne: Video[]] {
  const isOwn = ({ userId }: Video) => videos.length > 1 && userId !== null;
  return [videos.filter(isOwn), videos.filter((video) => !isOwn(video))];
}

/** Shows a toast with 'Desfazer' and, if other contents remain, with `error`: a second toast would replace 'Desfazer'. */
function offerUndo(deleted: readonly Video[], error: unknown): void {
  const deletedText =
    deleted.length === 1 ? deleted[0]?.name : `${plural(deleted.length, 'conteúdo excluído', 'conteúdos excluídos')}.`;
  toast({
    title: 'Vídeo excluído',
    description: error === undefined ? deletedText : messageOf(error),
    action: { label: 'Desfazer', onAct: () => void restoreContents(deleted) },
  });
}

async function restoreContents(videos: readonly Video[]): Promise<void> {
  try {
    const [inOneCall, oneByOne] = splitByCall(videos);
    let restored = 0;
    for (const chunk of chunksOf(inOneCall))
      restored += (await mutate('POST /api/videos/restore', { body: { ids: idsOf(chunk) } })).ids.length;
    if (restored < inOneCall.length) throw tooLateError(restored, inOneCall.length);
    await doForAll(oneByOne, ({ id }) => mutate('POST /api/videos/:id/restore', { params: { id } }));
    toast({ title: 'Exclusão desfeita', description: videos.length === 1 ? videos[0]?.name : undefined });
  } catch (error) {
    toastError('Erro ao desfazer', error);
  }
}

const tooLateError = (restored: number, count: number) => {
  const text = `${restored} de ${count} conteúdos ${restored === 1 ? 'voltou' : 'voltaram'}; os outros não foram excluídos nos últimos 10 segundos.`;
  return new CallError(404, text, text);
};

const idsOf = (videos: readonly Video[]) => videos.map(({ id }) => id);

type IdAndName = Pick<Video, 'id' | 'name'>;

/** Returns the playlists and screens that use these contents; if a request fails, only the playlists of their assignments. */
async function usageOf(videos: readonly Video[]): Promise<{ playlists: IdAndName[]; screens: IdAndName[] }> {
  const inUse = videos.filter(({ assignments, userId }) => assignments.length > 0 || userId === null);
  // Own contents of the same playlists are used by the same screens: one request for all of them.
  const usageKey = ({ id, userId, assignments }: Video) =>
    userId === null
      ? id
      : assignments
          .map(({ playlist }) => playlist.id)
          .sort()
          .join();
  const oneOfEach = [...new Map(inUse.map((video) => [usageKey(video), video])).values()];
  const knownPlaylists = inUse.flatMap(({ assignments }) => assignments.map(({ playlist }) => playlist));
  try {
    const responses = await Promise.all(oneOfEach.map(({ id }) => call('GET /api/videos/:id/use', { params: { id } })));
    return {
      playlists: withoutDuplicates(responses.flatMap(({ playlists }) => playlists)),
      screens: withoutDuplicates(responses.flatMap(({ screens }) => screens)),
    };
  } catch {
    return { playlists: withoutDuplicates(knownPlaylists), screens: [] };
  }
}

const withoutDuplicates = (all: readonly IdAndName[]) => [...new Map(all.map((each) => [each.id, each])).values()];

function deletionQuestion(
  videos: readonly Video[],
  { playlists, screens }: { playlists: IdAndName[]; screens: IdAndName[] },
) {
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

/** Returns the first five names and the number of the others, such as 'A, B, C, D, E e mais 2'. */
function namesOf(names: readonly string[]): string {
  const more = names.length > maxNames ? ` e mais ${names.length - maxNames}` : '';
  return `${names.slice(0, maxNames).join(', ')}${more}`;
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

/** Changes properties of a content. @throws {CallError}; the optimistic change is then undone */
export async function changeContent(
  id: number,
  patch: Partial<Pick<Video, 'name' | 'useAmbientBackground' | 'fit' | 'purpose' | 'validFrom' | 'validUntil'>> & {
    displayDuration?: number;
  },
): Promise<void> {
  const optimistic = lists.map((key) =>
    change(key, (all) => all.map((video) => (video.id === id ? { ...video, ...patch } : video))),
  );
  await mutate('PATCH /api/videos/:id', { params: { id }, body: patch }, { optimistic });
}
