import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { rulesWhileClosed } from '../../contract/programme/opening-hours.ts';
import {
  activeAt,
  type DayWindow,
  itemAt,
  type ItemHours,
  type PlaylistHours,
  type Programme,
  type ProgrammeRule,
} from '../../contract/programme/programme.ts';
import { emptyTimeOf } from './empty-time.ts';

const hourMs = 3_600_000;
const offsets = { minutes: -180, changes: [] };
const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Thursday 26 November 2026, 10:00 in São Paulo. */
const now = Date.parse('2026-11-26T13:00:00Z');
const at = (local: string) => Date.parse(`${local}-03:00`);

const item = (fields: Partial<ItemHours>): ItemHours => ({ validFrom: null, validUntil: null, windows: [], ...fields });
const hours = (from: number, to: number, days = everyDay): DayWindow => ({ days, from: from * 60, to: to * 60 });
const rule = (fields: Partial<ProgrammeRule>): ProgrammeRule => ({
  ...{ id: 1, plays: 2, target: 'screen', priority: 0, weeks: 'every', firstDate: null, lastDate: null },
  ...hours(0, 0),
  ...fields,
});

/** Returns the start of the empty time in São Paulo, or null. `base`: the base playlist; undefined for none. */
function emptyAt(base: PlaylistHours | undefined, rules: ProgrammeRule[] = [], rulePlaylist: PlaylistHours = null) {
  const programme = { base: base === undefined ? null : 1, rules, offsets };
  const fromMs = emptyTimeOf(programme, (id) => (id === 1 ? (base ?? null) : id === 2 ? rulePlaylist : []), now);
  return fromMs === null ? null : new Date(fromMs - 3 * hourMs).toISOString().slice(0, 16);
}

test('an empty time starts when the last content ends, and is found if it starts within three days and lasts three days', () => {
  assert.equal(emptyAt(null), null, 'some item is always shown');
  assert.equal(emptyAt([]), '2026-11-26T10:00', 'now');
  assert.equal(emptyAt([item({ validUntil: '2026-11-27' })]), '2026-11-28T00:00');
  assert.equal(emptyAt([item({ validUntil: '2026-11-28' })]), '2026-11-29T00:00');
  assert.equal(emptyAt([item({ validUntil: '2026-11-30' })]), null, 'later than three days');
  assert.equal(
    emptyAt([item({ validUntil: '2026-11-27' }), item({ validFrom: '2026-11-30' })]),
    null,
    'empty for two days only',
  );
  assert.equal(emptyAt([item({ validUntil: '2026-11-27' }), item({ validFrom: '2026-12-01' })]), '2026-11-28T00:00');
});

test('evenings and weekends without contents count as intended; a week without contents is an empty time', () => {
  assert.equal(emptyAt([item({ windows: [hours(7, 19, [0, 1, 2, 3, 4])] })]), null);
  assert.equal(emptyAt([item({ windows: [hours(7, 12, [3])] })]), '2026-11-26T12:00', 'on Thursdays only');
  assert.equal(
    emptyAt([item({ windows: [hours(22, 6)], validUntil: '2026-11-27' })]),
    '2026-11-28T00:00',
    'its last day ends at midnight',
  );
});

test('rules with contents fill a screen, and rules without contents are ignored', () => {
  assert.equal(emptyAt([], [rule({})]), null);
  assert.equal(emptyAt([], [rule({})], [item({ validUntil: '2026-11-26' })]), '2026-11-27T00:00');
  assert.equal(emptyAt(null, [rule({})], []), null, 'the base playlist has contents');
  assert.equal(emptyAt(undefined, [rule({ lastDate: '2026-11-28' })]), '2026-11-29T00:00', 'without a base playlist');
});

