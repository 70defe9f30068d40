import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import type { Endpoint, Exchange } from '../../../contract/endpoint.ts';
import { endpointForAnyone, openRaw, startTestHttp, testIdentify } from '../../../testing/http.ts';
import { loopTurns } from '../../../testing/until.ts';

const json = { 'content-type': 'application/json' };

test('parameters are typed: ids that are not positive safe integers return 404, and text is one decoded segment', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/things/:id/files/:file': endpointForAnyone({ reply: z.object({ id: z.number(), file: z.string() }) }),
    },
    handlers: { 'GET /api/things/:id/files/:file': ({ params }) => params },
  });
  assert.deepEqual(await (await fetch(`${url}/api/things/12/files/a%20b.mp4`)).json(), { id: 12, file: 'a b.mp4' });
  for (const id of ['0', '-1', '1.5', '01', 'abc', '9007199254740992', '1e3', '%31'])
    assert.equal((await fetch(`${url}/api/things/${id}/files/a`)).status, 404, id);
  for (const file of ['%', '%zz', '%ff', 'a%2fb', 'a%5Cb', 'a%00b', '%0d%0a'])
    assert.equal((await fetch(`${url}/api/things/1/files/${file}`)).status, 400, file);
});

test('invalid input returns 400 with a Portuguese sentence per field, by dotted path', async (t) => {
  const body = z.object({
    name: z.string().min(1),
    items: z.array(z.object({ count: z.number().int().max(3, 'No máximo 3.') })),
  });
  const { url } = await startTestHttp(t, {
    endpoints: {
      'POST /api/things': endpointForAnyone({ body, reply: z.object({}) }),
      'GET /api/find': endpointForAnyone({ query: z.object({ page: z.coerce.number().int() }), reply: z.number() }),
    },
    handlers: { 'POST /api/things': () => ({}), 'GET /api/find': ({ query }) => query.page },
  });
  const response = await fetch(`${url}/api/things`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ items: [{ count: 9 }, { count: 'x' }] }),
  });
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

test('an unknown name in the query is refused, except in calls that are open to screens or to anyone', async (t) => {
  const endpointFor = (access: Endpoint['access'], query?: z.ZodType) => ({
    summary: '',
    access,
    query,
    reply: z.unknown(),
  });
  const endpoints: Record<string, Endpoint> = {
    'GET /api/user': endpointFor('user', z.object({ page: z.string().optional() })),
    'GET /api/manager': endpointFor('manager'),
    'GET /api/player': endpointFor('player', z.object({})),
    'GET /api/viewer': endpointFor('viewer'),
    'GET /api/anyone': endpointFor('anyone'),
  };
  const { url } = await startTestHttp<Record<string, Endpoint>>(t, {
    endpoints,
    handlers: Object.fromEntries(Object.keys(endpoints).map((key) => [key, () => 1])) as never,
  });
  const call = async (path: string, headers = { cookie: 'antessala_session=admin' }) =>
    (await fetch(`${url}/api/${path}`, { headers })).text();
  assert.deepEqual(JSON.parse(await call('user?page=1&perid=day')), {
    message: 'O parâmetro “perid” não existe nesta chamada.',
    code: 'invalid_input',
    fields: { perid: 'O parâmetro “perid” não existe nesta chamada.' },
  });
  assert.match(await call('manager?toString=1'), /“toString” não existe/);
  for (const path of ['user?page=1', 'manager', 'manager?', 'viewer?x=1', 'anyone?x=1'])
    assert.equal(await call(path), '1', path);
  const response = await fetch(`${url}/api/player?x=1`, { headers: { authorization: 'Bearer tv-1' } });
  assert.equal(response.status, 200);
});

