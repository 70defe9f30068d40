import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateInWords, daysOfDate, isRuleDate, nationalHolidays, expandDates } from './dates.ts';
import { neverBegins } from './programme.ts';

/** Easter Sundays from 2020 to 2040, from the tables of the United States Naval Observatory. */
const easters = `2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01
2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01`;

test('Easter and the holidays that depend on it are right from 2020 to 2040', () => {
  for (const easter of easters.split(/\s/)) {
    const year = Number(easter.slice(0, 4));
    assert.equal(daysOfDate('easter+0', year)?.first, easter);
    const weekdays = ['easter-48', 'easter-47', 'easter-2', 'easter+60'].map((date) =>
      new Date(daysOfDate(date, year)?.first ?? '').getUTCDay(),
    );
    assert.deepEqual(weekdays, [1, 2, 5, 4], easter);
    assert.equal(nationalHolidays.filter(({ date }) => daysOfDate(date, year)).length, 13);
  }
});

test('the holidays of 2026 are those of the official calendar', () => {
  assert.deepEqual(
    nationalHolidays.map(({ date }) => daysOfDate(date, 2026)?.first.slice(5)),
    '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25'.split(' '),
  );
});

test('a date is valid only if its days exist and its notation is one of the four', () => {
  for (const date of ['2026-12-25', '2026-12-24/2027-01-02', '12-25', '02-29', 'easter-2', 'easter+60'])
    assert.ok(isRuleDate(date), date);
  for (const text of [
    '',
    '2026-02-29',
    '02-30',
    '2026-12-26/2026-12-25',
    'easter',
    'easter-1000',
    '12-25/12-26',
    '2026-12-24/2026-12-26/2026-12-28',
    '2026-12-24/2026-12-26/x 12-25',
    '13-01',
  ])
    assert.ok(!isRuleDate(text), text);
  assert.equal(daysOfDate('02-29', 2026), undefined);
});

test("a rule with dates becomes one rule for each occurrence of a date, limited to the rule's first and last day", () => {
  const rule = {
    days: [0, 1, 2, 3, 4, 5, 6],
    from: 0,
    to: 0,
    weeks: 'every' as const,
    firstDate: null,
    lastDate: null,
  };
  const dates = ['12-25', '2026-12-24/2027-01-02'];
  const ranges = (found: readonly { firstDate: string | null; lastDate: string | null }[]) =>
    found.map(({ firstDate, lastDate }) => `${firstDate} ${lastDate}`);
  assert.deepEqual(ranges(expandDates(rule, dates, 2026)), [
    '2025-12-25 2025-12-25',
    '2026-12-25 2026-12-25',
    '2026-12-24 2027-01-02',
    '2027-12-25 2027-12-25',
  ]);
  assert.deepEqual(ranges(expandDates({ ...rule, firstDate: '2026-12-30' }, dates, 2026)), [
    '2026-12-30 2027-01-02',
    '2027-12-25 2027-12-25',
  ]);
  assert.deepEqual(expandDates(rule, [], 2026), [rule]);
  const long = ['2024-03-01/2027-02-28'];
  for (const year of [2024, 2026, 2028])
    assert.deepEqual(ranges(expandDates(rule, long, year)), ['2024-03-01 2027-02-28']);
  assert.deepEqual(expandDates(rule, long, 2029), []);
  const onMondays = expandDates({ ...rule, days: [0] }, ['easter+0'], 2026);
  assert.ok(onMondays.length === 3 && onMondays.every(neverBegins));
  assert.deepEqual(['12-25', '2026-12-24/2026-12-26', '06-24'].map(dateInWords), [
    'Natal',
    '24/12/2026 a 26/12/2026',
    '24/06',
  ]);
});
