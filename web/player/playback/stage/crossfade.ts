import { type Layer, untilDrawn } from './layer.ts';

/** Time after which the end of a crossfade is polled, for engines without a transitionend event. */
const fadeMs = 1_500;
/** Maximum duration of a fade on a slow box; after it the new picture covers the old one at once. */
const maxFadeMs = 4_000;
/** Maximum wait for each of the two frames in which the new picture covers the old one. */
const maxPaintMs = 2_000;

interface Leaving {
  readonly old: Layer;
  readonly fresh: Layer;
  timer: ReturnType<typeof setTimeout>;
  isCovered: boolean;
}

/** Calls `onEnd` when the old layer is free. */
export function createCrossfade(onEnd: () => void) {
  let leaving: Leaving | null = null;

  /** Ends the fade when it is complete, at the latest at `endAt` (monotonic milliseconds). */
  function check(endAt: number): void {
    if (!leaving) return;
    const isFadeDone = Number(getComputedStyle(leaving.fresh.node).opacity) >= 1;
    if (isFadeDone || performance.now() >= endAt) cover();
    else leaving.timer = setTimeout(() => check(endAt), 100);
  }

  /**
   * Makes the fresh picture opaque, and frees the old one after that was painted. A freed video disappears at once, but
   * its cover is painted with the next frame: the screen would be dark in between.
   */
  function cover(): void {
    if (!leaving || leaving.isCovered) return;
    const covered = leaving;
    covered.isCovered = true;
    clearTimeout(covered.timer);
    covered.fresh.node.classList.add('is-fade-done');
    void untilDrawn(maxPaintMs).then(() => leaving === covered && finish());
  }

  /** Ends the fade at once and frees the old layer: nothing is visible any more. */
  function finish(): void {
    if (!leaving) return;
    clearTimeout(leaving.timer);
    leaving.old.free();
    leaving = null;
    onEnd();
  }

  return {
    /** Begins to fade from the old picture to the fresh one. */
    begin(old: Layer, fresh: Layer): void {
      old.node.classList.add('is-leaving');
      old.node.classList.remove('is-visible', 'is-fade-done');
      const endAt = performance.now() + maxFadeMs;
      leaving = { old, fresh, isCovered: false, timer: setTimeout(() => check(endAt), fadeMs) };
    },
    cover,
    finish,
    isInProgress: () => leaving !== null,
  };
}
