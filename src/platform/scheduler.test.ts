import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { createScheduler } from './scheduler.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Starts a scheduler at 9:00:30 in São Paulo. */
function setUp(expression: string) {
  const clock = new ManualClock(Date.parse('2026-03-02T12:00:30.000Z'));
  const ran: string[] = [];
  const timer = createScheduler('America/Sao_Paulo', clock).cron(expression, () => {
    ran.push(new Date(clock.now()).toISOString().slice(0, 16));
  });
  return { clock, ran, timer };
}

test('a scheduled run is started at its minute in the time zone of the server, until it is cancelled', () => {
  const { clock, ran, timer } = setUp('0 3 * * *');
  clock.advance(2 * dayMs);
  assert.deepEqual(ran, ['2026-03-03T06:00', '2026-03-04T06:00']);
  timer.cancel();
  clock.advance(2 * dayMs);
  assert.equal(ran.length, 2);
});

test('setting the clock thirty days forward or back delays no run, and starts no runs for the skipped time', () => {
  for (const days of [30, -30]) {
    const { clock, ran } = setUp('* * * * *');
    clock.advance(3 * minuteMs);
    assert.equal(ran.length, 3);
    clock.jump(days * dayMs);
    clock.advance(3 * minuteMs);
    assert.equal(ran.length, 6, `${days} days`);
    clock.jump(-days * dayMs);
    clock.advance(3 * minuteMs);
    assert.equal(ran.length, 9, `${days} days and back`);
  }
});

test('a nightly run whose minute was missed starts in the next minute, and only once', () => {
  const { clock, ran } = setUp('0 3 * * *');
  clock.advance(Date.parse('2026-03-03T05:59:30.000Z') - clock.now());
  // The program was busy for a minute and more.
  clock.jump(minuteMs + 10_000);
  clock.advance(minuteMs);
  assert.equal(ran.length, 1);
  clock.jump(3 * 3_600_000);
  clock.advance(minuteMs);
  assert.equal(ran.length, 1);
});
