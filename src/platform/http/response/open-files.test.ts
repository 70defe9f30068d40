import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { endpointForAnyone, openRaw, startTestHttp, type TestHttpParts } from '../../../testing/http.ts';
import { loopTurns, until } from '../../../testing/until.ts';
import { ManualClock } from '../../clock.ts';
import { createOpenFiles } from './open-files.ts';
import { rangeResponse } from '../request/range-request.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const endpoints = { 'GET /media/:file': endpointForAnyone({ reply: 'file' }) };

async function startWithFile(t: TestContext, bytes: Buffer, parts: Partial<TestHttpParts<typeof endpoints>> = {}) {
  const directory = temporaryFolder(t);
  const path = join(directory, 'a.mp4');
  writeFileSync(path, bytes);
  const server = await startTestHttp(t, {
    endpoints,
    handlers: {
      'GET /media/:file': ({ params }) => ({
        path: params.file === 'a.mp4' ? path : join(directory, params.file),
        contentType: 'video/mp4',
        etag: 'tag',
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      }),
    },
    ...parts,
  });
  return { ...server, path, directory };
}

test('a file is sent whole or in ranges; a HEAD request, and a client that already has the file, get no bytes', async (t) => {
  const bytes = randomBytes(1_300_000);
  const { url } = await startWithFile(t, bytes);
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}/media/a.mp4`, { method, headers });
  const wholeFile = await get();
  assert.equal(wholeFile.status, 200);
  assert.deepEqual(Buffer.from(await wholeFile.arrayBuffer()), bytes);
  assert.equal(wholeFile.headers.get('content-type'), 'video/mp4');
  assert.equal(wholeFile.headers.get('content-length'), String(bytes.length));
  assert.equal(wholeFile.headers.get('etag'), '"tag"');
  assert.equal(wholeFile.headers.get('accept-ranges'), 'bytes');
  assert.equal(wholeFile.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(wholeFile.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'; sandbox/);
  assert.equal(wholeFile.headers.get('x-content-type-options'), 'nosniff');

  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=600000-', 600_000, bytes.length],
    ['bytes=-7', bytes.length - 7, bytes.length],
    ['bytes=-99999999', 0, bytes.length],
    ['bytes=1299999-99999999', 1_299_999, bytes.length],
  ];
  for (const [range, start, end] of ranges) {
    const part = await get({ range });
    assert.equal(part.status, 206, range);
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end - 1}/${bytes.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(start, end), range);
  }
  for (const range of ['bytes=1300000-', 'bytes=1300000-1400000', 'bytes=-0']) {
    const none = await get({ range });
    assert.equal(none.status, 416, range);
    assert.equal(none.headers.get('content-range'), `bytes */${bytes.length}`);
    assert.equal(((await none.json()) as { code: string }).code, 'range_not_satisfiable');
  }
  for (const range of ['bytes=0-1,5-6', 'bytes=5-2', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0x1-2'])
    assert.equal((await get({ range })).status, 200, range);
  assert.equal((await get({ range: 'bytes=0-1', 'if-range': '"tag"' })).status, 206);
  for (const validator of ['"other"', 'W/"tag"', 'Sat, 21 Nov 2026 05:24:43 GMT'])
    assert.equal((await get({ range: 'bytes=0-1', 'if-range': validator })).status, 200);

  for (const tag of ['"tag"', 'W/"tag"', '"a", "tag"', '*']) {
    const unchanged = await get({ 'if-none-match': tag, range: 'bytes=0-1' });
    assert.equal(unchanged.status, 304, tag);
    assert.equal(unchanged.headers.get('etag'), '"tag"');
    assert.equal(unchanged.headers.get('content-length'), null);
  }
  assert.equal((await get({ 'if-none-match': '"other"' })).status, 200);
  const head = await get({ range: 'bytes=0-1' }, 'HEAD');
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), String(bytes.length));
});

test('an empty file is served, and a missing one returns 404', async (t) => {
  const { url } = await startWithFile(t, Buffer.alloc(0));
  const empty = await fetch(`${url}/media/a.mp4`);
  assert.equal(empty.status, 200);
  assert.equal(empty.headers.get('content-length'), '0');
  assert.equal((await fetch(`${url}/media/a.mp4`, { headers: { range: 'bytes=0-1' } })).status, 416);
  assert.equal((await fetch(`${url}/media/missing.mp4`)).status, 404);
});

test('a recently sent file is no longer sent once it was replaced or deleted', async (t) => {
  const [first, second] = [randomBytes(700_000), randomBytes(700_000)];
  const { url, path, directory } = await startWithFile(t, first);
  const get = async () => Buffer.from(await (await fetch(`${url}/media/a.mp4`)).arrayBuffer());
  assert.deepEqual(await get(), first);
  assert.deepEqual(await get(), first, "at once, from the system's memory");
  writeFileSync(join(directory, 'new'), second);
  renameSync(join(directory, 'new'), path);
  assert.deepEqual(await get(), second);
  rmSync(path);
  assert.equal((await fetch(`${url}/media/a.mp4`)).status, 404);
});

test('a file is closed 5 s after its last reader, and at once when all files are closed', async (t) => {
  const directory = temporaryFolder(t);
  const path = join(directory, 'a');
  writeFileSync(path, 'a');
  const openCount = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`) === path).length;
  const clock = new ManualClock();
  const files = createOpenFiles(clock);
  const [first, second] = [await files.open(path), await files.open(path)];
  assert.equal(openCount(), 1);
  first.close();
  clock.advance(60_000);
  await letFilesClose();
  assert.equal(openCount(), 1, 'a file with a reader stays open');
  second.close();
  const reopened = await files.open(path);
  reopened.close();
  clock.advance(4_000);
  await letFilesClose();
  assert.equal(openCount(), 1);
  clock.advance(2_000);
  await until('the file is closed', () => openCount() === 0);
  (await files.open(path)).close();
  files.close();
  await until('the file is closed', () => openCount() === 0);
});

