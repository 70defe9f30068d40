import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { startTestApp, testAdmin } from '../../../testing/app.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { refusal } from '../../../testing/refusal.ts';
import { until } from '../../../testing/until.ts';

const wish = { username: 'Dra. Helena', email: 'helena@girassol.test' };

test('an administrator changes the own name and e-mail with the password, and the previous address gets a mail', async (t) => {
  const server = await startMailServer(t);
  const lines: { message: string; [field: string]: unknown }[] = [];
  const log = createLog('info', systemClock, (line) => lines.push(JSON.parse(line) as (typeof lines)[number]));
  const app = await startTestApp(t, { log, env: { SMTP_URL: server.url } });
  const { password, email: before } = testAdmin;
  const socket = await app.admin.socket();
  const changed = await app.admin.call('PUT /api/user/identity', { body: { currentPassword: password, ...wish } });
  assert.deepEqual([changed.username, changed.email, changed.id], [wish.username, wish.email, app.admin.user.id]);
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.equal((await app.admin.call('GET /api/user')).email, wish.email, 'the session goes on');
  assert.equal(await app.guest().status('POST /api/login', { body: { email: before, password } }), 401);
  assert.equal((await app.login(wish.email, password)).user.username, wish.username);
  const { entries } = await app.admin.call('GET /api/admin/audit', { query: { text: 'helena' } });
  const entry = entries.find(({ action }) => action === 'account.identity_changed');
  assert.equal(entry?.sentence, 'Dra. Helena mudou o próprio nome ou email');
  assert.deepEqual(entry?.details, [
    `Nome: ${app.admin.user.username} para Dra. Helena`,
    `Email: ${before} para helena@girassol.test`,
  ]);
  const reported = lines.filter(({ message }) => message === 'name or e-mail changed');
  assert.deepEqual(
    reported.map((line) => [line.account, line.before, line.address]),
    [[wish.email, before, '127.0.0.1']],
  );
  await until('the mail', () => server.emails.some((text) => text.includes(wish.email) && text.includes(before)));
});

test('without the password, or with what somebody has, name and e-mail stay', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const gestor = await app.gestor();
  const change = (body: Partial<typeof wish & { currentPassword: string }>) =>
    refusal(
      app.admin.call('PUT /api/user/identity', { body: { currentPassword: testAdmin.password, ...wish, ...body } }),
    );
  const wrong = await change({ currentPassword: 'errada' });
  assert.deepEqual([wrong.status, Object.keys(wrong.body.fields ?? {})], [403, ['currentPassword']]);
  const taken = await change({ email: customer.user.email.toUpperCase(), username: customer.user.username });
  assert.deepEqual([taken.status, Object.keys(taken.body.fields ?? {}).sort()], [409, ['email', 'username']]);
  assert.equal((await change({ username: 'ab' })).status, 400);
  assert.equal((await app.admin.call('GET /api/user')).email, testAdmin.email);
  for (const person of [customer, gestor]) {
    const body = { currentPassword: person.password, ...wish };
    assert.equal((await refusal(person.call('PUT /api/user/identity', { body }))).status, 403);
  }
  for (let tries = 0; tries < 5; tries += 1) await change({ currentPassword: 'errada' });
  assert.equal((await change({})).status, 429, 'guessing waits at the door of the sign-in');
});
