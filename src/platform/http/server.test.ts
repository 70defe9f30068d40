import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import * as z from 'zod';
import { AppError } from '../../contract/errors.ts';
import { endpointForAnyone, startTestHttp } from '../../testing/http.ts';
import { prepareJson } from './request/json.ts';

test('a JSON response has its type, the security headers and a request id, and is not cached', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/hello': endpointForAnyone({ reply: z.object({ name: z.string() }) }) },
    handlers: { 'GET /api/hello': () => ({ name: 'Sala de espera, ção' }) },
  });
  const response = await fetch(`${url}/api/hello`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { name: 'Sala de espera, ção' });
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('referrer-policy'), 'same-origin');
  assert.equal(
    response.headers.get('content-security-policy'),
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.match(response.headers.get('x-request-id') ?? '', /^[A-Z0-9]{6}-[0-9a-z]+$/);
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  assert.equal(response.headers.get('uwebsockets'), null);
});

test("the status is the contract's, 204 without a reply, or what the handler set", async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'POST /api/made': endpointForAnyone({ reply: z.object({}), status: 201 }),
      'DELETE /api/gone': endpointForAnyone({}),
      'POST /api/other': endpointForAnyone({ reply: z.object({}) }),
    },
    handlers: {
      'POST /api/made': () => ({}),
      'DELETE /api/gone': () => {},
      'POST /api/other': ({ exchange }) => (exchange.setStatus(202), {}),
    },
  });
  assert.equal((await fetch(`${url}/api/made`, { method: 'POST' })).status, 201);
  const deletion = await fetch(`${url}/api/gone`, { method: 'DELETE' });
  assert.equal(deletion.status, 204);
  assert.equal(deletion.headers.get('content-length'), null);
  assert.equal((await fetch(`${url}/api/other`, { method: 'POST' })).status, 202);
});

test('HEAD returns the status and headers of GET without the body', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/hello': endpointForAnyone({ reply: z.string() }),
      'GET /api/docs': endpointForAnyone({ reply: 'html' }),
      'GET /api/stream': endpointForAnyone({ reply: 'stream' }),
    },
    handlers: {
      'GET /api/hello': () => 'olá',
      'GET /api/docs': () => '<!doctype html>',
      'GET /api/stream': () => ({
        contentType: 'audio/mpeg',
        start() {
          throw new Error('must not start');
        },
      }),
    },
  });
  const response = await fetch(`${url}/api/hello`, { method: 'HEAD' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-length'), String(Buffer.byteLength('"olá"')));
  assert.equal(await response.text(), '');
  assert.equal(
    (await fetch(`${url}/api/docs`, { method: 'HEAD' })).headers.get('content-type'),
    'text/html; charset=utf-8',
  );
  assert.equal((await fetch(`${url}/api/stream`, { method: 'HEAD' })).headers.get('content-type'), 'audio/mpeg');
});

test('a long JSON response is compressed when the client accepts it', async (t) => {
  const list = Array.from({ length: 3_000 }, (_, id) => ({ id, name: 'Recepção', code: (id * 7919).toString(36) }));
  const { url, port } = await startTestHttp(t, {
    endpoints: {
      'GET /api/list': endpointForAnyone({
        reply: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })),
      }),
      'GET /api/short': endpointForAnyone({ reply: z.string() }),
    },
    handlers: { 'GET /api/list': () => list, 'GET /api/short': () => 'olá' },
  });
  const ask = (path: string, encoding: string, method = 'GET') =>
    fetch(url + path, { method, headers: { 'accept-encoding': encoding } });
  const compressed = await ask('/api/list', 'gzip, deflate, br');
  assert.deepEqual(
    [
      compressed.headers.get('content-encoding'),
      compressed.headers.get('content-type'),
      compressed.headers.get('cache-control'),
    ],
    ['gzip', 'application/json; charset=utf-8', 'no-store'],
  );
  const length = Number(compressed.headers.get('content-length'));
  assert.ok(length < 40_000, `${length} bytes`);
  assert.deepEqual(await compressed.json(), list);
  const requests = [ask('/api/list', 'gzip;q=0'), ask('/api/list', 'gzip', 'HEAD'), ask('/api/short', 'gzip')];
  for (const plain of await Promise.all(requests)) assert.equal(plain.headers.get('content-encoding'), null);
  assert.deepEqual(await (await ask('/api/list', 'identity')).json(), list);
  // A client that disconnects during the compression does no harm.
  const disconnected = connect(port, '127.0.0.1', () =>
    disconnected.write('GET /api/list HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n', () =>
      disconnected.destroy(),
    ),
  );
  await once(disconnected, 'close');
  assert.equal((await ask('/api/short', 'gzip')).status, 200);
});

