import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shuffleCycle } from './shuffle.ts';
import { image } from '../../testing/items.ts';

const names = (items: readonly { name: string }[]) => items.map((item) => item.name).join('');

test('a shuffled cycle has each item as often as the playlist', () => {
  const items = [image(1), image(1), image(2), image(3), image(3), image(3)];
  const shuffled = shuffleCycle(items, null, 7).items;
  assert.deepEqual(shuffled.map((item) => item.id).sort(), [1, 1, 2, 3, 3, 3]);
});

test('equal items are never neighbours where possible, also between two cycles', () => {
  const items = [image(1), image(1), image(1), image(2), image(2), image(3)];
  let last = null;
  let seed = 1;
  for (let round = 0; round < 500; round += 1) {
    const cycle = shuffleCycle(items, last, seed);
    const ids = [...(last ? [last] : []), ...cycle.items].map((item) => item.id);
    ids.forEach((id, index) => assert.notEqual(id, ids[index - 1], `round ${round}: ${ids}`));
    last = cycle.items[cycle.items.length - 1] ?? null;
    seed = cycle.seed;
  }
});

test('the first item of a cycle differs from the last one of the cycle before', () => {
  const items = [image(1), image(2), image(3)];
  for (let seed = 0; seed < 200; seed += 1)
    assert.notEqual(shuffleCycle(items, items[2] ?? null, seed).items[0]?.id, 3);
});

test('every item has the same chance at every place', () => {
  const items = [image(1), image(2), image(3), image(4)];
  const counts = new Map<string, number>();
  let seed = 42;
  for (let round = 0; round < 8000; round += 1) {
    const cycle = shuffleCycle(items, null, seed);
    seed = cycle.seed;
    cycle.items.forEach((item, place) =>
      counts.set(`${item.id}@${place}`, (counts.get(`${item.id}@${place}`) ?? 0) + 1),
    );
  }
  for (const [place, count] of counts) assert.ok(Math.abs(count - 2000) < 200, `${place}: ${count}`);
});

test('a single item is repeated, and an empty list stays empty', () => {
  const only = image(1);
  assert.equal(names(shuffleCycle([only, only], only, 3).items), '11');
  assert.deepEqual(shuffleCycle([], null, 3).items, []);
});

test('the same seed gives the same order', () => {
  const items = [1, 2, 3, 4, 5, 6, 7].map((id) => image(id));
  assert.deepEqual(shuffleCycle(items, null, 99), shuffleCycle(items, null, 99));
});
