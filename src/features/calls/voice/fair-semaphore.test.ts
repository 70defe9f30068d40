import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSemaphore, maxWaiting } from './fair-semaphore.ts';

test('accounts take turns, and an account with the maximum number of waiting syntheses is full', async () => {
  const semaphore = createFairSemaphore();
  const begun: number[] = [];
  const acquire = (userId: number) => void Promise.resolve(semaphore.acquire(userId)).then(() => begun.push(userId));
  for (let at = 0; at < maxWaiting + 2; at += 1) acquire(1);
  assert.deepEqual([semaphore.isFull(1), semaphore.isFull(2)], [true, false]);
  for (const userId of [2, 2, 3]) acquire(userId);
  for (let at = 0; at < 6; at += 1) semaphore.release();
  await Promise.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(begun, [1, 1, 1, 2, 3, 1, 2, 1]);
  for (let at = 0; at < 40; at += 1) semaphore.release();
  await new Promise(setImmediate);
  assert.equal(begun.length, maxWaiting + 5);
});
