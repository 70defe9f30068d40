import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Video } from '../../../../../src/contract/media.ts';
import { onlyExisting, selectRange, toggle } from './selection.ts';
import { type ContentSort, isImage } from '../../../../../src/contract/changes/views.ts';
import { filterAndSort, addressQueryOf, viewFromAddress } from './view.ts';

const video = (id: number, name: string, more: Partial<Video> = {}) =>
  ({ id, name, sizeMb: id, displayDuration: null, uploadedAt: `2026-01-0${id}T00:00:00.000Z`, ...more }) as Video;
const all = [
  video(1, 'Vacinação'),
  video(2, 'água', { displayDuration: 20 }),
  video(3, 'Zelo 10'),
  video(4, 'Zelo 9', { displayDuration: 0 }),
];
const ids = (sort: ContentSort) => filterAndSort(all, { sort, type: 'all', search: '' }).map(({ id }) => id);

test('contents are sorted by date, name (in Portuguese order) or size, ascending or descending', () => {
  assert.deepEqual(ids('date-desc'), [4, 3, 2, 1]);
  assert.deepEqual(ids('date-asc'), [1, 2, 3, 4]);
  assert.deepEqual(ids('name-asc'), [2, 1, 4, 3]);
  assert.deepEqual(ids('name-desc'), [3, 4, 1, 2]);
  assert.deepEqual(ids('size-desc'), [4, 3, 2, 1]);
  assert.deepEqual(ids('size-asc'), [1, 2, 3, 4]);
});

test('an item with displayDuration above 0 counts as an image, any other as a video', () => {
  assert.deepEqual(all.map(isImage), [false, true, false, false]);
  assert.deepEqual(
    filterAndSort(all, { sort: 'date-asc', type: 'image', search: '' }).map(({ id }) => id),
    [2],
  );
  assert.deepEqual(
    filterAndSort(all, { sort: 'date-asc', type: 'video', search: '' }).map(({ id }) => id),
    [1, 3, 4],
  );
});

test('the search ignores accents and case, and finds names that contain all words', () => {
  const found = (search: string) => filterAndSort(all, { sort: 'date-asc', type: 'all', search }).map(({ id }) => id);
  assert.deepEqual(found('VACINACAO'), [1]);
  assert.deepEqual(found(' 10 zelo '), [3]);
  assert.deepEqual(found('agua zelo'), []);
});

test('a click with Shift selects all items in between, in the shown order', () => {
  const shown = [4, 3, 2, 1];
  assert.deepEqual([...selectRange(new Set([3]), shown, 3, 1)], [3, 2, 1]);
  assert.deepEqual([...selectRange(new Set([1]), shown, 1, 3)], [1, 3, 2]);
  assert.deepEqual([...selectRange(new Set(), shown, undefined, 2)], [2]);
  assert.deepEqual([...selectRange(new Set([2]), shown, 99, 2)], []);
});

test('deleted items are removed from the selection', () => {
  const selection = toggle(toggle(new Set(), 1), 2);
  assert.deepEqual([...onlyExisting(selection, new Set([2]))], [2]);
  assert.equal(onlyExisting(selection, new Set([2, 1])), selection);
  assert.deepEqual([...toggle(selection, 1)], [2]);
});

test('sort and type are read from the address, and unknown values are ignored', () => {
  const view = { sort: 'size-asc', type: 'image' } as const;
  assert.deepEqual(viewFromAddress(`?aba=conteudos${addressQueryOf(view)}`), view);
  assert.equal(addressQueryOf({ sort: 'date-desc', type: 'all' }), '');
  assert.deepEqual(viewFromAddress('?ordem=peso&tipo='), {});
});