test('bodies must be JSON: 415 for another type, 400 for malformed JSON, 413 above the limit', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'POST /api/any': endpointForAnyone({ body: z.unknown(), reply: z.unknown() }) },
    handlers: { 'POST /api/any': ({ body }) => body },
  });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
    fetch(`${url}/api/any`, { method: 'POST', headers, body });
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
    assert.equal((await post('{"a":[1]}', { 'content-type': type })).status, 200, type);
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonp', ...forms])
    assert.equal((await post('{}', { 'content-type': type })).status, 415, type);
  const proto = ['{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}'];
  const deep = [`${'['.repeat(33)}${']'.repeat(33)}`, '['.repeat(10_000)];
  for (const body of ['{', '', ' ', 'undefined', '{"a":1}}', new Uint8Array([0x22, 0xff, 0x22]), ...proto, ...deep]) {
    // An absent body is not malformed, only empty.
    assert.equal((await post(body)).status, body === '' ? 200 : 400, String(body).slice(0, 40));
  }
  assert.equal((await post(`${'['.repeat(32)}${']'.repeat(32)}`)).status, 200);
  const ofSize = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
  const person = { ...json, cookie: 'antessala_session=user', 'sec-fetch-site': 'same-origin' };
  assert.equal((await post(ofSize(16 * 1024))).status, 200);
  assert.equal((await post(ofSize(16 * 1024 + 1))).status, 413, 'the limit for an unauthenticated client');
  assert.equal((await post(ofSize(256 * 1024), person)).status, 200);
  const large = await post(ofSize(256 * 1024 + 1), person);
  assert.equal(large.status, 413);
  assert.equal(((await large.json()) as { code: string }).code, 'payload_too_large');
  assert.equal(({} as { a?: number }).a, undefined);
});

