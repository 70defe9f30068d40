import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../contract/endpoint.ts';
import { AppError } from '../contract/errors.ts';
import { startTestHttp } from '../testing/http.ts';
import { prepareJson } from './json.ts';

const anyone = { summary: '', access: 'anyone' } as const;
const json = { 'content-type': 'application/json' };

test('a JSON answer carries its type, the security headers and a request id, and is not cached', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/hello': endpoint({ ...anyone, reply: z.object({ name: z.string() }) }) },
    handlers: { 'GET /api/hello': () => ({ name: 'Sala de espera, ção' }) },
  });
  const response = await fetch(`${url}/api/hello`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { name: 'Sala de espera, ção' });
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('referrer-policy'), 'same-origin');
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(response.headers.get('x-request-id') ?? '', /^[A-Z0-9]{6}-[0-9a-z]+$/);
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  assert.equal(response.headers.get('uwebsockets'), null);
});

test('the status is the contract\'s, 204 without a reply, or what the handler set', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'POST /api/made': endpoint({ ...anyone, reply: z.object({}), status: 201 }),
      'DELETE /api/gone': endpoint({ ...anyone }),
      'POST /api/other': endpoint({ ...anyone, reply: z.object({}) }),
    },
    handlers: { 'POST /api/made': () => ({}), 'DELETE /api/gone': () => {}, 'POST /api/other': ({ exchange }) => (exchange.setStatus(202), {}) },
  });
  assert.equal((await fetch(`${url}/api/made`, { method: 'POST' })).status, 201);
  const gone = await fetch(`${url}/api/gone`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.equal(gone.headers.get('content-length'), null);
  assert.equal((await fetch(`${url}/api/other`, { method: 'POST' })).status, 202);
});

test('HEAD answers what GET would, without the body', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/hello': endpoint({ ...anyone, reply: z.string() }), 'GET /api/docs': endpoint({ ...anyone, reply: 'html' }), 'GET /api/stream': endpoint({ ...anyone, reply: 'stream' }) },
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
  assert.equal((await fetch(`${url}/api/docs`, { method: 'HEAD' })).headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal((await fetch(`${url}/api/stream`, { method: 'HEAD' })).headers.get('content-type'), 'audio/mpeg');
});

test('a HEAD endpoint of its own goes before GET', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'HEAD /api/uploads/:key': endpoint(anyone), 'PUT /api/uploads/:key': endpoint(anyone) },
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

test('wrong addresses, methods and OPTIONS get 404, 405 with Allow, and 204 without CORS', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/things/:id': endpoint(anyone), 'DELETE /api/things/:id': endpoint(anyone) },
    handlers: { 'GET /api/things/:id': () => {}, 'DELETE /api/things/:id': () => {} },
  });
  for (const path of ['/api', '/api/', '/api/nothing', '/media/x/y', '/api/things/1/', '/api/Things/1', '/api//things/1', '/api/things']) {
    const response = await fetch(url + path);
    assert.equal(response.status, 404, path);
    assert.deepEqual(await response.json(), { message: 'Não encontrado.', code: 'not_found' });
  }
  const wrong = await fetch(`${url}/api/things/1`, { method: 'PUT' });
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'GET, DELETE, HEAD, OPTIONS');
  const options = await fetch(`${url}/api/things/1`, { method: 'OPTIONS', headers: { origin: 'http://evil.test', 'access-control-request-method': 'DELETE' } });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('access-control-allow-origin'), null);
});

test('parameters are typed: ids are positive safe integers or 404, text is decoded and kept to one segment', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/things/:id/files/:file': endpoint({ ...anyone, reply: z.object({ id: z.number(), file: z.string() }) }) },
    handlers: { 'GET /api/things/:id/files/:file': ({ params }) => params },
  });
  assert.deepEqual(await (await fetch(`${url}/api/things/12/files/a%20b.mp4`)).json(), { id: 12, file: 'a b.mp4' });
  for (const id of ['0', '-1', '1.5', '01', 'abc', '9007199254740992', '1e3', '%31']) assert.equal((await fetch(`${url}/api/things/${id}/files/a`)).status, 404, id);
  for (const file of ['%', '%zz', '%ff', 'a%2fb', 'a%5Cb', 'a%00b', '%0d%0a']) assert.equal((await fetch(`${url}/api/things/1/files/${file}`)).status, 400, file);
});

