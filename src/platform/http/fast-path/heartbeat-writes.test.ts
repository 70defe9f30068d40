import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as z from 'zod';
import { endpointForAnyone, openRaw, startTestHttp } from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';
import type { HttpOptions } from '../server.ts';

const path = '/api/beat';
const input = z.object({ name: z.string().max(5) });

/** Starts a server whose fast path responds "quick" for the name ana; the ordinary path returns its own response. */
function startWithFastPath(t: TestContext, options: Partial<HttpOptions> = {}) {
  const requested: { text: string; address: string }[] = [];
  return startTestHttp(t, {
    options,
    endpoints: {
      [`POST ${path}`]: endpointForAnyone({ body: input, reply: z.object({ way: z.string() }) }),
    },
    handlers: {
      [`POST ${path}`]: ({ body, exchange }: never) => ({
        way: `ordinary for ${(body as { name: string }).name} at ${(exchange as { address: string }).address}`,
      }),
    } as never,
    heartbeatEndpoint: {
      path,
      respond(body, address) {
        requested.push({ text: body.toString('utf8'), address });
        if (body.toString('utf8').includes('fault')) throw new Error('a fault of ours');
        return body.toString('utf8') === '{"name":"ana"}' ? `{"way":"quick at ${address}"}` : undefined;
      },
    },
  }).then((server) => ({ ...server, requested }));
}

const head = (length: number, more: readonly string[] = [], type = 'application/json') =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Content-Type: ${type}`, `Content-Length: ${length}`, ...more].join(
    '\r\n',
  );

async function postHeartbeat(port: number, body: string, more: readonly string[] = [], type?: string): Promise<string> {
  const connection = await openRaw(port);
  connection.send(`${head(Buffer.byteLength(body), [...more, 'Connection: close'], type)}\r\n\r\n${body}`);
  const text = await connection.until(/\r\n\r\n.+\}/s);
  connection.socket.destroy();
  return `${/HTTP\/1\.1 (\d+)/.exec(text)?.[1]} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`;
}

const ana = '{"name":"ana"}';

test('the fast path serves a heartbeat without cookies, one with a device cookie from our own origin, and one whose body arrives in two chunks', async (t) => {
  const { port, requested } = await startWithFastPath(t);
  const fastPath = '200 {"way":"quick at 127.0.0.1"}';
  assert.equal(await postHeartbeat(port, ana), fastPath);
  assert.equal(await postHeartbeat(port, ana, [], 'application/json; charset=utf-8'), fastPath);
  const device = 'Cookie: antessala_device=x';
  assert.equal(await postHeartbeat(port, ana, ['Origin: http://127.0.0.1', device]), fastPath);
  assert.equal(await postHeartbeat(port, ana, ['Sec-Fetch-Site: same-origin', device]), fastPath);
  const connection = await openRaw(port);
  connection.send(`${head(ana.length)}\r\n\r\n{"na`);
  await until('the first piece', () => connection.socket.bytesWritten > 0);
  connection.send('me":"ana"}');
  assert.match(await connection.until(/\}$/), /quick at/);
  // The connection accepts another request.
  connection.send(`${head(ana.length)}\r\n\r\n${ana}`);
  assert.equal((await connection.until(/quick at[^]*quick at/)).split('quick at').length, 3);
  connection.socket.destroy();
  assert.equal(requested.length, 6);
});

test('any other request takes the ordinary path with its body, and is validated there', async (t) => {
  const { port, requested, logged } = await startWithFastPath(t);
  assert.equal(await postHeartbeat(port, '{"name":"bia"}'), '200 {"way":"ordinary for bia at 127.0.0.1"}');
  assert.match(await postHeartbeat(port, '{"name":"fault"}'), /^200 .*ordinary for fault/);
  assert.equal(logged.find(({ level }) => level === 'error')?.message, 'fast path failed');
  assert.match(await postHeartbeat(port, '{"name":"too long"}'), /^400 .*invalid_input/);
  assert.match(await postHeartbeat(port, '{"name":'), /^400 .*bad_request/);
  assert.equal(requested.length, 4);
  const ordinary = '200 {"way":"ordinary for ana at 127.0.0.1"}';
  assert.equal(
    await postHeartbeat(port, ana, ['Origin: http://127.0.0.1', 'Cookie: antessala_session=user']),
    ordinary,
  );
  for (const foreign of [
    ['Origin: http://evil.test'],
    ['Sec-Fetch-Site: cross-site'],
    ['Cookie: antessala_device=x'],
    ['Origin: http://evil.test', 'Cookie: antessala_device=x'],
  ])
    assert.match(await postHeartbeat(port, ana, foreign), /^403 /, foreign.join());
  assert.match(await postHeartbeat(port, ana, [], 'text/plain'), /^415 /);
  const unknownHost = await openRaw(port);
  unknownHost.send(
    `POST ${path} HTTP/1.1\r\nHost: evil.test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  );
  assert.match(await unknownHost.until(/\}$/), /HTTP\/1\.1 421/);
  unknownHost.socket.destroy();
  const chunked = await openRaw(port);
  chunked.send(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${ana.length.toString(16)}\r\n${ana}\r\n0\r\n\r\n`,
  );
  assert.match(await chunked.until(/\}$/), /ordinary for ana/);
  chunked.socket.destroy();
  assert.match(await postHeartbeat(port, ' '.repeat(17_000) + ana), /^413 /);
  assert.equal(requested.length, 4, 'none of these reached the fast path');
});

test("behind a trusted proxy the fast path gets the client's address; a request that the proxy received over https takes the ordinary path", async (t) => {
  const plain = await startWithFastPath(t, { trustProxy: ['127.0.0.1'] });
  const forwarded = ['X-Forwarded-For: 9.9.9.9, 203.0.113.7'];
  assert.equal(await postHeartbeat(plain.port, ana, forwarded), '200 {"way":"quick at 203.0.113.7"}');
  assert.equal(
    await postHeartbeat(plain.port, '{"name":"bia"}', forwarded),
    '200 {"way":"ordinary for bia at 203.0.113.7"}',
  );
  const secure = await startWithFastPath(t, { trustProxy: ['127.0.0.1'], publicUrl: 'https://tv.test' });
  assert.match(
    await postHeartbeat(secure.port, ana, [...forwarded, 'X-Forwarded-Proto: https']),
    /ordinary for ana at 203/,
  );
});

test('a client that disconnects in the middle of a body is counted as aborted, and nothing else happens', async (t) => {
  const { port, http, requested } = await startWithFastPath(t);
  const connection = await openRaw(port);
  connection.send(`${head(40)}\r\n\r\n{"na`);
  await until('the first piece', () => connection.socket.bytesWritten > 0);
  connection.socket.end();
  connection.socket.destroy();
  await until('one aborted request', () => http.metrics.responses.left === 1);
  assert.deepEqual([http.metrics.open, requested.length], [0, 0]);
  assert.match(await postHeartbeat(port, ana), /quick/);
});