const letFilesClose = () => loopTurns(50);
const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

test('simultaneous downloads each get their own bytes', async (t) => {
  const bytes = randomBytes(3_000_000);
  const { url } = await startWithFile(t, bytes);
  const responses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const start = index * 100_000;
      const response = await fetch(`${url}/media/a.mp4`, { headers: { range: `bytes=${start}-` } });
      return Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start));
    }),
  );
  assert.deepEqual(
    responses,
    Array.from({ length: 20 }, () => true),
  );
});

test('a file that shrinks while it is sent cuts the connection', async (t) => {
  const { port, path } = await startWithFile(t, randomBytes(40_000_000));
  const connection = await openRaw(port);
  connection.socket.pause();
  connection.send('GET /media/a.mp4 HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 100));
  truncateSync(path, 100);
  connection.socket.resume();
  assert.ok((await connection.closed()).length < 40_000_000);
});

test('a client that reads in bursts gets every byte', async (t) => {
  const bytes = randomBytes(24_000_000);
  const { port } = await startWithFile(t, bytes, { timings: { sweepEveryMs: 30, deadAfterMs: 30_000 } });
  const { socket, send } = await openRaw(port);
  const hash = createHash('sha256');
  let received = 0;
  let headEnd = -1;
  const done = new Promise<void>((resolve, reject) => {
    socket.removeAllListeners('data');
    socket.on('data', (data) => {
      const body = headEnd === -1 ? data.subarray((headEnd = data.indexOf('\r\n\r\n')) + 4) : data;
      hash.update(body);
      received += body.length;
      if (received >= bytes.length) resolve();
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.on('close', () => reject(new Error(`closed after ${received}`)));
  });
  send('GET /media/a.mp4 HTTP/1.1\r\nHost: a\r\n\r\n');
  await done;
  assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
  socket.removeAllListeners('close');
  socket.destroy();
});

test('a client that reads nothing for `deadAfterMs` is cut', async (t) => {
  const { port, http } = await startWithFile(t, randomBytes(40_000_000), {
    timings: { sweepEveryMs: 30, deadAfterMs: 1_500 },
  });
  const connection = await openRaw(port);
  connection.socket.pause();
  connection.send('GET /media/a.mp4 HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('the request is in progress', () => http.metrics.open === 1);
  await until('the connection is cut', () => http.metrics.open === 0);
  connection.socket.destroy();
});

test("a large JSON response is sent at the client's pace", async (t) => {
  const text = 'ação '.repeat(2_000_000);
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/large': endpointForAnyone({ reply: 'text' }) },
    handlers: { 'GET /api/large': () => text },
  });
  const response = await fetch(`${url}/api/large`);
  assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await response.text()) === text, true);
});

test('rangeResponse handles an empty file and huge numbers', () => {
  assert.equal(rangeResponse('GET', { range: 'bytes=0-' }, 'a', 0).status, 416);
  assert.equal(rangeResponse('GET', { range: 'bytes=999999999999999-' }, 'a', 10).status, 416);
  assert.equal(rangeResponse('GET', { range: 'bytes=9999999999999999-' }, 'a', 10).status, 200);
});
