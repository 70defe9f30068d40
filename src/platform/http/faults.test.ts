/** Tests that the process survives any handler or client, and that the next request is served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import type { BodyStream, Exchange } from '../../contract/endpoint.ts';
import {
  endpointForAnyone,
  deferred,
  openRaw,
  type RawConnection,
  startTestHttp,
  type TestHttp,
} from '../../testing/http.ts';
import { loopTurns, until } from '../../testing/until.ts';

const hello = {
  endpoints: { 'GET /api/hello': endpointForAnyone({ reply: 'text' }) },
  handlers: { 'GET /api/hello': () => 'hello' },
} as const;

async function assertAlive({ url }: TestHttp): Promise<void> {
  assert.equal(await (await fetch(`${url}/api/hello`)).text(), 'hello');
}

const post = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

test('a thrown error, an early or late rejection, and a reply that is not JSON cause one 500 each', async (t) => {
  const endpoints = {
    ...hello.endpoints,
    'POST /api/throw': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
  };
  const failures: (() => unknown)[] = [
    () => assert.fail('at once'),
    () => Promise.reject(new Error('rejection')),
    () => new Promise(setImmediate).then(() => assert.fail('late')),
    () => ({ toJSON: () => assert.fail('not serializable') }),
    () => 1n,
    () => undefined,
    () => Promise.reject(undefined),
  ];
  let next: (() => unknown) | undefined;
  const server = await startTestHttp(t, {
    endpoints,
    handlers: { ...hello.handlers, 'POST /api/throw': () => next?.() },
    options: { validateReplies: false },
  });
  for (next of failures) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/throw`, { method: 'POST', headers, body: '1' });
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { message: 'Erro interno do servidor', code: 'internal' });
  }
  await assertAlive(server);
});

test('an error while the caller is identified causes a 500', async (t) => {
  const server = await startTestHttp(t, {
    ...hello,
    identify: { user: () => assert.fail('database closed'), player: () => undefined },
  });
  assert.equal((await fetch(`${server.url}/api/hello`, { headers: { cookie: 'antessala_session=x' } })).status, 500);
  await assertAlive(server);
});

test('a client that disconnects before, during or after the body does no harm', async (t) => {
  const events: string[] = [];
  const handlerStarted = deferred();
  const mayRespond = deferred();
  const server = await startTestHttp(t, {
    endpoints: {
      ...hello.endpoints,
      'POST /api/json': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
      'PUT /api/stream': endpointForAnyone({ body: 'binary', reply: z.unknown() }),
      'GET /api/wait': endpointForAnyone({ reply: z.unknown() }),
    },
    handlers: {
      ...hello.handlers,
      'POST /api/json': () => assert.fail('an unfinished body reaches no handler'),
      async 'PUT /api/stream'({ body }) {
        try {
          for await (const chunk of body) events.push(`chunk ${chunk.length}`);
          events.push('complete');
        } catch (error) {
          events.push(String((error as { code?: string }).code));
          throw error;
        }
        return {};
      },
      async 'GET /api/wait'({ exchange }) {
        handlerStarted.open();
        await mayRespond.promise;
        exchange.setStatus(200);
        events.push('responded after the disconnection');
        return {};
      },
    },
  });
  const disconnectAfter = async (data: string, wait: () => Promise<unknown> = () => loopTurns(30)) => {
    const connection = await openRaw(server.port);
    if (data) connection.send(data);
    await wait();
    connection.socket.resetAndDestroy();
    await loopTurns(30);
  };
  await disconnectAfter('');
  await disconnectAfter('POST /api/json HTTP/1.1\r\nHost: a\r\nContent-');
  await disconnectAfter(post('/api/json', '', 10));
  await disconnectAfter(post('/api/json', '{"a"', 10));
  await disconnectAfter('PUT /api/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n');
  assert.deepEqual(events.splice(0), ['bad_request']);
  await disconnectAfter('PUT /api/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  assert.deepEqual(events.splice(0), ['chunk 3', 'bad_request']);
  await disconnectAfter('PUT /api/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc');
  assert.deepEqual(events.splice(0), ['chunk 3', 'complete']);
  await disconnectAfter('GET /api/wait HTTP/1.1\r\nHost: a\r\n\r\n', () => handlerStarted.promise);
  mayRespond.open();
  await loopTurns(30);
  assert.deepEqual(events, ['responded after the disconnection']);
  assert.equal(server.http.metrics.open, 0);
  assert.deepEqual(
    server.logged.filter(({ level }) => level === 'error'),
    [],
  );
  await assertAlive(server);
});

test('using the exchange, the body or the sink of a request after its response has no effect', async (t) => {
  let kept: { exchange: Exchange; body: BodyStream } | undefined;
  let sink: { write(chunk: Uint8Array): boolean; end(): void } | undefined;
  const server = await startTestHttp(t, {
    endpoints: {
      ...hello.endpoints,
      'PUT /api/keep': endpointForAnyone({ body: 'binary' }),
      'GET /api/stream': endpointForAnyone({ reply: 'stream' }),
    },
    handlers: {
      ...hello.handlers,
      'PUT /api/keep': (call) => void (kept = call),
      'GET /api/stream': () => ({
        contentType: 'text/plain',
        start(replySink) {
          sink = replySink;
          replySink.write(Buffer.from('once'));
          replySink.end();
          replySink.end();
          replySink.write(Buffer.from('twice'));
          return () => {};
        },
      }),
    },
  });
  await fetch(`${server.url}/api/keep`, { method: 'PUT', body: 'abc' });
  kept?.exchange.setHeader('x-late', '1');
  kept?.exchange.setCookie('late', '1', { maxAgeS: 1 });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of kept?.body ?? []) chunks.push(chunk);
  } catch (error) {
    assert.equal((error as { code: string }).code, 'bad_request');
  }
  assert.equal(await (await fetch(`${server.url}/api/stream`)).text(), 'once');
  assert.equal(sink?.write(Buffer.from('late')), false);
  sink?.end();
  await assertAlive(server);
});

test('a handler that does not return in time causes a 503, and its late reply is dropped', async (t) => {
  const late = deferred<string>();
  const server = await startTestHttp(t, {
    endpoints: { ...hello.endpoints, 'GET /api/hang': endpointForAnyone({ reply: 'text' }) },
    handlers: { ...hello.handlers, 'GET /api/hang': () => late.promise },
    timings: { handlerMs: 50 },
  });
  const response = await fetch(`${server.url}/api/hang`);
  assert.equal(response.status, 503);
  assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
  late.open('too late');
  await new Promise((resolve) => setTimeout(resolve, 10));
  await assertAlive(server);
});

test('a stream stops when the client disconnects, and an error in it or in its stop function does no harm', async (t) => {
  const stopped = deferred();
  let starts = 0;
  const server = await startTestHttp(t, {
    endpoints: {
      ...hello.endpoints,
      'GET /api/endless': endpointForAnyone({ reply: 'stream' }),
      'GET /api/broken/:id': endpointForAnyone({ reply: 'stream' }),
    },
    handlers: {
      ...hello.handlers,
      'GET /api/endless': () => ({
        contentType: 'audio/mpeg',
        start(sink) {
          starts += 1;
          const timer = setInterval(() => sink.write(Buffer.alloc(1000)), 5);
          return () => {
            clearInterval(timer);
            stopped.open();
            throw new Error('in the stop function');
          };
        },
      }),
      'GET /api/broken/:id': ({ params }) => ({
        contentType: 'audio/mpeg',
        start(sink) {
          if (params.id === 2) sink.write(Buffer.from('x'));
          throw new Error('in start');
        },
      }),
    },
  });
  const connection = await openRaw(server.port);
  connection.send('GET /api/endless HTTP/1.1\r\nHost: a\r\n\r\n');
  await connection.until(/audio\/mpeg[\s\S]*\r\n\r\n/);
  connection.socket.destroy();
  await stopped.promise;
  assert.equal(starts, 1);
  assert.equal((await fetch(`${server.url}/api/broken/1`)).status, 500);
  await assert.rejects(fetch(`${server.url}/api/broken/2`).then((response) => response.text()));
  await assertAlive(server);
});

test('a hundred clients that disconnect at once, at every stage, do no harm', async (t) => {
  const server = await startTestHttp(t, {
    endpoints: {
      ...hello.endpoints,
      'GET /api/large': endpointForAnyone({ reply: 'text' }),
      'GET /api/later': endpointForAnyone({ reply: 'text' }),
      'POST /api/json': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }),
      'PUT /api/stream': endpointForAnyone({ body: 'binary', reply: z.unknown() }),
    },
    handlers: {
      ...hello.handlers,
      'GET /api/large': () => 'x'.repeat(8_000_000),
      'GET /api/later': () => new Promise<string>((resolve) => setTimeout(() => resolve('later'), 5)),
      'POST /api/json': ({ body }) => body,
      async 'PUT /api/stream'({ body }) {
        for await (const _ of body) await new Promise((resolve) => setTimeout(resolve, 1));
        return {};
      },
    },
  });
  const requests = [
    'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/later HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/later HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2),
    post('/api/json', '{"a":1}', 100),
    `PUT /api/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n${'x'.repeat(300_000)}`,
  ];
  const connections = await Promise.all(Array.from({ length: 100 }, () => openRaw(server.port)));
  await Promise.all(
    connections.map(async (connection: RawConnection, index) => {
      connection.send(requests[index % requests.length] ?? '');
      await new Promise((resolve) => setTimeout(resolve, index % 13));
      if (index % 2) connection.socket.resetAndDestroy();
      else connection.socket.destroy();
    }),
  );
  await until('all have left', () => server.http.metrics.open === 0);
  await assertAlive(server);
});
