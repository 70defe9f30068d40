import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { BodyStream } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import {
  endpointForAnyone,
  deferred,
  acceleratedClock,
  openRaw,
  startTestHttp,
  type TestHttpParts,
} from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';

const put = endpointForAnyone({ body: 'binary', reply: z.unknown() });
const endpoints = {
  'PUT /api/file': put,
  'POST /api/form': endpointForAnyone({ body: 'multipart', reply: z.unknown() }),
  'PUT /api/mine': { summary: '', access: 'user', body: 'binary' },
} as const;
const megabyte = 1024 * 1024;

const withHandler = (handle: (body: BodyStream) => unknown): TestHttpParts<typeof endpoints> => ({
  endpoints,
  handlers: {
    'PUT /api/file': ({ body }) => handle(body),
    'POST /api/form': ({ body }) => handle(body),
    'PUT /api/mine': () => {},
  },
});

async function digest(body: BodyStream): Promise<{ sha256: string; size: number; announced: number | null }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size, announced: body.length ?? null };
}

test('a streamed body arrives whole and in order, whatever its size', async (t) => {
  const { url } = await startTestHttp(t, withHandler(digest));
  for (const size of [0, 1, 70_000, 20 * megabyte]) {
    const bytes = randomBytes(size);
    const response = await fetch(`${url}/api/file`, { method: 'PUT', body: bytes });
    assert.deepEqual(await response.json(), {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size,
      announced: size,
    });
  }
});

test('a streamed body uses few buffers, which the next body reuses', async (t) => {
  const buffers = new Set<ArrayBufferLike>();
  const { url } = await startTestHttp(
    t,
    withHandler(async (body) => {
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        buffers.add(chunk.buffer);
      }
      return size;
    }),
  );
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await fetch(`${url}/api/file`, { method: 'PUT', body: randomBytes(32 * megabyte) });
    assert.equal(await response.json(), 32 * megabyte);
  }
  assert.ok(buffers.size <= 6, `${buffers.size} buffers for 64 MB`);
});

test('a chunked body has no length', async (t) => {
  const { port } = await startTestHttp(t, withHandler(digest));
  const response = await new Promise<string>((resolve, reject) => {
    const upload = request({ port, path: '/api/file', method: 'PUT' }, (response) => {
      let text = '';
      response.on('data', (data) => (text += data)).on('end', () => resolve(text));
    }).on('error', reject);
    upload.write('abc');
    setTimeout(() => upload.end('def'), 20);
  });
  assert.deepEqual(JSON.parse(response), {
    sha256: createHash('sha256').update('abcdef').digest('hex'),
    size: 6,
    announced: null,
  });
});

test('a call with a multipart body refuses another content type with 415', async (t) => {
  const { url } = await startTestHttp(t, withHandler(digest));
  const form = new FormData();
  form.set('file', new Blob(['abc']), 'a.txt');
  assert.equal((await fetch(`${url}/api/form`, { method: 'POST', body: form })).status, 200);
  assert.equal((await fetch(`${url}/api/form`, { method: 'POST', body: 'abc' })).status, 415);
});

test('a handler that is slower than the client slows the client down', async (t) => {
  const mayRead = deferred();
  const { port } = await startTestHttp(
    t,
    withHandler(async (body) => (await mayRead.promise, digest(body))),
  );
  const bytes = randomBytes(64 * megabyte);
  const connection = await openRaw(port);
  connection.send(`PUT /api/file HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes.length}\r\n\r\n`);
  connection.send(bytes);
  await pause(400);
  const sentBytes = connection.socket.bytesWritten - connection.socket.writableLength;
  const queuedHere = process.memoryUsage().arrayBuffers;
  assert.ok(sentBytes < 40 * megabyte, `${sentBytes} bytes sent before the handler reads`);
  assert.ok(queuedHere < bytes.length + 24 * megabyte, `${queuedHere} bytes of buffers`);
  mayRead.open();
  const text = await connection.until(/"announced":\d+\}/);
  assert.ok(text.includes(createHash('sha256').update(bytes).digest('hex')));
  connection.socket.destroy();
});

test('a handler that reads in small steps gets everything', async (t) => {
  const slowly = async (body: BodyStream) => {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      await pause(2);
    }
    return size;
  };
  const { url } = await startTestHttp(t, withHandler(slowly));
  const response = await fetch(`${url}/api/file`, { method: 'PUT', body: randomBytes(24 * megabyte) });
  assert.equal(await response.json(), 24 * megabyte);
});

test('a client that disconnects while reading is paused is noticed when the pause ends', async (t) => {
  const failed = deferred<AppError>();
  const mayRead = deferred();
  const server = await startTestHttp(t, {
    ...withHandler(async (body) => {
      await mayRead.promise;
      try {
        for await (const _ of body);
      } catch (error) {
        failed.open(error as AppError);
      }
      return {};
    }),
    wireClock: acceleratedClock(50),
    timings: { deadAfterMs: 1e9 },
  });
  const connection = await openRaw(server.port);
  connection.send(`PUT /api/file HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * megabyte}\r\n\r\n`);
  connection.send(randomBytes(16 * megabyte));
  await pause(100);
  connection.socket.resetAndDestroy();
  await until('the request has ended', () => server.http.metrics.open === 0);
  mayRead.open();
  assert.equal((await failed.promise).code, 'bad_request');
});

test('an early response to a large upload closes the connection instead of reading the rest', async (t) => {
  const { port } = await startTestHttp(
    t,
    withHandler(() => Promise.reject(new AppError('quota_exceeded'))),
  );
  const connection = await openRaw(port);
  connection.send(`PUT /api/file HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * megabyte}\r\n\r\nabc`);
  const text = await connection.closed();
  assert.match(text, /^HTTP\/1\.1 403[\s\S]*quota_exceeded/);
  assert.match(text, /Connection: close/i);
});

test('the response of a handler that did not read the whole upload closes the connection', async (t) => {
  const { port } = await startTestHttp(
    t,
    withHandler(async (body) => {
      for await (const chunk of body) return chunk.length > 0;
      return false;
    }),
  );
  const connection = await openRaw(port);
  connection.send(`PUT /api/file HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * megabyte}\r\n\r\n`);
  connection.send(randomBytes(6 * megabyte));
  assert.match(await connection.closed(), /200 OK[\s\S]*true$/);
});

test('access is checked before a body is read', async (t) => {
  const { port } = await startTestHttp(t, withHandler(digest));
  const connection = await openRaw(port);
  connection.send(`PUT /api/mine HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * megabyte}\r\n\r\nabc`);
  assert.match(await connection.closed(), /^HTTP\/1\.1 401/);
});

test('a request with Expect: 100-continue gets status 100', async (t) => {
  const { port } = await startTestHttp(t, withHandler(digest));
  const connection = await openRaw(port);
  connection.send('PUT /api/file HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
  await connection.until(/100 Continue/);
  connection.send('abc');
  assert.match(await connection.until(/announced/), /"size":3/);
  connection.socket.destroy();
});
