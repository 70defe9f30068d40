import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brazilianZones } from '../contract/programme/time-zones.ts';
import { ManualClock } from './clock.ts';
import { allZones, createTimeZones, isKnownZone, offsetMinutes } from './time-zones.ts';

test("an offset follows its zone's rules, including summer time", () => {
  const offsetAt = (zone: string, time: string) => offsetMinutes(zone, Date.parse(time));
  assert.equal(offsetAt('America/Sao_Paulo', '2026-11-21T12:00:00Z'), -180);
  assert.equal(offsetAt('America/Sao_Paulo', '2018-12-25T12:00:00Z'), -120);
  assert.equal(offsetAt('America/Manaus', '2026-11-21T12:00:00Z'), -240);
  assert.equal(offsetAt('America/Rio_Branco', '2026-11-21T12:00:00Z'), -300);
  assert.equal(offsetAt('America/Noronha', '2026-11-21T12:00:00Z'), -120);
  assert.equal(offsetAt('Asia/Kathmandu', '2026-11-21T12:00:00Z'), 345);
  assert.equal(offsetAt('UTC', '2026-11-21T12:00:00Z'), 0);
});

test('every offered zone is known, including the Brazilian ones', () => {
  for (const { zone } of brazilianZones) assert.ok(isKnownZone(zone), zone);
  for (const zone of allZones()) assert.ok(isKnownZone(zone), zone);
  for (const wrong of ['', 'Brasília', 'America/Atlantis', 'x'.repeat(60)]) assert.equal(isKnownZone(wrong), false);
});

test('offset changes within the next eight days are returned to the minute, and no others', () => {
  // Clocks in New York go back on 2026-11-01 at 06:00 UTC.
  const clock = new ManualClock(Date.parse('2026-10-23T06:00:00Z'));
  const zones = createTimeZones(clock, 'America/Sao_Paulo');
  assert.deepEqual(zones.offsets('America/New_York'), { minutes: -240, changes: [] }, 'nine days ahead');
  clock.advance(25 * 3_600_000);
  const autumnChange = { fromUtc: '2026-11-01T06:00:00.000Z', minutes: -300 };
  assert.deepEqual(zones.offsets('America/New_York'), { minutes: -240, changes: [autumnChange] });
  clock.advance(Date.parse(autumnChange.fromUtc) - clock.now() - 1);
  assert.deepEqual(zones.offsets('America/New_York'), { minutes: -240, changes: [autumnChange] });
  clock.advance(1);
  assert.deepEqual(zones.offsets('America/New_York'), { minutes: -300, changes: [] }, 'at the moment of the change');
  clock.jump(-2 * 3_600_000);
  assert.equal(zones.offsets('America/New_York').minutes, -240, 'a clock that was set back');
});

test('an account without a zone, or with one that this server no longer knows, has the server’s zone', () => {
  const zones = createTimeZones(new ManualClock(Date.parse('2026-11-21T12:00:00Z')), 'America/Manaus');
  assert.equal(zones.offsets(null).minutes, -240);
  assert.equal(zones.offsets('America/Atlantis').minutes, -240);
  assert.deepEqual(
    [zones.of(null), zones.of('Gone/Zone'), zones.of('America/Recife')],
    ['America/Manaus', 'America/Manaus', 'America/Recife'],
  );
});

test('Intl is called once an hour, not for every request', (t) => {
  const requested = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts');
  const clock = new ManualClock(Date.parse('2026-11-21T12:00:00Z'));
  const zones = createTimeZones(clock, 'America/Belem');
  zones.offsets(null);
  const first = requested.mock.callCount();
  assert.ok(first > 0 && first < 50, `${first}`);
  for (let i = 0; i < 1000; i += 1) zones.offsets(null);
  assert.equal(requested.mock.callCount(), first);
  clock.advance(3_600_000);
  zones.offsets(null);
  assert.equal(requested.mock.callCount(), 2 * first);
});
