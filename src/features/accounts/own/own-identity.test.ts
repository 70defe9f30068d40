import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Customer, startTestApp, testAdmin } from '../../../testing/app.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { refusal } from '../../../testing/client.ts';
import { until } from '../../../testing/until.ts';
import { recordLog } from '../testing/recorded-log.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';

const updated = { username: 'Dra. Helena', email: 'helena@girassol.test' };

type Identity = typeof updated & { currentPassword: string };
const change = (person: Customer, body: Partial<Identity> = {}) =>
  person.call('PUT /api/user/identity', { body: { currentPassword: person.password, ...updated, ...body } });
const confirm = (person: Customer, code: string) =>
  person.call('POST /api/user/identity/confirmation', { body: { code } });

test('without a mail server everybody changes name and e-mail at once, with the password', async (t) => {
  const { log, linesOf } = recordLog();
  const app = await startTestApp(t, { log });
  const { password, email: oldEmail } = testAdmin;
  const socket = await app.admin.socket();
  const changed = await change(app.admin, { currentPassword: password });
  assert.deepEqual([changed.username, changed.email, changed.pendingEmail], [updated.username, updated.email, null]);
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  await socket.waitFor('adminChanged', ({ what }) => what === 'users');
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

  const clinic = await app.customer();
  const rita = await app.member(clinic, 'reader');
  await change(clinic, { username: 'Boa Vida', email: 'boa@vida.test' });
  assert.equal((await app.login('boa@vida.test', clinic.password)).user.username, 'Boa Vida');
  const { member, username } = await change(rita, { username: 'Ri', email: 'ri@vida.test' });
  assert.deepEqual([member?.name, member?.email, username], ['Ri', 'ri@vida.test', 'Boa Vida']);
  assert.equal((await app.login('ri@vida.test', rita.password)).user.member?.name, 'Ri');
  assert.equal((await clinic.call('GET /api/team/members'))[0]?.name, 'Ri');
});

test('with a mail server a new e-mail takes effect when its code is entered, and the previous address is notified', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url } });
  const clinic = await app.customer();
  const rita = await app.member(clinic, 'reader');
  const previous = rita.user.member?.email ?? '';
  const mailTo = async (address: string, text: RegExp) => {
    const matches = () => server.emails.filter((mail) => mail.includes(`To: ${address}`) && text.test(mail));
    await until('the mail', () => matches().length > 0);
    return matches().at(-1) ?? '';
  };
  const response = await change(rita, { username: 'Ri' });
  assert.deepEqual([response.pendingEmail, response.member?.name], [updated.email, 'Ri']);
  assert.equal(response.member?.email, previous, 'not changed yet');
  const code = /: ([A-Z2-9]{8})/.exec(await mailTo(updated.email, /confirme/))?.[1] ?? '';
  await assertRefusal(confirm(rita, 'AAAAAAAA'), 403, { fields: ['code'] });
  await assertRefusal(confirm(clinic, code), 403, {}, 'another person');
  assert.equal((await confirm(rita, code.toLowerCase())).member?.email, updated.email);
  await assertRefusal(confirm(rita, code), 403, {}, 'a code is valid once');
  await mailTo(previous, /helena@girassol\.test/);
  await app.login(updated.email, rita.password);

  // The response is the same for an e-mail that has an account; its owner gets an e-mail without a code.
  assert.equal((await change(rita, { username: 'Ri', email: clinic.user.email })).pendingEmail, clinic.user.email);
  assert.ok(!/: [A-Z2-9]{8}/.test(await mailTo(clinic.user.email, /quis passar/)));

  // Five wrong codes, or half an hour, make a code void.
  await change(rita, { username: 'Ri', email: 'outra@girassol.test' });
  const other = /: ([A-Z2-9]{8})/.exec(await mailTo('outra@girassol.test', /confirme/))?.[1] ?? '';
  for (let i = 0; i < 5; i += 1) await assertRefusal(confirm(rita, 'AAAAAAAA'), 403);
  await assertRefusal(confirm(rita, other), 403);
  await change(rita, { username: 'Ri', email: 'late@girassol.test' });
  const late = /: ([A-Z2-9]{8})/.exec(await mailTo('late@girassol.test', /confirme/))?.[1] ?? '';
  app.clock.advance(30 * 60_000);
  await assertRefusal(confirm(rita, late), 403);
});

test('name and e-mail are not changed without the password, nor to a taken name or e-mail, and attempts are limited', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const rita = await app.member(customer, 'reader');
  const wrong = { currentPassword: 'errada' };
  await assertRefusal(change(app.admin, wrong), 403, { fields: ['currentPassword'] });
  const taken = { email: customer.user.email.toUpperCase(), username: customer.user.username };
  await assertRefusal(change(app.admin, taken), 409, { fields: ['email', 'username'] });
  await assertRefusal(change(rita, { email: customer.user.email }), 409, { fields: ['email'] });
  await customer.call('POST /api/team/members', { body: { email: 'ana@clinica.test', role: 'reader' } });
  await assertRefusal(change(rita, { email: 'ana@clinica.test' }), 409, { fields: ['email'] });
  await assertRefusal(change(app.admin, { username: 'ab' }), 400, { fields: ['username'] });
  assert.equal((await app.admin.call('GET /api/user')).email, testAdmin.email);
  for (let i = 0; i < 18; i += 1) await refusal(change(rita, { email: customer.user.email }));
  await assertRefusal(change(rita), 429, {}, 'attempts with taken e-mails are counted');
  for (let hour = 0; hour < 14; hour += 1) {
    app.clock.advance(60 * 60_000);
    await refusal(change(rita, { email: customer.user.email }));
  }
  app.clock.advance(59 * 60_000);
  await assertRefusal(change(rita), 429, {}, 'in the end each attempt causes a wait of an hour');
  for (let i = 0; i < 20; i += 1) await refusal(change(customer, { username: app.admin.user.username }));
  await assertRefusal(change(customer), 429, {}, 'attempts with taken names too');
  for (let tries = 0; tries < 5; tries += 1) await refusal(change(app.admin, wrong));
  await assertRefusal(change(app.admin), 429, {}, 'wrong passwords cause waits as at the sign-in');
});
