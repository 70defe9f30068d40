import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns, maxWaiting } from './turns.ts';

test('accounts take turns, and one that has many syntheses waiting can add no more', async () => {
  const turns = createTurns();
  const begun: number[] = [];
  const ask = (userId: number) => void Promise.resolve(turns.acquire(userId)).then(() => begun.push(userId));
  for (let at = 0; at < maxWaiting + 2; at += 1) ask(1);
  assert.deepEqual([turns.isFull(1), turns.isFull(2)], [true, false]);
  for (const userId of [2, 2, 3]) ask(userId);
  for (let at = 0; at < 6; at += 1) turns.release();
  await Promise.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(begun, [1, 1, 1, 2, 3, 1, 2, 1]);
  for (let at = 0; at < 40; at += 1) turns.release();
  await new Promise(setImmediate);
  assert.equal(begun.length, maxWaiting + 5);
});
