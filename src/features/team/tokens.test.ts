import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { limits } from '../../contract/limits.ts';
import { startTestApp } from '../../testing/app.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';

const dayMs = 86_400_000;

test('a token is shown once, stored as a hash, and its last use is written every ten minutes', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const socket = await owner.socket();
  const created = await owner.call('POST /api/tokens', {
    body: { name: 'Placar', scopes: ['screens:read', 'messages', 'messages'], days: 90 },
  });
  await socket.waitFor('contentChanged', ({ what }) => what === 'tokens');
  assert.match(created.token, /^ats_[\w-]{43}$/);
  assert.deepEqual(created.scopes, ['messages', 'screens:read']);
  assert.equal(Date.parse(created.expiresAt), app.clock.now() + 90 * dayMs);
  const rows = app.parts.database.prepare('SELECT * FROM api_tokens').all();
  assert.ok(!JSON.stringify(rows).includes(created.token.slice(4)));
  assert.ok(!JSON.stringify(await owner.call('GET /api/tokens')).includes(created.token.slice(4)));

  const lastUse = async () => (await owner.call('GET /api/tokens'))[0]?.lastUsedAt ?? null;
  assert.equal(await lastUse(), null);
  const program = app.guest();
  program.bearer = created.token;
  const startedAt = new Date(app.clock.now()).toISOString();
  await program.call('GET /api/breaking-news');
  assert.equal(await lastUse(), startedAt);
  app.clock.advance(9 * 60_000);
  await program.call('GET /api/breaking-news');
  assert.equal(await lastUse(), startedAt);
  app.clock.advance(60_000);
  await program.call('GET /api/breaking-news');
  assert.equal(await lastUse(), new Date(app.clock.now()).toISOString());
});

test('a token is valid until it expires or its own clinic deletes it', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const program = await app.program(owner, ['messages']);
  const params = { id: program.tokenId };
  assert.equal(await other.status('DELETE /api/tokens/:id', { params }), 404);
  assert.deepEqual(await other.call('GET /api/tokens'), []);
  app.clock.advance(30 * dayMs - 1);
  await program.call('GET /api/breaking-news');
  app.clock.advance(1);
  await assertRefusal(program.call('GET /api/breaking-news'), 401, {
    message: 'Este token de API não vale: foi excluído, venceu ou está incompleto.',
  });
  await app.login(owner.user.email, owner.password);
  const otherToken = await app.program(owner, ['messages']);
  await otherToken.call('GET /api/breaking-news');
  await owner.call('DELETE /api/tokens/:id', { params: { id: otherToken.tokenId } });
  assert.equal(await otherToken.status('GET /api/breaking-news'), 401);
});

test('a token needs no Origin, cannot open a socket or use other scopes, and is subject to the quotas of the account', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const program = await app.program(owner, ['messages']);
  const call = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/breaking-news`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${program.bearer}`, ...headers },
      body: JSON.stringify({ message: 'Olá' }),
    });
  assert.equal((await call({})).status, 201);
  assert.equal((await call({ origin: 'https://outro.test' })).status, 201);
  // A request with a session cookie may come from a browser: a foreign origin is refused.
  const withCookie = { origin: 'https://outro.test', cookie: owner.cookieHeader };
  assert.equal((await call(withCookie)).status, 403);
  await assertRefusal(program.call('GET /api/videos'), 403, { code: 'forbidden' });
  for (let i = 2; i < limits.message.perUser; i += 1) assert.equal((await call({})).status, 201);
  assert.equal((await call({})).status, 403, 'twelve messages per account');
  for (const subscription of [{ type: 'subscribe_user' }, { type: 'subscribe_player', token: program.bearer }]) {
    const { messages } = await program.socket(subscription);
    assert.deepEqual([messages.length, messages[0]?.type], [1, 'subscriptionRefused']);
  }
});

