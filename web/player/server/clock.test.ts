import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';

const noon = '2026-03-02T15:00:00.000Z';

test('the time is the server’s, carried on by the monotonic clock, at the server’s offset', () => {
  const clock = createClock();
  assert.equal(clock.wallMs(0), null);
  clock.sync({ serverTime: noon, utcOffsetMinutes: -180 }, 1_000, 1_000);
  assert.equal(clock.wallMs(1_000), Date.parse('2026-03-02T12:00:00.000Z'));
  assert.equal(clock.wallMs(1_000 + 65 * 60_000), Date.parse('2026-03-02T13:05:00.000Z'));
});

test('half of the call’s duration is added', () => {
  const clock = createClock();
  clock.sync({ serverTime: noon, utcOffsetMinutes: 0 }, 0, 400);
  assert.equal(clock.utcMs(400), Date.parse(noon) + 200);
});

test('a slow answer does not make a well-set clock jump, a contradicting one sets it', () => {
  const clock = createClock();
  const at = (ms: number) => new Date(Date.parse(noon) + ms).toISOString();
  clock.sync({ serverTime: at(0), utcOffsetMinutes: 0 }, 0, 10);
  const before = clock.utcMs(5_000);
  clock.sync({ serverTime: at(1_200), utcOffsetMinutes: 0 }, 1_000, 5_000);
  assert.equal(clock.utcMs(5_000), before);
  clock.sync({ serverTime: at(3_600_000), utcOffsetMinutes: 0 }, 6_000, 6_200);
  assert.equal(clock.utcMs(6_200), Date.parse(noon) + 3_600_100);
});

test('a time that is none is ignored', () => {
  const clock = createClock();
  clock.sync({ serverTime: 'ontem', utcOffsetMinutes: 0 }, 0, 0);
  assert.equal(clock.wallMs(0), null);
});
