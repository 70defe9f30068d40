/** Tests that a client that sends requests without reading is disconnected, and uses little memory. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import * as z from 'zod';
import { endpointForAnyone, openRaw, startTestHttp } from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';

const page = Buffer.alloc(15_000, 'a');
const etag = 'page';
/** Starts a server that counts its responses. */
async function start(t: TestContext) {
  const responses = { count: 0 };
  const counted = <T>(value: T): T => {
    responses.count += 1;
    return value;
  };
  const { port, http } = await startTestHttp(t, {
    endpoints: {
      'GET /api/text': endpointForAnyone({ reply: 'text' }),
      'POST /api/beat': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
      'POST /api/none': endpointForAnyone({}),
    },
    handlers: {
      'GET /api/text': () => counted('b'.repeat(15_000)),
      'POST /api/beat': () => ({}),
      'POST /api/none': () => void counted(undefined),
    },
    heartbeatEndpoint: { path: '/api/beat', respond: () => counted(JSON.stringify('c'.repeat(15_000))) },
    static: {
      find: () =>
        counted({
          status: 200,
          contentType: 'text/css',
          cacheControl: 'no-cache',
          etag,
          encoding: undefined,
          varies: false,
          body: page,
        }),
    },
  });
  return { port, http, responses };
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const requests: Record<string, string> = {
  'a page': head('GET /a.css'),
  'a response of the API': head('GET /api/text'),
  'a response of the API with Connection: close': head('GET /api/text', 'Connection: close'),
  'only the head of a page': head('HEAD /a.css'),
  'a page that it already has': head('GET /a.css', `If-None-Match: "${etag}"`),
  'only the head of a response, signed in': head('HEAD /api/text', 'Cookie: antessala_session=user'),
  'an empty response': head('POST /api/none', 'Content-Length: 0'),
  'a response of the fast path': `${head('POST /api/beat', 'Content-Type: application/json', 'Content-Length: 2')}{}`,
};

test("after a hundred responses without a body, each further one closes an unauthenticated client's connection", async (t) => {
  const { port } = await start(t);
  const expectedHeads = {
    'HEAD /a.css': /^HTTP\/1\.1 200 OK\r\n.*content-length: 15000\r\n/is,
    'GET /a.css': /^HTTP\/1\.1 304 Not Modified\r\n.*content-length: 15000\r\n/is,
    'OPTIONS /a.css': /^HTTP\/1\.1 204 No Content\r\n/,
  };
  const first = await openRaw(port);
  const responses = () => first.text.split('HTTP/1.1 204 No Content').length - 1;
  for (let i = 1; i <= 100; i += 1) {
    first.send(head('OPTIONS /a.css'));
    for (let tries = 0; tries < 1_000 && responses() < i; tries += 1) await new Promise(setImmediate);
  }
  assert.equal(responses(), 100);
  assert.doesNotMatch(first.text, /connection: close|content-length/i);
  assert.ok(!first.socket.closed);
  for (const [line, response] of Object.entries(expectedHeads)) {
    const connection = await openRaw(port);
    connection.send(head(line, ...(line.startsWith('GET') ? [`If-None-Match: "${etag}"`] : [])));
    const startedAt = performance.now();
    const text = await connection.closed();
    assert.ok(performance.now() - startedAt < 5_000, 'it is not closed for being idle');
    assert.match(text, response);
    assert.match(text, /connection: close\r\n/i);
    assert.ok(text.endsWith('\r\n\r\n'), 'the head alone');
  }
  first.send(head('GET /api/text'));
  assert.equal(
    (await first.until(/b{15000}/)).split('b'.repeat(15_000)).length,
    2,
    'a response with a body keeps the connection open',
  );
  first.socket.destroy();
});

test("after a thousand responses without a body, each further one closes a signed-in client's connection", async (t) => {
  const { port, responses } = await start(t);
  const connection = await openRaw(port);
  for (let sent = 1; sent <= 3_000 && !connection.socket.closed; sent += 1) {
    connection.send(head('HEAD /api/text', 'Cookie: antessala_session=user'));
    for (let tries = 0; tries < 1_000 && responses.count < sent; tries += 1) await new Promise(setImmediate);
  }
  const text = await connection.closed();
  assert.ok(text.split('HTTP/1.1 200 OK').length > 1_000);
  assert.match(text.slice(-200), /\r\nconnection: close\r\n/i);
  assert.ok(text.endsWith('\r\n\r\n'), 'the heads alone');
});

for (const [name, request] of Object.entries(requests))
  test(`a client that reads nothing is cut while it requests ${name} again and again`, async (t) => {
    const { port, http, responses } = await start(t);
    const { socket, send } = await openRaw(port);
    socket.pause();
    for (let sent = 0; sent < 6_000; sent += 200) {
      send(request.repeat(200));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The kernels of both sides buffer some 8 MB.
    assert.ok(responses.count < 2_000, `${responses.count} responses`);
    assert.equal(http.metrics.open, 0);
    socket.destroy();
  });

test('a client that reads late gets every response that it requested before its connection was full, and may continue', async (t) => {
  const { port, http, responses } = await start(t);
  const connection = await openRaw(port);
  connection.socket.pause();
  let requested = 0;
  // `metrics.open` includes a response that waits for its reader.
  for (; requested < 5_000 && http.metrics.open === 0; requested += 1) {
    connection.send(head('GET /a.css'));
    for (let tries = 0; tries < 1_000 && responses.count === requested; tries += 1) await new Promise(setImmediate);
  }
  assert.ok(requested < 5_000 && http.metrics.open === 1, `${requested} requested`);
  connection.socket.resume();
  await until('all is read', () => http.metrics.open === 0);
  connection.send(head('GET /api/text'));
  const text = await connection.until(/b{15000}$/);
  assert.equal(text.split('HTTP/1.1 200 OK').length - 1, requested + 1);
  assert.equal(text.match(/a{15000}/g)?.length, requested);
  connection.socket.destroy();
});
