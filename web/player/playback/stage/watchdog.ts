/**
 * Checks whether the picture moves (web/player/README 1.6). A frozen video is opened again after 10 s and skipped after
 * 20 s; a video without a picture is skipped and reported. A video is frozen when its time does not advance, or when its
 * time runs but its decoder delivers no new frame.
 */
import { limits } from '../../../../src/contract/limits.ts';
import { imageMs } from '../timeline/timeline-state.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';

const frozenRetryMs = 10_000;
const frozenSkipMs = 20_000;
/** A video without a picture is skipped after this time, which decoders of cheap boxes need to report the picture's size. */
const noPictureMs = 3_000;
/** Minimum progress between two checks, in seconds of the video, that counts as playing. */
const progressS = 0.1;
/** Maximum time between two checks. After a longer gap the device slept or the page was hidden. */
const maxGapMs = 5_000;

/** State of the stage at one moment. */
export interface Sample {
  turnId: number;
  item: PlayItem;
  /** Seconds into the video. */
  position: number;
  hasEnded: boolean;
  videoWidth: number;
  /** Frames decoded since the video was opened; 0 if the engine does not report them. */
  frames: number;
}

export type Verdict = { type: 'fine' } | { type: 'retry' } | { type: 'skip'; reason: string };

export function createWatchdog() {
  let turnId = 0;
  let shownSince = 0;
  let position = -1;
  let lastProgressAt = 0;
  let pictureAt = 0;
  let checkedAt = 0;
  let wasRetried = false;
  const frameCheck = createFrameCheck();

  const fine: Verdict = { type: 'fine' };
  const skip = (reason: string): Verdict => ({ type: 'skip', reason });

  function restart(now: number): void {
    lastProgressAt = now;
    pictureAt = now;
    shownSince = now;
    wasRetried = false;
    frameCheck.restart(now);
  }

  return {
    /** Checks a sample; call it about every second. `now`: monotonic milliseconds. */
    check(now: number, sample: Sample | null): Verdict {
      if (!sample) return fine;
      const gap = now - checkedAt;
      checkedAt = now;
      if (sample.turnId !== turnId || gap > maxGapMs) {
        turnId = sample.turnId;
        position = sample.position;
        restart(now);
        return fine;
      }
      const { item } = sample;
      if (item.mediaType === 'image')
        return now - shownSince > imageMs(item) + limits.watchdog.imageStallMs ? skip('imagem parada') : fine;

      // A video that is opened again begins at 0 and seeks: only a position beyond the last one is progress.
      const isMoving = sample.position > position + progressS;
      if (isMoving) {
        position = sample.position;
        lastProgressAt = now;
        wasRetried = false;
      }
      // An ended video waits for its successor, which has its own time limits.
      if (sample.hasEnded) lastProgressAt = now;
      const frozenMs = now - lastProgressAt;
      if (frozenMs >= frozenSkipMs) return skip('vídeo parado');
      if (frozenMs >= frozenRetryMs && !wasRetried) {
        wasRetried = true;
        return { type: 'retry' };
      }
      const frameState = frameCheck.check(now, sample.frames, isMoving);
      if (frameState === 'dead') return skip('imagem congelada');
      if (frameState === 'doubtful') return { type: 'retry' };
      if (sample.videoWidth > 0) pictureAt = now;
      if (now - pictureAt >= noPictureMs) return skip('vídeo sem imagem');
      const maxMs = Math.max(limits.watchdog.videoStallMs, (item.durationS ?? 0) * 1500);
      return now - shownSince > maxMs ? skip('vídeo não termina') : fine;
    },
  };
}

/**
 * Finds frozen pictures by the number of decoded frames while the video's time runs. Some videos show a still picture,
 * such as a slide with a voice. Such a video is opened again too; if it then decodes a frame, it is trusted until it has
 * decoded new frames for 10 s.
 */
function createFrameCheck() {
  let frames = 0;
  /** Time since which no new frame has appeared. */
  let unchangedSince = 0;
  /** Time since which new frames have appeared at every check. */
  let movingSince = 0;
  let wasReopened = false;
  let isTrusted = false;

  return {
    restart(now: number): void {
      frames = 0;
      unchangedSince = now;
      movingSince = now;
      wasReopened = false;
      isTrusted = false;
    },
    check(now: number, decoded: number, isMoving: boolean): 'fine' | 'doubtful' | 'dead' {
      const hasCounter = frames > 0 || decoded > 0;
      const isNew = decoded !== frames;
      if (decoded > 0) frames = decoded;
      if (!isNew) movingSince = now;
      else if (now - movingSince >= frozenRetryMs) isTrusted = false;
      // A video that was opened again begins to count at 0. A video whose time does not advance is judged by its time.
      if (!hasCounter || !isMoving || (isNew && !wasReopened)) unchangedSince = now;
      if (isTrusted || now - unchangedSince < frozenRetryMs) return 'fine';
      unchangedSince = now;
      if (!wasReopened) {
        wasReopened = true;
        return 'doubtful';
      }
      wasReopened = false;
      isTrusted = decoded > 0;
      return isTrusted ? 'fine' : 'dead';
    },
  };
}