test("the list shows who made each token, and a member's tokens end when the member is removed, blocked or no longer an owner", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const ownersToken = await app.program(owner, ['messages']);
  const kinds = ['removed', 'blocked', 'demoted'] as const;
  for (const kind of kinds) {
    const member = await app.member(owner, 'owner');
    const program = await app.program(member, ['messages']);
    const { id: memberId = 0, name } = member.user.member ?? {};
    const creators = (await owner.call('GET /api/tokens')).map(({ createdBy }) => createdBy);
    assert.deepEqual(creators, [name, owner.user.username], kind);
    const params = { id: memberId };
    assert.equal(await other.status('DELETE /api/team/members/:id', { params }), 404);
    await owner.call('PATCH /api/team/members/:id', { params, body: { role: 'owner' } });
    await program.call('GET /api/breaking-news');
    const socket = await owner.socket();
    if (kind === 'removed') await owner.call('DELETE /api/team/members/:id', { params });
    else {
      const body = kind === 'blocked' ? ({ status: 'blocked' } as const) : ({ role: 'editor' } as const);
      await owner.call('PATCH /api/team/members/:id', { params, body });
    }
    await socket.waitFor('contentChanged', ({ what }) => what === 'tokens');
    assert.equal(await program.status('GET /api/breaking-news'), 401, kind);
    assert.equal((await owner.call('GET /api/tokens')).length, 1, kind);
  }
  assert.equal(await ownersToken.status('GET /api/breaking-news'), 200);
  const { entries } = await owner.call('GET /api/user/audit', { query: {} });
  assert.equal(entries.filter(({ action }) => action === 'token.deleted').length, kinds.length);
});

test('a damaged token is refused, even if the request also has the cookie of a session', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const { bearer = '' } = await app.program(owner, ['messages']);
  for (const damaged of [bearer.slice(0, -1), `${bearer}x`, bearer.slice(0, 43), 'ats_', `${bearer} x`]) {
    const headers = { authorization: `Bearer ${damaged}`, cookie: owner.cookieHeader };
    for (const path of ['/api/breaking-news', '/api/videos', '/api/user', '/api/playlists']) {
      const response = await fetch(app.url + path, { headers });
      assert.equal(response.status, 401, `${path} ${damaged}`);
    }
  }
});

test('wrong tokens cause waits per address, but not for a valid token from the same address', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const program = await app.program(owner, ['messages']);
  const guesser = app.guest();
  const statuses = new Set<number>();
  for (let i = 0; i < 25; i += 1) {
    guesser.bearer = `ats_${String(i).padStart(43, 'x')}`;
    statuses.add(await guesser.status('GET /api/breaking-news'));
  }
  assert.deepEqual([...statuses], [401, 429]);
  assert.equal(await program.status('GET /api/breaking-news'), 200);
});

test('the number of tokens and their lifetime are limited', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const create = (days: number) =>
    owner.call('POST /api/tokens', { body: { name: 'Placar', scopes: ['messages'], days } });
  for (const days of [0, limits.apiToken.maxDays + 1, 1.5]) await assertRefusal(create(days), 400, {}, String(days));
  for (let i = 0; i < limits.apiToken.perAccount; i += 1) await app.program(owner, ['calls']);
  await assertRefusal(create(30), 403, { code: 'quota_exceeded' });
});

test('the curl example of the README changes the ticker', async (t) => {
  const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const command = /```sh\n(curl [\s\S]*?)```/.exec(readme)?.[1];
  assert.ok(command, 'the README shows a call');
  const app = await startTestApp(t);
  const owner = await app.customer();
  const { bearer = '' } = await app.program(owner, ['messages']);
  const { id } = await owner.call('POST /api/breaking-news', { body: { message: 'Bom dia' } });
  const completeCommand = command
    .replaceAll(/http:\/\/<[^>]+>(:\d+)?/g, app.url)
    .replaceAll(/ats_[\w.]+/g, bearer)
    .replace(/breaking-news\/\d+/, `breaking-news/${id}`);
  const { stdout } = await promisify(execFile)('bash', ['-c', completeCommand]);
  assert.match(stdout, /Dr\. Silva/);
  assert.match((await owner.call('GET /api/breaking-news'))[0]?.message ?? '', /Dr\. Silva/);
});