test('a HEAD endpoint takes precedence over GET', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'HEAD /api/uploads/:key': endpointForAnyone({}), 'PUT /api/uploads/:key': endpointForAnyone({}) },
    handlers: {
      'HEAD /api/uploads/:key': ({ params, exchange }) => {
        exchange.setStatus(200);
        exchange.setHeader('Upload-Offset', params.key);
      },
      'PUT /api/uploads/:key': () => {},
    },
  });
  const response = await fetch(`${url}/api/uploads/k-1`, { method: 'HEAD' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('upload-offset'), 'k-1');
});

test('a wrong path gets 404, a wrong method 405 with Allow, and OPTIONS 204 without CORS', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/things/:id': endpointForAnyone({}), 'DELETE /api/things/:id': endpointForAnyone({}) },
    handlers: { 'GET /api/things/:id': () => {}, 'DELETE /api/things/:id': () => {} },
  });
  const similarPaths = ['/api/things', '/api/things/1/', '/api/Things/1', '/api//things/1'];
  for (const path of ['/api', '/api/', '/api/nothing', '/media/x/y', ...similarPaths]) {
    const response = await fetch(url + path);
    assert.equal(response.status, 404, path);
    assert.deepEqual(await response.json(), { message: 'Não encontrado.', code: 'not_found' });
  }
  const wrongMethod = await fetch(`${url}/api/things/1`, { method: 'PUT' });
  assert.equal(wrongMethod.status, 405);
  assert.equal(wrongMethod.headers.get('allow'), 'GET, DELETE, HEAD, OPTIONS');
  const options = await fetch(`${url}/api/things/1`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.test', 'access-control-request-method': 'DELETE' },
  });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('access-control-allow-origin'), null);
});

test('errors become one response with a code; unknown ones are logged with the request id and reveal nothing', async (t) => {
  const failures: Record<string, unknown> = {
    app: new AppError('too_many_requests', 'Aguarde.', { retryAfterS: 2.1 }),
    unknown: new Error('password=secret'),
    zod: z.object({ a: z.string() }).safeParse({}).error,
    full: Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }),
    odd: Object.create(null),
    nothing: undefined,
  };
  const { url, logged } = await startTestHttp(t, {
    endpoints: { 'GET /api/fail/:name': endpointForAnyone({}) },
    handlers: {
      'GET /api/fail/:name': ({ params }) => {
        throw failures[params.name];
      },
    },
  });
  const limited = await fetch(`${url}/api/fail/app`);
  assert.equal(limited.status, 429);
  assert.equal(limited.headers.get('retry-after'), '3');
  assert.deepEqual(await limited.json(), { message: 'Aguarde.', code: 'too_many_requests' });
  const unknown = await fetch(`${url}/api/fail/unknown?token=abc`);
  assert.equal(unknown.status, 500);
  assert.deepEqual(await unknown.json(), { message: 'Erro interno do servidor', code: 'internal' });
  const line = logged.find(({ level }) => level === 'error');
  assert.equal(line?.requestId, unknown.headers.get('x-request-id'));
  assert.equal(JSON.stringify(logged).includes('token=abc'), false);
  assert.equal((await fetch(`${url}/api/fail/zod`)).status, 400);
  assert.equal((await fetch(`${url}/api/fail/full`)).status, 507);
  assert.equal((await fetch(`${url}/api/fail/odd`)).status, 500);
  assert.equal((await fetch(`${url}/api/fail/nothing`)).status, 500);
});

test('CR and LF in a header value cannot start another header', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/split': endpointForAnyone({}),
      'GET /api/bad-cookie': endpointForAnyone({}),
      'GET /api/bad-name': endpointForAnyone({}),
    },
    handlers: {
      'GET /api/split': ({ exchange }) => exchange.setHeader('x-name', 'a\r\nset-cookie: evil=1\r\n\r\nbody\u0000'),
      'GET /api/bad-cookie': ({ exchange }) => exchange.setCookie('a', 'b; Domain=x', { maxAgeS: 1 }),
      'GET /api/bad-name': ({ exchange }) => exchange.setHeader('x y', 'z'),
    },
  });
  const response = await fetch(`${url}/api/split`);
  assert.equal(response.headers.get('x-name'), 'aset-cookie: evil=1body');
  assert.equal(response.headers.get('set-cookie'), null);
  assert.equal((await fetch(`${url}/api/bad-cookie`)).status, 500);
  assert.equal((await fetch(`${url}/api/bad-name`)).status, 500);
});

