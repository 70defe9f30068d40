import type { PlayItem } from '../../../src/contract/playlists.ts';

/** Last error of the device, for the heartbeat. A screen on which all is well again has no problem any more. */
export interface LastError {
  /** `about`: the item, and what proves that its trouble is over: it is on the device, or it is seen again. */
  note(message: string, about?: { item: PlayItem; until: 'stored' | 'seen' }): void;
  seen(item: PlayItem): void;
  /** Null when there is none, or none any more. `items`: what is to play. */
  report(items: readonly PlayItem[], isStored: (item: PlayItem) => boolean): { lastError: string | null };
}

/** Time for which an error without an item is reported. */
const reportedMs = 3_600_000;
const longest = 300;

/** `clock`: monotonic milliseconds. */
export function createLastError(clock: () => number): LastError {
  let last: { message: string; about?: Parameters<LastError['note']>[1]; at: number } | undefined;
  return {
    note(message, about) {
      last = { message: message.slice(0, longest), about, at: clock() };
    },
    seen({ sha256 }) {
      if (last?.about?.until === 'seen' && last.about.item.sha256 === sha256) last = undefined;
    },
    report(items, isStored) {
      if (!last) return { lastError: null };
      const { message, about, at } = last;
      const isOver = about
        ? items.every(({ sha256 }) => sha256 !== about.item.sha256) ||
          (about.until === 'stored' && isStored(about.item))
        : clock() - at >= reportedMs;
      return { lastError: isOver ? null : message };
    },
  };
}
