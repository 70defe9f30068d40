/** Duration of a change of volume: a sudden change sounds like an error. */
const fadeMs = 300;

/** Returns the volume `elapsedMs` after a fade began. On a busy box a fade has fewer steps, not a longer duration. */
export function volumeAt(from: number, to: number, elapsedMs: number): number {
  return elapsedMs >= fadeMs ? to : from + (to - from) * (Math.max(0, elapsedMs) / fadeMs);
}

const fadeStepMs = 25;

/** Creates the volume of an element, which changes to `wanted()` (0 to 1) when `jump` or `fade` is called. */
export function createVolume(media: HTMLMediaElement, wanted: () => number) {
  let fadeTimer: ReturnType<typeof setInterval> | undefined;
  return {
    /** Applies the wanted volume at once. */
    jump(): void {
      clearInterval(fadeTimer);
      media.volume = wanted();
    },
    /** Changes to the wanted volume gradually. */
    fade(): void {
      clearInterval(fadeTimer);
      const from = media.volume;
      const since = performance.now();
      fadeTimer = setInterval(() => {
        const elapsedMs = performance.now() - since;
        media.volume = volumeAt(from, wanted(), elapsedMs);
        if (elapsedMs >= fadeMs) clearInterval(fadeTimer);
      }, fadeStepMs);
    },
    stop: () => clearInterval(fadeTimer),
  };
}
