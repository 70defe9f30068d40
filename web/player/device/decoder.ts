/** Counts failures that show that this device can decode only one video at a time, and remembers them for a week. */

const key = 'antessala_single_decoder';
/** Number of failures needed: a single failure may have another cause, such as a busy device. */
const requiredFailures = 2;
/** Age at which the failures are ignored, so that the device may try two decoders again. */
const maxAgeMs = 7 * 86_400_000;

/** `utcMs`: the device's own clock. If the clock is wrong, the failures may be ignored too early. */
export function createDecoder(
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  utcMs: () => number = Date.now,
) {
  let { occasions, since } = load();

  /** Reads the number of failures (`occasions`), and when the first of them happened. */
  function load(): { occasions: number; since: number } {
    try {
      const { occasions, since } = JSON.parse(storage.getItem(key) ?? '{}') as { occasions?: unknown; since?: unknown };
      const age = utcMs() - Number(since);
      if (typeof occasions === 'number' && age >= 0 && age < maxAgeMs) return { occasions, since: Number(since) };
    } catch {
      // Storage is refused or the value is damaged: assume that nothing was recorded.
    }
    return { occasions: 0, since: utcMs() };
  }

  return {
    isSingle: () => occasions >= requiredFailures,
    /** Records that a stored video did not open beside a running one, but opened alone. */
    recordFailure(): void {
      if (occasions === 0) since = utcMs();
      occasions += 1;
      try {
        storage.setItem(key, JSON.stringify({ occasions, since }));
      } catch {
        // Without storage the count lasts until the next restart.
      }
    },
  };
}

/** Deletes the count, for a reset. */
export function deleteDecoderResult(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that can't be written can't be read either.
  }
}
