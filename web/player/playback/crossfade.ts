import type { Layer } from './layer.ts';

/** A crossfade that has ended without a word (engines that do not tell) is noticed by then. */
const fadeMs = 1_500;
/** A slow or busy box may begin it late: the old picture goes only when the new one covers it, or after so long. */
const longestFadeMs = 4_000;

export interface Crossfade {
  /** From now on the old picture leaves: as soon as the fresh one covers it. */
  begin(old: Layer, fresh: Layer): void;
  /** The fresh picture covers the old one, or nothing is to be seen any more: the old one is freed. */
  finish(): void;
  isUnderWay(): boolean;
}

/** `onOver` runs when the old layer is free. */
export function createCrossfade(onOver: () => void): Crossfade {
  let leaving: { layer: Layer; timer: ReturnType<typeof setTimeout> } | null = null;

  /** `endAt`: monotonic time at which the old picture goes, whatever is seen. */
  function look(fresh: Layer, endAt: number): void {
    if (!leaving) return;
    const isCovered = Number(getComputedStyle(fresh.node).opacity) >= 1;
    if (isCovered || performance.now() >= endAt) finish();
    else leaving.timer = setTimeout(() => look(fresh, endAt), 100);
  }

  function finish(): void {
    if (!leaving) return;
    clearTimeout(leaving.timer);
    leaving.layer.free();
    leaving = null;
    onOver();
  }

  return {
    begin(old, fresh) {
      old.node.classList.add('is-leaving');
      old.node.classList.remove('is-visible');
      leaving = {
        layer: old,
        timer: setTimeout(() => look(fresh, performance.now() + longestFadeMs - fadeMs), fadeMs),
      };
    },
    finish,
    isUnderWay: () => leaving !== null,
  };
}
