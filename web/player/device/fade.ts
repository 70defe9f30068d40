/** Duration of a change of volume: a sudden change sounds like an error. */
export const fadeMs = 300;

/** Returns the level `elapsedMs` after a fade began. On a busy box a fade has fewer steps, not a longer duration. */
export function levelAt(from: number, to: number, elapsedMs: number, durationMs = fadeMs): number {
  return elapsedMs >= durationMs ? to : from + (to - from) * (Math.max(0, elapsedMs) / durationMs);
}

const fadeStepMs = 25;

/** Creates a volume level. `jump` and `start` change it to `wanted()`, 0 to 1; `apply` is called with each new level. */
export function createFade(wanted: () => number, apply: (level: number) => void) {
  let fadeTimer: ReturnType<typeof setInterval> | undefined;
  let level = 1;
  const set = (next: number) => {
    level = next;
    apply(next);
  };
  return {
    level: () => level,
    /** Applies the wanted level at once. */
    jump(): void {
      clearInterval(fadeTimer);
      set(wanted());
    },
    /** Changes to the wanted level gradually. */
    start(durationMs = fadeMs): void {
      clearInterval(fadeTimer);
      const from = level;
      const since = performance.now();
      fadeTimer = setInterval(() => {
        const elapsedMs = performance.now() - since;
        set(levelAt(from, wanted(), elapsedMs, durationMs));
        if (elapsedMs >= durationMs) clearInterval(fadeTimer);
      }, fadeStepMs);
    },
    stop: () => clearInterval(fadeTimer),
  };
}
