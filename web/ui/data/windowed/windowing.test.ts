import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, windowOf } from './windowing.ts';

test('a grid has as many columns as fit, and at least one', () => {
  assert.deepEqual(columnsOf(1000, 240, 20), { columns: 3, columnWidth: 320 });
  assert.deepEqual(columnsOf(200, 240, 20), { columns: 1, columnWidth: 200 });
  assert.deepEqual(columnsOf(500, 240, 20), { columns: 2, columnWidth: 240 });
});

test('only the rows near the visible part of the page are rendered', () => {
  const shape = { count: 500, columns: 4, rowPitch: 100 };
  assert.deepEqual(windowOf(shape, 0, 800, 2), { start: 0, end: 40 });
  assert.deepEqual(windowOf(shape, 5000, 800, 2), { start: 192, end: 240 });
  assert.deepEqual(windowOf(shape, 12_000, 800, 2), { start: 472, end: 500 });
});

test('a grid far from the visible part of the page renders nothing, nor does an empty one', () => {
  assert.deepEqual(windowOf({ count: 8, columns: 4, rowPitch: 100 }, -5000, 800, 2), { start: 0, end: 0 });
  assert.deepEqual(windowOf({ count: 8, columns: 4, rowPitch: 100 }, 5000, 800, 2), { start: 8, end: 8 });
  assert.deepEqual(windowOf({ count: 0, columns: 4, rowPitch: 100 }, 0, 800, 2), { start: 0, end: 0 });
});