test('invalid input answers 400 with a Portuguese sentence a field, by dotted path', async (t) => {
  const body = z.object({ name: z.string().min(1), items: z.array(z.object({ count: z.number().int().max(3, 'No máximo 3.') })) });
  const { url } = await startTestHttp(t, {
    endpoints: { 'POST /api/things': endpoint({ ...anyone, body, reply: z.object({}) }), 'GET /api/find': endpoint({ ...anyone, query: z.object({ page: z.coerce.number().int() }), reply: z.number() }) },
    handlers: { 'POST /api/things': () => ({}), 'GET /api/find': ({ query }) => query.page },
  });
  const response = await fetch(`${url}/api/things`, { method: 'POST', headers: json, body: JSON.stringify({ items: [{ count: 9 }, { count: 'x' }] }) });
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), {
    message: 'Preencha este campo.',
    code: 'invalid_input',
    fields: { name: 'Preencha este campo.', 'items.0.count': 'No máximo 3.', 'items.1.count': 'Informe um número.' },
  });
  const empty = await fetch(`${url}/api/things`, { method: 'POST' });
  assert.equal(empty.status, 400);
  assert.equal(((await empty.json()) as { code: string }).code, 'invalid_input');
  assert.equal(await (await fetch(`${url}/api/find?page=3&page=4&__proto__=1`)).json(), 3);
  assert.equal((await fetch(`${url}/api/find?page=abc`)).status, 400);
});

test('bodies must be JSON: 415 for another type, 400 for what is no JSON, 413 above the limit', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'POST /api/any': endpoint({ ...anyone, body: z.unknown(), reply: z.unknown() }) },
    handlers: { 'POST /api/any': ({ body }) => body },
  });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => fetch(`${url}/api/any`, { method: 'POST', headers, body });
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) assert.equal((await post('{"a":[1]}', { 'content-type': type })).status, 200, type);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'application/jsonp', 'multipart/form-data; boundary=x']) {
    assert.equal((await post('{}', { 'content-type': type })).status, 415, type);
  }
  for (const body of ['{', '', ' ', 'undefined', '{"a":1}}', new Uint8Array([0x22, 0xff, 0x22]), '{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}', `${'['.repeat(33)}${']'.repeat(33)}`, '['.repeat(100_000)]) {
    // An absent body is not malformed, only empty.
    assert.equal((await post(body)).status, body === '' ? 200 : 400, String(body).slice(0, 40));
  }
  assert.equal((await post(`${'['.repeat(32)}${']'.repeat(32)}`)).status, 200);
  const atLimit = JSON.stringify('x'.repeat(256 * 1024 - 2));
  assert.equal((await post(atLimit)).status, 200);
  const large = await post(`${atLimit} `);
  assert.equal(large.status, 413);
  assert.equal(((await large.json()) as { code: string }).code, 'payload_too_large');
  assert.equal(({} as { a?: number }).a, undefined);
});

