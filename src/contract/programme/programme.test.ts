import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { offsetMinutes } from '../../platform/time-zones.ts';
import { createRandom } from '../../testing/fuzz.ts';
import {
  activeAt,
  type DayWindow,
  horizonMs,
  itemAt,
  type PlaylistHours,
  type ProgrammeRule,
  shownAt,
  type ZoneOffsets,
} from './programme.ts';

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Parses 'mon-fri' or 'mon,wed'. */
function daysOf(text: string): number[] {
  const [first, last] = text.split('-').map((name) => dayNames.indexOf(name));
  if (last !== undefined) return dayNames.map((_, day) => day).filter((day) => day >= first! && day <= last);
  return text.split(',').map((name) => dayNames.indexOf(name));
}

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Parses 'mon-fri 07:00-12:00'. */
function windowOf(text: string): DayWindow {
  const [days, hours] = text.split(' ');
  const [from, to] = hours!.split('-');
  return { days: daysOf(days!), from: minuteOf(from!), to: minuteOf(to!) };
}

const rule = (
  id: number,
  when: string,
  plays: ProgrammeRule['plays'],
  more: Partial<ProgrammeRule> = {},
): ProgrammeRule => ({
  ...{ id, plays, target: 'screen', priority: 0, weeks: 'every', firstDate: null, lastDate: null },
  ...windowOf(when),
  ...more,
});

const brasilia: ZoneOffsets = { minutes: -180, changes: [] };
const base = 1;

/** Brazil's last summer time began on 2018-11-04 at midnight and ended on 2019-02-17 at midnight. */
const summerBegins: ZoneOffsets = {
  minutes: -180,
  changes: [{ fromUtc: '2018-11-04T03:00:00Z', minutes: -120 }],
};
const summerEnds: ZoneOffsets = {
  minutes: -120,
  changes: [{ fromUtc: '2019-02-17T02:00:00Z', minutes: -180 }],
};

/** Returns the time of a local `text` ('2026-11-23 08:00') at an offset; with a Z it is in UTC. */
const timeOf = (text: string, minutes: number): number =>
  text.endsWith('Z') ? Date.parse(text) : Date.parse(`${text.replace(' ', 'T')}Z`) - minutes * 60_000;

/** One case: subject, time, expected playlist, expected rule (0: the base), expected end ('': the horizon). */
type Vector = [about: string, at: string, plays: number | 'dark' | null, rule: number, until: string];

/** Defines a test of `activeAt` for each row of the table. 2026-11-23 is a Monday of ISO week 48. */
function vectors(
  title: string,
  {
    rules,
    offsets = brasilia,
    assigned = base,
  }: { rules: ProgrammeRule[]; offsets?: ZoneOffsets; assigned?: number | null },
  table: Vector[],
) {
  describe(title, () => {
    for (const [about, at, plays, ruleId, until] of table)
      test(`${about} (${at})`, () => {
        const wallMs = timeOf(at, offsets.minutes);
        assert.deepEqual(activeAt({ base: assigned, rules, offsets }, wallMs), {
          playlistId: plays,
          ruleId: ruleId || null,
          untilMs: until ? timeOf(until, offsets.minutes) : wallMs + horizonMs,
        });
      });
  });
}

vectors('no rules', { rules: [] }, [['the base plays', '2026-11-23 08:00', 1, 0, '']]);
vectors('no rules and no base', { rules: [], assigned: null }, [['nothing plays', '2026-11-23 08:00', null, 0, '']]);

vectors('one window', { rules: [rule(5, 'mon-fri 07:00-12:00', 2)] }, [
  ['before it', '2026-11-23 06:59', 1, 0, '2026-11-23 07:00'],
  ['a millisecond before it', '2026-11-23T09:59:59.999Z', 1, 0, '2026-11-23 07:00'],
  ['its first minute', '2026-11-23 07:00', 2, 5, '2026-11-23 12:00'],
  ['within a minute', '2026-11-23T10:00:30.500Z', 2, 5, '2026-11-23 12:00'],
  ['its last minute', '2026-11-23 11:59', 2, 5, '2026-11-23 12:00'],
  ['its end is outside', '2026-11-23 12:00', 1, 0, '2026-11-24 07:00'],
  ['Friday evening lasts until Monday', '2026-11-27 12:00', 1, 0, '2026-11-30 07:00'],
  ['Saturday has no window', '2026-11-28 08:00', 1, 0, '2026-11-30 07:00'],
  ['Sunday has no window', '2026-11-29 23:59', 1, 0, '2026-11-30 07:00'],
  ['the end of the year', '2026-12-31 12:00', 1, 0, '2027-01-01 07:00'],
]);
vectors('no base', { rules: [rule(5, 'mon-fri 07:00-12:00', 2)], assigned: null }, [
  ['nothing plays until the rule begins', '2026-11-23 06:00', null, 0, '2026-11-23 07:00'],
  ['the rule plays', '2026-11-23 08:00', 2, 5, '2026-11-23 12:00'],
]);

