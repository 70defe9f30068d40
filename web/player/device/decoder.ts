/** Remembers for a week that this device can hold open one video only, which it learns by experience. */

const key = 'antessala_single_decoder';
/** Number of occasions needed, because once may be chance: a device busy with something else. */
const neededOccasions = 2;
/** Then it is tried again: a wrong lesson must not last for ever. */
const keptMs = 7 * 86_400_000;

/** `utcMs` is the device's own clock: if that is wrong, the lesson is only learnt anew. */
export function createDecoder(
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  utcMs: () => number = Date.now,
) {
  let { occasions, since } = load();

  function load(): { occasions: number; since: number } {
    try {
      const { occasions, since } = JSON.parse(storage.getItem(key) ?? '{}') as { occasions?: unknown; since?: unknown };
      const age = utcMs() - Number(since);
      if (typeof occasions === 'number' && age >= 0 && age < keptMs) return { occasions, since: Number(since) };
    } catch {
      // Refused or damaged: nothing was learnt.
    }
    return { occasions: 0, since: utcMs() };
  }

  return {
    isSingle: () => occasions >= neededOccasions,
    /** A stored video that did not open beside a running one has opened alone. */
    noteOccasion(): void {
      if (occasions === 0) since = utcMs();
      occasions += 1;
      try {
        storage.setItem(key, JSON.stringify({ occasions, since }));
      } catch {
        // Known until the next restart then.
      }
    },
  };
}

/** For another start from nothing. */
export function forgetDecoder(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What can't be written can't be read either.
  }
}
