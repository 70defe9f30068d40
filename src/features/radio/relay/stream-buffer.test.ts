import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecent, mostRecentBytes } from './stream-buffer.ts';

test('the newest is kept whole, in its order, and no more than there is room for', () => {
  const recent = createRecent();
  assert.equal(recent.all().length, 0);
  const chunk = (value: number) => Buffer.alloc(mostRecentBytes / 4, value);
  for (let value = 1; value <= 6; value += 1) recent.push(chunk(value));
  assert.deepEqual(recent.all(), Buffer.concat([3, 4, 5, 6].map(chunk)));
  recent.push(Buffer.alloc(2 * mostRecentBytes));
  assert.equal(recent.all().length, 0, 'more than fits at once is no beginning');
  recent.push(chunk(7));
  recent.clear();
  recent.push(chunk(8));
  assert.deepEqual(recent.all(), chunk(8));
});