vectors('over midnight', { rules: [rule(5, 'fri 22:00-06:00', 'dark')] }, [
  ['before it', '2026-11-27 21:59', 1, 0, '2026-11-27 22:00'],
  ['on its day', '2026-11-27 22:00', 'dark', 5, '2026-11-28 06:00'],
  ['the day after', '2026-11-28 00:00', 'dark', 5, '2026-11-28 06:00'],
  ['its end is outside', '2026-11-28 06:00', 1, 0, '2026-12-04 22:00'],
  [
    'the early hours of Friday belong to Thursday, on which it does not begin',
    '2026-11-27 03:00',
    1,
    0,
    '2026-11-27 22:00',
  ],
]);
vectors('until midnight', { rules: [rule(5, 'sun 18:00-00:00', 2)] }, [
  ['the last minute of the week', '2026-11-29 23:59', 2, 5, '2026-11-30 00:00'],
  ['midnight is outside', '2026-11-30 00:00', 1, 0, '2026-12-06 18:00'],
]);
vectors('from midnight', { rules: [rule(5, 'mon 00:00-08:00', 2)] }, [
  ['begins with the day', '2026-11-23 00:00', 2, 5, '2026-11-23 08:00'],
  ['is not on the evening before', '2026-11-22 23:59', 1, 0, '2026-11-23 00:00'],
]);
vectors('equal start and end', { rules: [rule(5, 'sat 08:00-08:00', 2)] }, [
  ['24 hours begin', '2026-11-28 08:00', 2, 5, '2026-11-29 08:00'],
  ['and end on the next day', '2026-11-29 07:59', 2, 5, '2026-11-29 08:00'],
  ['before they begin', '2026-11-28 07:59', 1, 0, '2026-11-28 08:00'],
]);
vectors('24 hours on each day', { rules: [rule(5, 'mon-sun 08:00-08:00', 2)] }, [
  ['never change', '2026-11-28 08:00', 2, 5, ''],
]);
vectors('a whole day', { rules: [rule(5, 'wed 00:00-00:00', 'dark')] }, [
  ['from midnight to midnight', '2026-11-25 00:00', 'dark', 5, '2026-11-26 00:00'],
  ['and no minute longer', '2026-11-26 00:00', 1, 0, '2026-12-02 00:00'],
]);
vectors('no day at all', { rules: [rule(5, 'mon 08:00-12:00', 2, { days: [] })] }, [
  ['never plays', '2026-11-23 08:00', 1, 0, ''],
]);
vectors('one minute', { rules: [rule(5, 'mon 23:59-00:00', 2)] }, [
  ['lasts one minute', '2026-11-23 23:59', 2, 5, '2026-11-24 00:00'],
]);