test('dark hours are not empty, and do not hide that contents have ended', () => {
  const ended = [item({ validUntil: '2026-11-27' })];
  const closed = rulesWhileClosed({ windows: [hours(7, 19, [0, 1, 2, 3, 4])], outside: 'dark' });
  assert.equal(emptyAt(ended, [rule({ plays: 'dark' })]), null);
  const emptyFrom = emptyTimeOf({ base: 1, rules: closed, offsets }, () => ended, at('2026-11-27T12:00'));
  assert.equal(emptyFrom, at('2026-11-30T07:00'), 'from the next opening');
  const daily = [item({ windows: [hours(8, 18)] })];
  const holidays = rule({ plays: 'dark', firstDate: '2026-11-27', lastDate: '2026-12-10' });
  assert.equal(emptyAt(daily, [holidays]), null, 'only the rest of the first day is empty');
});

test('the result equals that of a search hour by hour, also in time zones whose offset changes', () => {
  const window = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60),
    to: fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60),
  });
  const date = fc.option(fc.integer({ min: 24, max: 30 }).map((day) => `2026-11-${day}`));
  const items = fc.array(
    fc.record({ validFrom: date, validUntil: date, windows: fc.array(window, { maxLength: 2 }) }),
    {
      maxLength: 2,
    },
  );
  const aRule = fc.record({
    ...{ id: fc.integer({ min: 1, max: 9 }), plays: fc.constantFrom<(number | 'dark')[]>(2, 3, 'dark') },
    ...{ target: fc.constantFrom<('screen' | 'group')[]>('screen', 'group'), priority: fc.integer({ min: 0, max: 2 }) },
    ...{ weeks: fc.constantFrom<('every' | 'even')[]>('every', 'even'), firstDate: date, lastDate: date, window },
  });
  const zones = [offsets, { minutes: -180, changes: [{ fromUtc: '2026-11-28T03:00:00Z', minutes: -120 }] }];
  fc.assert(
    fc.property(
      items,
      items,
      fc.array(aRule, { maxLength: 4 }),
      fc.constantFrom(...zones),
      (base, rulePlaylist, ruleInputs, zone) => {
        const rules = ruleInputs.map(({ window: hoursOfRule, ...rest }, index) => ({
          ...rest,
          ...hoursOfRule,
          id: index + 1,
        }));
        const programme = { base: 1, rules, offsets: zone };
        const hoursOf = (id: number) => (id === 1 ? base : id === 2 ? rulePlaylist : []);
        assert.equal(emptyTimeOf(programme, hoursOf, now), searchedEmptyTime(programme, hoursOf));
      },
    ),
    { numRuns: 60, seed: 34 },
  );
});

/** Searches hour by hour: all times of the property are whole hours. */
function searchedEmptyTime(programme: Programme, hoursOf: (id: number) => readonly ItemHours[]): number | null {
  const states = Array.from({ length: 144 }, (_, hour) => {
    const ms = now + hour * hourMs;
    const { playlistId, ruleId } = activeAt(programme, ms);
    if (playlistId === 'dark') return 'dark';
    const ids = ruleId === null || playlistId === null ? [1] : [playlistId, 1];
    const isShown = ids.some((id) => hoursOf(id).some((each) => itemAt(each, programme.offsets, ms).isShown));
    return isShown ? 'shown' : 'empty';
  });
  for (let start = 0; start < 73; start += 1) {
    if (states[start] === 'shown' || (start > 0 && states[start - 1] !== 'shown')) continue;
    const shown = states.indexOf('shown', start);
    const end = shown < 0 ? states.length : shown;
    const first = states.indexOf('empty', start);
    const isEmptyAfterFirstDay = states.slice(start + 24, end).includes('empty');
    if (end - start >= 72 && first >= 0 && first <= 72 && isEmptyAfterFirstDay) return now + first * hourMs;
  }
  return null;
}

test('with 1,500 rules each playlist is read only once', () => {
  const rules = Array.from({ length: 1500 }, (_, index) =>
    rule({ id: index + 1, plays: 2, priority: index % 10, from: (index * 7) % 1440, to: (index * 11) % 1440 }),
  );
  let readCount = 0;
  const hoursOf = (id: number) => {
    readCount += 1;
    return id === 1 ? [] : [item({ validUntil: '2026-11-20' })];
  };
  assert.equal(emptyTimeOf({ base: 1, rules, offsets }, hoursOf, now), now);
  assert.equal(readCount, 2, 'each playlist is read once');
});
