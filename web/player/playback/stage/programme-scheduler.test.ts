/** Tests with a simulated clock that the device always plays what `activeAt` returns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeAt } from '../../../../src/contract/programme/programme.ts';
import type { Assignment } from '../../server/requests/responses.ts';
import { createClock, type ScreenClock } from '../../server/clock/clock.ts';
import { hoursOf, image, rule, rulePlaylist, assignmentOf } from '../../testing/items.ts';
import { createProgrammeScheduler } from './programme-scheduler.ts';
import type { PreloadedPlaylist } from '../timeline/timeline-state.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** A Monday, 12:00 in São Paulo. */
const noon = '2026-11-23T15:00:00.000Z';
const noonMs = Date.parse(noon);
const zone = { utcOffsetMinutes: -180 };

/** Simulates a screen whose clock shows noon at first, unless another clock is given. */
function screen(clock: Pick<ScreenClock, 'programmeTime'> = synced()) {
  const plays: string[] = [];
  const assignments: Assignment[] = [];
  const preloaded: (PreloadedPlaylist | null)[] = [];
  let now = 0;
  const scheduler = createProgrammeScheduler({
    clock,
    seed: 7,
    set(assignment) {
      assignments.push(assignment);
      const name = nameOf(assignment);
      if (plays[plays.length - 1] !== name) plays.push(name);
    },
    preload: (next) => preloaded.push(next),
  });
  return {
    scheduler,
    plays,
    assignments,
    preloaded,
    get now() {
      return now;
    },
    playing: () => plays.at(-1),
    last: () => assignments.at(-1),
    receive: (assignment: Assignment, rules: ReturnType<typeof programme>) => scheduler.receive(assignment, rules, now),
    run(ms: number, stepMs = 1_000, check = () => {}) {
      for (const end = now + ms; now < end;) {
        now += stepMs;
        scheduler.tick(now);
        check();
      }
    },
  };
}

const nameOf = ({ isDark, playlist }: Assignment) => (isDark ? 'dark' : String(playlist?.id ?? '-'));

function synced(): ScreenClock {
  const clock = createClock();
  clock.sync({ serverTime: noon, ...zone }, 0, 0);
  return clock;
}

const programme = (rules: Parameters<typeof rule>[], items = [image(5)]) => ({
  revision: String(rules.length),
  rules: rules.map(([plays, fields], index) => rule(plays, { id: index + 1, ...fields })),
  playlists: [rulePlaylist(2, items), rulePlaylist(3, [image(6)])],
});
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const minutes = (from: number, to: number) => ({ from: from * 60, to: to * 60 });

test('over six midnights the screen plays the programme at every minute, at most a second late', () => {
  const rules = programme([
    [2, minutes(7, 12)],
    ['dark', minutes(22, 6)],
    [3, { ...minutes(23, 1), days: [2, 4], priority: 5 }],
    [3, { ...minutes(0, 0), days: [5], weeks: 'odd' }],
  ]);
  const tv = screen();
  tv.receive(assignmentOf(1, [image(1)]), rules);
  const offsets = { minutes: -180, changes: [] };
  const expected = (ms: number) => String(activeAt({ base: 1, rules: rules.rules, offsets }, noonMs + ms).playlistId);
  let midnights = 0;
  tv.run(6.25 * dayMs, 1_000, () => {
    const local = noonMs + tv.now - 3 * hourMs;
    if (local % dayMs === 0) midnights += 1;
    if (local % 60_000 === 0) assert.equal(tv.playing(), expected(tv.now), new Date(local).toISOString());
  });
  assert.equal(midnights, 6);
  assert.ok(tv.plays.includes('dark') && tv.plays.includes('2') && tv.plays.includes('3'), tv.plays.join());
  assert.ok(tv.plays.length > 20, tv.plays.join());
});