vectors('a rule within another', { rules: [rule(5, 'mon-fri 08:00-18:00', 2), rule(6, 'mon-fri 12:00-13:00', 3)] }, [
  ['the outer rule plays until the inner one begins', '2026-11-23 08:00', 2, 5, '2026-11-23 12:00'],
  ['the later start has precedence', '2026-11-23 12:00', 3, 6, '2026-11-23 13:00'],
  ['and then the outer rule plays again', '2026-11-23 13:00', 2, 5, '2026-11-23 18:00'],
]);
vectors('a rule that began yesterday', { rules: [rule(4, 'sun 22:00-10:00', 2), rule(9, 'mon 00:00-06:00', 3)] }, [
  ['plays until the other begins', '2026-11-22 23:00', 2, 4, '2026-11-23 00:00'],
  ['the start at midnight is later', '2026-11-23 00:00', 3, 9, '2026-11-23 06:00'],
  ['the first rule plays again afterwards', '2026-11-23 06:00', 2, 4, '2026-11-23 10:00'],
]);
vectors('equal starts', { rules: [rule(6, 'mon 08:00-12:00', 3), rule(5, 'mon 08:00-10:00', 2)] }, [
  ['the lower id has precedence', '2026-11-23 08:00', 2, 5, '2026-11-23 10:00'],
  ['the other rule plays afterwards', '2026-11-23 10:00', 3, 6, '2026-11-23 12:00'],
]);
vectors('two rules of one playlist', { rules: [rule(5, 'mon 08:00-12:00', 2), rule(6, 'mon 12:00-14:00', 2)] }, [
  ['change at the boundary between them', '2026-11-23 11:00', 2, 5, '2026-11-23 12:00'],
]);
vectors('priority', { rules: [rule(5, 'mon 08:00-18:00', 2, { priority: 1 }), rule(6, 'mon 12:00-20:00', 3)] }, [
  ['has precedence over the later start', '2026-11-23 12:00', 2, 5, '2026-11-23 18:00'],
  ['the other rule plays afterwards', '2026-11-23 18:00', 3, 6, '2026-11-23 20:00'],
]);
vectors(
  'screen and group',
  {
    rules: [
      rule(5, 'mon 08:00-18:00', 2),
      rule(6, 'mon 12:00-20:00', 3, { target: 'group' }),
      rule(7, 'mon 14:00-15:00', 4, { target: 'group', priority: 2 }),
    ],
  },
  [
    ["the screen's rule has precedence over the later start", '2026-11-23 12:00', 2, 5, '2026-11-23 14:00'],
    ['priority has precedence over both', '2026-11-23 14:00', 4, 7, '2026-11-23 15:00'],
    ["the group's rule plays afterwards", '2026-11-23 18:00', 3, 6, '2026-11-23 20:00'],
  ],
);

vectors(
  'dates',
  { rules: [rule(5, 'mon-sun 00:00-00:00', 'dark', { firstDate: '2026-12-25', lastDate: '2026-12-25', priority: 1 })] },
  [
    ['the eve', '2026-12-24 23:59', 1, 0, '2026-12-25 00:00'],
    ['the holiday', '2026-12-25 00:00', 'dark', 5, '2026-12-26 00:00'],
    ['the day after', '2026-12-26 00:00', 1, 0, ''],
    ['more than seven days before', '2026-12-17 12:00', 1, 0, ''],
    ['seven days before', '2026-12-18 00:00', 1, 0, '2026-12-25 00:00'],
  ],
);
vectors(
  'dates over midnight',
  { rules: [rule(5, 'mon-sun 22:00-06:00', 2, { firstDate: '2026-12-24', lastDate: '2026-12-24' })] },
  [
    ['belong to the day on which it begins', '2026-12-25 05:59', 2, 5, '2026-12-25 06:00'],
    ['and not to the night before', '2026-12-24 05:00', 1, 0, '2026-12-24 22:00'],
  ],
);
vectors(
  'open dates',
  {
    rules: [
      rule(5, 'mon 08:00-12:00', 2, { firstDate: '2026-11-24' }),
      rule(6, 'mon 08:00-12:00', 3, { lastDate: '2026-11-23' }),
    ],
  },
  [
    ['the last day counts', '2026-11-23 08:00', 3, 6, '2026-11-23 12:00'],
    ['from the first day on', '2026-11-30 08:00', 2, 5, '2026-11-30 12:00'],
  ],
);

vectors(
  'weeks',
  { rules: [rule(5, 'mon 08:00-12:00', 2, { weeks: 'even' }), rule(6, 'mon 08:00-12:00', 3, { weeks: 'odd' })] },
  [
    ['week 48 is even', '2026-11-23 08:00', 2, 5, '2026-11-23 12:00'],
    ['week 49 is odd', '2026-11-30 08:00', 3, 6, '2026-11-30 12:00'],
    ['week 53 is odd', '2026-12-28 08:00', 3, 6, '2026-12-28 12:00'],
    ['and so is week 1', '2027-01-04 08:00', 3, 6, '2027-01-04 12:00'],
  ],
);
vectors('weeks around New Year', { rules: [rule(5, 'mon-sun 00:00-00:00', 2, { weeks: 'odd' })] }, [
  ['the first days of 2027 belong to week 53', '2027-01-03 10:00', 2, 5, ''],
  ['the first days of 2028 belong to week 52', '2028-01-02 10:00', 1, 0, '2028-01-03 00:00'],
]);
vectors('an even week over midnight', { rules: [rule(5, 'sun 22:00-06:00', 2, { weeks: 'even' })] }, [
  ['the night belongs to the week of the Sunday', '2026-11-30 05:00', 2, 5, '2026-11-30 06:00'],
  ['and not to the week of the Monday', '2026-11-23 05:00', 1, 0, '2026-11-29 22:00'],
]);

