import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Customer, startTestApp, testAdmin } from '../../../testing/app.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { refusal } from '../../../testing/client.ts';
import { until } from '../../../testing/until.ts';
import { recordLog } from '../testing/recorded-log.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';

const updated = { username: 'Dra. Helena', email: 'helena@girassol.test' };

test("an administrator changes the account's name and e-mail with the password, and the previous address gets a mail", async (t) => {
  const server = await startMailServer(t);
  const { log, linesOf } = recordLog();
  const app = await startTestApp(t, { log, env: { SMTP_URL: server.url } });
  const { password, email: oldEmail } = testAdmin;
  const socket = await app.admin.socket();
  const changed = await app.admin.call('PUT /api/user/identity', { body: { currentPassword: password, ...updated } });
  assert.deepEqual([changed.username, changed.email, changed.id], [updated.username, updated.email, app.admin.user.id]);
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.equal((await app.admin.call('GET /api/user')).email, updated.email, 'the session continues');
  assert.equal(await app.guest().status('POST /api/login', { body: { email: oldEmail, password } }), 401);
  assert.equal((await app.login(updated.email, password)).user.username, updated.username);
  const { entries } = await app.admin.call('GET /api/admin/audit', { query: { text: 'helena' } });
  const entry = entries.find(({ action }) => action === 'account.identity_changed');
  assert.equal(entry?.sentence, 'Dra. Helena mudou o próprio nome ou email');
  assert.deepEqual(entry?.details, [
    `Nome: ${app.admin.user.username} para Dra. Helena`,
    `Email: ${oldEmail} para helena@girassol.test`,
  ]);
  const [reported, ...more] = linesOf('name or e-mail changed');
  assert.deepEqual([reported?.account, reported?.before, reported?.address], [updated.email, oldEmail, '127.0.0.1']);
  assert.deepEqual(more, []);
  await until('a mail', () => server.emails.some((text) => text.includes(updated.email) && text.includes(oldEmail)));
});

test('name and e-mail are not changed without the password, or to taken ones', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const gestor = await app.gestor();
  const change = (person: Customer, body: Partial<typeof updated & { currentPassword: string }> = {}) =>
    person.call('PUT /api/user/identity', { body: { currentPassword: person.password, ...updated, ...body } });
  const wrong = { currentPassword: 'errada' };
  await assertRefusal(change(app.admin, wrong), 403, { fields: ['currentPassword'] });
  const taken = { email: customer.user.email.toUpperCase(), username: customer.user.username };
  await assertRefusal(change(app.admin, taken), 409, { fields: ['email', 'username'] });
  await assertRefusal(change(app.admin, { username: 'ab' }), 400);
  assert.equal((await app.admin.call('GET /api/user')).email, testAdmin.email);
  for (const person of [customer, gestor]) await assertRefusal(change(person), 403);
  for (let tries = 0; tries < 5; tries += 1) await refusal(change(app.admin, wrong));
  await assertRefusal(change(app.admin), 429, {}, 'wrong passwords cause waits as at the sign-in');
});
