import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFirstDisplayReports } from './first-display-reports.ts';

const item = (id: number, sha256 = 'a') => ({ id, sha256 });

test('the first item on the screen, the first of another playlist, and each added item or new file are reported once', () => {
  let reported = 0;
  const reports = createFirstDisplayReports(() => (reported += 1));
  const reportsAfter = (id: number, sha256 = 'a') => {
    reports.shown(item(id, sha256));
    return reported;
  };
  reports.set({ playlist: { id: 1 }, items: [item(1), item(2)] });
  assert.deepEqual([reportsAfter(1), reportsAfter(2), reportsAfter(1)], [1, 1, 1]);

  // Item 3 was added, item 2 has a new file.
  reports.set({ playlist: { id: 1 }, items: [item(1), item(2, 'b'), item(3)] });
  reports.set({ playlist: { id: 1 }, items: [item(1), item(2, 'b'), item(3)] });
  assert.deepEqual([reportsAfter(1), reportsAfter(2, 'b'), reportsAfter(3), reportsAfter(3)], [1, 2, 3, 3]);

  // The old playlist's item plays on until the new playlist's first item is shown.
  reports.set({ playlist: { id: 2 }, items: [item(7), item(8)] });
  reports.set({ playlist: { id: 2 }, items: [item(7), item(8)] });
  assert.deepEqual([reportsAfter(1), reportsAfter(8), reportsAfter(7)], [3, 4, 4]);

  reports.set({ playlist: null, items: [] });
  reports.set({ playlist: { id: 2 }, items: [item(7)] });
  assert.equal(reportsAfter(7), 5);
});
