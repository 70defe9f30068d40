import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urgentAt } from './urgent.ts';

test('the newest notice is shown, an older one returns while it still runs, and all of them end', () => {
  const notices = [
    { id: 4, until: 900 },
    { id: 9, until: 300 },
    { id: 7, until: 100 },
  ];
  const shown = [0, 99, 299, 300, 899, 900].map((now) => urgentAt(notices, now)?.id);
  assert.deepEqual(shown, [9, 9, 9, 4, 4, undefined]);
});
