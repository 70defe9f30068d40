/** Calls that change a screen, for its owner; the change is visible before the server has responded. */
import type { ScreenGroup, SendToGroupReply } from '../../../src/contract/groups.ts';
import type { CallLayout, ScreenSettings } from '../../../src/contract/display.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { playsNowAfterSending } from './plays-now.ts';
import { undoStopAction } from './undo-stop.ts';

const patchScreen = (id: number, patch: Partial<MyPlayer>) =>
  change('GET /api/my-players', (all) => all.map((screen) => (screen.id === id ? { ...screen, ...patch } : screen)));

const assignPlaylist = (ids: readonly number[], assignedPlaylist: MyPlayer['assignedPlaylist']) =>
  change('GET /api/my-players', (all) =>
    all.map((screen) =>
      ids.includes(screen.id)
        ? { ...screen, assignedPlaylist, playsNow: playsNowAfterSending(screen.playsNow, assignedPlaylist) }
        : screen,
    ),
  );

/** Assigns a playlist to a screen; `onlyIfStopped`: to a stopped screen only. @throws {CallError}; the change is then undone */
export async function sendPlaylist(
  screenId: number,
  { id, name }: Pick<Playlist, 'id' | 'name'>,
  { onlyIfStopped = false } = {},
): Promise<void> {
  const optimistic = [assignPlaylist([screenId], { id, name })];
  await mutate(
    'POST /api/my-players/:id/assign-playlist',
    { params: { id: screenId }, body: { playlistId: id, onlyIfStopped } },
    { optimistic },
  );
}

/** Sends a playlist to the group's screens in one call. @throws {CallError}; the optimistic change is then undone */
export const sendToGroup = (
  { id: groupId, playerIds }: Pick<ScreenGroup, 'id' | 'playerIds'>,
  { id, name }: Pick<Playlist, 'id' | 'name'>,
): Promise<SendToGroupReply> =>
  mutate(
    'POST /api/screen-groups/:id/assign-playlist',
    { params: { id: groupId }, body: { playlistId: id } },
    { optimistic: [assignPlaylist(playerIds, { id, name })] },
  );

/** Removes a screen's playlist. @throws {CallError}; the optimistic change is then undone */
export async function stopScreen(screenId: number): Promise<void> {
  const optimistic = [assignPlaylist([screenId], null)];
  await mutate('POST /api/my-players/:id/remove-playlist', { params: { id: screenId } }, { optimistic });
}

/** Returns the undo action for the toast of `stopScreen`: it sends the playlist again, unless another one was sent since. */
export const undoStopActionFor = ({ id, name, assignedPlaylist }: Pick<MyPlayer, 'id' | 'name' | 'assignedPlaylist'>) =>
  undoStopAction(name, assignedPlaylist, (playlist) => sendPlaylist(id, playlist, { onlyIfStopped: true }));

/** @throws {CallError}; the optimistic change is then undone */
export async function renameScreen(screenId: number, name: string): Promise<void> {
  const optimistic = [patchScreen(screenId, { name })];
  await mutate('PATCH /api/my-players/:id/rename', { params: { id: screenId }, body: { name } }, { optimistic });
}

/** Sets a screen's call layout; null: that of the call settings. @throws {CallError}; the optimistic change is then undone */
export async function chooseCallLayout(screenId: number, callLayout: CallLayout | null): Promise<void> {
  const optimistic = [patchScreen(screenId, { callLayout })];
  await mutate(
    'PUT /api/my-players/:id/call-layout',
    { params: { id: screenId }, body: { callLayout } },
    { optimistic },
  );
}

/** Changes a screen's settings, except omitted ones. @throws {CallError}; the optimistic change is then undone */
export async function changeScreenSettings(screenId: number, settings: Partial<ScreenSettings>): Promise<void> {
  const optimistic = [patchScreen(screenId, settings)];
  await mutate('PATCH /api/my-players/:id/settings', { params: { id: screenId }, body: settings }, { optimistic });
}
