import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeAt } from './notices.ts';

test('a notice stays 60 s, is away 60 s, and the next one follows', () => {
  const at = (second: number) => noticeAt(['a', 'b', 'c'], second * 1000);
  assert.deepEqual([0, 59, 60, 119, 120, 179, 180, 240, 359, 360, 400].map(at), [
    'a',
    'a',
    null,
    null,
    'b',
    'b',
    null,
    'c',
    null,
    'a',
    'a',
  ]);
});

test('one notice comes back every 2 minutes, none shows nothing', () => {
  assert.equal(noticeAt(['a'], 130_000), 'a');
  assert.equal(noticeAt(['a'], 70_000), null);
  assert.equal(noticeAt([], 0), null);
});
