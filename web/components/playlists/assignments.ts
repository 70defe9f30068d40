/** Changes the items of playlists; the change is visible before the server has responded. */
import type { Video } from '../../../src/contract/media.ts';
import type { Assignment, Playlist } from '../../../src/contract/playlists.ts';
import { limits } from '../../../src/contract/limits.ts';
import { itemQueue } from '../../state/resources/request-queue.ts';
import { type Change, change, mutate } from '../../state/resources/resource.ts';

type PlaylistSummary = Pick<Playlist, 'id' | 'name' | 'isRandom'>;

/** Changes a content's playlists in the lists of contents. `update` may run on rows that contain the change: be idempotent. */
function patchContents(videoId: number, update: (assignments: Video['assignments']) => Video['assignments']): Change[] {
  const patchIn = (videos: Video[]) =>
    videos.map((video) => (video.id === videoId ? { ...video, assignments: update(video.assignments) } : video));
  return [change('GET /api/videos', patchIn), change('GET /api/platform-videos', patchIn)];
}

const patchPlaylist = (id: number, update: (assignments: Assignment[]) => Assignment[]): Change =>
  change('GET /api/playlists/:id/assignments', update, { params: { id } });

/**
 * Adds an item at the end of the playlist, or changes the item's frequency if the playlist contains it (contract/README 4.2).
 * @throws {CallError}; the optimistic change is then undone
 */
export async function assign(
  video: Video,
  playlist: PlaylistSummary,
  frequency: number = limits.frequency.default,
): Promise<void> {
  const { id: playlistId, name, isRandom } = playlist;
  // The response replaces this placeholder's id and position.
  const added: Assignment = {
    id: -video.id,
    videoId: video.id,
    playlistId,
    frequency,
    position: Number.MAX_SAFE_INTEGER,
    windows: [],
    video,
    playlist: { id: playlistId, name, isRandom },
  };
  await mutate(
    'POST /api/videos/:videoId/assignments',
    { params: { videoId: video.id }, body: { playlistId, frequency } },
    {
      queue: itemQueue(playlistId),
      optimistic: [
        ...patchContents(video.id, (all) =>
          all.some((each) => each.playlist.id === playlistId)
            ? all
            : [...all, { id: -playlistId, position: Number.MAX_SAFE_INTEGER, playlist: { id: playlistId, name } }],
        ),
        patchPlaylist(playlistId, (all) =>
          all.some(({ videoId }) => videoId === video.id)
            ? all.map((each) => (each.videoId === video.id ? { ...each, frequency } : each))
            : [...all, added],
        ),
      ],
    },
  );
}

/** Removes an item from the playlist. @throws {CallError}; the optimistic change is then undone */
export async function unassign(videoId: number, playlistId: number): Promise<void> {
  await mutate(
    'DELETE /api/videos/:videoId/assignments/:playlistId',
    { params: { videoId, playlistId } },
    {
      queue: itemQueue(playlistId),
      optimistic: [
        ...patchContents(videoId, (all) => all.filter(({ playlist }) => playlist.id !== playlistId)),
        patchPlaylist(playlistId, (all) => all.filter((each) => each.videoId !== videoId)),
      ],
    },
  );
}

/** Sets when an item is shown: always if `windows` is empty. @throws {CallError}; the optimistic change is then undone */
export async function setWindows(videoId: number, playlistId: number, windows: Assignment['windows']): Promise<void> {
  await mutate(
    'PUT /api/videos/:videoId/assignments/:playlistId/windows',
    { params: { videoId, playlistId }, body: { windows } },
    {
      queue: itemQueue(playlistId),
      optimistic: [
        patchPlaylist(playlistId, (all) => all.map((each) => (each.videoId === videoId ? { ...each, windows } : each))),
      ],
    },
  );
}