test('the programme is followed for 72 hours in which rules are created, moved and deleted while they play', () => {
  const tv = screen();
  const base = assignmentOf(1, [image(1)]);
  tv.receive(base, programme([]));
  tv.run(hourMs);
  tv.receive(base, programme([[2, minutes(12, 18)]]));
  assert.equal(tv.playing(), '2', 'at once');
  assert.equal(tv.last()?.byClock, undefined, 'what people change does not wait for the end of an item');
  tv.receive(base, programme([[2, minutes(14, 18)]]));
  assert.equal(tv.playing(), '1');
  tv.run(hourMs);
  assert.equal(tv.playing(), '2');
  assert.equal(tv.last()?.byClock, true);
  tv.receive(base, programme([['dark', minutes(14, 18)]]));
  assert.equal(tv.playing(), 'dark');
  tv.receive(base, programme([]));
  assert.equal(tv.playing(), '1', 'the rule was deleted with its playlist');
  tv.receive(base, programme([[3, minutes(18, 8)]]));
  tv.run(70 * hourMs);
  assert.deepEqual(tv.plays.slice(-6), ['3', '1', '3', '1', '3', '1']);
});

test('a change is marked as exact at the beginning and the end of an exact rule, but not for other rules and hours of items', () => {
  const tv = screen();
  const hourly = image(7, hoursOf({ windows: [{ days: everyDay, ...minutes(16, 17) }] }));
  tv.receive(
    assignmentOf(1, [image(1), hourly]),
    programme([
      [2, { ...minutes(13, 14), isExact: true }],
      [3, minutes(15, 16)],
      [2, { ...minutes(18, 19), isExact: true }],
      [3, minutes(19, 20)],
    ]),
  );
  tv.run(9 * hourMs);
  assert.deepEqual(
    tv.assignments
      .filter(({ byClock }) => byClock)
      .map((assignment) => `${nameOf(assignment)}${assignment.isExact ? ' exactly' : ''}`),
    ['2 exactly', '1 exactly', '3', '1', '1', '2 exactly', '3 exactly', '1'],
  );
});

test('12 s before a boundary the next playlist is prepared once, unless it is the same playlist', () => {
  const tv = screen();
  tv.receive(
    assignmentOf(1, [image(1)]),
    programme([
      [2, minutes(13, 14)],
      [2, minutes(14, 15)],
    ]),
  );
  const next = () => tv.preloaded.filter((one) => one !== null);
  tv.run(hourMs - 12_250, 250);
  assert.equal(next().length, 0);
  tv.run(12_000, 250);
  assert.deepEqual(
    next().map(({ at, items }) => [at, items.map(({ id }) => id).join()]),
    [[hourMs, '5']],
  );
  assert.equal(tv.playing(), '1');
  tv.run(500, 250);
  assert.equal(tv.playing(), '2');
  tv.run(1.5 * hourMs);
  assert.equal(next().length, 1);
});

test('a shuffled playlist begins each time in a new order, which is the order in which it was prepared', () => {
  const items = [11, 12, 13, 14, 15, 16, 17, 18].map((id) => image(id));
  const rules = programme([[2, minutes(13, 14)]], items);
  const tv = screen();
  tv.receive(assignmentOf(1, [image(1)]), { ...rules, playlists: [rulePlaylist(2, items, true)] });
  const orders = new Set<string>();
  for (let day = 0; day < 4; day += 1) {
    tv.run(dayMs);
    const begun = tv.assignments.findLast(({ playlist }) => playlist?.id === 2);
    const ids = (begun?.items ?? []).map(({ id }) => id);
    const preloaded = tv.preloaded.findLast((one) => one?.items.length === items.length);
    assert.deepEqual(
      ids,
      preloaded?.items.map(({ id }) => id),
    );
    assert.deepEqual(
      ids.slice().sort(),
      items.map(({ id }) => id),
    );
    orders.add(ids.join());
  }
  assert.equal(orders.size, 4);
});

