/** Actions of a screen's owner. */
import type { ScreenGroup, SendToGroupReply } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { afterSending } from './plays-now.ts';
import { undoAction } from './undo-stop.ts';

const one = (id: number, patch: Partial<MyPlayer>) =>
  change('GET /api/my-players', (all) => all.map((screen) => (screen.id === id ? { ...screen, ...patch } : screen)));

const sent = (ids: readonly number[], assignedPlaylist: MyPlayer['assignedPlaylist']) =>
  change('GET /api/my-players', (all) =>
    all.map((screen) =>
      ids.includes(screen.id)
        ? { ...screen, assignedPlaylist, playsNow: afterSending(screen.playsNow, assignedPlaylist) }
        : screen,
    ),
  );

/** `onlyIfStopped`: not over what was sent meanwhile. @throws {CallError} after the change was taken back */
export async function sendPlaylist(
  screenId: number,
  { id, name }: Pick<Playlist, 'id' | 'name'>,
  { onlyIfStopped = false } = {},
): Promise<void> {
  const optimistic = [sent([screenId], { id, name })];
  await mutate(
    'POST /api/my-players/:id/assign-playlist',
    { params: { id: screenId }, body: { playlistId: id, onlyIfStopped } },
    { optimistic },
  );
}

/** To a group, as it is at that moment, in one call. @throws {CallError} after the change was taken back */
export const sendToGroup = (
  { id: groupId, playerIds }: Pick<ScreenGroup, 'id' | 'playerIds'>,
  { id, name }: Pick<Playlist, 'id' | 'name'>,
): Promise<SendToGroupReply> =>
  mutate(
    'POST /api/screen-groups/:id/assign-playlist',
    { params: { id: groupId }, body: { playlistId: id } },
    { optimistic: [sent(playerIds, { id, name })] },
  );

/** @throws {CallError} after the change was taken back */
export async function stopScreen(screenId: number): Promise<void> {
  const optimistic = [sent([screenId], null)];
  await mutate('POST /api/my-players/:id/remove-playlist', { params: { id: screenId } }, { optimistic });
}

/** For the toast of a stop: sends again what was stopped, unless something else was sent meanwhile. */
export const undoStop = ({ id, name, assignedPlaylist }: Pick<MyPlayer, 'id' | 'name' | 'assignedPlaylist'>) =>
  undoAction(name, assignedPlaylist, (playlist) => sendPlaylist(id, playlist, { onlyIfStopped: true }));

/** @throws {CallError} after the change was taken back */
export async function renameScreen(screenId: number, name: string): Promise<void> {
  const optimistic = [one(screenId, { name })];
  await mutate('PATCH /api/my-players/:id/rename', { params: { id: screenId }, body: { name } }, { optimistic });
}
