import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamBuffer, mostRecentBytes } from './stream-buffer.ts';

test('the newest is kept whole, in its order, and no more than there is room for', () => {
  const buffer = createStreamBuffer();
  assert.equal(buffer.all().length, 0);
  const chunk = (value: number) => Buffer.alloc(mostRecentBytes / 4, value);
  for (let value = 1; value <= 6; value += 1) buffer.push(chunk(value));
  assert.deepEqual(buffer.all(), Buffer.concat([3, 4, 5, 6].map(chunk)));
  buffer.push(Buffer.alloc(2 * mostRecentBytes));
  assert.equal(buffer.all().length, 0, 'more than fits at once is no beginning');
  buffer.push(chunk(7));
  buffer.clear();
  buffer.push(chunk(8));
  assert.deepEqual(buffer.all(), chunk(8));
});
