/** Tests HSTS, cookies over https, and the limits of idle connections and slow readers. */
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import type { Exchange } from '../../contract/endpoint.ts';
import { endpointForAnyone, openRaw, startTestHttp } from '../../testing/http.ts';
import { securityHeaders } from './response/headers.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const hello = {
  endpoints: { 'GET /api/hello': endpointForAnyone({ reply: 'text' }) },
  handlers: { 'GET /api/hello': () => 'hello' },
} as const;

test('the server tells browsers to use only https when it does not serve http', async (t) => {
  const hstsHeader = async (publicUrl: string | undefined, headers: Record<string, string>) => {
    const { url } = await startTestHttp(t, { ...hello, options: { trustProxy: ['127.0.0.1'], publicUrl } });
    return (await fetch(`${url}/api/hello`, { headers })).headers.get('strict-transport-security');
  };
  const overTls = { 'x-forwarded-proto': 'https' };
  assert.equal(await hstsHeader('https://tv.clinica.test', overTls), 'max-age=31536000');
  assert.equal(await hstsHeader('https://tv.clinica.test', {}), null, 'browsers ignore the header over http');
  assert.equal(await hstsHeader('http://tv.clinica.test', overTls), null);
  assert.equal(await hstsHeader(undefined, overTls), null);
  const names = (isHttpsOnly: boolean) => securityHeaders('page', true, isHttpsOnly).map(([name]) => name);
  assert.ok(names(true).includes('strict-transport-security'));
  assert.ok(!names(false).includes('strict-transport-security'), 'not if http is served beside https');
});

test('over https a cookie with the old prefix is read if the new one is missing, and a cookie without prefix is ignored', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/cookies': endpointForAnyone({ reply: z.record(z.string(), z.string()) }) },
    handlers: { 'GET /api/cookies': ({ exchange }: { exchange: Exchange }) => ({ ...exchange.cookies }) },
    options: { trustProxy: ['127.0.0.1'] },
  });
  const session = async (cookie: string, headers: Record<string, string> = { 'x-forwarded-proto': 'https' }) => {
    const response = await fetch(`${url}/api/cookies`, { headers: { ...headers, cookie } });
    return ((await response.json()) as Record<string, string>).antessala_session;
  };
  assert.equal(await session('__Secure-antessala_session=old'), 'old');
  assert.equal(await session('__Secure-antessala_session=old; __Host-antessala_session=new'), 'new');
  assert.equal(await session('antessala_session=plain'), undefined);
  assert.equal(await session('antessala_session=plain; __Secure-antessala_session=old', {}), 'plain');
});

test('an idle connection is closed after its response, also when the response was late or was sent before the end of the body', async (t) => {
  const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 50));
  const { port, http } = await startTestHttp(t, {
    endpoints: {
      ...hello.endpoints,
      'GET /api/later': endpointForAnyone({ reply: 'text' }),
      'POST /api/later': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
      'PUT /api/unread': endpointForAnyone({ body: 'binary', reply: z.unknown() }),
    },
    handlers: {
      ...hello.handlers,
      'GET /api/later': () => later('late'),
      'POST /api/later': () => later({}),
      'PUT /api/unread': () => ({}),
    },
  });
  const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  const requests = [
    ['GET /api/hello HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['GET /api/later HTTP/1.1\r\nHost: a\r\n\r\n'],
    [`POST /api/later HTTP/1.1\r\nHost: a\r\n${json}`, '{}'],
    ['PUT /api/unread HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab', 'cd'],
  ];
  const responses = await Promise.all(
    requests.map(async ([head = '', rest]) => {
      const connection = await openRaw(port);
      connection.send(head);
      if (rest) setTimeout(() => connection.send(rest), 200);
      return connection.closed();
    }),
  );
  for (const text of responses) assert.match(text, /^HTTP\/1\.1 200/);
  assert.equal(http.metrics.open, 0);
});

test('an address may have 64 slow readers, and readers whose connections were closed are no longer counted', async (t) => {
  const directory = temporaryFolder(t);
  const path = join(directory, 'a');
  writeFileSync(path, '');
  truncateSync(path, 100_000_000);
  const { port, http } = await startTestHttp(t, {
    endpoints: { 'GET /media/:file': endpointForAnyone({ reply: 'file' }) },
    handlers: { 'GET /media/:file': () => ({ path, contentType: 'video/mp4', etag: 'a' }) },
    timings: { sweepEveryMs: 200 },
  });
  const openCount = async (expected: number) => {
    for (let tries = 0; tries < 600 && http.metrics.open !== expected; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    // Further readers would be cut by the next sweeps.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return http.metrics.open;
  };
  const read = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => openRaw(port)));
    for (const { socket, send } of all) {
      socket.pause();
      send('GET /media/a HTTP/1.1\r\nHost: a\r\n\r\n');
    }
    return all;
  };
  const first = await read(100);
  assert.equal(await openCount(64), 64);
  for (const { socket } of first) socket.destroy();
  assert.equal(await openCount(0), 0);
  const second = await read(60);
  assert.equal(await openCount(60), 60, 'closed connections are not counted');
  for (const { socket } of second) socket.destroy();
});
