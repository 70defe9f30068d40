/** Compares rows of lists that patches change, for server and studio alike. Imports only types, because browsers load it. */
import type { QueuedOn } from '../calls.ts';
import type { MyPlayer } from '../players.ts';
import type { UrgentReceipt } from '../urgent.ts';

/** Compares names, categories and e-mails: "Tela 2" before "Tela 10"; ignores case and accents, unlike `receiptNames`. */
export const nameCollator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });
const receiptNames = new Intl.Collator('pt-BR', { numeric: true });

/** Orders online screens first, then by name (contract/README 9.5). */
export const compareScreens = (a: ScreenOrder, b: ScreenOrder): number =>
  Number(b.isOnline) - Number(a.isOnline) || nameCollator.compare(a.name, b.name) || a.id - b.id;

/** Fields of a screen by which lists are sorted. */
export type ScreenOrder = Pick<MyPlayer, 'id' | 'name' | 'isOnline'>;

/** Orders screens that have not shown the notice first, offline ones before online ones, then by name. */
export const compareReceipts = (a: UrgentReceipt, b: UrgentReceipt): number =>
  rankOf(a) - rankOf(b) || receiptNames.compare(a.name, b.name) || (a.playerId ?? 0) - (b.playerId ?? 0);
/** Returns 2 if the screen has shown the notice; otherwise 1 if the screen is online, 0 if it is offline. */
const rankOf = ({ delayMs, isOnline }: UrgentReceipt): number => (delayMs !== null ? 2 : isOnline ? 1 : 0);

/** Orders the screens on which a call waits by its expected start there; screens with an unknown start come last. */
export const compareQueued = (a: QueuedOn, b: QueuedOn): number =>
  (a.startsInMs ?? Number.MAX_VALUE) - (b.startsInMs ?? Number.MAX_VALUE) || a.playerId - b.playerId;

/** Returns the sorted list with `rows` inserted. Sorting all of 2,000 names again would take 50 ms. */
export function insertSorted<Row>(
  sorted: readonly Row[],
  rows: readonly Row[],
  compare: (a: Row, b: Row) => number,
): Row[] {
  const all = [...sorted];
  for (const row of rows) insertRow(all, row, compare);
  return all;
}

/** Inserts a row into a sorted list. */
export function insertRow<Row>(sorted: Row[], row: Row, compare: (a: Row, b: Row) => number): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as Row, row) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, row);
}
