import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../../src/testing/app.ts';
import { browseAs } from '../testing/browser-globals.ts';
import { CallError, call, forgetRequests, messageOf, onSessionLost, urlOf } from './client.ts';

async function errorOf(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => assert.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof CallError);
  return error;
}

test('urlOf encodes parameters and query', () => {
  assert.equal(urlOf('GET /api/playlists/:id', { params: { id: 3 } }), '/api/playlists/3');
  assert.equal(
    urlOf('DELETE /api/videos/:videoId/assignments/:playlistId', { params: { videoId: 1, playlistId: 2 } }),
    '/api/videos/1/assignments/2',
  );
  assert.equal(urlOf('DELETE /api/uploads/:key', { params: { key: 'a/b c' } }), '/api/uploads/a%2Fb%20c');
  assert.equal(urlOf('GET /api/player/info', { query: { playerId: 7 } }), '/api/player/info?playerId=7');
  assert.equal(urlOf('GET /api/player/info', { query: { playerId: undefined } }), '/api/player/info');
});

test('a call returns the parsed body, or undefined without content', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  browseAs(customer);
  assert.equal((await call('GET /api/user')).email, customer.user.email);
  const created = await call('POST /api/playlists', { body: { name: 'Recepção' } });
  assert.equal(created.name, 'Recepção');
  assert.equal(await call('DELETE /api/playlists/:id', { params: { id: created.id } }), undefined);
});

test('a refused call throws an error with status, message, text "<status>: <body>" and invalid fields', async (t) => {
  const app = await startTestApp(t);
  browseAs(app.guest());
  const error = await errorOf(call('POST /api/login', { body: { email: 'ninguem@clinica.test', password: 'errada' } }));
  assert.equal(error.status, 401);
  assert.equal(error.message, 'Email ou senha incorretos');
  assert.match(error.text, /^401: \{.*"message":"Email ou senha incorretos"/);
  assert.equal(String(error), error.text);

  const invalid = await errorOf(call('POST /api/login', { body: { email: 'sem arroba', password: 'x' } }));
  assert.equal(invalid.status, 400);
  assert.equal(invalid.fields.email, 'Email inválido');
});

test('an error response without JSON has the message Erro desconhecido, and the text of a response without a body contains the status text', async (t) => {
  const { fetch } = globalThis;
  t.after(() => (globalThis.fetch = fetch));
  globalThis.fetch = async () => new Response('<html>Bad Gateway</html>', { status: 502 });
  const proxy = await errorOf(call('GET /api/videos'));
  assert.equal(proxy.text, '502: <html>Bad Gateway</html>');
  assert.equal(messageOf(proxy), 'Erro desconhecido');

  globalThis.fetch = async () => new Response('', { status: 503, statusText: 'Service Unavailable' });
  assert.equal((await errorOf(call('GET /api/videos'))).text, '503: Service Unavailable');
  assert.equal(messageOf(new Error('internal detail')), 'Erro desconhecido');
});

test('an unreachable server gives status 0 and a message', async (t) => {
  const app = await startTestApp(t);
  browseAs(app.guest()).isDown = true;
  const error = await errorOf(call('GET /api/videos'));
  assert.equal(error.status, 0);
  assert.match(error.message, /Não foi possível falar com o servidor/);
});

test('a call with status 401 reports the end of the session, except a sign-in and GET /api/user', async (t) => {
  const app = await startTestApp(t);
  browseAs(app.guest());
  let losses = 0;
  onSessionLost(() => {
    losses += 1;
  });
  await errorOf(call('POST /api/login', { body: { email: 'a@clinica.test', password: 'errada' } }));
  await errorOf(call('GET /api/user'));
  assert.equal(losses, 0);
  await errorOf(call('GET /api/playlists'));
  assert.equal(losses, 1);
});

/**
 * Starts a server and a client. The server handles each request to create a playlist; the client then receives the next status
 * of `replacements`, if there is one, in place of the response.
 */
async function startWithReplacedResponses(t: TestContext) {
  const app = await startTestApp(t);
  const customer = await app.customer({ quotas: { maxPlaylists: 9 } });
  browseAs(customer);
  forgetRequests();
  const { fetch } = globalThis;
  t.after(() => (globalThis.fetch = fetch));
  /** Statuses in place of the next responses. 0: the response is lost. 'unsent': the request does not reach the server. */
  const replacements: (number | 'unsent')[] = [];
  const keys: string[] = [];
  globalThis.fetch = async (input, init = {}) => {
    if (input !== '/api/playlists' || init.method !== 'POST') return fetch(input, init);
    const status = replacements.shift();
    keys.push((init.headers as Record<string, string>)['Idempotency-Key'] ?? '');
    const response = status === 'unsent' ? undefined : await fetch(input, init);
    if (status === 'unsent' || status === 0) throw new TypeError('Failed to fetch');
    return status === undefined ? (response as Response) : new Response('{}', { status });
  };
  return {
    replacements,
    /** Creates a playlist. Returns the key of the last request. */
    async create(...statuses: (number | 'unsent')[]) {
      replacements.push(...statuses);
      await call('POST /api/playlists', { body: { name: 'Manhã' } }).catch(() => {});
      return keys.at(-1);
    },
    keys,
    count: async () => (await customer.call('GET /api/playlists')).length,
  };
}

test('a request whose response is lost is repeated with its key, and creates one item', async (t) => {
  const { create, keys, count } = await startWithReplacedResponses(t);
  await create('unsent', 0);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
  assert.equal(await count(), 1);
  await create();
  assert.equal(await count(), 2, 'after a success, the same request is a new one');
});

test('a request that a person repeats keeps its key until two minutes after the last lost response, or until the studio has read data that show the result', async (t) => {
  const { create, count } = await startWithReplacedResponses(t);
  let aheadMs = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + aheadMs);
  const firstKey = await create(500);
  aheadMs = 119_000;
  assert.equal(await create(500), firstKey);
  aheadMs += 119_000;
  assert.equal(await create(500), firstKey);
  await call('GET /api/radio-settings');
  assert.equal(await create(500), firstKey, 'the settings of the radio do not show whether the playlist was created');
  assert.equal(await count(), 1);
  aheadMs += 120_000;
  const secondKey = await create(500);
  assert.notEqual(secondKey, firstKey);
  await call('GET /api/playlists');
  assert.notEqual(await create(), secondKey, 'the list of playlists showed the result, so the key is not used again');
  assert.equal(await count(), 3);
});

test('after a lost response, a refusal of the repeated request keeps the key, except a conflict; without a lost response no refusal keeps it', async (t) => {
  const { create } = await startWithReplacedResponses(t);
  const firstKey = await create(500);
  assert.equal(await create(429), firstKey);
  assert.equal(await create(409), firstKey);
  const secondKey = await create(400);
  assert.notEqual(secondKey, firstKey);
  assert.notEqual(await create(429), secondKey, 'the response to the second request was never lost');
});

test('after a sign-out nothing is repeated, and no key is used again', async (t) => {
  const { create, keys } = await startWithReplacedResponses(t);
  const lost = create(0);
  while (keys.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  forgetRequests();
  const firstKey = await lost;
  assert.equal(keys.length, 1);
  const secondKey = await create(500);
  assert.notEqual(secondKey, firstKey);
  forgetRequests();
  assert.notEqual(await create(), secondKey);
});
