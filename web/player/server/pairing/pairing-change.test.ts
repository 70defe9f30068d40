import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLostChange, storePairingChange } from './pairing-change.ts';
import { installMemoryStorage } from '../../testing/memory-storage.ts';

const pairing = { playerId: 7, userId: 3, token: 'new' };

test('a pairing that is missing in local storage is restored', async (t) => {
  installMemoryStorage(t);
  assert.equal(await findLostChange(undefined), undefined);
  await storePairingChange({ replaced: null, credentials: pairing });
  assert.deepEqual(await findLostChange(undefined), { replaced: null, credentials: pairing });
  assert.equal(await findLostChange('new'), undefined, 'local storage has the change');
});

test('a lost renewal or reset is found only if local storage still has the token that it replaced', async (t) => {
  installMemoryStorage(t);
  await storePairingChange({ replaced: 'old', credentials: pairing });
  assert.deepEqual(await findLostChange('old'), { replaced: 'old', credentials: pairing });
  assert.equal(await findLostChange('another'), undefined);
  await storePairingChange({ replaced: 'old', credentials: null });
  assert.deepEqual(await findLostChange('old'), { replaced: 'old', credentials: null });
  assert.equal(await findLostChange('another'), undefined);
  assert.equal(await findLostChange(undefined), undefined);
});

test('the last of several changes is stored', async (t) => {
  installMemoryStorage(t);
  const first = { ...pairing, token: 'first' };
  await Promise.all([
    storePairingChange({ replaced: null, credentials: first }),
    storePairingChange({ replaced: 'first', credentials: null }),
    storePairingChange({ replaced: null, credentials: pairing }),
  ]);
  assert.deepEqual((await findLostChange(undefined))?.credentials, pairing);
});

test('an invalid record is ignored', async (t) => {
  const { stores } = installMemoryStorage(t);
  for (const record of [
    { token: 'x', playerId: 7, userId: 3 },
    { replaced: 'old', credentials: { token: 'x' } },
    { replaced: 'old' },
  ]) {
    stores.saved.set('"pairing"', record);
    assert.deepEqual(
      [await findLostChange(undefined), await findLostChange('old')],
      [undefined, undefined],
      JSON.stringify(record),
    );
  }
});

test('storage that hangs or is refused delays the pairing by 2 s at most', async (t) => {
  const memory = installMemoryStorage(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  memory.hang();
  const pending = storePairingChange({ replaced: null, credentials: pairing });
  await new Promise(setImmediate);
  t.mock.timers.tick(2_000);
  await pending;
  memory.respond();
  t.mock.method(indexedDB, 'open', () => {
    throw new Error('refused');
  });
  await storePairingChange({ replaced: null, credentials: pairing });
  assert.equal(await findLostChange(undefined), undefined);
});
