import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';

const noon = '2026-03-02T15:00:00.000Z';
const noonMs = Date.parse(noon);

test('the time is the server’s, advanced by the monotonic clock, with the server’s offset', () => {
  const clock = createClock();
  assert.equal(clock.wallMs(0), null);
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 1_000, 1_000);
  assert.equal(clock.wallMs(1_000), Date.parse('2026-03-02T12:00:00.000Z'));
  assert.equal(clock.wallMs(1_000 + 65 * 60_000), Date.parse('2026-03-02T13:05:00.000Z'));
});

test('half of the request’s duration is added to the server’s time', () => {
  const clock = createClock();
  clock.sync({ serverTime: noon, utcOffsetMinutes: 0 }, 0, 400);
  assert.equal(clock.utcMs(400), Date.parse(noon) + 200);
});

test('a slow response sets the clock only if it differs from the known time', () => {
  const clock = createClock();
  const at = (ms: number) => new Date(Date.parse(noon) + ms).toISOString();
  clock.sync({ serverTime: at(0), utcOffsetMinutes: 0 }, 0, 10);
  const before = clock.utcMs(5_000);
  clock.sync({ serverTime: at(1_200), utcOffsetMinutes: 0 }, 1_000, 5_000);
  assert.equal(clock.utcMs(5_000), before);
  clock.sync({ serverTime: at(3_600_000), utcOffsetMinutes: 0 }, 6_000, 6_200);
  assert.equal(clock.utcMs(6_200), Date.parse(noon) + 3_600_100);
});

test('a start without the server continues with the stored time, if the device’s clock is plausible', () => {
  const dayMs = 86_400_000;
  const stored = { utcMs: noonMs, deviceMs: 5_000, utcOffsetMinutes: -180 };
  const timeAfter = (offMs: number) => {
    const clock = createClock();
    clock.restore(stored, stored.deviceMs + offMs, 100);
    return clock.utcMs(1_100);
  };
  assert.equal(timeAfter(dayMs), noonMs + dayMs + 1_000);
  assert.equal(timeAfter(-1), null, 'the device’s clock went back');
  const constant = createClock();
  constant.restore(stored, stored.deviceMs + dayMs, 100);
  assert.deepEqual(
    constant.programmeTime(1_100),
    { utcMs: noonMs + dayMs + 1_000, offsets: { minutes: -180, changes: [] }, isKnown: true },
    'the programme continues, although the clock is wrong by years',
  );
  assert.equal(timeAfter(31 * dayMs), null, 'off for too long');
  const clock = createClock();
  clock.restore(stored, stored.deviceMs + dayMs, 0);
  assert.equal(clock.toStore(0, 0), null, 'the server has not responded again');
  clock.sync({ serverTime: new Date(noonMs + 5_000).toISOString(), utcOffsetMinutes: -180 }, 0, 8_000);
  assert.equal(clock.utcMs(8_000), noonMs + 9_000, 'even a slow response of the server replaces the restored time');
  assert.deepEqual(clock.toStore(70_000, 8_000), { utcMs: noonMs + 9_000, deviceMs: 70_000, utcOffsetMinutes: -180 });
  clock.restore(stored, 6_000, 8_000);
  assert.equal(clock.utcMs(8_000), noonMs + 9_000, 'the stored time no longer sets the clock');
});

test('an invalid time is ignored', () => {
  const clock = createClock();
  clock.sync({ serverTime: 'ontem', utcOffsetMinutes: 0 }, 0, 0);
  assert.equal(clock.wallMs(0), null);
});

test('the clock applies the announced changes of its offset to the second, without another response', () => {
  const clock = createClock();
  const change = { fromUtc: '2026-03-02T16:00:00.000Z', minutes: -240 };
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180, offsetChanges: [change] }, 0, 0);
  const hourMs = 3_600_000;
  assert.equal(clock.wallMs(hourMs - 1), Date.parse('2026-03-02T12:59:59.999Z'));
  assert.equal(clock.wallMs(hourMs), Date.parse('2026-03-02T12:00:00.000Z'), 'summer time ends: the hour is repeated');
  const restarted = createClock();
  const stored = clock.toStore(5_000, 0);
  assert.ok(stored);
  restarted.restore(stored, 5_000 + 2 * hourMs, 0);
  assert.equal(restarted.wallMs(0), Date.parse('2026-03-02T13:00:00.000Z'), 'also after a start without the server');
  restarted.sync({ serverTime: noon, utcOffsetMinutes: -120 }, 0, 0);
  assert.equal(
    restarted.wallMs(0),
    Date.parse('2026-03-02T13:00:00.000Z'),
    'a response without announced changes removes the earlier ones',
  );
});

