/** Tests the limits of pipelined requests, and of an unauthenticated client's requests per second. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../contract/errors.ts';
import * as z from 'zod';
import { endpointForAnyone, openRaw, startTestHttp, testIdentify } from '../../../testing/http.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { ManualClock } from '../../clock.ts';

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;

async function start(t: TestContext, options: { trustProxy?: string[] } = {}) {
  const path = join(temporaryFolder(t), 'a.mp4');
  writeFileSync(path, 'film');
  const wireClock = new ManualClock();
  const served = { count: 0 };
  const server = await startTestHttp(t, {
    identify: {
      ...testIdentify,
      device: (cookie) => cookie === 'device-1',
      token() {
        throw new AppError('too_many_requests');
      },
    },
    endpoints: {
      'GET /api/any': endpointForAnyone({ reply: 'text' }),
      'GET /api/mine': { summary: '', access: 'user', needs: 'account', reply: 'text' },
      'POST /api/beat': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
      'GET /media/:file': endpointForAnyone({ reply: 'file' }),
    },
    handlers: {
      'GET /api/any': () => String((served.count += 1)),
      'GET /api/mine': () => String((served.count += 1)),
      'POST /api/beat': () => ({}),
      'GET /media/:file': ({ params }: never) => {
        if ((params as { file: string }).file !== 'signed') throw new AppError('forbidden');
        return { path, contentType: 'video/mp4', etag: 'a' };
      },
    } as never,
    heartbeatEndpoint: { path: '/api/beat', respond: () => `${(served.count += 1)}` },
    options,
    wireClock,
  });
  return { ...server, served, wireClock };
}

const beat = 'POST /api/beat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const floods: [name: string, request: string, maxResponses: number][] = [
  ['an endpoint', get('/api/any'), 18],
  ['a missing endpoint', get('/api/n'), 18],
  ['an endpoint of a signed-in person', get('/api/mine', 'Cookie: antessala_session=user'), 18],
  ['the fast path', beat, 280],
];
for (const [name, request, maxResponses] of floods)
  test(`a client that pipelines a thousand requests for ${name} is cut after the first ones, and another client is served`, async (t) => {
    const { port, http } = await start(t);
    const flood = await openRaw(port);
    flood.send(request.repeat(1_000));
    const other = await openRaw(port);
    other.send(get('/api/any', 'Connection: close'));
    assert.match(await other.closed(), /200 OK/);
    const responses = (await flood.closed()).split('HTTP/1.1 ').length - 1;
    assert.ok(responses <= maxResponses, `${responses} responses`);
    assert.equal(http.metrics.open, 0);
  });

test('a client may pipeline a few requests', async (t) => {
  const { port } = await start(t);
  const connection = await openRaw(port);
  connection.send(get('/api/any').repeat(10));
  assert.equal((await connection.until(/10$/)).split('200 OK').length, 11);
  connection.socket.destroy();
});

/** Uses up the requests that an address's unauthenticated clients may send. */
async function exhaust(port: number, headers: readonly string[] = []): Promise<void> {
  const connection = await openRaw(port);
  for (let sent = 10; sent <= 1_000; sent += 10) {
    connection.send(get('/api/any', ...headers).repeat(10));
    await connection.until(new RegExp(`\\b${sent}$`));
  }
  connection.socket.destroy();
}

async function request(port: number, text: string, from?: string): Promise<string> {
  const connection = await openRaw(port, from);
  connection.send(text);
  const received = await connection.until(/\r\n\r\n[^]+$/);
  connection.socket.destroy();
  return received;
}

test('an unauthenticated client above the limit gets 429 and is disconnected; screens and people of the same address are served', async (t) => {
  const { port, wireClock } = await start(t);
  await exhaust(port);
  for (const path of ['/api/any', '/api/mine', '/api/n', '/page']) {
    const connection = await openRaw(port);
    connection.send(get(path));
    assert.match(
      await connection.closed(),
      /^HTTP\/1\.1 429 .*retry-after: 1\r\n.*connection: close.*too_many_requests/is,
    );
  }
  for (const credentials of [
    'Cookie: antessala_session=user',
    'Cookie: antessala_device=device-1',
    'Authorization: Bearer tv-1',
    'Authorization: Bearer tv-old',
  ])
    assert.match(await request(port, get('/api/any', credentials)), /^HTTP\/1\.1 200 /, credentials);
  for (const credentials of ['Cookie: antessala_session=x; antessala_device=x', 'Authorization: Bearer tv-x'])
    assert.match(await request(port, get('/api/any', credentials)), /^HTTP\/1\.1 429 /, credentials);
  // A guessed API token does not avoid the limit.
  const guess = await openRaw(port);
  guess.send(get('/api/any', 'Authorization: Bearer ats_x'));
  assert.match(await guess.closed(), /^HTTP\/1\.1 429 .*connection: close/is);
  assert.match(await request(port, get('/media/signed')), /^HTTP\/1\.1 200 [^]*film$/);
  assert.match(await request(port, get('/media/x')), /^HTTP\/1\.1 403 .*connection: close/is);
  assert.match(await request(port, get('/api/any'), '127.0.0.9'), /^HTTP\/1\.1 200 /, 'another address');
  wireClock.advance(1_000);
  assert.match(await request(port, get('/api/any')), /^HTTP\/1\.1 200 /);
});

test('behind a trusted proxy the limit counts for each client of the proxy', async (t) => {
  const { port } = await start(t, { trustProxy: ['127.0.0.1'] });
  await exhaust(port, ['X-Forwarded-For: 203.0.113.7']);
  assert.match(await request(port, get('/api/any', 'X-Forwarded-For: 203.0.113.7')), /^HTTP\/1\.1 429 /);
  assert.match(await request(port, get('/api/any', 'X-Forwarded-For: 203.0.113.8')), /^HTTP\/1\.1 200 /);
});
