import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFirstDisplayReports } from './first-display-reports.ts';

const item = (id: number, sha256 = 'a') => ({ id, sha256 });

test('the first picture, the first of another playlist and each new item or file are told once', () => {
  let reported = 0;
  const shows = createFirstDisplayReports(() => (reported += 1));
  const toldAfter = (id: number, sha256 = 'a') => {
    shows.shown(item(id, sha256));
    return reported;
  };
  shows.set({ playlist: { id: 1 }, items: [item(1), item(2)] });
  assert.deepEqual([toldAfter(1), toldAfter(2), toldAfter(1)], [1, 1, 1]);

  // One came, one has another file.
  shows.set({ playlist: { id: 1 }, items: [item(1), item(2, 'b'), item(3)] });
  shows.set({ playlist: { id: 1 }, items: [item(1), item(2, 'b'), item(3)] });
  assert.deepEqual([toldAfter(1), toldAfter(2, 'b'), toldAfter(3), toldAfter(3)], [1, 2, 3, 3]);

  // The old one plays on until the new one is here.
  shows.set({ playlist: { id: 2 }, items: [item(7), item(8)] });
  shows.set({ playlist: { id: 2 }, items: [item(7), item(8)] });
  assert.deepEqual([toldAfter(1), toldAfter(8), toldAfter(7)], [3, 4, 4]);

  shows.set({ playlist: null, items: [] });
  shows.set({ playlist: { id: 2 }, items: [item(7)] });
  assert.equal(toldAfter(7), 5);
});