test('an endpoint that takes no body ignores a small body of any type', async (t) => {
  const { url } = await startTestHttp(t, {
    endpoints: { 'POST /api/do': endpointForAnyone({}) },
    handlers: { 'POST /api/do': () => {} },
  });
  for (const body of ['', 'a=1', '{"broken"', 'x'.repeat(16_000)])
    assert.equal(
      (await fetch(`${url}/api/do`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).status,
      204,
    );
});

test('a call returns 401 without valid credentials and 403 to callers without access, before its parameters are checked', async (t) => {
  const access = ['anyone', 'user', 'manager', 'administrator', 'player', 'viewer'] as const;
  const described = { summary: '', reply: z.unknown() };
  const endpoints: Record<string, Endpoint> = Object.fromEntries([
    ...access.map((kind): [string, Endpoint] => [`GET /api/${kind}/:id`, { ...described, access: kind }]),
    ['GET /api/radio/:id', { ...described, access: 'user', feature: 'radio' }],
  ]);
  type HandlerCall = { user?: { userId: number }; player?: { playerId: number }; viewer?: { kind: string } };
  const handler = (call: HandlerCall): unknown =>
    call.user?.userId ?? call.player?.playerId ?? call.viewer?.kind ?? null;
  const { url } = await startTestHttp<Record<string, Endpoint>>(t, {
    endpoints,
    handlers: Object.fromEntries(Object.keys(endpoints).map((key) => [key, handler])) as never,
  });
  const call = async (path: string, credentials: { session?: string; token?: string } = {}) => {
    const response = await fetch(url + path, {
      headers: {
        ...(credentials.session ? { cookie: `antessala_session=${credentials.session}` } : {}),
        ...(credentials.token ? { authorization: `Bearer ${credentials.token}` } : {}),
      },
    });
    const body = (await response.json()) as unknown;
    return response.status === 200 ? body : `${response.status} ${(body as { code: string }).code}`;
  };
  assert.equal(await call('/api/anyone/1'), null);
  assert.equal(await call('/api/anyone/1', { session: 'user' }), 7);
  assert.equal(await call('/api/anyone/1', { session: 'blocked' }), null);
  for (const kind of ['user', 'manager', 'administrator', 'player', 'viewer'])
    assert.equal(await call(`/api/${kind}/x`), '401 unauthenticated', kind);
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

test('a user blocked while the body arrives is refused when the body is complete', async (t) => {
  let isBlocked = false;
  const effects: string[] = [];
  const { port } = await startTestHttp(t, {
    identify: { ...testIdentify, user: (token) => testIdentify.user(isBlocked ? 'blocked' : token) },
    endpoints: {
      'POST /api/things': { summary: '', access: 'user', body: z.object({ name: z.string() }), reply: z.object({}) },
      'PUT /api/file': { summary: '', access: 'user', body: 'binary' },
    },
    handlers: {
      'POST /api/things': () => {
        effects.push('thing');
        return {};
      },
      'PUT /api/file': async ({ body }) => {
        for await (const _ of body);
        effects.push('file');
      },
    },
  });
  for (const [line, type, body] of [
    ['POST /api/things', 'application/json', '{"name":"x"}'],
    ['PUT /api/file', 'video/mp4', 'bytes'],
  ] as const) {
    for (isBlocked of [false, true]) {
      const connection = await openRaw(port);
      const head = `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: antessala_session=user\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
      const isBlockedNow = isBlocked;
      isBlocked = false;
      connection.send(head + body.slice(0, -1));
      await loopTurns(30);
      isBlocked = isBlockedNow;
      connection.send(body.slice(-1));
      assert.match(await connection.until(/\r\n\r\n/), isBlockedNow ? /^HTTP\/1.1 403 / : /^HTTP\/1.1 20[04] /, line);
      connection.socket.destroy();
    }
  }
  assert.deepEqual(effects, ['thing', 'file']);
});

test('cookie values are read completely; cookies are set with HttpOnly and SameSite=Lax, and on https with Secure', async (t) => {
  const endpoints = { 'POST /api/in': endpointForAnyone({ reply: z.record(z.string(), z.string()) }) };
  const handlers = {
    'POST /api/in': ({ exchange }: { exchange: Exchange }) => {
      exchange.setCookie('antessala_session', 'abc', { maxAgeS: 60 });
      exchange.setCookie('antessala_ticket', '', { maxAgeS: 0 });
      return { ...exchange.cookies };
    },
  };
  const plain = await startTestHttp(t, { endpoints, handlers });
  const response = await fetch(`${plain.url}/api/in`, {
    method: 'POST',
    headers: { cookie: 'a=1; b="two"; a=3; bad; =x; c=d=e' },
  });
  assert.deepEqual(await response.json(), { a: '1', b: 'two', c: 'd=e' });
  assert.deepEqual(response.headers.getSetCookie(), [
    'antessala_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
    'antessala_ticket=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
  const behindProxy = await startTestHttp(t, { endpoints, handlers, options: { trustProxy: ['127.0.0.1'] } });
  const secure = await fetch(`${behindProxy.url}/api/in`, {
    method: 'POST',
    headers: { 'x-forwarded-proto': 'https' },
  });
  assert.match(secure.headers.getSetCookie()[0] ?? '', /; Secure$/);
});

test("the client's address is the peer's, or the last valid one in X-Forwarded-For if the peer is a trusted proxy", async (t) => {
  const endpoints = { 'GET /api/address': endpointForAnyone({ reply: 'text' }) };
  const handlers = { 'GET /api/address': ({ exchange }: { exchange: { address: string } }) => exchange.address };
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  const direct = await startTestHttp(t, { endpoints, handlers });
  assert.equal(await (await fetch(`${direct.url}/api/address`, { headers })).text(), '127.0.0.1');
  const behindProxy = await startTestHttp(t, { endpoints, handlers, options: { trustProxy: ['127.0.0.1'] } });
  assert.equal(await (await fetch(`${behindProxy.url}/api/address`, { headers })).text(), '203.0.113.9');
  assert.equal(
    await (await fetch(`${behindProxy.url}/api/address`, { headers: { 'x-forwarded-for': 'nonsense' } })).text(),
    '127.0.0.1',
  );
});
