/** Changes playlists and the order of their items. components/playlists/assignments.ts adds and removes items. */
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import { confirm } from '../../../state/confirm.ts';
import { itemQueue } from '../../../state/resources/request-queue.ts';
import { updateResource, change, mutate } from '../../../state/resources/resource.ts';
import { toast, toastError } from '../../../state/toasts.ts';
import { plural } from '../../../ui/text/format.ts';
import { moveItem } from '../../../ui/data/reorder.ts';

/** Creates a playlist. @throws {CallError} for example when the quota is used up */
export async function createPlaylist(body: { name: string; isRandom?: boolean; copyOf?: number }): Promise<Playlist> {
  const playlist = await mutate('POST /api/playlists', { body });
  // The editor opens before the list is reloaded: add the playlist to the list now.
  updateResource('GET /api/playlists', (all) =>
    all.some(({ id }) => id === playlist.id) ? all : [...all, { ...playlist, covers: [] }],
  );
  return playlist;
}

/** Changes name or mode, optimistically. @throws {CallError}; the optimistic change is then undone */
export async function changePlaylist(id: number, patch: { name?: string; isRandom?: boolean }): Promise<void> {
  const optimistic = [
    change('GET /api/playlists', (all) =>
      all.map((playlist) => (playlist.id === id ? { ...playlist, ...patch } : playlist)),
    ),
  ];
  await mutate('PATCH /api/playlists/:id', { params: { id }, body: patch }, { optimistic });
}

/**
 * Deletes the playlist after a confirmation that lists the screens that will stop playing. 'Desfazer' restores the playlist.
 * @throws {CallError}; the optimistic change is then undone
 */
export async function deletePlaylist({ id, name }: Playlist, screens: readonly MyPlayer[]): Promise<void> {
  const stoppedScreensText =
    screens.length > 0
      ? `${plural(screens.length, 'tela que a exibe vai parar', 'telas que a exibem vão parar')}: ${screens.map((screen) => screen.name).join(', ')}. `
      : '';
  const text = `${stoppedScreensText}Os vídeos continuam em seus conteúdos. Você terá 10 segundos para desfazer.`;
  if (!(await confirm({ title: `Excluir a playlist “${name}”?`, text, action: 'Excluir' }))) return;
  const optimistic = [change('GET /api/playlists', (all) => all.filter((playlist) => playlist.id !== id))];
  await mutate('DELETE /api/playlists/:id', { params: { id } }, { optimistic });
  toast({
    title: 'Playlist excluída',
    description: name,
    action: { label: 'Desfazer', onAct: () => void restorePlaylist(id, name) },
  });
}

async function restorePlaylist(id: number, name: string): Promise<void> {
  try {
    await mutate('POST /api/playlists/:id/restore', { params: { id } });
    toast({ title: 'Exclusão desfeita', description: name });
  } catch (error) {
    toastError('Erro ao desfazer', error);
  }
}

/**
 * Moves one item to another position. `videoIds`: the items in the order before the move.
 * @throws {CallError}; the optimistic change is then undone
 */
export async function moveInPlaylist(id: number, videoIds: readonly number[], from: number, to: number): Promise<void> {
  const newOrder = moveItem(videoIds, from, to);
  // Items that were added meanwhile remain at the end.
  const ranks = new Map(newOrder.map((videoId, index) => [videoId, index]));
  const rank = (videoId: number) => ranks.get(videoId) ?? newOrder.length;
  const optimistic = [
    change(
      'GET /api/playlists/:id/assignments',
      (all) => [...all].sort((left, right) => rank(left.videoId) - rank(right.videoId)),
      { params: { id } },
    ),
  ];
  await mutate(
    'PUT /api/playlists/:id/order',
    { params: { id }, body: { videoIds: newOrder } },
    { optimistic, queue: itemQueue(id) },
  );
}
