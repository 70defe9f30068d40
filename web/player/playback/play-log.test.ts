import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { limits } from '../../../src/contract/limits.ts';
import type { Play } from '../../../src/contract/plays.ts';
import { openStorage } from '../device/storage.ts';
import { createClock } from '../server/clock/clock.ts';
import { image } from '../testing/items.ts';
import { installMemoryStorage, loopTurns } from '../testing/memory-storage.ts';
import { createPlayLog, type PlayLogOptions } from './play-log.ts';
import type { CurrentTurn } from './timeline/timeline-state.ts';

const noon = Date.parse('2026-10-16T15:00:00.000Z');
const source = () => ({ playlist: 4, rule: null });
const serverTime = (ms: number) => ({ serverTime: new Date(ms).toISOString(), utcOffsetMinutes: -180 });

/** Opens the log of a page whose time passes only by `pass`. */
function openPage(storage: PlayLogOptions['storage'], { isTimeKnown = true, playerId = 7 } = {}) {
  let now = 1_000;
  let turnId = 0;
  const clock = createClock();
  const setTime = (utcMs: number) => clock.sync(serverTime(utcMs), now, now);
  if (isTimeKnown) setTime(noon);
  const log = createPlayLog({ storage, playerId, clock, now: () => now });
  const turn = (itemId: number): CurrentTurn => {
    turnId += 1;
    return { ...({ turnId, item: image(itemId), shownAt: now } as CurrentTurn) };
  };
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; log.tick(false)) now = Math.min(end, now + 1_000);
  };
  return {
    log,
    pass,
    setTime,
    show: (itemId: number) => log.follow({ type: 'tick' }, turn(itemId), source),
    clear: () => log.follow({ type: 'tick' }, null, source),
    /** Shows items for 20 s each. */
    play(count: number) {
      for (let shown = 0; shown < count; shown += 1) {
        this.show(1 + (shown % 3));
        pass(20_000);
      }
      this.clear();
    },
  };
}

async function startStorage(t: TestContext) {
  const memory = installMemoryStorage(t);
  return { memory, storage: await openStorage() };
}

/** Acknowledges all batches, and returns their plays. */
function sendAll({ log }: Pick<ReturnType<typeof openPage>, 'log'>): Play[] {
  const received: Play[] = [];
  for (let batch = log.batch(); batch.length > 0; batch = log.batch()) {
    received.push(...batch);
    log.acknowledge(batch);
  }
  return received;
}

test('a play has item, playlist, beginning, time and end, and a batch is repeated until it is acknowledged', () => {
  const page = openPage(undefined);
  page.show(1);
  page.pass(20_000);
  page.show(2);
  page.pass(5_000);
  page.clear();
  const batch = page.log.batch();
  assert.deepEqual(
    batch.map(({ item, playlist, startedAt, ms, end }) => [item, playlist, startedAt, ms, end]),
    [
      [1, 4, '2026-10-16T15:00:00.000Z', 20_000, 'complete'],
      [2, 4, '2026-10-16T15:00:20.000Z', 5_000, 'cut'],
    ],
  );
  assert.match(batch[0]?.uuid ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(page.log.batch(), batch);
  page.log.acknowledge(batch);
  assert.deepEqual(page.log.batch(), []);
});

test('the plays of a day without the server are all sent after a restart of the page, each once', async (t) => {
  const { storage } = await startStorage(t);
  const page = openPage(storage);
  page.play(4_320);
  await loopTurns(30_000);
  const next = openPage(storage);
  await next.log.loading;
  const received = sendAll(next);
  assert.deepEqual([received.length, new Set(received.map(({ uuid }) => uuid)).size], [4_320, 4_320]);
  assert.equal(
    received.reduce((sum, { ms }) => sum + ms, 0),
    86_400_000,
  );
  await loopTurns(2_000);
  const last = openPage(storage);
  await last.log.loading;
  assert.deepEqual(last.log.batch(), [], 'what was acknowledged is deleted');
});

test('a page that is killed during a play loses at most 30 s of it', async (t) => {
  const { storage } = await startStorage(t);
  const page = openPage(storage);
  page.show(1);
  page.pass(95_000);
  await loopTurns(100);
  const next = openPage(storage);
  await next.log.loading;
  assert.deepEqual(
    next.log.batch().map(({ ms, end }) => [ms, end]),
    [[90_000, 'cut']],
  );
  const other = openPage(storage, { playerId: 8 });
  await other.log.loading;
  assert.deepEqual(other.log.batch(), [], 'the device sends none of them when it is paired as another screen');
});

test('plays from before the server’s first response get their time with it, and are not sent earlier', () => {
  const page = openPage(undefined, { isTimeKnown: false });
  page.play(2);
  assert.deepEqual(page.log.batch(), []);
  page.setTime(noon);
  assert.deepEqual(
    page.log.batch().map(({ startedAt }) => startedAt),
    ['2026-10-16T14:59:20.000Z', '2026-10-16T14:59:40.000Z'],
  );
});

test('an item that is shown for a day becomes a play every six hours, and its whole time is sent', () => {
  const page = openPage(undefined);
  page.show(1);
  page.pass(20 * 3_600_000);
  assert.equal(page.log.batch().length, 3, 'three plays of six hours are recorded while the item is still shown');
  page.clear();
  assert.deepEqual(
    page.log.batch().map(({ startedAt, ms }) => [startedAt.slice(11, 16), ms / 3_600_000]),
    [
      ['15:00', 6],
      ['21:00', 6],
      ['03:00', 6],
      ['09:00', 2],
    ],
  );
});

test('without storage the plays of this page are sent too, up to the limit of stored plays', async (t) => {
  const { memory, storage } = await startStorage(t);
  memory.setRefused(true);
  const page = openPage(storage);
  page.play(limits.plays.kept + 3);
  await loopTurns();
  const received = sendAll(page);
  assert.deepEqual([received.length, received[0]?.startedAt], [limits.plays.kept, '2026-10-16T15:01:00.000Z']);
});
