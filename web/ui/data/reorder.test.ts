import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displacement, dropIndex, moveItem, offsetAt } from './reorder.ts';

/** Three lines of 40 px and one of 80 px, with gaps of 10 px. */
const boxes = [
  { top: 0, height: 40 },
  { top: 50, height: 40 },
  { top: 100, height: 80 },
  { top: 190, height: 40 },
];

test('an item moves down, up, or remains at its index', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
  assert.deepEqual(moveItem(['a', 'b'], 1, 1), ['a', 'b']);
});

test('a dragged line is dropped after the lines whose middle it has passed', () => {
  assert.equal(dropIndex(boxes, 0, 0), 0);
  assert.equal(dropIndex(boxes, 0, 49), 0);
  assert.equal(dropIndex(boxes, 0, 51), 1);
  assert.equal(dropIndex(boxes, 0, 1000), 3);
  assert.equal(dropIndex(boxes, 3, -1000), 0);
  assert.equal(dropIndex([], 0, 5), 0);
});

test('other lines make a gap as high as the dragged line, which is dropped into it', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => displacement(boxes, index, 2, 0)),
    [90, 90, 0, 0],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => displacement(boxes, index, 1, 3)),
    [0, 0, -50, -50],
  );
  assert.equal(offsetAt(boxes, 1, 3), 140);
  assert.equal(offsetAt(boxes, 2, 0), -100);
  assert.equal(offsetAt(boxes, 1, 1), 0);
});
