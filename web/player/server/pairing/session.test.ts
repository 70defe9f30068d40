import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../../../src/contract/errors.ts';
import type { Credentials } from './pairing.ts';
import { createConnections } from '../requests/connections.ts';
import { CallError, type CallKey, createNetwork, type Network, type Request } from '../requests/network.ts';
import { createSession, type CredentialStorage } from './session.ts';

const old: Credentials = { playerId: 7, userId: 3, token: 'old' };
const renewed: Credentials = { ...old, token: 'new' };
const refusal = (code: ErrorCode = 'token_expired') => new CallError(401, code, 'A conexão desta tela expirou.');

/** Simulates a device whose server responds with `response(key, token)`. `lostCount`: number of calls of `onLost`. */
function device(response: (key: CallKey, token: string | undefined) => unknown) {
  let stored: Credentials | undefined = old;
  let lostCount = 0;
  const calls: string[] = [];
  const network = {
    async call(key: CallKey, input?: { token?: string; body?: { token?: string } }) {
      const token = input?.token ?? input?.body?.token;
      calls.push(`${key} ${token}`);
      const result = response(key, token);
      if (result instanceof Error) throw result;
      return result;
    },
  } as Network;
  const memory: CredentialStorage = {
    find: () => stored,
    save(credentials) {
      stored = credentials;
    },
    clear() {
      stored = undefined;
    },
    describe: () => ({ userAgent: 'test', timestamp: '2026-03-02T12:00:00.000Z' }),
  };
  const session = createSession(network, old, () => (lostCount += 1), memory);
  return {
    session,
    calls,
    memory,
    stored: () => stored,
    store: (credentials: Credentials | undefined) => (stored = credentials),
    lostCount: () => lostCount,
  };
}

const request = (session: ReturnType<typeof device>['session']) => session.call('GET /api/player/assigned-playlist');
const isRenewal = (key: CallKey) => key === 'POST /api/player/renew-token';

test('an expired token is renewed with itself as proof, and the call is repeated', async () => {
  const tv = device((key, token) => (isRenewal(key) ? renewed : token === 'new' ? 'good' : refusal()));
  assert.equal(await request(tv.session), 'good');
  assert.deepEqual(tv.calls, [
    'GET /api/player/assigned-playlist old',
    'POST /api/player/renew-token old',
    'GET /api/player/assigned-playlist new',
  ]);
  assert.deepEqual(tv.stored(), renewed);
  assert.equal(tv.lostCount(), 0);
});

test('calls that are refused at the same time renew the token once', async () => {
  const tv = device((key, token) => (isRenewal(key) ? renewed : token === 'new' ? 'good' : refusal()));
  await Promise.all([request(tv.session), request(tv.session), tv.session.heartbeat({}), tv.session.validate()]);
  assert.equal(tv.calls.filter((call) => call.includes('renew')).length, 1);
});

test('only a refused renewal clears the credentials, and `onLost` is called once', async () => {
  const tv = device(() => refusal('unauthenticated'));
  await assert.rejects(request(tv.session));
  await assert.rejects(request(tv.session));
  assert.equal(tv.stored(), undefined);
  assert.equal(tv.lostCount(), 1);
});

const harmlessErrors: [string, CallError][] = [
  ['no response', new CallError(0, null, 'Erro de conexão')],
  ['a 500', new CallError(500, 'internal', 'Erro interno do servidor')],
  ['a proxy’s 502', new CallError(502, null, 'Erro 502')],
  ['a portal’s 401 page', new CallError(401, null, 'Erro 401')],
  ['a 403 for a blocked screen', new CallError(403, 'forbidden', 'Bloqueada')],
  ['a 429', new CallError(429, 'too_many_requests', 'Aguarde')],
];
for (const [name, error] of harmlessErrors) {
  test(`${name} in response to a call or a renewal leaves the credentials stored`, async () => {
    const calling = device(() => error);
    await assert.rejects(request(calling.session), error);
    assert.deepEqual(calling.calls.length, 1);
    assert.deepEqual(calling.stored(), old);

    const renewing = device((key) => (isRenewal(key) ? error : refusal()));
    await assert.rejects(request(renewing.session), error);
    assert.deepEqual(renewing.stored(), old);
    assert.equal(renewing.lostCount() + calling.lostCount(), 0);
  });
}

test('a pairing made meanwhile in another window is used, not cleared', async () => {
  const tv = device((_, token) => (token === 'other' ? 'good' : refusal('unauthenticated')));
  tv.store({ playerId: 9, userId: 3, token: 'other' });
  assert.equal(await request(tv.session), 'good');
  assert.equal(tv.session.credentials().playerId, 9);
});

/** Creates a session behind a program that responds to every request with JSON of its own. */
function behindPortal(respond: (path: string) => { status: number; text: string }) {
  const { memory, stored } = device(() => undefined);
  let lostCount = 0;
  const send = async ({ path }: Request) => ({ ...respond(path), contentType: 'application/json', retryAfter: '' });
  const session = createSession(createNetwork(createConnections(5), send), old, () => (lostCount += 1), memory);
  return { session, stored, lostCount: () => lostCount };
}

test('another program’s JSON 401 keeps the pairing', async () => {
  for (const text of [
    '{"code":401,"message":"Unauthorized"}',
    '{"code":"INVALID_TOKEN","message":"x"}',
    '{"success":true}',
    '{"error":"login"}',
  ]) {
    const { session, stored, lostCount } = behindPortal(() => ({ status: 401, text }));
    await assert.rejects(request(session));
    assert.deepEqual([stored(), lostCount()], [old, 0], text);
  }
});

test('a portal’s 200 to a renewal is not used as a token', async () => {
  const expired = '{"code":"token_expired","message":"A conexão desta tela expirou."}';
  const { session, stored } = behindPortal((path) =>
    path.includes('renew') ? { status: 200, text: '{"success":true}' } : { status: 401, text: expired },
  );
  await assert.rejects(request(session));
  assert.deepEqual([stored(), session.credentials()], [old, old]);
});

test('a device that is reset during a renewal stays reset', async () => {
  const tv = device((key) => {
    if (!isRenewal(key)) return refusal();
    tv.store(undefined);
    return renewed;
  });
  await assert.rejects(request(tv.session));
  assert.equal(tv.stored(), undefined);
  assert.equal(tv.lostCount(), 0);
});

test('a pairing made while the old token is renewed is not overwritten', async () => {
  const other: Credentials = { playerId: 9, userId: 3, token: 'other' };
  const tv = device((key, token) => {
    if (token === 'other') return 'good';
    if (!isRenewal(key)) return refusal();
    tv.store(other);
    return renewed;
  });
  assert.equal(await request(tv.session), 'good');
  assert.deepEqual(tv.stored(), other);
});
