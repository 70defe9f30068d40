/** Prepares the destination of an upload: a playlist, and the TV that plays it. */
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { sendPlaylist } from '../../../components/screens/change-screens.ts';
import { mutate, peekResource } from '../../../state/resources/resource.ts';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { createPlaylist } from '../playlists/change-playlists.ts';
import { freeName } from './free-name.ts';

/**
 * Returns the TV and its playlist, which gets the files. Before, assigns a new playlist to a TV without one, or with
 * `copyForThisTv` replaces the TV's playlist by a copy.
 * @throws {CallError}
 */
export async function preparePlaylistOf(screen: MyPlayer, copyForThisTv: boolean): Promise<Destination> {
  const { id, name, assignedPlaylist } = screen;
  if (assignedPlaylist && !copyForThisTv) return { playlist: assignedPlaylist, screen: { id, name } };
  const created = await createPlaylist({ name: newPlaylistName(screen), copyOf: assignedPlaylist?.id });
  const playlist = { id: created.id, name: created.name };
  try {
    await sendPlaylist(id, playlist);
  } catch (error) {
    // Delete the playlist, because a retry would create a second one.
    await mutate('DELETE /api/playlists/:id', { params: { id: playlist.id } }).catch(() => undefined);
    throw error;
  }
  return { playlist, screen: { id, name } };
}

/** Returns the TV's name, with a number when a playlist has that name. */
export function newPlaylistName({ name }: Pick<MyPlayer, 'name'>): string {
  return freeName(name, peekResource('GET /api/playlists')?.map((playlist) => playlist.name) ?? []);
}
