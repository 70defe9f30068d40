import { type Layer, untilDrawn } from './layer.ts';

/** A crossfade that has ended without a word (engines that do not tell) is noticed by then. */
const fadeMs = 1_500;
/** Maximum duration of a fade on a slow box; then the new picture covers the old one at once. */
const longestFadeMs = 4_000;
/** Maximum wait for each of the two frames in which the new picture covers the old one. */
const longestPaintMs = 2_000;

interface Leaving {
  readonly old: Layer;
  readonly fresh: Layer;
  timer: ReturnType<typeof setTimeout>;
  isCovered: boolean;
}

/** `onOver` runs when the old layer is free. */
export function createCrossfade(onOver: () => void) {
  let leaving: Leaving | null = null;

  /** `endAt`: monotonic time at which the fade ends, however far it is. */
  function check(endAt: number): void {
    if (!leaving) return;
    const isOver = Number(getComputedStyle(leaving.fresh.node).opacity) >= 1;
    if (isOver || performance.now() >= endAt) cover();
    else leaving.timer = setTimeout(() => check(endAt), 100);
  }

  /**
   * The fresh picture covers the old one, or has to: the old one is freed once that was painted. A freed video is gone at
   * once, what covers it comes with the next frame: between the two it would be dark.
   */
  function cover(): void {
    if (!leaving || leaving.isCovered) return;
    const mine = leaving;
    mine.isCovered = true;
    clearTimeout(mine.timer);
    mine.fresh.node.classList.add('is-whole');
    void untilDrawn(longestPaintMs).then(() => leaving === mine && finish());
  }

  /** Nothing is to be seen any more: the old one is freed now. */
  function finish(): void {
    if (!leaving) return;
    clearTimeout(leaving.timer);
    leaving.old.free();
    leaving = null;
    onOver();
  }

  return {
    /** From now on the old picture leaves: as soon as the fresh one covers it. */
    begin(old: Layer, fresh: Layer): void {
      old.node.classList.add('is-leaving');
      old.node.classList.remove('is-visible', 'is-whole');
      const endAt = performance.now() + longestFadeMs;
      leaving = { old, fresh, isCovered: false, timer: setTimeout(() => check(endAt), fadeMs) };
    },
    cover,
    finish,
    isUnderWay: () => leaving !== null,
  };
}
