/** Duration of a change of volume: a sudden one sounds like a fault. */
const fadeMs = 300;

/** The volume `elapsedMs` after a fade between two volumes (0 to 1) began: by the time, so a busy box only takes fewer steps. */
export function volumeAt(from: number, to: number, elapsedMs: number): number {
  return elapsedMs >= fadeMs ? to : from + (to - from) * (Math.max(0, elapsedMs) / fadeMs);
}

const fadeStepMs = 25;

/** Volume of an element, which follows `wanted` (0 to 1) when `jump` or `fade` is called. */
export function createVolume(media: HTMLMediaElement, wanted: () => number) {
  let fading: ReturnType<typeof setInterval> | undefined;
  return {
    /** Applies the wanted volume at once. */
    jump(): void {
      clearInterval(fading);
      media.volume = wanted();
    },
    /** Approaches the wanted volume softly. */
    fade(): void {
      clearInterval(fading);
      const from = media.volume;
      const since = performance.now();
      fading = setInterval(() => {
        const elapsedMs = performance.now() - since;
        media.volume = volumeAt(from, wanted(), elapsedMs);
        if (elapsedMs >= fadeMs) clearInterval(fading);
      }, fadeStepMs);
    },
    stop: () => clearInterval(fading),
  };
}
