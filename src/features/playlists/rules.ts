/**
 * Orders one cycle of a playlist: each item appears exactly `frequency` times, and if possible equal items are never
 * adjacent, not even at the seam to the next cycle (contract/README 4.3).
 */
import type { Random } from '../../platform/random.ts';

export interface Entry<Item> {
  item: Item;
  /** Number of appearances per cycle, at least 1. */
  frequency: number;
}

/**
 * Far more tries than needed: about one shuffle in seven is valid for long playlists of frequency 3, one in twenty
 * for the worst short playlists.
 */
const maxTries = 1000;

/**
 * Returns a random cycle; all valid orders are equally likely. `previous`: the last item of the previous cycle; if
 * equal items can be kept apart at the seam, the cycle does not begin with it.
 */
export function shuffled<Item>(entries: readonly Entry<Item>[], random: Random, previous?: Item): Item[] {
  const deck = entries.flatMap(({ item, frequency }) => Array<Item>(frequency).fill(item));
  if (deck.length === 0) return deck;
  const maxFrequency = Math.max(...entries.map(({ frequency }) => frequency));
  const canAvoidSeamPair = 2 * maxFrequency <= deck.length;
  /** Number of pairs of equal neighbours that no order avoids, because too few other items can separate `maxFrequency` copies. */
  const unavoidable = Math.max(0, 2 * maxFrequency - deck.length - 1);

  for (let tries = 0; tries < maxTries; tries += 1) {
    if (
      shuffleOnce(deck, random, unavoidable, canAvoidSeamPair ? previous : undefined) &&
      (!canAvoidSeamPair || deck[0] !== deck.at(-1))
    )
      return deck;
  }
  return inOrder(entries);
}

/**
 * Shuffles in place (Fisher-Yates). Stops and returns false once `previous` is first or there are more than `allowedPairs` pairs
 * of equal neighbours. Such orders are discarded instead of repaired, so that all allowed orders are equally likely.
 */
function shuffleOnce<Item>(deck: Item[], random: Random, allowedPairs: number, previous: Item | undefined): boolean {
  let pairs = 0;
  for (let place = 0; place < deck.length; place += 1) {
    const from = place + Math.floor(random() * (deck.length - place));
    const drawn = deck[from] as Item;
    deck[from] = deck[place] as Item;
    deck[place] = drawn;
    if (place === 0 ? drawn === previous : drawn === deck[place - 1] && (pairs += 1) > allowedPairs) return false;
  }
  return true;
}

/**
 * Returns the sequential cycle: items first appear in the given order, and repetitions are spread evenly over the
 * cycle (A twice, then B: A B A; A twice, then B, C, D: A B A C D). Deterministic.
 */
export function inOrder<Item>(entries: readonly Entry<Item>[]): Item[] {
  const copies = entries.flatMap(({ item, frequency }, index) =>
    Array.from({ length: frequency }, (_, turn) => ({ item, position: (turn + index / entries.length) / frequency })),
  );
  copies.sort((a, b) => a.position - b.position);
  return separateEqual(
    copies.map(({ item }) => item),
    entries,
  );
}

/** Separates equal copies: each place gets the first copy that differs from the previous one and leaves a separable rest. */
function separateEqual<Item>(copies: readonly Item[], entries: readonly Entry<Item>[]): Item[] {
  const dominant = entries.find(({ frequency }) => 2 * frequency > copies.length);
  if (dominant) return aroundDominant(copies, dominant);

  const maxFrequency = Math.max(...entries.map(({ frequency }) => frequency));
  const remaining = new Map(entries.map(({ item, frequency }) => [item, frequency]));
  const candidates = [...copies];
  const cycle: Item[] = [];
  while (candidates.length > 0) {
    const next = Math.max(
      0,
      candidates.findIndex(
        (item) =>
          item !== cycle.at(-1) && canFinish(remaining, maxFrequency, candidates.length - 1, item, cycle[0] ?? item),
      ),
    );
    const [item] = candidates.splice(next, 1) as [Item];
    remaining.set(item, (remaining.get(item) as number) - 1);
    cycle.push(item);
  }
  return cycle;
}

/**
 * Orders a cycle in which one item has more copies than all others together: puts one other item after each of its first copies;
 * the remaining copies follow each other.
 */
function aroundDominant<Item>(copies: readonly Item[], dominant: Entry<Item>): Item[] {
  const others = copies.filter((item) => item !== dominant.item);
  return Array.from({ length: dominant.frequency }, (_, turn) =>
    turn < others.length ? [dominant.item, others[turn] as Item] : [dominant.item],
  ).flat();
}

/**
 * True if the items that remain after `taken` can follow it without equal neighbours. The last of them must also differ from
 * `first`, with which the next cycle begins. `places`: the number of these items.
 */
function canFinish<Item>(
  remaining: ReadonlyMap<Item, number>,
  maxFrequency: number,
  places: number,
  taken: Item,
  first: Item,
): boolean {
  if (places === 0) return taken !== first;
  if (maxFrequency <= (places - 2) / 2) return true;
  for (const [item, count] of remaining) {
    const copies = item === taken ? count - 1 : count;
    // `taken` cannot come next, and `first` cannot come last.
    const blockedEnds = Number(item === taken) + Number(item === first);
    if (copies > Math.ceil((places - blockedEnds) / 2)) return false;
  }
  return true;
}

/**
 * Adds the hidden items of `all` (deleted but restorable, or not granted at present) to the `wanted` order of the visible
 * ones: each hidden item follows the same visible item as in `all`, or is first.
 */
export function withHiddenItems(all: readonly number[], wanted: readonly number[]): number[] {
  const visible = new Set(wanted);
  const hidden = new Map<number | undefined, number[]>();
  let lastVisible: number | undefined;
  for (const id of all) {
    if (visible.has(id)) lastVisible = id;
    else hidden.set(lastVisible, [...(hidden.get(lastVisible) ?? []), id]);
  }
  return [...(hidden.get(undefined) ?? []), ...wanted.flatMap((id) => [id, ...(hidden.get(id) ?? [])])];
}