vectors(
  'clocks go forward at midnight',
  { rules: [rule(5, 'sun 00:00-08:00', 2), rule(6, 'sun 00:15-00:45', 3)], offsets: summerBegins },
  [
    ['a rule with its start in the missing hour begins after it', '2018-11-04T02:59:00Z', 1, 0, '2018-11-04T03:00:00Z'],
    ['a rule within the missing hour is left out', '2018-11-04T03:00:00Z', 2, 5, '2018-11-04T10:00:00Z'],
  ],
);
vectors('clocks go back at midnight', { rules: [rule(5, 'sat 23:30-23:45', 2)], offsets: summerEnds }, [
  ['the first time', '2019-02-17T01:30:00Z', 2, 5, '2019-02-17T01:45:00Z'],
  ['the hour begins again', '2019-02-17T02:00:00Z', 1, 0, '2019-02-17T02:30:00Z'],
  ['the second time', '2019-02-17T02:30:00Z', 2, 5, '2019-02-17T02:45:00Z'],
]);
vectors('clocks go back within a window', { rules: [rule(5, 'sat 22:00-06:00', 'dark')], offsets: summerEnds }, [
  ['it continues', '2019-02-17T00:30:00Z', 'dark', 5, '2019-02-17T09:00:00Z'],
]);
vectors(
  'an offset of five and a half hours',
  { rules: [rule(5, 'mon 08:00-12:00', 2)], offsets: { minutes: 330, changes: [] } },
  [['is applied with its half hour', '2026-11-23T02:30:00Z', 2, 5, '2026-11-23T06:30:00Z']],
);
vectors('before 1970', { rules: [rule(5, 'wed 08:00-12:00', 2)] }, [
  ['a device without a clock', '1969-12-31 08:00', 2, 5, '1969-12-31 12:00'],
]);

describe('an item', () => {
  const shown = (item: Partial<Parameters<typeof itemAt>[0]>, at: string) => {
    const wallMs = timeOf(at, -180);
    const { isShown, untilMs } = itemAt({ validFrom: null, validUntil: null, windows: [], ...item }, brasilia, wallMs);
    return [isShown, untilMs === wallMs + horizonMs ? '' : new Date(untilMs - 180 * 60_000).toISOString().slice(0, 16)];
  };

  test('an item without bounds is always shown', () => assert.deepEqual(shown({}, '2026-11-23 08:00'), [true, '']));

  test('an item is shown until the end of its last day', () => {
    assert.deepEqual(shown({ validUntil: '2026-11-25' }, '2026-11-23 08:00'), [true, '2026-11-26T00:00']);
    assert.deepEqual(shown({ validUntil: '2026-11-25' }, '2026-11-26 00:00'), [false, '']);
  });

  test('an item is shown from the beginning of its first day', () => {
    assert.deepEqual(shown({ validFrom: '2026-11-25' }, '2026-11-24 23:59'), [false, '2026-11-25T00:00']);
    assert.deepEqual(shown({ validFrom: '2026-11-25' }, '2026-11-25 00:00'), [true, '']);
  });

  test('an item is shown within its windows', () => {
    const windows = [windowOf('mon-fri 07:00-12:00'), windowOf('mon 12:00-14:00'), windowOf('fri 22:00-02:00')];
    assert.deepEqual(shown({ windows }, '2026-11-23 06:59'), [false, '2026-11-23T07:00']);
    assert.deepEqual(shown({ windows }, '2026-11-23 07:00'), [true, '2026-11-23T14:00']);
    assert.deepEqual(shown({ windows }, '2026-11-28 01:59'), [true, '2026-11-28T02:00']);
    assert.deepEqual(shown({ windows }, '2026-11-28 02:00'), [false, '2026-11-30T07:00']);
  });

  test('an item is shown only on its days and within its hours', () => {
    const item = { windows: [windowOf('mon-fri 07:00-12:00')], validUntil: '2026-11-23' };
    assert.deepEqual(shown(item, '2026-11-23 07:00'), [true, '2026-11-23T12:00']);
    assert.deepEqual(shown(item, '2026-11-23 12:00'), [false, '']);
  });
});