test('html and text have their content types, and html has a content policy without inline or eval', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/docs': endpointForAnyone({ reply: 'html' }),
      'GET /api/text': endpointForAnyone({ reply: 'text' }),
    },
    handlers: { 'GET /api/docs': () => '<!doctype html><p>ção', 'GET /api/text': () => '' },
  });
  const html = await fetch(`${url}/api/docs`);
  assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
  const policy = html.headers.get('content-security-policy') ?? '';
  const sources = ["default-src 'self'", "object-src 'none'", "connect-src 'self' ws: wss:"];
  for (const part of [...sources, "base-uri 'none'", "frame-ancestors 'self'"]) assert.ok(policy.includes(part), part);
  assert.equal(/unsafe/.test(policy), false);
  assert.equal(html.headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.equal(await html.text(), '<!doctype html><p>ção');
  const text = await fetch(`${url}/api/text`);
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(await text.text(), '');
});

test('in tests a reply that breaks the contract or has surplus fields causes a 500 that names the field', async (t) => {
  const reply = z.array(z.object({ id: z.number() }));
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/wrong': endpointForAnyone({ reply }),
      'GET /api/more': endpointForAnyone({ reply }),
      'GET /api/right': endpointForAnyone({ reply }),
    },
    handlers: {
      'GET /api/wrong': () => [{ id: 'x' as never }],
      'GET /api/more': () => [{ id: 1, passwordHash: 'x' } as never],
      'GET /api/right': () => [{ id: 1 }],
    },
  });
  assert.match(((await (await fetch(`${url}/api/wrong`)).json()) as { message: string }).message, /0\.id/);
  const secondResponse = await fetch(`${url}/api/more`);
  assert.equal(secondResponse.status, 500);
  assert.match(((await secondResponse.json()) as { message: string }).message, /0\.passwordHash/);
  assert.equal((await fetch(`${url}/api/right`)).status, 200);
});

test('a prepared reply is serialized once', async (t) => {
  let serialized = 0;
  const preparedReply = prepareJson({
    toJSON() {
      serialized += 1;
      return { a: 1 };
    },
  });
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/ready': endpointForAnyone({ reply: z.any() }) },
    handlers: { 'GET /api/ready': () => preparedReply },
    options: { validateReplies: false },
  });
  for (let i = 0; i < 3; i += 1) assert.deepEqual(await (await fetch(`${url}/api/ready`)).json(), { a: 1 });
  assert.equal(serialized, 1);
});

test('a missing handler stops the start', async (t) => {
  const endpoints = { 'GET /api/a': endpointForAnyone({}) };
  await assert.rejects(startTestHttp(t, { endpoints, handlers: {} as never }), /No handler for GET \/api\/a/);
});

test('a port in use is reported in one sentence', async (t) => {
  const parts = { endpoints: {}, handlers: {} };
  const first = await startTestHttp(t, parts);
  const second = await startTestHttp(t, parts);
  await assert.rejects(
    second.http.listen('127.0.0.1', first.port),
    /^Error: cannot listen on 127\.0\.0\.1:\d+: the port is taken/,
  );
});

test('requests are counted by class; 4xx are logged at info, others at debug', async (t) => {
  const { url, http, logged } = await startTestHttp(t, {
    endpoints: { 'GET /api/a': endpointForAnyone({}) },
    handlers: { 'GET /api/a': () => {} },
  });
  await fetch(`${url}/api/a`);
  await fetch(`${url}/api/b?secret=1`);
  assert.deepEqual(http.metrics.responses, { '2xx': 1, '4xx': 1 });
  assert.equal(http.metrics.open, 0);
  assert.equal(
    http.metrics.latency.reduce((sum, count) => sum + count),
    2,
  );
  assert.deepEqual(
    logged.map(({ level, path, status }) => ({ level, path, status })),
    [{ level: 'info', path: '/api/...', status: 404 }],
  );
});

test('a machine for which uWebSockets.js has no build is reported in one line', () => {
  const script = `
    Object.defineProperty(process, 'arch', { value: 'pdp11' });
    const { createHttp, UnsupportedRuntimeError } = await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)});
    try { createHttp({ options: {} }); } catch (error) { console.log(error instanceof UnsupportedRuntimeError, error.message); }
  `;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.match(output, /^true This machine cannot run the web server: Node .* on linux pdp11\. Use Node 20 [^\n]*\n$/);
});
