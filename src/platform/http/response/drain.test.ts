import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForAnyone, deferred, openRaw, startTestHttp } from '../../../testing/http.ts';

test('draining accepts no connection, ends streams, waits for open responses and closes their connections', async (t) => {
  const started = deferred();
  const mayRespond = deferred<string>();
  const server = await startTestHttp(t, {
    endpoints: {
      'GET /api/slow': endpointForAnyone({ reply: 'text' }),
      'GET /api/stream': endpointForAnyone({ reply: 'stream' }),
    },
    handlers: {
      'GET /api/slow': () => (started.open(), mayRespond.promise),
      'GET /api/stream': () => ({
        contentType: 'text/plain',
        start: (sink) => (sink.write(Buffer.from('x')), () => {}),
      }),
    },
  });
  const slow = fetch(`${server.url}/api/slow`);
  const stream = fetch(`${server.url}/api/stream`).then((response) => response.text());
  await started.promise;
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.http.stopListening();
  assert.equal(await server.http.drain(20), false);
  assert.equal(await stream, 'x');
  await assert.rejects(openRaw(server.port));
  setTimeout(() => mayRespond.open('done'), 10);
  assert.equal(await server.http.drain(2_000), true);
  const response = await slow;
  assert.equal(await response.text(), 'done');
  assert.equal(response.headers.get('connection'), 'close');
});

test('closing with open requests cuts them without harm', async (t) => {
  const started = deferred();
  const server = await startTestHttp(t, {
    endpoints: { 'GET /api/hang': endpointForAnyone({ reply: 'text' }) },
    handlers: { 'GET /api/hang': () => (started.open(), new Promise<string>(() => {})) },
  });
  const hanging = fetch(`${server.url}/api/hang`);
  await started.promise;
  server.http.close();
  await assert.rejects(hanging);
  assert.equal(server.http.metrics.open, 0);
});
