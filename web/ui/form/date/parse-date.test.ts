import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDate, formatTypedDate } from './parse-date.ts';

test('a date may be typed as day, month, year with several separators or none, and as in ISO 8601', () => {
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
    assert.equal(parseDate(typed), '2026-12-25', typed);
  assert.equal(parseDate('1/2/2026'), '2026-02-01');
  for (const typed of ['', '25', '25/12', '31/02/2026', '29/02/2026', '12/25/2026', '2026-13-01', 'amanhã'])
    assert.equal(parseDate(typed), undefined, typed);
  assert.equal(parseDate('29/02/2028'), '2028-02-29');
});

test('a field shows a date as dd/mm/aaaa, and any other text unchanged', () => {
  assert.equal(formatTypedDate('2026-12-25'), '25/12/2026');
  assert.deepEqual(['', '2/3', '2026-13'].map(formatTypedDate), ['', '2/3', '2026-13']);
});