test('an endpoint without a body ignores a small one of any type', async (t) => {
  const { url } = await startTestHttp(t, { endpoints: { 'POST /api/do': endpoint(anyone) }, handlers: { 'POST /api/do': () => {} } });
  for (const body of ['', 'a=1', '{"broken"', 'x'.repeat(200_000)]) assert.equal((await fetch(`${url}/api/do`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).status, 204);
});

test('errors become one coded answer; unknown ones are logged with the request id and tell nothing', async (t) => {
  const failures: Record<string, unknown> = {
    app: new AppError('too_many_requests', 'Aguarde.', { retryAfterS: 2.1 }),
    unknown: new Error('password=secret'),
    zod: z.object({ a: z.string() }).safeParse({}).error,
    full: Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }),
    odd: Object.create(null),
    nothing: undefined,
  };
  const { url, logged } = await startTestHttp(t, {
    endpoints: { 'GET /api/fail/:name': endpoint(anyone) },
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

test('access: 401 without, 403 with too little, before the parameters are looked at', async (t) => {
  const access = ['anyone', 'user', 'manager', 'administrator', 'player', 'viewer'] as const;
  const endpoints = Object.fromEntries([
    ...access.map((kind) => [`GET /api/${kind}/:id`, endpoint({ summary: '', access: kind, reply: z.unknown() })] as const),
    ['GET /api/radio/:id', endpoint({ summary: '', access: 'user', feature: 'radio', reply: z.unknown() })] as const,
  ]);
  type Seen = { user?: { userId: number }; player?: { playerId: number }; viewer?: { kind: string } };
  const handler = (call: Seen): unknown => call.user?.userId ?? call.player?.playerId ?? call.viewer?.kind ?? null;
  const { url } = await startTestHttp<Record<string, Endpoint>>(t, { endpoints, handlers: Object.fromEntries(Object.keys(endpoints).map((key) => [key, handler])) as never });
  const call = async (path: string, credentials: { session?: string; token?: string } = {}) => {
    const response = await fetch(url + path, {
      headers: { ...(credentials.session ? { cookie: `antessala_session=${credentials.session}` } : {}), ...(credentials.token ? { authorization: `Bearer ${credentials.token}` } : {}) },
    });
    const body = (await response.json()) as unknown;
    return response.status === 200 ? body : `${response.status} ${(body as { code: string }).code}`;
  };
  assert.equal(await call('/api/anyone/1'), null);
  assert.equal(await call('/api/anyone/1', { session: 'user' }), 7);
  assert.equal(await call('/api/anyone/1', { session: 'blocked' }), null);
  for (const kind of ['user', 'manager', 'administrator', 'player', 'viewer']) assert.equal(await call(`/api/${kind}/x`), '401 unauthenticated', kind);
  assert.equal(await call('/api/user/1', { session: 'user' }), 7);
  assert.equal(await call('/api/user/x', { session: 'user' }), '404 not_found');
  assert.equal(await call('/api/user/1', { session: 'gone' }), '401 unauthenticated');
  assert.equal(await call('/api/user/1', { session: 'pending' }), '403 account_pending');
  assert.equal(await call('/api/user/1', { session: 'blocked' }), '403 account_blocked');
  assert.equal(await call('/api/user/1', { token: 'tv-1' }), '401 unauthenticated');
  assert.equal(await call('/api/manager/1', { session: 'user' }), '403 forbidden');
  assert.equal(await call('/api/manager/1', { session: 'gestor' }), 2);
  assert.equal(await call('/api/administrator/1', { session: 'gestor' }), '403 forbidden');
  assert.equal(await call('/api/administrator/1', { session: 'admin' }), 1);
  assert.equal(await call('/api/player/1', { session: 'user' }), '401 unauthenticated');
  assert.equal(await call('/api/player/1', { token: 'tv-1' }), 1);
  assert.equal(await call('/api/player/1', { token: 'tv-old' }), '401 token_expired');
  assert.equal(await call('/api/player/1', { token: 'tv-blocked' }), '403 account_blocked');
  assert.equal(await call('/api/player/1', { token: 'wrong' }), '401 unauthenticated');
  assert.equal(await call('/api/viewer/1', { session: 'user' }), 'user');
  assert.equal(await call('/api/viewer/1', { session: 'user', token: 'tv-1' }), 'player');
  assert.equal(await call('/api/viewer/1', { session: 'user', token: 'tv-old' }), '401 token_expired');
  assert.equal(await call('/api/radio/1', { session: 'plain' }), '403 feature_disabled');
  assert.equal(await call('/api/radio/1', { session: 'gestor' }), 2);
});

test('cookies: read whole, set HttpOnly and SameSite=Lax, Secure only on https', async (t) => {
  const endpoints = { 'POST /api/in': endpoint({ ...anyone, reply: z.record(z.string(), z.string()) }) };
  const handlers = {
    'POST /api/in': ({ exchange }: { exchange: { cookies: Readonly<Record<string, string>>; setCookie(name: string, value: string, options: { maxAgeS: number }): void } }) => {
      exchange.setCookie('antessala_session', 'abc', { maxAgeS: 60 });
      exchange.setCookie('antessala_ticket', '', { maxAgeS: 0 });
      return { ...exchange.cookies };
    },
  };
  const plain = await startTestHttp(t, { endpoints, handlers });
  const response = await fetch(`${plain.url}/api/in`, { method: 'POST', headers: { cookie: 'a=1; b="two"; a=3; bad; =x; c=d=e' } });
  assert.deepEqual(await response.json(), { a: '1', b: 'two', c: 'd=e' });
  assert.deepEqual(response.headers.getSetCookie(), [
    'antessala_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
    'antessala_ticket=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
  const behindProxy = await startTestHttp(t, { endpoints, handlers, options: { trustProxy: true } });
  const secure = await fetch(`${behindProxy.url}/api/in`, { method: 'POST', headers: { 'x-forwarded-proto': 'https' } });
  assert.match(secure.headers.getSetCookie()[0] ?? '', /; Secure$/);
});

test('the address is the peer\'s, and the last of X-Forwarded-For only behind a trusted proxy', async (t) => {
  const endpoints = { 'GET /api/address': endpoint({ ...anyone, reply: 'text' }) };
  const handlers = { 'GET /api/address': ({ exchange }: { exchange: { address: string } }) => exchange.address };
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  const direct = await startTestHttp(t, { endpoints, handlers });
  assert.equal(await (await fetch(`${direct.url}/api/address`, { headers })).text(), '127.0.0.1');
  const behindProxy = await startTestHttp(t, { endpoints, handlers, options: { trustProxy: true } });
  assert.equal(await (await fetch(`${behindProxy.url}/api/address`, { headers })).text(), '203.0.113.9');
  assert.equal(await (await fetch(`${behindProxy.url}/api/address`, { headers: { 'x-forwarded-for': 'nonsense' } })).text(), '127.0.0.1');
});

test('CR and LF in a header value cannot start another header', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/split': endpoint(anyone), 'GET /api/bad-cookie': endpoint(anyone), 'GET /api/bad-name': endpoint(anyone) },
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

test('html and text have their types, and html a policy without inline or eval', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/docs': endpoint({ ...anyone, reply: 'html' }), 'GET /api/text': endpoint({ ...anyone, reply: 'text' }) },
    handlers: { 'GET /api/docs': () => '<!doctype html><p>ção', 'GET /api/text': () => '' },
  });
  const html = await fetch(`${url}/api/docs`);
  assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
  const policy = html.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'", "connect-src 'self' ws: wss:"]) assert.ok(policy.includes(part), part);
  assert.equal(/unsafe/.test(policy), false);
  assert.equal(await html.text(), '<!doctype html><p>ção');
  const text = await fetch(`${url}/api/text`);
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(await text.text(), '');
});

test('in tests a reply that breaks the contract, or says more than it, is a 500 that names the field', async (t) => {
  const reply = z.array(z.object({ id: z.number() }));
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/wrong': endpoint({ ...anyone, reply }), 'GET /api/more': endpoint({ ...anyone, reply }), 'GET /api/right': endpoint({ ...anyone, reply }) },
    handlers: { 'GET /api/wrong': () => [{ id: 'x' as never }], 'GET /api/more': () => [{ id: 1, passwordHash: 'x' } as never], 'GET /api/right': () => [{ id: 1 }] },
  });
  assert.match(((await (await fetch(`${url}/api/wrong`)).json()) as { message: string }).message, /0\.id/);
  const more = await fetch(`${url}/api/more`);
  assert.equal(more.status, 500);
  assert.match(((await more.json()) as { message: string }).message, /0\.passwordHash/);
  assert.equal((await fetch(`${url}/api/right`)).status, 200);
});

test('a prepared reply is serialized once', async (t) => {
  let serialized = 0;
  const ready = prepareJson({
    toJSON() {
      serialized += 1;
      return { a: 1 };
    },
  });
  const { url } = await startTestHttp(t, {
    endpoints: { 'GET /api/ready': endpoint({ ...anyone, reply: z.any() }) },
    handlers: { 'GET /api/ready': () => ready },
    options: { validateReplies: false },
  });
  for (let i = 0; i < 3; i += 1) assert.deepEqual(await (await fetch(`${url}/api/ready`)).json(), { a: 1 });
  assert.equal(serialized, 1);
});

test('a missing handler stops the start', async (t) => {
  const endpoints = { 'GET /api/a': endpoint(anyone) };
  await assert.rejects(startTestHttp(t, { endpoints, handlers: {} as never }), /No handler for GET \/api\/a/);
});

test('a port that is taken is refused in one sentence', async (t) => {
  const parts = { endpoints: {}, handlers: {} };
  const first = await startTestHttp(t, parts);
  const second = await startTestHttp(t, parts);
  await assert.rejects(second.http.listen('127.0.0.1', first.port), /^Error: Cannot listen on 127\.0\.0\.1:\d+: the port is taken/);
});

test('requests are counted by class, and 4xx stand in the log at info, the others at debug', async (t) => {
  const { url, http, logged } = await startTestHttp(t, { endpoints: { 'GET /api/a': endpoint(anyone) }, handlers: { 'GET /api/a': () => {} } });
  await fetch(`${url}/api/a`);
  await fetch(`${url}/api/b?secret=1`);
  assert.deepEqual(http.metrics.answers, { '2xx': 1, '4xx': 1 });
  assert.equal(http.metrics.open, 0);
  assert.equal(http.metrics.latency.reduce((sum, count) => sum + count), 2);
  assert.deepEqual(logged.map(({ level, path, status }) => ({ level, path, status })), [{ level: 'info', path: '/api/b', status: 404 }]);
});

test('on a machine without a build of the library the start says so in one line', () => {
  const script = `
    Object.defineProperty(process, 'arch', { value: 'pdp11' });
    const { createHttp, UnsupportedRuntimeError } = await import(${JSON.stringify(new URL('./http.ts', import.meta.url).href)});
    try { createHttp({ options: {} }); } catch (error) { console.log(error instanceof UnsupportedRuntimeError, error.message); }
  `;
  const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.match(said, /^true This machine cannot run the web server: Node .* on linux pdp11\. Use Node 20 [^\n]*\n$/);
});
