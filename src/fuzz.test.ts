/** Malformed and random requests at every endpoint, by everybody; `scripts/attack/fuzz.ts` sends many more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignCalls, fuzz } from './testing/fuzz.ts';
import { createWorld } from './testing/world.ts';

test('whatever anybody sends', async (t) => {
  const world = await createWorld(t);

  await t.test('five hundred random requests find no fault of ours', async () => {
    const { counts, faults } = await fuzz(world, { seed: 20_261_122, requests: 500 });
    assert.deepEqual(faults, [], JSON.stringify(counts));
    assert.ok((counts['400'] ?? 0) > 20 && (counts['404'] ?? 0) > 20, JSON.stringify(counts));
  });

  await t.test('no foreign host or origin gets in with the cookie of somebody signed in', async () => {
    assert.deepEqual(await foreignCalls(world, { seed: 1, requests: 100 }), []);
  });
});
