import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { backOffMs, startPoll } from './poll.ts';

/** Lets promise callbacks run. */
const settle = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** Starts a poll with an interval of 3 s. Each request ends when `respond` is called. */
function startWithResponses() {
  let requested = 0;
  let respond = () => {};
  const poll = startPoll(3_000, () => {
    requested += 1;
    return new Promise<void>((resolve) => (respond = resolve));
  });
  return { poll, requested: () => requested, respond: () => respond() };
}

test('a poll sends no request before the previous one has its response', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { poll, requested, respond } = startWithResponses();
  t.mock.timers.tick(60_000);
  assert.equal(requested(), 1);
  respond();
  await settle();
  t.mock.timers.tick(2_999);
  assert.equal(requested(), 1);
  t.mock.timers.tick(1);
  assert.equal(requested(), 2);
  poll.stop();
});

test('refreshes during a request cause a single further request, right after it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { poll, requested, respond } = startWithResponses();
  poll.refresh();
  poll.refresh();
  respond();
  await settle();
  t.mock.timers.tick(0);
  assert.equal(requested(), 2);
  respond();
  await settle();
  t.mock.timers.tick(0);
  assert.equal(requested(), 2);
  poll.stop();
});

test('failures increase the delay, and a good response restores the interval', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(Math, 'random', () => 1);
  let fails = true;
  const requestedAt: number[] = [];
  let now = 0;
  const poll = startPoll(3_000, () => {
    requestedAt.push(now);
    return fails ? Promise.reject(new Error('down')) : Promise.resolve();
  });
  const run = async (ms: number) => {
    for (const end = now + ms; now < end;) {
      now += 500;
      t.mock.timers.tick(500);
      await settle();
    }
  };
  await settle();
  await run(55_000);
  assert.deepEqual(requestedAt, [0, 3_000, 9_000, 21_000, 36_000, 51_000]);
  fails = false;
  await run(20_000);
  assert.deepEqual(requestedAt.slice(6), [66_000, 69_000, 72_000, 75_000]);
  poll.stop();
  mock.restoreAll();
});

test('a stopped poll sends no more requests', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let requested = 0;
  const poll = startPoll(1_000, async () => {
    requested += 1;
  });
  await settle();
  poll.stop();
  poll.refresh();
  t.mock.timers.tick(10_000);
  assert.equal(requested, 1);
});

test('a hundred screens reconnect at different times, after 7.5 to 15 s', () => {
  const waits = Array.from({ length: 100 }, (_, index) => backOffMs(3_000, 8, index / 100));
  assert.ok(Math.max(...waits) <= 15_000);
  assert.ok(Math.min(...waits) >= 7_500);
  assert.equal(new Set(waits.map((ms) => Math.round(ms / 500))).size > 10, true);
});
