import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuietHours } from '../../../src/contract/display.ts';
import type { ProgrammeTime } from '../server/clock/clock.ts';
import { createSoundLevel, type SoundLevel, soundLevelAt } from './sound-level.ts';

/** 22:00 to 6:00, beginning on Mondays and Tuesdays. */
const nights: QuietHours = { days: [0, 1], from: 22 * 60, to: 6 * 60, mutesCalls: false };
/** Returns a time of the week that begins on Monday, 2026-11-23, in São Paulo. */
const at = (day: number, hour: number, minute = 0, isKnown = true): ProgrammeTime => ({
  utcMs: Date.UTC(2026, 10, 23 + day, hour + 3, minute),
  offsets: { minutes: -180, changes: [] },
  isKnown,
});
const gainAt = (time: ProgrammeTime | null) => soundLevelAt({ volume: 40, quietHours: nights }, time).gain;

test('films and radio have the volume of the screen, and are silent in its quiet hours, also after midnight', () => {
  assert.deepEqual(
    soundLevelAt({}, at(0, 12)),
    { gain: 1, mutesCalls: false },
    'settings stored by older pages have neither volume nor quiet hours',
  );
  assert.deepEqual(soundLevelAt({ volume: 35, quietHours: null }, at(0, 23)), { gain: 0.35, mutesCalls: false });
  assert.deepEqual(
    [gainAt(at(0, 21, 59)), gainAt(at(0, 22)), gainAt(at(1, 5, 59)), gainAt(at(1, 6))],
    [0.4, 0, 0, 0.4],
  );
  assert.deepEqual([gainAt(at(2, 5)), gainAt(at(2, 23)), gainAt(at(6, 23))], [0, 0.4, 0.4], 'only on the chosen days');
});

test('quiet hours do not apply while the time is unknown', () => {
  assert.deepEqual([gainAt(null), gainAt(at(0, 23, 0, false))], [0.4, 0.4]);
});

test('calls stay audible in quiet hours, unless they are to be silent too', () => {
  const muting = { volume: 100, quietHours: { ...nights, mutesCalls: true } };
  assert.equal(soundLevelAt({ ...muting, quietHours: nights }, at(0, 23)).mutesCalls, false);
  assert.deepEqual(soundLevelAt(muting, at(0, 23)), { gain: 0, mutesCalls: true });
  assert.deepEqual(soundLevelAt(muting, at(0, 12)), { gain: 1, mutesCalls: false });
});

test('the level changes when quiet hours begin and end, and stored settings never replace those that the server has sent', () => {
  let time: ProgrammeTime | null = null;
  const applied: SoundLevel[] = [];
  const level = createSoundLevel({ programmeTime: () => time }, (next) => applied.push(next), 0);
  level.tick(0);
  level.restore(undefined, 0);
  level.restore({ volume: 50, quietHours: nights }, 0);
  assert.deepEqual(applied, [{ gain: 0, mutesCalls: false }], 'silent until the time is known');
  for (time of [at(0, 21, 59), at(0, 22), at(0, 22), at(1, 6)]) level.tick(0);
  level.set({ volume: 80, quietHours: null }, 0);
  level.restore({ volume: 50, quietHours: nights }, 0);
  assert.deepEqual(
    applied.map(({ gain }) => gain),
    [0, 0.5, 0, 0.5, 0.8],
  );
});

test('a page that starts within quiet hours is silent from the beginning; without settings or time, sound begins after two seconds', () => {
  const begin = (time: ProgrammeTime | null) => {
    const gains: number[] = [];
    return { gains, level: createSoundLevel({ programmeTime: () => time }, ({ gain }) => gains.push(gain), 1_000) };
  };
  const night = begin(at(0, 23));
  night.level.tick(1_250);
  night.level.restore({ volume: 50, quietHours: nights }, 1_300);
  night.level.tick(9_000);
  assert.deepEqual(night.gains, [0]);

  const unlimited = begin(null);
  unlimited.level.restore({ volume: 50, quietHours: null }, 1_100);
  assert.deepEqual(unlimited.gains, [0, 0.5], 'without quiet hours the time does not matter');

  for (const [stored, gain] of [
    [undefined, 1],
    [{ volume: 50, quietHours: nights }, 0.5],
  ] as const) {
    const { gains, level } = begin(null);
    level.restore(stored, 1_100);
    level.tick(2_999);
    assert.deepEqual(gains, [0]);
    level.tick(3_000);
    assert.deepEqual(gains, [0, gain]);
  }
});

test('a changed time zone of the clinic applies at the next tick, not only in the next minute', () => {
  let time = at(0, 21, 30);
  const gains: number[] = [];
  const level = createSoundLevel({ programmeTime: () => time }, ({ gain }) => gains.push(gain), 0);
  level.set({ volume: 50, quietHours: nights }, 0);
  time = { ...time, offsets: { minutes: -120, changes: [] } };
  level.tick(250);
  assert.deepEqual(gains, [0, 0.5, 0]);
});