test("while no item of a rule's playlist may be shown, the base playlist plays, if there is one", () => {
  const rules = [rule(5, 'mon-fri 07:00-12:00', 2), rule(6, 'mon 12:00-14:00', 3), rule(7, 'mon 14:00-15:00', 'dark')];
  const during = (window: string) => ({ validFrom: null, validUntil: null, windows: [windowOf(window)] });
  const hours = new Map<number, PlaylistHours>([
    [2, [during('mon 08:00-09:30'), during('mon 09:00-10:00')]],
    [3, []],
  ]);
  const at = (clock: string, assigned: number | null = base) => {
    const programme = { base: assigned, rules, offsets: brasilia };
    const found = shownAt(programme, (id) => hours.get(id) ?? null, timeOf(`2026-11-23 ${clock}`, -180));
    return [found.playlistId, found.ruleId, new Date(found.untilMs - 180 * 60_000).toISOString().slice(11, 16)];
  };
  assert.deepEqual(
    at('06:00'),
    [1, null, '08:00'],
    'until the playlist of the rule that began at 07:00 has an item to show',
  );
  assert.deepEqual(at('08:00'), [2, 5, '10:00'], 'until the last of its items ends');
  assert.deepEqual(at('10:00'), [1, null, '14:00'], 'also while a rule with an empty playlist holds');
  assert.deepEqual(at('14:00'), ['dark', 7, '15:00']);
  assert.deepEqual(at('10:00', null), [2, 5, '12:00'], 'without a base playlist the playlist of the rule stays');
});

