import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../src/testing/app.ts';
import { browseAs } from '../testing/browser-globals.ts';
import { CallError, call, messageOf, onSessionLost, urlOf } from './client.ts';

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

test('an error response without JSON gives the toast Erro desconhecido, and without body its status text', async (t) => {
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

test('an ended session is reported once per call, but not for a wrong password or GET /api/user', async (t) => {
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
