import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seededRandom } from '../../platform/random.ts';
import { type Entry, inOrder, shuffled, withHiddenItems } from './rules.ts';
import { processorMs } from '../../testing/until.ts';

/** Returns entries for the letters: 'AAB' is A twice and B once. */
function entriesOf(letters: string): Entry<string>[] {
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].map(([item, frequency]) => ({ item, frequency }));
}

/** Returns every distinct order of the letters. */
function ordersOf(letters: string): string[] {
  if (letters === '') return [''];
  return [...new Set(letters)].flatMap((letter) => ordersOf(letters.replace(letter, '')).map((rest) => letter + rest));
}

const innerPairs = (order: string) => [...order].filter((letter, at) => at > 0 && letter === order[at - 1]).length;
const seamPairs = (order: string) => Number(order[0] === order.at(-1));

/** Returns the valid orders by brute force: those with the fewest equal neighbours, and of these the ones whose last and first item differ, if any. */
function validOrders(letters: string): string[] {
  const orders = validOrdersOf.get(letters) ?? findValidOrders(letters);
  validOrdersOf.set(letters, orders);
  return orders;
}

const validOrdersOf = new Map<string, string[]>();

function findValidOrders(letters: string): string[] {
  const all = ordersOf(letters);
  const fewest = Math.min(...all.map(innerPairs));
  const best = all.filter((order) => innerPairs(order) === fewest);
  const repeatable = best.filter((order) => seamPairs(order) === 0);
  return repeatable.length > 0 ? repeatable : best;
}

/** Returns all playlists of up to five items with frequencies 1 to 3, and at most nine places. */
function smallPlaylists(): string[] {
  let playlists = [''];
  const found: string[] = [];
  for (const letter of 'ABCDE') {
    playlists = playlists.flatMap((head) => [1, 2, 3].map((frequency) => head + letter.repeat(frequency)));
    found.push(...playlists.filter((letters) => letters.length <= 9));
  }
  return found;
}

describe('a random cycle', () => {
  test('a random cycle is a valid order for every small playlist', () => {
    const random = seededRandom(1);
    for (const letters of smallPlaylists()) {
      const valid = new Set(validOrders(letters));
      for (let draw = 0; draw < 20; draw += 1) {
        const order = shuffled(entriesOf(letters), random).join('');
        assert.ok(valid.has(order), `${letters}: ${order}`);
      }
    }
  });

  test('a random cycle does not begin with the last item of the previous cycle, if equal items can be kept apart', () => {
    const random = seededRandom(2);
    for (const letters of smallPlaylists()) {
      const canAvoid = seamPairs(validOrders(letters)[0] as string) === 0;
      for (const previous of canAvoid ? new Set(letters) : []) {
        for (let draw = 0; draw < 5; draw += 1)
          assert.notEqual(shuffled(entriesOf(letters), random, previous)[0], previous, letters);
      }
    }
  });

  test('a random cycle is uniform over the valid orders (chi-square over 10,000 cycles)', () => {
    const random = seededRandom(3);
    for (const letters of ['ABC', 'ABCD', 'AABC', 'AABB', 'AABBC', 'AABBCC', 'AAABC', 'AAABBC', 'AAABCD', 'AAAB']) {
      const counts = new Map(validOrders(letters).map((order) => [order, 0]));
      for (let draw = 0; draw < 10_000; draw += 1) {
        const order = shuffled(entriesOf(letters), random).join('');
        counts.set(order, (counts.get(order) as number) + 1);
      }
      const expected = 10_000 / counts.size;
      const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      const freedom = counts.size - 1;
      // The value of a fair shuffle is below this limit in 99.9 % of cases (Wilson and Hilferty's approximation).
      const limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * Math.sqrt(2 / (9 * freedom))) ** 3;
      assert.ok(
        freedom === 0 || chiSquare < limit,
        `${letters}: ${chiSquare.toFixed(1)} over ${limit.toFixed(1)} for ${counts.size} orders`,
      );
    }
  });

  test('all orders are equally frequent in successive random cycles, and none begins with the last item of the previous cycle', () => {
    const random = seededRandom(4);
    const counts = new Map<string, number>();
    let previous: string | undefined;
    for (let draw = 0; draw < 12_000; draw += 1) {
      const cycle = shuffled(entriesOf('ABC'), random, previous);
      assert.notEqual(cycle[0], previous);
      previous = cycle.at(-1);
      counts.set(cycle.join(''), (counts.get(cycle.join('')) ?? 0) + 1);
    }
    for (const [order, count] of counts) assert.ok(Math.abs(count - 2_000) < 200, `${order}: ${count}`);
  });

  test('10,000 consecutive random cycles contain each item as often as its frequency says, and no item twice in a row, not even across cycles', () => {
    const random = seededRandom(7);
    const letters = 'AAABBBCCDEFG';
    const entries = entriesOf(letters);
    const first = new Map(entries.map(({ item }) => [item, 0]));
    const shown = new Map(entries.map(({ item }) => [item, 0]));
    let previous: string | undefined;
    for (let draw = 0; draw < 10_000; draw += 1) {
      const cycle = shuffled(entries, random, previous);
      assert.equal([...cycle].sort().join(''), letters);
      for (const item of cycle) {
        assert.notEqual(item, previous);
        previous = item;
        shown.set(item, (shown.get(item) as number) + 1);
      }
      first.set(cycle[0] as string, (first.get(cycle[0] as string) as number) + 1);
    }
    for (const { item, frequency } of entries) assert.equal(shown.get(item), 10_000 * frequency);
    // Items of equal frequency are equally likely to begin: chi-square with 3 degrees of freedom, 99.9 %.
    const begins = [...'DEFG'].map((item) => first.get(item) as number);
    const expected = begins.reduce((sum, count) => sum + count) / begins.length;
    const chiSquare = begins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    assert.ok(expected > 500 && chiSquare < 16.27, `${begins.join(' ')}: ${chiSquare.toFixed(1)}`);
  });

  test('a random cycle is computed quickly for 500 items shown three times each', () => {
    const entries = Array.from({ length: 500 }, (_, item) => ({ item, frequency: 3 }));
    const random = seededRandom(5);
    const startedAt = processorMs();
    for (let draw = 0; draw < 20; draw += 1) {
      const cycle = shuffled(entries, random, draw);
      assert.equal(cycle.length, 1500);
      assert.equal(
        cycle.every((item, at) => item !== cycle[(at + 1) % cycle.length]),
        true,
      );
    }
    assert.ok((processorMs() - startedAt) / 20 < 50, 'a cycle takes less than 50 ms');
  });

  test('a random cycle falls back to the sequential order when chance never yields a valid one', () => {
    const alwaysFirst = () => 0;
    assert.deepEqual(shuffled(entriesOf('AAABBB'), alwaysFirst), [...'ABABAB']);
  });

  test('a random cycle is empty without items, and contains nothing but the item if there is only one', () => {
    assert.deepEqual(shuffled([], seededRandom(6)), []);
    assert.deepEqual(shuffled(entriesOf('A'), seededRandom(6), 'A'), ['A']);
    assert.deepEqual(shuffled(entriesOf('AAA'), seededRandom(6)), ['A', 'A', 'A']);
  });
});

