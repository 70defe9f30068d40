import type { PlayItem } from '../../../../src/contract/playlists.ts';

/** Returns a number in [0, 1) and the seed of the following one (mulberry32). */
export function generateNumber(seed: number): { value: number; seed: number } {
  const next = (seed + 0x6d2b79f5) >>> 0;
  let t = Math.imul(next ^ (next >>> 15), next | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return { value: ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000, seed: next };
}

interface Group {
  items: PlayItem[];
  id: number;
}

/** True if `total` items, the most frequent one `largest` times, can be ordered without equal neighbours. */
const fits = (largest: number, total: number): boolean => largest <= Math.ceil(total / 2);

/**
 * Returns the same items in a new order for the next cycle (contract/README 10.3). Where possible, equal items are not
 * neighbours and the first item differs from `last`. Apart from that, every remaining item has the same chance at each
 * place.
 */
export function shuffleCycle(
  items: readonly PlayItem[],
  last: PlayItem | null,
  seed: number,
): { items: PlayItem[]; seed: number } {
  const groups: Group[] = [];
  const byId = new Map<number, Group>();
  for (const item of items) {
    const group = byId.get(item.id);
    if (group) group.items.push(item);
    else {
      const group = { id: item.id, items: [item] };
      byId.set(item.id, group);
      groups.push(group);
    }
  }

  const order: PlayItem[] = [];
  let previousId = last ? last.id : 0;
  for (let remaining = items.length; remaining > 0; remaining -= 1) {
    const chosen = chooseGroup(groups, previousId, remaining, seed);
    seed = chosen.seed;
    const item = chosen.group.items.pop() as PlayItem;
    order.push(item);
    previousId = item.id;
  }
  return { items: order, seed };
}

function chooseGroup(
  groups: Group[],
  previousId: number,
  remaining: number,
  seed: number,
): { group: Group; seed: number } {
  const others = groups.filter((group) => group.items.length > 0 && group.id !== previousId);
  const candidates = others.length > 0 ? others : groups.filter((group) => group.items.length > 0);
  // A group that fills more than half of the places after this one has to be taken now.
  const urgent = candidates.filter((group) => !fits(group.items.length, remaining - 1));
  const pool = urgent.length > 0 ? urgent : candidates;

  const weight = pool.reduce((sum, group) => sum + group.items.length, 0);
  const generated = generateNumber(seed);
  let mark = generated.value * weight;
  for (const group of pool) {
    mark -= group.items.length;
    if (mark < 0) return { group, seed: generated.seed };
  }
  return { group: pool[pool.length - 1] as Group, seed: generated.seed };
}
