import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOf, dateTyped } from './date-of.ts';

test('dates are typed as people do, the day first', () => {
  for (const typed of [
    '25/12/2026',
    '25/12/26',
    '25122026',
    '251226',
    '25-12-2026',
    '25.12.2026',
    ' 25 12 2026 ',
    '2026-12-25',
  ])
    assert.equal(dateOf(typed), '2026-12-25', typed);
  assert.equal(dateOf('1/2/2026'), '2026-02-01');
  for (const typed of ['', '25', '25/12', '31/02/2026', '29/02/2026', '12/25/2026', '2026-13-01', 'amanhã'])
    assert.equal(dateOf(typed), undefined, typed);
  assert.equal(dateOf('29/02/2028'), '2028-02-29');
});

test('they are shown in the same way', () => {
  assert.equal(dateTyped('2026-12-25'), '25/12/2026');
  assert.deepEqual(['', '2/3', '2026-13'].map(dateTyped), ['', '2/3', '2026-13']);
});
