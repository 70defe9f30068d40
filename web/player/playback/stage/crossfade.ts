import { type Layer, untilDrawn } from './layer.ts';

/** Time after which the end of a crossfade is polled, for engines without a transitionend event. */
const pollAfterMs = 1_500;
/** Maximum duration of a fade on a slow box; after it the new picture covers the old one at once. */
const maxFadeMs = 4_000;
/** Maximum wait for each of the two frames after which the new picture is painted over the old one (`untilDrawn`). */
const maxPaintMs = 2_000;

interface Fade {
  readonly old: Layer;
  readonly fresh: Layer;
  timer: ReturnType<typeof setTimeout>;
  isCovered: boolean;
}

/** Calls `onEnd` when the old layer is free. */
export function createCrossfade(onEnd: () => void) {
  let fade: Fade | null = null;

  /** Ends the fade when it is complete, at the latest at `endAt` (monotonic milliseconds). */
  function check(endAt: number): void {
    if (!fade) return;
    const isFadeDone = Number(getComputedStyle(fade.fresh.node).opacity) >= 1;
    if (isFadeDone || performance.now() >= endAt) cover();
    else fade.timer = setTimeout(() => check(endAt), 100);
  }

  /**
   * Makes the fresh picture opaque, and frees the old one once the fresh one is painted. The old picture is not freed earlier: a
   * freed video disappears at once, but the fresh picture is painted with the next frame, and the screen would be dark in between.
   */
  function cover(): void {
    if (!fade || fade.isCovered) return;
    const covered = fade;
    covered.isCovered = true;
    clearTimeout(covered.timer);
    covered.fresh.node.classList.add('is-fade-done');
    void untilDrawn(maxPaintMs).then(() => fade === covered && finish());
  }

  /** Ends the fade at once and frees the old layer. */
  function finish(): void {
    if (!fade) return;
    clearTimeout(fade.timer);
    fade.old.free();
    fade = null;
    onEnd();
  }

  return {
    /** Begins to fade from the old picture to the fresh one. */
    begin(old: Layer, fresh: Layer): void {
      old.node.classList.add('is-leaving');
      old.node.classList.remove('is-visible', 'is-fade-done');
      const endAt = performance.now() + maxFadeMs;
      fade = { old, fresh, isCovered: false, timer: setTimeout(() => check(endAt), pollAfterMs) };
    },
    cover,
    finish,
    isInProgress: () => fade !== null,
  };
}
