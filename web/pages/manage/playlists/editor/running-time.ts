/** Calculates the items of a playlist and the duration of one cycle. */
import type { Assignment } from '../../../../../src/contract/playlists.ts';
import type { Video } from '../../../../../src/contract/media.ts';
import { limits } from '../../../../../src/contract/limits.ts';

type Timed = Pick<Video, 'mediaType' | 'displayDuration' | 'durationS' | 'processingStatus'>;

/** Returns the duration of an item in seconds, or undefined if the length of a video is unknown. */
export function displaySeconds({ mediaType, displayDuration, durationS }: Timed): number | undefined {
  return mediaType === 'image' ? (displayDuration ?? limits.defaultImageSeconds) : (durationS ?? undefined);
}

/** Returns the duration of one cycle in seconds. Screens skip items that are not processed yet. */
export function cycleSeconds(assignments: readonly (Pick<Assignment, 'frequency'> & { video: Timed })[]): number {
  return assignments.reduce(
    (total, { frequency, video }) =>
      total + (video.processingStatus === 'completed' ? frequency * (displaySeconds(video) ?? 0) : 0),
    0,
  );
}

/** Returns the items of a playlist in their order. `contents`: all contents that the user may see. */
export function itemsOf(playlistId: number, contents: readonly Video[]): Video[] {
  const placed = contents.flatMap((video) => {
    const here = video.assignments.find(({ playlist }) => playlist.id === playlistId);
    return here ? [{ video, position: here.position }] : [];
  });
  return placed.sort((left, right) => left.position - right.position).map(({ video }) => video);
}