/** Zones with three kinds of summer time (at midnight, at 2:00, by half an hour), and zones without. */
const zones = [
  ...['America/Sao_Paulo', 'America/Noronha', 'America/Rio_Branco'],
  ...['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
];
const years = { from: Date.UTC(2017, 0, 1), to: Date.UTC(2019, 0, 1) };
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Finds offset changes by calling Intl for every half hour of the days with a change. */
function offsetsOf(zone: string): ZoneOffsets {
  const changes: { fromUtc: string; minutes: number }[] = [];
  let before = offsetMinutes(zone, years.from);
  const minutes = before;
  for (let day = years.from; day < years.to + 8 * dayMs; day += dayMs) {
    if (offsetMinutes(zone, day + dayMs) === before) continue;
    for (let at = day; at <= day + dayMs; at += 30 * minuteMs) {
      const after = offsetMinutes(zone, at);
      if (after === before) continue;
      changes.push({ fromUtc: new Date(at).toISOString(), minutes: after });
      before = after;
    }
  }
  return { minutes, changes };
}

/** Returns the ISO week of each date, found by counting: week 1 contains 4 January. */
function isoWeeks(): Map<string, number> {
  const weeks = new Map<string, number>();
  let week = 0;
  for (let at = Date.UTC(2015, 11, 28); at < Date.UTC(2019, 1, 1); at += dayMs) {
    const date = new Date(at);
    if (date.getUTCDay() === 1) {
      const days = [0, 1, 2, 3, 4, 5, 6].map((day) => new Date(at + day * dayMs).toISOString().slice(5, 10));
      week = days.includes('01-04') ? 1 : week + 1;
    }
    weeks.set(date.toISOString().slice(0, 10), week);
  }
  return weeks;
}

/** Returns the rule that plays in each minute, found by painting each rule's occurrences over those of lower priority. */
function paintRules(rules: readonly ProgrammeRule[], offsets: ZoneOffsets): Int16Array {
  const weeks = isoWeeks();
  const local = {
    from: years.from / minuteMs - 1440 * 2,
    minutes: (years.to - years.from) / minuteMs + 1440 * 12,
  };
  const byLocal = new Int16Array(local.minutes).fill(-1);
  const occurrences: { rule: ProgrammeRule; start: number; end: number }[] = [];
  for (const item of rules)
    for (let start = local.from; start < local.from + local.minutes; start += 1440) {
      const date = new Date(start * minuteMs);
      const text = date.toISOString().slice(0, 10);
      if (!item.days.includes((date.getUTCDay() + 6) % 7)) continue;
      if (item.weeks !== 'every' && (weeks.get(text)! % 2 === 0 ? 'even' : 'odd') !== item.weeks) continue;
      if ((item.firstDate ?? text) > text || (item.lastDate ?? text) < text) continue;
      const end = start + (item.to <= item.from ? item.to + 1440 : item.to);
      occurrences.push({ rule: item, start: start + item.from, end });
    }
  const rank = { screen: 1, group: 0 };
  occurrences.sort(
    (a, b) =>
      a.rule.priority - b.rule.priority ||
      rank[a.rule.target] - rank[b.rule.target] ||
      a.start - b.start ||
      b.rule.id - a.rule.id,
  );
  for (const occurrence of occurrences)
    byLocal.fill(occurrence.rule.id, Math.max(0, occurrence.start - local.from), occurrence.end - local.from);

  const minutes = (years.to - years.from) / minuteMs + 1440 * 8;
  const byUtc = new Int16Array(minutes);
  const changes = offsets.changes.map(({ fromUtc, minutes: to }) => ({
    at: Date.parse(fromUtc) / minuteMs,
    to,
  }));
  let offset = offsets.minutes;
  for (let index = 0; index < minutes; index += 1) {
    const utc = years.from / minuteMs + index;
    if (changes[0] && changes[0].at <= utc) offset = changes.shift()!.to;
    byUtc[index] = byLocal[utc + offset - local.from]!;
  }
  return byUtc;
}

function randomRules(random: ReturnType<typeof createRandom>): ProgrammeRule[] {
  const hours = [0, 0, 60, 90, 120, 150, 420, 719, 720, 721, 1380, 1410, 1439];
  const date = () => new Date(years.from + random.below(730) * dayMs).toISOString().slice(0, 10);
  return Array.from({ length: 1 + random.below(9) }, (_, index) => ({
    id: 100 - index,
    plays: random.chance(0.2) ? 'dark' : random.below(5) + 2,
    target: random.chance(0.3) ? 'group' : 'screen',
    priority: random.below(3),
    weeks: random.pick(['every', 'every', 'even', 'odd'] as const),
    days: [0, 1, 2, 3, 4, 5, 6].filter(() => random.chance(0.4)),
    from: random.chance(0.5) ? random.pick(hours) : random.below(1440),
    to: random.chance(0.5) ? random.pick(hours) : random.below(1440),
    firstDate: random.chance(0.2) ? date() : null,
    lastDate: random.chance(0.2) ? date() : null,
  }));
}

describe('every minute of two years has the rule that results when occurrences are painted in order of priority', () => {
  for (const [index, zone] of zones.entries())
    test(zone, () => {
      const offsets = offsetsOf(zone);
      for (let seed = 1; seed <= 4; seed += 1) {
        const random = createRandom(seed * 100 + index);
        const rules = randomRules(random);
        const expected = paintRules(rules, offsets);
        const ruleAt = (ms: number): number => expected[Math.floor((ms - years.from) / minuteMs)]!;
        const place = (ms: number) => `seed ${seed * 100 + index} at ${new Date(ms).toISOString()}`;
        for (let at = years.from; at < years.to;) {
          const { ruleId, untilMs } = activeAt({ base, rules, offsets }, at);
          for (let ms = at; ms < untilMs; ms += minuteMs)
            if (ruleAt(ms) !== (ruleId ?? -1)) assert.fail(`${place(ms)}: ${ruleId}, and not ${ruleAt(ms)}`);
          if (untilMs < at + horizonMs) assert.notEqual(ruleAt(untilMs), ruleId ?? -1, `${place(untilMs)}: no change`);
          const within = at + random.below(untilMs - at);
          const later = activeAt({ base, rules, offsets }, within);
          assert.equal(later.ruleId, ruleId, place(within));
          if (untilMs < at + horizonMs) assert.equal(later.untilMs, untilMs, place(within));
          at = untilMs;
        }
      }
    });
});