describe('a sequential cycle', () => {
  test('a sequential cycle is a valid order for every small playlist, in any order of its items', () => {
    for (const letters of smallPlaylists()) {
      const valid = new Set(validOrders(letters));
      for (const entries of [entriesOf(letters), entriesOf(letters).reverse()]) {
        const order = inOrder(entries).join('');
        assert.ok(valid.has(order), `${letters}: ${order}`);
      }
    }
  });

  test('a sequential cycle keeps the order of the items, and spreads repetitions', () => {
    const cases = {
      ABCD: 'ABCD',
      AAB: 'ABA',
      ABB: 'BAB',
      AABBCC: 'ABCABC',
      AAABBBCCC: 'ABCABCABC',
      AABCD: 'ABACD',
      ABCCDE: 'ABCDCE',
      AAABCDEFG: 'ABCADEAFG',
    };
    for (const [letters, expected] of Object.entries(cases))
      assert.equal(inOrder(entriesOf(letters)).join(''), expected);
  });

  test('in a sequential cycle the first appearances of items of equal frequency keep their order', () => {
    const order = inOrder(entriesOf('AABBCDDEFGG')).join('');
    assert.deepEqual(
      [...'CEF'].map((item) => order.indexOf(item)).sort((a, b) => a - b),
      [...'CEF'].map((item) => order.indexOf(item)),
    );
    assert.deepEqual(
      [...'ABDG'].map((item) => order.indexOf(item)).sort((a, b) => a - b),
      [...'ABDG'].map((item) => order.indexOf(item)),
    );
  });

  test('a sequential cycle is computed quickly for 500 items shown three times each', () => {
    const startedAt = processorMs();
    assert.equal(inOrder(Array.from({ length: 500 }, (_, item) => ({ item, frequency: 3 }))).length, 1500);
    assert.ok(processorMs() - startedAt < 100, 'over 100 ms');
  });
});

test('a hidden item follows its predecessor into a new order', () => {
  const all = [9, 1, 8, 7, 2, 3, 6];
  assert.deepEqual(withHiddenItems(all, [3, 1, 2]), [9, 3, 6, 1, 8, 7, 2]);
  assert.deepEqual(withHiddenItems(all, [1, 2, 3]), all);
  assert.deepEqual(withHiddenItems([5, 4], []), [5, 4]);
});
