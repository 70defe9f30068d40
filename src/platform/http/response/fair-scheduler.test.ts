import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForAnyone, startTestHttp } from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';
import { createFairScheduler } from './send-bytes.ts';

test('sixteen downloads together send at most two blocks per turn of the event loop, their first blocks included', async (t) => {
  const block = Buffer.alloc(1_000);
  const blocks = 100;
  let turn = 0;
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  t.after(() => clearImmediate(counting));
  /** Counts the blocks read in each turn. */
  const reads = new Map<number, number>();
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/long': endpointForAnyone({ reply: 'stream' }) },
    handlers: {
      'GET /api/long': () => ({
        contentType: 'application/octet-stream',
        sizeBytes: block.length * blocks,
        async read() {
          reads.set(turn, (reads.get(turn) ?? 0) + 1);
          return block;
        },
      }),
    },
  });
  const downloads = Array.from(
    { length: 16 },
    async () => (await (await fetch(`${url}/api/long`)).arrayBuffer()).byteLength,
  );
  assert.deepEqual(new Set(await Promise.all(downloads)), new Set([block.length * blocks]));
  const maxReads = Math.max(...reads.values());
  assert.ok(maxReads > 1, 'a turn sends blocks of several downloads');
  assert.ok(maxReads <= 2, `${maxReads} blocks in a turn`);
});

test('a response that is in memory does not wait for blocks of downloads', async (t) => {
  const block = Buffer.alloc(1_000);
  const blocks = 200;
  let requested = 0;
  let reported: (responseCount: number | undefined) => void = () => {};
  const { url, http } = await startTestHttp(t, {
    endpoints: {
      'GET /api/long': endpointForAnyone({ reply: 'stream' }),
      'GET /api/list': endpointForAnyone({ reply: 'text' }),
    },
    handlers: {
      'GET /api/long': () => ({
        contentType: 'application/octet-stream',
        sizeBytes: block.length * blocks,
        async read() {
          requested += 1;
          return block;
        },
      }),
      'GET /api/list': () => {
        setImmediate(() => reported(http.metrics.responses['2xx']));
        return 'a'.repeat(50_000);
      },
    },
  });
  const nextResponseCount = new Promise<number | undefined>((resolve) => (reported = resolve));
  const downloads = Array.from({ length: 32 }, async () => (await fetch(`${url}/api/long`)).arrayBuffer());
  await until('all downloads are in progress', () => requested > 64);
  const list = await (await fetch(`${url}/api/list`)).text();
  assert.equal(list.length, 50_000);
  // 32 x 200 blocks at two per turn take 3,200 turns of the event loop.
  assert.equal(await nextResponseCount, 1, 'the list is sent before any download ends');
  await Promise.all(downloads);
});

test('an error in one callback does not prevent the next ones', async (t) => {
  const schedule = createFairScheduler();
  const reported = new Promise<Error>((resolve) => process.setUncaughtExceptionCaptureCallback(resolve));
  t.after(() => process.setUncaughtExceptionCaptureCallback(null));
  const ran: number[] = [];
  const all = new Promise<void>((resolve) => {
    for (let i = 0; i < 10; i += 1)
      schedule(() => {
        ran.push(i);
        if (i === 9) resolve();
        if (i === 3) throw new Error('the fourth');
      });
  });
  assert.match((await reported).message, /the fourth/);
  await all;
  assert.deepEqual(ran, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
