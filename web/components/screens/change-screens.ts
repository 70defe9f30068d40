/** What the owner of a screen can do with it. */
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { change, mutate } from '../../state/resource.ts';

const one = (id: number, patch: Partial<MyPlayer>) =>
  change('GET /api/my-players', (all) => all.map((screen) => (screen.id === id ? { ...screen, ...patch } : screen)));

/** @throws {CallError} after the change was taken back */
export async function sendPlaylist(screenId: number, { id, name }: Pick<Playlist, 'id' | 'name'>): Promise<void> {
  const optimistic = [one(screenId, { assignedPlaylist: { id, name } })];
  await mutate(
    'POST /api/my-players/:id/assign-playlist',
    { params: { id: screenId }, body: { playlistId: id } },
    { optimistic, invalidates: ['GET /api/my-players'] },
  );
}

/** @throws {CallError} after the change was taken back */
export async function stopScreen(screenId: number): Promise<void> {
  const optimistic = [one(screenId, { assignedPlaylist: null })];
  await mutate(
    'POST /api/my-players/:id/remove-playlist',
    { params: { id: screenId } },
    { optimistic, invalidates: ['GET /api/my-players'] },
  );
}

/** @throws {CallError} after the change was taken back */
export async function renameScreen(screenId: number, name: string): Promise<void> {
  const optimistic = [one(screenId, { name })];
  await mutate(
    'PATCH /api/my-players/:id/rename',
    { params: { id: screenId }, body: { name } },
    { optimistic, invalidates: ['GET /api/my-players'] },
  );
}
