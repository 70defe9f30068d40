import type { Video } from '../../../../../src/contract/media.ts';

/** The items of a playlist in its order, out of all that the person may see. */
export function itemsOf(playlistId: number, contents: readonly Video[]): Video[] {
  const placed = contents.flatMap((video) => {
    const here = video.assignments.find(({ playlist }) => playlist.id === playlistId);
    return here ? [{ video, position: here.position }] : [];
  });
  return placed.sort((left, right) => left.position - right.position).map(({ video }) => video);
}