/**
 * Simulates a screen that received the time (noon) at 0 ms, when its device's clock was `wrongMs` ahead. In the next
 * 250 ms the device's clock gains `jumpMs`.
 */
function afterJump(jumpMs: number, wrongMs = 0) {
  let slept = 0;
  const clock = createClock(undefined, () => (slept += 1));
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 0, 0);
  clock.check(noonMs + wrongMs, 0);
  clock.check(noonMs + wrongMs + 250 + jumpMs, 250);
  return { clock, slept: () => slept, gained: () => (clock.utcMs(250) as number) - noonMs - 250 };
}

test('a sleep in which the monotonic clock stopped counts as elapsed time if the device’s clock was right before', () => {
  const nightMs = 10 * 3_600_000;
  const { clock, slept, gained } = afterJump(nightMs, -900);
  assert.deepEqual([gained(), slept()], [nightMs, 1]);
  assert.equal(clock.wallMs(250), Date.parse('2026-03-02T22:00:00.250Z'));
  assert.equal(clock.programmeTime(250)?.utcMs, noonMs + nightMs + 250);
  assert.equal(clock.elapsed(250), nightMs + 250, 'earlier calls are older by the sleep');
  clock.check(noonMs - 900 + nightMs + 500, 500);
  assert.deepEqual([clock.elapsed(500), slept()], [nightMs + 500, 1], 'the sleep counts once');
  clock.check(noonMs - 900 + 2 * nightMs + 750, 750);
  assert.deepEqual([clock.elapsed(750), slept()], [2 * nightMs + 750, 2], 'the second night counts too');
});

test('no sleep is assumed when the device’s clock is corrected, set back, set far ahead, or agrees with the monotonic clock', () => {
  const hourMs = 3_600_000;
  const yearMs = 365 * 24 * hourMs;
  for (const [jumpMs, wrongMs] of [
    [3 * hourMs, -3 * hourMs],
    [20 * yearMs, -20 * yearMs],
    [hourMs, 5 * hourMs],
    [50_000, -50_000],
    [-hourMs, 0],
    [30 * 24 * hourMs, 0],
    [0, 0],
  ] as const) {
    const { clock, slept, gained } = afterJump(jumpMs, wrongMs);
    assert.deepEqual([gained(), slept(), clock.elapsed(250)], [0, 0, 250], `${jumpMs} after ${wrongMs}`);
  }
  const unknown = createClock(undefined, () => assert.fail());
  unknown.check(noonMs, 0);
  unknown.check(noonMs + hourMs, 250);
  assert.deepEqual([unknown.utcMs(250), unknown.elapsed(250)], [null, 250], 'the time is unknown');
});

test('a wrong clock measures a sleep if its error was constant for ten minutes before, but its correction is no sleep', () => {
  const nightMs = 10 * 3_600_000;
  for (const [jumpMs, gained] of [
    [nightMs, nightMs],
    [2 * nightMs, 0],
  ] as const) {
    const clock = createClock();
    clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 0, 0);
    const wrongMs = noonMs - 2 * nightMs;
    for (const at of [0, 300_000, 600_000]) clock.check(wrongMs + at, at);
    clock.check(wrongMs + 600_250 + jumpMs, 600_250);
    assert.equal(clock.programmeTime(600_250)?.utcMs, noonMs + 600_250 + gained, `${jumpMs}`);
  }
});

test('after a sleep the server’s next response sets the clock, however slow; a response requested before the sleep does not', () => {
  const hourMs = 3_600_000;
  const { clock } = afterJump(hourMs);
  assert.equal(clock.toStore(noonMs, 250), null, 'the server has not responded again');
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 100, 300);
  assert.equal(clock.utcMs(300), noonMs + hourMs + 300);
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 300, 8_300);
  assert.equal(clock.utcMs(8_300), noonMs + 4_000, 'the device had not slept: a person had set its clock');
  clock.check(noonMs + hourMs + 8_500, 8_500);
  clock.check(noonMs + 3 * hourMs + 8_750, 8_750);
  assert.equal(clock.utcMs(8_750), noonMs + 4_450, 'the device’s clock is no longer trusted');
});

test('a start without the server continues through a sleep', () => {
  const hourMs = 3_600_000;
  const clock = createClock();
  clock.restore({ utcMs: noonMs, deviceMs: noonMs + 700, utcOffsetMinutes: -180 }, noonMs + hourMs, 0);
  clock.check(noonMs + hourMs, 0);
  clock.check(noonMs + 9 * hourMs, 0);
  assert.equal(clock.programmeTime(0)?.utcMs, noonMs + 9 * hourMs - 700);
});
