/** Calculates for how long an item and one cycle of a playlist are shown. */
import type { Assignment } from '../../../../../src/contract/playlists.ts';
import type { Video } from '../../../../../src/contract/media.ts';
import { limits } from '../../../../../src/contract/limits.ts';

type TimedVideo = Pick<Video, 'mediaType' | 'displayDuration' | 'durationS' | 'processingStatus'>;

/** Returns the duration of an item in seconds, or undefined if the length of a video is unknown. */
export function displaySeconds({ mediaType, displayDuration, durationS }: TimedVideo): number | undefined {
  return mediaType === 'image' ? (displayDuration ?? limits.defaultImageSeconds) : (durationS ?? undefined);
}

/** Returns the seconds of one cycle. Leaves out unprocessed items, which screens skip, and videos of unknown length. */
export function cycleSeconds(assignments: readonly (Pick<Assignment, 'frequency'> & { video: TimedVideo })[]): number {
  return assignments.reduce(
    (total, { frequency, video }) =>
      total + (video.processingStatus === 'completed' ? frequency * (displaySeconds(video) ?? 0) : 0),
    0,
  );
}
