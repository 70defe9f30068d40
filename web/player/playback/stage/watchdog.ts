/**
 * Sees whether the picture lives (web/player/README 1.6): a video frozen for 10 s
 * is tried again in place, for 20 s it is skipped; one without a picture is skipped and reported. Frozen is a video
 * whose time stands, and one whose time runs on while its decoder gives no new picture.
 */
import { limits } from '../../../../src/contract/limits.ts';
import { imageMs } from '../timeline/timeline-state.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';

const frozenRetryMs = 10_000;
const frozenSkipMs = 20_000;
/** Decoders of cheap boxes need this long to tell the size of the picture. */
const pictureMs = 3_000;
/** Seconds that count as playing, from one look to the next. */
const progressS = 0.1;
/** Longer nothing to look at: the device slept, or the page was hidden. Nothing can be said about that time. */
const sleptMs = 5_000;

/** State of the stage at one moment. */
export interface Sample {
  ticket: number;
  item: PlayItem;
  /** Seconds into the video. */
  position: number;
  hasEnded: boolean;
  videoWidth: number;
  /** Pictures decoded since it was opened; 0 as long as the engine does not tell. */
  frames: number;
}

export type Verdict = { type: 'fine' } | { type: 'retry' } | { type: 'skip'; reason: string };

export function createWatchdog() {
  let ticket = 0;
  let since = 0;
  let position = -1;
  let movedAt = 0;
  let seenAt = 0;
  let checkedAt = 0;
  let wasRetried = false;
  const pictures = createPictures();

  const fine: Verdict = { type: 'fine' };
  const skip = (reason: string): Verdict => ({ type: 'skip', reason });

  function forget(now: number): void {
    movedAt = now;
    seenAt = now;
    since = now;
    wasRetried = false;
    pictures.forget(now);
  }

  return {
    /** To be called about every second. `now` is monotonic. */
    check(now: number, sample: Sample | null): Verdict {
      if (!sample) return fine;
      const gap = now - checkedAt;
      checkedAt = now;
      if (sample.ticket !== ticket || gap > sleptMs) {
        ticket = sample.ticket;
        position = sample.position;
        forget(now);
        return fine;
      }
      const { item } = sample;
      if (item.mediaType === 'image')
        return now - since > imageMs(item) + limits.watchdog.imageStallMs ? skip('imagem parada') : fine;

      // A retry begins at 0 and seeks: only what was not reached before is progress.
      const isMoving = sample.position > position + progressS;
      if (isMoving) {
        position = sample.position;
        movedAt = now;
        wasRetried = false;
      }
      // An ended video waits for its successor, whose own time-outs decide.
      if (sample.hasEnded) movedAt = now;
      const frozenMs = now - movedAt;
      if (frozenMs >= frozenSkipMs) return skip('vídeo parado');
      if (frozenMs >= frozenRetryMs && !wasRetried) {
        wasRetried = true;
        return { type: 'retry' };
      }
      const picture = pictures.check(now, sample.frames, isMoving);
      if (picture === 'dead') return skip('imagem congelada');
      if (picture === 'doubtful') return { type: 'retry' };
      if (sample.videoWidth > 0) seenAt = now;
      if (now - seenAt >= pictureMs) return skip('vídeo sem imagem');
      const longestMs = Math.max(limits.watchdog.videoStallMs, (item.durationS ?? 0) * 1500);
      return now - since > longestMs ? skip('vídeo não termina') : fine;
    },
  };
}

/**
 * Judges by the number of decoded pictures while the video's time runs. A video may itself stand still (a slide with a
 * voice): one that decodes anything after it was opened anew is believed, until its pictures have moved again for a while.
 */
function createPictures() {
  let frames = 0;
  /** Time since which no new picture has appeared. */
  let standsSince = 0;
  /** Time since which new pictures have appeared at every check. */
  let movesSince = 0;
  let isRequested = false;
  let isBelieved = false;

  return {
    forget(now: number): void {
      frames = 0;
      standsSince = now;
      movesSince = now;
      isRequested = false;
      isBelieved = false;
    },
    check(now: number, decoded: number, isMoving: boolean): 'fine' | 'doubtful' | 'dead' {
      const counts = frames > 0 || decoded > 0;
      const isNew = decoded !== frames;
      if (decoded > 0) frames = decoded;
      if (!isNew) movesSince = now;
      else if (now - movesSince >= frozenRetryMs) isBelieved = false;
      // Once opened anew it begins to count from 0; a standing video is judged by its time.
      if (!counts || !isMoving || (isNew && !isRequested)) standsSince = now;
      if (isBelieved || now - standsSince < frozenRetryMs) return 'fine';
      standsSince = now;
      if (!isRequested) {
        isRequested = true;
        return 'doubtful';
      }
      isRequested = false;
      isBelieved = decoded > 0;
      return isBelieved ? 'fine' : 'dead';
    },
  };
}
