import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeAt, precedenceOf, type ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import { dayOfDate } from '../../../components/programme/local-time.ts';
import { cellAt, moveWindow, resizeWindow, windowBetween } from './drag.ts';
import { firstOfMonth, weeksOfMonth } from '../month/month.ts';
import { occurrencesAt, piecesOf, playbackAt, segmentsOf } from './week.ts';

const hour = 60;
const monday = dayOfDate('2026-11-23');
const workdays = [0, 1, 2, 3, 4];

const ruleOf = (rule: Partial<ProgrammeRule> & Pick<ProgrammeRule, 'id'>): ProgrammeRule => ({
  ...{ plays: rule.id, target: 'screen', priority: 0, weeks: 'every', firstDate: null, lastDate: null },
  ...{ days: workdays, from: 7 * hour, to: 12 * hour },
  ...rule,
});

test('a rule over midnight is shown on both days, also if it began on the Sunday before the week', () => {
  const pieces = piecesOf([ruleOf({ id: 1, days: [0, 6], from: 22 * hour, to: 6 * hour })], monday);
  assert.deepEqual(
    pieces
      .map(({ day, from, to, beginsHere, endsHere }) => [day, from / hour, to / hour, beginsHere, endsHere])
      .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1])),
    [
      [0, 0, 6, false, true],
      [0, 22, 24, true, false],
      [1, 0, 6, false, true],
      [6, 22, 24, true, false],
    ],
  );
});

test('the rule that begins later plays and is drawn on top, and the piece of the overridden rule says by which rule and why', () => {
  const [morning, noon] = [ruleOf({ id: 1 }), ruleOf({ id: 2, from: 11 * hour, to: 18 * hour })];
  const [first, second] = piecesOf([morning, noon], monday);
  assert.deepEqual([first?.rule.id, first?.depth, second?.rule.id, second?.depth], [1, 0, 2, 1]);
  assert.deepEqual(
    first?.conflicts.map(({ from, to, by, why }) => [from / hour, to / hour, by.id, why]),
    [[11, 12, 2, 'later']],
  );
  assert.deepEqual(second?.conflicts, []);
});

test('rules with dates or even weeks appear only in their weeks, rules of screens override rules of groups, and rules with the same playlist do not conflict', () => {
  const christmas = ruleOf({ id: 3, days: [0, 1, 2, 3, 4, 5, 6], firstDate: '2026-12-25', lastDate: '2026-12-25' });
  assert.deepEqual(piecesOf([christmas], monday), []);
  assert.deepEqual(
    piecesOf([christmas], dayOfDate('2026-12-21')).map(({ day }) => day),
    [4],
  );
  // 2026-11-23 is the Monday of week 48.
  assert.equal(piecesOf([ruleOf({ id: 4, weeks: 'odd' })], monday).length, 0);
  assert.equal(piecesOf([ruleOf({ id: 4, weeks: 'even' })], monday).length, 5);
  const [own, group] = [ruleOf({ id: 9 }), ruleOf({ id: 5, target: 'group' })];
  assert.equal(piecesOf([own, group], monday).find(({ rule }) => rule.id === 5)?.conflicts[0]?.why, 'screen');
  const piecesWithSamePlaylist = piecesOf([ruleOf({ id: 1 }), ruleOf({ id: 2, plays: 1, from: 8 * hour })], monday);
  const december = { id: 6, firstDate: '2026-12-01', lastDate: '2026-12-31', priority: 0 };
  const overlapping = [christmas, december, { id: 7 }].map((each) => ruleOf(each));
  const withPriority = overlapping.map((each) => ({ ...each, priority: precedenceOf(each) }));
  const friday = piecesOf(withPriority, dayOfDate('2026-12-21')).filter(({ day }) => day === 4);
  assert.deepEqual(
    friday.map(({ rule, depth, conflicts }) => [rule.id, depth, conflicts[0]?.by.id, conflicts[0]?.why]),
    [
      [3, 2, undefined, undefined],
      [6, 1, 3, 'dates'],
      [7, 0, 3, 'dates'],
    ],
  );
  assert.ok(piecesWithSamePlaylist.every(({ conflicts, depth }) => conflicts.length === 0 && depth === 0));
});

test('every 15 minutes, `occurrencesAt` lists first the rule that the screens play; segments have no gaps', () => {
  const rules = [
    ruleOf({ id: 1 }),
    ruleOf({ id: 2, from: 11 * hour, to: 18 * hour, priority: 1 }),
    ruleOf({ id: 3, from: 11 * hour, to: 11 * hour, target: 'group' }),
    ruleOf({ id: 4, plays: 'dark', days: [5, 6], from: 0, to: 0 }),
    ruleOf({ id: 5, days: [4, 6], from: 20 * hour, to: 9 * hour, weeks: 'even' }),
    ruleOf({ id: 6, from: 7 * hour, to: 8 * hour }),
  ];
  const offsets = { minutes: 0, changes: [] };
  for (let minute = monday * 1440; minute < (monday + 14) * 1440; minute += 15) {
    const shared = activeAt({ base: 99, rules, offsets }, minute * 60_000);
    assert.equal(occurrencesAt(rules, minute)[0]?.rule.id ?? null, shared.ruleId, `at ${minute}`);
    assert.equal(playbackAt(rules, 99, minute).plays, shared.playlistId);
  }
  const segments = segmentsOf(rules, 99, monday);
  assert.equal(segments[0]?.from, 0);
  assert.equal(segments.at(-1)?.to, 7 * 1440);
  for (const [index, { from }] of segments.entries()) if (index > 0) assert.equal(from, segments[index - 1]?.to);
});

