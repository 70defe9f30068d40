import type { MediaFile } from '../server/requests/responses.ts';

/** Records the last error of the device for the heartbeat, until the error is resolved. */
export interface LastError {
  /** Records an error. `about`: its item, and whether storing or showing the item resolves the error. */
  record(message: string, about?: { item: MediaFile; until: 'stored' | 'shown' }): void;
  /** Call it when an item was shown without an error. */
  recordShown(item: MediaFile): void;
  /** Returns the last error; null if there is none, if it is resolved, or if its item is not in `items`, the items to play. */
  report(items: readonly MediaFile[], isStored: (item: MediaFile) => boolean): { lastError: string | null };
}

/** Time for which an error that concerns no item is reported. */
const reportedMs = 3_600_000;
const maxLength = 300;

/** `clock`: monotonic milliseconds. */
export function createLastError(clock: () => number): LastError {
  let last: { message: string; about?: Parameters<LastError['record']>[1]; at: number } | undefined;
  return {
    record(message, about) {
      last = { message: message.slice(0, maxLength), about, at: clock() };
    },
    recordShown({ sha256 }) {
      if (last?.about?.until === 'shown' && last.about.item.sha256 === sha256) last = undefined;
    },
    report(items, isStored) {
      if (!last) return { lastError: null };
      const { message, about, at } = last;
      const isResolved = about
        ? items.every(({ sha256 }) => sha256 !== about.item.sha256) ||
          (about.until === 'stored' && isStored(about.item))
        : clock() - at >= reportedMs;
      return { lastError: isResolved ? null : message };
    },
  };
}
