/** Duration of one cycle of a playlist. */
import type { Assignment } from '../../../../../src/contract/playlists.ts';
import type { Video } from '../../../../../src/contract/media.ts';
import { limits } from '../../../../../src/contract/limits.ts';

type Timed = Pick<Video, 'mediaType' | 'displayDuration' | 'durationS' | 'processingStatus'>;

/** Seconds of one showing; undefined while the length of a video is not known. */
export function showingTime({ mediaType, displayDuration, durationS }: Timed): number | undefined {
  return mediaType === 'image' ? (displayDuration ?? limits.defaultImageSeconds) : (durationS ?? undefined);
}

/** Seconds of one cycle: every finished item as often as its frequency says. Screens skip unfinished ones. */
export function runningTime(assignments: readonly (Pick<Assignment, 'frequency'> & { video: Timed })[]): number {
  return assignments.reduce(
    (total, { frequency, video }) =>
      total + (video.processingStatus === 'completed' ? frequency * (showingTime(video) ?? 0) : 0),
    0,
  );
}