test('each day of a month shows the rules that play, and not the rules that are overridden', () => {
  const first = firstOfMonth(monday, 1);
  assert.equal(first, dayOfDate('2026-12-01'));
  assert.equal(firstOfMonth(monday, -11), dayOfDate('2025-12-01'));
  const holiday = { id: 3, plays: 'dark' as const, days: [4], firstDate: '2026-12-25', lastDate: '2026-12-25' };
  const night = ruleOf({ id: 2, days: [3], from: 22 * hour, to: 6 * hour });
  const all = [
    ruleOf({ id: 1 }),
    night,
    ruleOf({ ...holiday, from: 0, to: 0, priority: precedenceOf({ ...holiday, priority: 0 }) }),
  ];
  const weeks = weeksOfMonth(all, first);
  assert.deepEqual([weeks.length, weeks[0]?.[0]?.isInMonth, weeks[0]?.[1]?.isInMonth], [5, false, true]);
  const plays = (week: number, day: number) =>
    weeks[week]?.[day]?.rules.map(({ ruleId, from, to }) => [ruleId, from / hour, to / hour]);
  assert.deepEqual(plays(0, 4), [
    [2, 0, 6],
    [1, 7, 12],
  ]);
  assert.deepEqual(plays(3, 3), [
    [1, 7, 12],
    [2, 22, 24],
  ]);
  assert.deepEqual(plays(3, 4), [[3, 0, 24]]);
  assert.deepEqual(plays(3, 5), []);
});

test('at each minute that any of 500 rules covers, exactly one of them plays', () => {
  const rules = Array.from({ length: 500 }, (_, id) =>
    ruleOf({ id, days: [id % 7], from: (id * 37) % 1440, to: (id * 53 + 90) % 1440, priority: id % 10 }),
  );
  const minutesOf = (parts: readonly { from: number; to: number }[]) =>
    parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const playing = minutesOf(segmentsOf(rules, null, monday).filter(({ winner }) => winner));
  const shown = piecesOf(rules, monday).reduce(
    (sum, { from, to, conflicts }) => sum + to - from - minutesOf(conflicts),
    0,
  );
  assert.ok(playing > 6 * 1440);
  assert.equal(shown, playing);
});

test('a drag over empty cells in any direction selects the days and hours in between', () => {
  assert.deepEqual(cellAt(0.5, 0.5), { day: 3, minute: 12 * hour });
  assert.deepEqual(cellAt(-1, 2), { day: 0, minute: 23.5 * hour });
  const [one, other] = [
    { day: 4, minute: 11.5 * hour },
    { day: 0, minute: 7 * hour },
  ];
  const morning = { days: workdays, from: 7 * hour, to: 12 * hour };
  assert.deepEqual(windowBetween(one, other), morning);
  assert.deepEqual(windowBetween(other, one), morning);
  assert.equal(windowBetween(other, { day: 0, minute: 23.5 * hour }).to, 0);
});

test('moved hours begin within the same day, and weekdays continue after Sunday with Monday', () => {
  const morning = { days: workdays, from: 7 * hour, to: 12 * hour };
  const at = (day: number, hours: number) => ({ day, minute: hours * hour });
  assert.deepEqual(moveWindow(morning, at(0, 8), at(0, 9.5)), { days: workdays, from: 8.5 * hour, to: 13.5 * hour });
  assert.deepEqual(moveWindow(morning, at(0, 8), at(3, 8)).days, [0, 3, 4, 5, 6]);
  assert.equal(moveWindow(morning, at(0, 8), at(0, 0)).from, 0);
  const night = { days: [0], from: 22 * hour, to: 6 * hour };
  assert.deepEqual(moveWindow(night, at(0, 22), at(0, 21)), { days: [0], from: 21 * hour, to: 5 * hour });
});

test('a drag moves the start or the end of the hours, and at least half an hour remains', () => {
  const morning = { days: [0], from: 7 * hour, to: 12 * hour };
  const pull = (edge: 'from' | 'to', hours: number, window = morning) => {
    const { from, to } = resizeWindow(window, edge, { day: 0, minute: hours * hour });
    return [from / hour, to / hour];
  };
  assert.deepEqual(pull('to', 13.5), [7, 14]);
  assert.deepEqual(pull('to', 3), [7, 7.5]);
  assert.deepEqual(pull('to', 23.5), [7, 0]);
  assert.deepEqual(pull('from', 5), [5, 12]);
  assert.deepEqual(pull('from', 20), [11.5, 12]);
  assert.deepEqual(pull('to', 7.5, { days: [0], from: 22 * hour, to: 6 * hour }), [22, 8]);
  assert.deepEqual(pull('from', 20, { days: [0], from: 22 * hour, to: 6 * hour }), [20, 6]);
});