test('an item appears and leaves with its hours, without a message of the server', () => {
  const tv = screen();
  const afternoon = image(2, hoursOf({ windows: [{ days: [0], ...minutes(13, 14) }] }));
  tv.receive(assignmentOf(1, [image(1), afternoon]), programme([]));
  const shown = () =>
    tv
      .last()
      ?.items.map(({ id }) => id)
      .join();
  assert.equal(shown(), '1');
  assert.deepEqual(
    tv.assignments[0]?.later?.map(({ id }) => id),
    [1, 2],
    'the item is stored before its hour',
  );
  tv.run(hourMs + 1_000);
  assert.equal(shown(), '1,2');
  tv.run(hourMs);
  assert.equal(shown(), '1');
});

/** Simulates a cold start without the server, `deviceAheadMs` after the last response by the device's clock. */
function coldStart(deviceAheadMs: number) {
  const clock = createClock();
  clock.restore({ utcMs: noonMs, deviceMs: noonMs, ...zone }, noonMs + deviceAheadMs, 0);
  const tv = screen(clock);
  tv.receive(
    assignmentOf(1, [image(1)]),
    programme([
      [2, minutes(13, 18)],
      [3, { ...minutes(9, 13), days: [3] }],
    ]),
  );
  return { ...tv, clock };
}

test('a cold start follows the device’s clock if it shows a time within 30 days after the server’s last time', () => {
  const right = coldStart(1.5 * hourMs);
  assert.equal(right.playing(), '2');
  assert.equal(right.scheduler.isClockUnknown(), false);
  assert.equal(coldStart(3 * dayMs).playing(), '3', 'a clock that is three days ahead is plausible');
  for (const aheadMs of [-1, -20 * 365 * dayMs, 30 * dayMs]) {
    const tv = coldStart(aheadMs);
    tv.run(2 * dayMs);
    assert.deepEqual(tv.plays, ['1'], `${aheadMs} ms`);
    assert.equal(tv.scheduler.isClockUnknown(), true);
  }
});

test('a cold start also follows a wrong clock, if it was not set since the server last sent the time', () => {
  const clock = createClock();
  clock.restore({ utcMs: noonMs, deviceMs: noonMs - 20 * 365 * dayMs, ...zone }, noonMs + hourMs - 20 * 365 * dayMs, 0);
  assert.equal(clock.programmeTime(0)?.isKnown, true);
  assert.equal(clock.programmeTime(0)?.utcMs, noonMs + hourMs);
});

test('a response of the server corrects a wrong clock, which is reported until the page restarts', () => {
  const tv = coldStart(-20 * 365 * dayMs);
  tv.clock.sync({ serverTime: new Date(noonMs + 2 * hourMs).toISOString(), ...zone }, 1_000, 1_000);
  tv.run(2_000);
  assert.deepEqual(tv.plays, ['1', '2']);
  assert.equal(tv.assignments[1]?.byClock, undefined, 'at once');
  assert.equal(tv.scheduler.isClockUnknown(), true);
  const ahead = coldStart(3 * dayMs);
  ahead.clock.sync({ serverTime: new Date(noonMs).toISOString(), ...zone }, 1_000, 1_000);
  ahead.run(2_000);
  assert.deepEqual(ahead.plays, ['3', '1']);
});

test('a response that sets the clock slightly back does not undo a boundary', () => {
  const clock = synced();
  const tv = screen(clock);
  tv.receive(assignmentOf(1, [image(1)]), programme([[2, minutes(13, 14)]]));
  tv.run(hourMs + 500, 250);
  clock.sync({ serverTime: new Date(noonMs + hourMs - 400).toISOString(), ...zone }, tv.now, tv.now);
  tv.run(3_000, 250);
  assert.deepEqual(tv.plays, ['1', '2']);
});

test('a change of the clinic’s time zone takes effect at once', () => {
  const clock = synced();
  const tv = screen(clock);
  tv.receive(assignmentOf(1, [image(1)]), programme([[2, minutes(13, 14)]]));
  clock.sync({ serverTime: noon, utcOffsetMinutes: -120 }, 0, 0);
  tv.run(250, 250);
  assert.equal(tv.playing(), '2');
});
