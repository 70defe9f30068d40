import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepPairing, recallPairing } from './kept-pairing.ts';
import { installMemoryStorage } from './testing/memory-storage.ts';

const pairing = { playerId: 7, userId: 3, token: 'x' };

test('the last of several changes is what is kept', async (t) => {
  installMemoryStorage(t);
  assert.equal(await recallPairing(), undefined);
  await Promise.all([keepPairing({ ...pairing, token: 'old' }), keepPairing(null), keepPairing(pairing)]);
  assert.deepEqual(await recallPairing(), pairing);
  await Promise.all([keepPairing(pairing), keepPairing(null)]);
  assert.equal(await recallPairing(), undefined);
});

test('a record that is no pairing is none', async (t) => {
  const { stores } = installMemoryStorage(t);
  stores.saved.set('"pairing"', { token: 'x', playerId: 7 });
  assert.equal(await recallPairing(), undefined);
});

test('a storage that hangs or is refused keeps nobody waiting for more than 2 s', async (t) => {
  const memory = installMemoryStorage(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  memory.silence();
  const pending = Promise.all([keepPairing(pairing), recallPairing()]);
  await new Promise(setImmediate);
  t.mock.timers.tick(2_000);
  assert.deepEqual(await pending, [undefined, undefined]);
  memory.speak();
  t.mock.method(indexedDB, 'open', () => {
    throw new Error('refused');
  });
  await keepPairing(pairing);
  assert.equal(await recallPairing(), undefined);
});
