/**
 * One cycle of a playlist: each item exactly `frequency` times, equal items never side by side where that is
 * possible, also where the cycle meets its own repetition (contract/README 4.3).
 */
import type { Random } from '../../platform/random.ts';

export interface Entry<Item> {
  item: Item;
  /** Times per cycle, at least 1. */
  frequency: number;
}

/**
 * Far more tries than any order needs: about one in seven is valid for long playlists of frequency 3, one in
 * twenty in the tightest short ones.
 */
const maxTries = 1000;

/**
 * A random cycle; all valid orders are equally likely. `previous` is the item shown last before it: where equal
 * items can be kept apart at the seam, the cycle does not begin with it.
 */
export function shuffled<Item>(entries: readonly Entry<Item>[], random: Random, previous?: Item): Item[] {
  const deck = entries.flatMap(({ item, frequency }) => Array<Item>(frequency).fill(item));
  if (deck.length === 0) return deck;
  const most = Math.max(...entries.map(({ frequency }) => frequency));
  const canClose = 2 * most <= deck.length;
  /** Pairs of equal neighbours that no order avoids: `most` copies with too few others between them. */
  const unavoidable = Math.max(0, 2 * most - deck.length - 1);

  for (let tries = 0; tries < maxTries; tries += 1) {
    if (
      shuffleOnce(deck, random, unavoidable, canClose ? previous : undefined) &&
      (!canClose || deck[0] !== deck.at(-1))
    )
      return deck;
  }
  return inOrder(entries);
}

/** Fisher-Yates in place, given up at the first pair too many: what is completed is a fair draw among the allowed orders. */
function shuffleOnce<Item>(deck: Item[], random: Random, allowedPairs: number, before: Item | undefined): boolean {
  let pairs = 0;
  for (let at = 0; at < deck.length; at += 1) {
    const from = at + Math.floor(random() * (deck.length - at));
    const drawn = deck[from] as Item;
    deck[from] = deck[at] as Item;
    deck[at] = drawn;
    if (at === 0 ? drawn === before : drawn === deck[at - 1] && (pairs += 1) > allowedPairs) return false;
  }
  return true;
}

/**
 * The sequential cycle: items begin in the order given, and repetitions are spread evenly over the cycle
 * (A twice, then B: A B A; A twice, then B, C, D: A B A C D). Deterministic.
 */
export function inOrder<Item>(entries: readonly Entry<Item>[]): Item[] {
  const copies = entries.flatMap(({ item, frequency }, place) =>
    Array.from({ length: frequency }, (_, turn) => ({ item, at: (turn + place / entries.length) / frequency })),
  );
  copies.sort((a, b) => a.at - b.at);
  return apart(
    copies.map(({ item }) => item),
    entries,
  );
}

/** Takes the copies in the given order, each time the first that neither touches its equal nor leaves a rest that must. */
function apart<Item>(copies: readonly Item[], entries: readonly Entry<Item>[]): Item[] {
  const dominant = entries.find(({ frequency }) => 2 * frequency > copies.length);
  if (dominant) return aroundDominant(copies, dominant);

  const most = Math.max(...entries.map(({ frequency }) => frequency));
  const left = new Map(entries.map(({ item, frequency }) => [item, frequency]));
  const waiting = [...copies];
  const cycle: Item[] = [];
  while (waiting.length > 0) {
    const next = Math.max(
      0,
      waiting.findIndex(
        (item) => item !== cycle.at(-1) && canFinish(left, most, waiting.length - 1, item, cycle[0] ?? item),
      ),
    );
    const [item] = waiting.splice(next, 1) as [Item];
    left.set(item, (left.get(item) as number) - 1);
    cycle.push(item);
  }
  return cycle;
}

/** More copies of one item than of all others together: the others stand between them as far as they reach. */
function aroundDominant<Item>(copies: readonly Item[], dominant: Entry<Item>): Item[] {
  const others = copies.filter((item) => item !== dominant.item);
  return Array.from({ length: dominant.frequency }, (_, turn) =>
    turn < others.length ? [dominant.item, others[turn] as Item] : [dominant.item],
  ).flat();
}

/** True if the remaining items, after `taken`, can be ordered without equal neighbours up to the cycle's first item. */
function canFinish<Item>(
  left: ReadonlyMap<Item, number>,
  most: number,
  places: number,
  taken: Item,
  first: Item,
): boolean {
  if (places === 0) return taken !== first;
  if (most <= (places - 2) / 2) return true;
  for (const [item, count] of left) {
    const rest = item === taken ? count - 1 : count;
    const closedEnds = Number(item === taken) + Number(item === first);
    if (rest > Math.ceil((places - closedEnds) / 2)) return false;
  }
  return true;
}

/**
 * The order that is `wanted` of the items that can be seen, with those that cannot (deleted, and perhaps taken back;
 * not granted at present) behind the one that they followed in `all`; where there was none, first.
 */
export function withUnseen(all: readonly number[], wanted: readonly number[]): number[] {
  const seen = new Set(wanted);
  const unseen = new Map<number | undefined, number[]>();
  let before: number | undefined;
  for (const id of all) {
    if (seen.has(id)) before = id;
    else unseen.set(before, [...(unseen.get(before) ?? []), id]);
  }
  return [...(unseen.get(undefined) ?? []), ...wanted.flatMap((id) => [id, ...(unseen.get(id) ?? [])])];
}
