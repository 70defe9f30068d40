import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { MemberRole } from '../../contract/accounts/capabilities.ts';
import type { Member } from '../../contract/accounts/team.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { startTestApp, type Customer, type TestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/client.ts';
import { approve, block, remove, setProfile } from '../accounts/testing/manage.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';

const invite = (owner: Customer, email = 'rita@clinica.test') =>
  owner.call('POST /api/team/members', { body: { email, role: 'reception' } });
const join = (app: TestApp, code: string, password = 'sol da manhã', name = 'Rita') =>
  app.guest().call('POST /api/invitations/accept', { body: { code, name, password } });
/** Returns a member without the fields that vary between runs. */
const withoutVaryingFields = ({ name, email, role, status, invitedUntil, lastSeenAt }: Member) => ({
  ...{ name, email, role, status, invitedUntil, lastSeenAt },
});
const find = (app: TestApp, code: string) => app.guest().call('POST /api/invitations/find', { body: { code } });
const inviteAgain = (owner: Customer, id: number) =>
  owner.call('POST /api/team/members/:id/invitation', { params: { id } });
const change = (owner: Customer, id: number, body: { role?: MemberRole; status?: 'active' | 'blocked' }) =>
  owner.call('PATCH /api/team/members/:id', { params: { id }, body });
const removeMember = (owner: Customer, id: number) => owner.call('DELETE /api/team/members/:id', { params: { id } });
const memberId = (member: Customer) => member.user.member?.id ?? 0;
/** Signs a member in again. */
const signIn = (app: TestApp, member: Customer) => app.login(member.user.member?.email ?? '', member.password);

test('an invited person joins by the link and signs in', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer({ username: 'Boa Vida' });
  const socket = await owner.socket();
  const invited = await invite(owner, 'RITA@clinica.test');
  assert.equal(invited.isMailed, false, 'no mail server is set');
  assert.equal(Date.parse(invited.expiresAt), app.clock.now() + limits.invitationMs);
  assert.deepEqual((await owner.call('GET /api/team/members')).map(withoutVaryingFields), [
    {
      ...{ name: null, email: 'rita@clinica.test', role: 'reception', status: 'invited' },
      ...{ invitedUntil: invited.expiresAt, lastSeenAt: null },
    },
  ]);
  assert.deepEqual(await find(app, invited.code), {
    ...{ clinic: 'Boa Vida', name: null, email: 'rita@clinica.test', role: 'reception' },
    expiresAt: invited.expiresAt,
  });

  assert.deepEqual(await join(app, invited.code), { email: 'rita@clinica.test' });
  await socket.waitFor('contentChanged', ({ what }) => what === 'team');
  const rita = await app.login('rita@clinica.test', 'sol da manhã');
  assert.equal(rita.user.id, owner.user.id, 'the member belongs to the account');
  assert.deepEqual(rita.user.member, {
    ...{ id: invited.member.id, name: 'Rita', email: 'rita@clinica.test', role: 'reception' },
  });
  assert.ok(rita.user.capabilities.includes('messages') && !rita.user.capabilities.includes('contents'));
  assert.deepEqual(await rita.call('GET /api/user'), rita.user);
  assert.equal(owner.user.member, null);
  assert.ok(owner.user.capabilities.includes('team'));

  await rita.call('POST /api/breaking-news', { body: { message: 'Fechamos às 18h' } });
  assert.equal((await owner.call('GET /api/breaking-news'))[0]?.message, 'Fechamos às 18h');
  await assertRefusal(rita.call('POST /api/playlists', { body: { name: 'Tarde' } }), 403, {
    message: 'Seu papel na equipe (Recepção) não permite esta ação. Peça a um proprietário da conta.',
  });
  const [{ lastSeenAt = null } = {}] = await owner.call('GET /api/team/members');
  assert.ok(lastSeenAt);
});

test("a link is valid once, for 72 hours, and only while it is the person's newest link", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const used = await invite(owner);
  await join(app, used.code);
  for (const again of [() => join(app, used.code), () => find(app, used.code)])
    await assertRefusal(again(), 404, { message: /já foi usado/ });

  const expiring = await invite(owner, 'tarde@clinica.test');
  app.clock.advance(limits.invitationMs - 1);
  await find(app, expiring.code);
  app.clock.advance(1);
  await assertRefusal(join(app, expiring.code), 404, { message: /venceu/ });
  const listed = (await owner.call('GET /api/team/members')).find(({ status }) => status === 'invited');
  assert.equal(listed?.invitedUntil, null, 'the list shows no open link');

  const secondLink = await inviteAgain(owner, expiring.member.id);
  const newest = await inviteAgain(owner, expiring.member.id);
  await assertRefusal(join(app, secondLink.code), 404);
  await join(app, newest.code);

  // The links of a revoked invitation and of a blocked clinic are not valid either.
  const revoked = await invite(owner, 'fora@clinica.test');
  await removeMember(owner, revoked.member.id);
  await assertRefusal(join(app, revoked.code), 404);
  const waiting = await invite(owner, 'espera@clinica.test');
  await block(app.admin, owner.user.id);
  await assertRefusal(join(app, waiting.code), 404);
});

test('an invitation leads into the clinic that created it, and other accounts cannot change it', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const { code, member } = await invite(owner);
  const { id } = member;
  assert.deepEqual(await other.call('GET /api/team/members'), []);
  await assertRefusal(inviteAgain(other, id), 404);
  await assertRefusal(change(other, id, { role: 'owner' }), 404);
  await assertRefusal(removeMember(other, id), 404);
  // The link leads to its clinic even in a browser that is signed in to another one.
  await other.call('POST /api/invitations/accept', { body: { code, name: 'Rita', password: 'sol da manhã' } });
  assert.equal((await app.login('rita@clinica.test', 'sol da manhã')).user.id, owner.user.id);
});

test('wrong codes cause waits per address, and a refused password does not use up the link', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const { code } = await invite(owner);
  await assertRefusal(join(app, code, '123456'), 400, { fields: ['password'] });
  const statuses = new Set<number>();
  for (let i = 0; i < 30; i += 1) statuses.add((await refusal(join(app, `nada-${i}`))).status);
  assert.deepEqual([...statuses], [404, 429]);
  app.clock.advance(60_000);
  await join(app, code);
});

test('an e-mail belongs to one account or member only, and an invitation does not reveal whether an e-mail is taken', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const { code } = await invite(owner);
  await assertRefusal(app.login('rita@clinica.test', 'qualquer'), 401, {}, 'an invited person cannot sign in yet');
  await join(app, code);
  for (const email of [owner.user.email, 'Rita@Clinica.test'])
    await assertRefusal(invite(owner, email), 409, { fields: ['email'] }, email);
  const emails = [owner.user.email, 'rita@clinica.test', app.admin.user.email, 'ninguem@clinica.test'];
  for (const email of emails) {
    const invited = await invite(other, email);
    assert.equal(invited.member.invitedUntil, invited.expiresAt);
    assert.equal((await find(app, invited.code)).email, email);
    const accepted = join(app, invited.code, 'lua azul janela');
    if (email === 'ninguem@clinica.test') await accepted;
    else await assertRefusal(accepted, 409, { message: /^Este email já entra no Antessala/ }, email);
    assert.equal((await inviteAgain(other, invited.member.id)).member.email, email);
  }
  const { accessCode } = app.codes;
  const body = { username: 'Rita', email: 'rita@clinica.test', password: 'sol da manhã', accessCode };
  await assertRefusal(app.guest().call('POST /api/register', { body }), 409, { fields: ['email'] });
});

test('the number of invitations per day is limited for each account', async (t) => {
  const app = await startTestApp(t);
  const [owner, other] = [await app.customer(), await app.customer()];
  const { id } = (await invite(owner)).member;
  for (let i = 1; i < limits.invitationsPerDay; i += 1) await inviteAgain(owner, id);
  for (const again of [() => inviteAgain(owner, id), () => invite(owner, other.user.email)])
    await assertRefusal(again(), 429, { message: 'Uma equipe faz até 60 convites por dia.' });
  assert.equal((await owner.call('GET /api/team/members')).length, 1);
  await invite(other);
  app.clock.advance(86_400_000);
  await inviteAgain(owner, id);
});

test('several teams may invite one e-mail; the person joins the team whose link is accepted first', async (t) => {
  const app = await startTestApp(t);
  const outsider = await app.customer({ username: 'Estranho' });
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const first = await invite(clinic, 'ana@sol.test');
  const second = await invite(outsider, 'Ana@sol.test');
  await assertRefusal(invite(outsider, 'ANA@sol.test'), 409, { fields: ['email'] });
  assert.deepEqual((await clinic.call('GET /api/team/members')).map(withoutVaryingFields), [
    withoutVaryingFields(first.member),
  ]);
  assert.equal((await find(app, first.code)).clinic, 'Clinica Sol');
  assert.equal((await find(app, second.code)).clinic, 'Estranho');
  await join(app, first.code);
  await assertRefusal(join(app, second.code), 409);
  assert.equal((await app.login('ana@sol.test', 'sol da manhã')).user.id, clinic.user.id);
  assert.equal((await outsider.call('GET /api/team/members'))[0]?.status, 'invited');
});

test('a person with an invited e-mail can register an account; the team does not see it, and the link works again once that account is deleted', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const invited = await invite(clinic, 'bia.propria@clinica.test');
  const before = await clinic.call('GET /api/team/members');
  const entries = async () => (await clinic.call('GET /api/user/audit', { query: {} })).entries.length;
  const entriesBefore = await entries();
  const ownAccount = await app.customer({ username: 'bia.propria' });
  assert.equal(ownAccount.user.email, 'bia.propria@clinica.test');
  await assertRefusal(join(app, invited.code), 409);
  assert.deepEqual(await clinic.call('GET /api/team/members'), before);
  assert.equal(await entries(), entriesBefore);
  await remove(app.admin, ownAccount.user.id);
  await join(app, invited.code);
});

test('a block, a removal and a changed role take effect at once; an unblocked member can sign in again', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const boss = await app.member(owner, 'owner');
  const editor = await app.member(owner, 'editor');
  const reader = await app.member(owner, 'reader');
  const socket = await editor.socket();
  await change(owner, memberId(editor), { role: 'reader' });
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.equal(await editor.status('POST /api/playlists', { body: { name: 'Tarde' } }), 403);
  assert.equal((await editor.call('GET /api/user')).member?.role, 'reader');

  await change(boss, memberId(editor), { status: 'blocked' });
  await socket.waitFor('sessionEnded');
  await socket.closed;
  assert.equal(await editor.status('GET /api/user'), 401);
  await assertRefusal(signIn(app, editor), 403, { code: 'account_blocked' });
  await assertRefusal(inviteAgain(owner, memberId(editor)), 409);
  await change(boss, memberId(editor), { status: 'active' });
  await signIn(app, editor);

  const watching = await reader.socket();
  await removeMember(owner, memberId(reader));
  await watching.closed;
  assert.equal(await reader.status('GET /api/user'), 401);
  await assertRefusal(signIn(app, reader), 401);

  // Members cannot remove themselves or change their own role.
  await assertRefusal(removeMember(boss, memberId(boss)), 409);
  await assertRefusal(change(boss, memberId(boss), { role: 'reader' }), 409);
  // With a link, anybody at an unattended browser could set another password.
  await assertRefusal(inviteAgain(boss, memberId(boss)), 409);
  assert.equal(await owner.status('GET /api/user'), 200);
  const { member } = await invite(owner);
  await assertRefusal(change(owner, member.id, { status: 'active' }), 409);
});

test("a member's password and sessions are independent of those of other people in the account", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reception');
  const email = rita.user.member?.email ?? '';
  const elsewhere = await app.login(email, rita.password);
  assert.equal((await rita.call('GET /api/user/sessions')).length, 2);
  assert.equal((await owner.call('GET /api/user/sessions')).length, 1);
  const [ownerSession] = await owner.call('GET /api/user/sessions');
  const params = { key: ownerSession?.key ?? '' };
  assert.equal(await rita.status('DELETE /api/user/sessions/:key', { params }), 404);

  const setPassword = (person: Customer, newPassword: string) =>
    person.call('PUT /api/user/password', { body: { currentPassword: person.password, newPassword } });
  await setPassword(rita, 'lua azul janela');
  assert.equal(await elsewhere.status('GET /api/user'), 401);
  assert.equal(await owner.status('GET /api/user'), 200);
  await app.login(email, 'lua azul janela');
  await app.login(owner.user.email, owner.password);
  assert.deepEqual(await rita.call('DELETE /api/user/sessions'), { ended: 1 });

  await setPassword(owner, 'outra lua janela');
  assert.equal(await rita.status('GET /api/user'), 200, "the owner's new password ends no member's session");

  // A link for a forgotten password sets a new one and ends the sessions.
  const { code } = await inviteAgain(owner, memberId(rita));
  assert.equal(await rita.status('GET /api/user'), 200, 'creating the link ends no session');
  await join(app, code, 'senha nova mesmo');
  assert.equal(await rita.status('GET /api/user'), 401);
  await app.login(email, 'senha nova mesmo');
});

test("a member's correct sign-ins do not allow more guesses at the owner's password on the same device", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reader');
  const guess = { email: owner.user.email, password: 'errada demais' };
  const correct = { email: rita.user.member?.email ?? '', password: rita.password };
  const statuses: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    statuses.push(await rita.status('POST /api/login', { body: guess }));
    await rita.call('POST /api/login', { body: correct });
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
});

test("blocking a clinic ends its members' sessions and suspends its tokens; deleting it deletes members and tokens", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'owner');
  const program = await app.program(owner, ['messages']);
  const socket = await rita.socket();
  await block(app.admin, owner.user.id);
  await socket.closed;
  assert.equal(await rita.status('GET /api/user'), 401);
  await assertRefusal(signIn(app, rita), 403, { code: 'account_blocked' });
  await assertRefusal(program.call('GET /api/breaking-news'), 403, { code: 'account_blocked' });
  await approve(app.admin, owner.user.id);
  assert.equal(await program.status('GET /api/breaking-news'), 200);

  await remove(app.admin, owner.user.id);
  assert.equal(await program.status('GET /api/breaking-news'), 401);
  for (const table of ['members', 'api_tokens'])
    assert.deepEqual(app.parts.database.prepare(`SELECT * FROM ${table}`).all(), [], table);
  const account = { username: 'Rita', email: rita.user.member?.email ?? '', password: rita.password };
  await app.guest().call('POST /api/register', { body: { ...account, accessCode: app.codes.accessCode } });
});

test('members and tokens of an account that becomes a manager are inactive until it is common again', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  // Long enough for an administrator.
  const password = 'segredo-de-dez';
  await owner.call('PUT /api/user/password', { body: { currentPassword: owner.password, newPassword: password } });
  const rita = await app.member(owner, 'owner');
  const program = await app.program(owner, ['messages']);
  await setProfile(app.admin, owner.user.id, 'admin');
  assert.equal(await rita.status('GET /api/user'), 401);
  await assertRefusal(signIn(app, rita), 401);
  assert.equal(await program.status('GET /api/breaking-news'), 401);
  const manager = await app.login(owner.user.email, password);
  assert.equal(await manager.status('GET /api/team/members'), 403);
  assert.ok(!manager.user.capabilities.includes('team') && manager.user.capabilities.includes('contents'));
  await setProfile(app.admin, owner.user.id, 'common');
  await signIn(app, rita);
  assert.equal(await program.status('GET /api/breaking-news'), 200);
});

test('a member who may only view screens sees no activation codes', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  await app.screen(owner);
  const codes = async (client: Pick<Customer, 'call'>) =>
    (await client.call('GET /api/my-players')).map(({ activationCode }) => activationCode.length);
  assert.deepEqual(await codes(owner), [10]);
  assert.deepEqual(await codes(await app.member(owner, 'editor')), [10]);
  for (const viewer of [
    await app.member(owner, 'reception'),
    await app.member(owner, 'reader'),
    await app.program(owner, ['screens:read']),
  ])
    assert.deepEqual(await codes(viewer), [0]);
});

test('a link is mailed if a mail server and a public address are set, and is never logged', async (t) => {
  const mail = await startMailServer(t);
  const lines: string[] = [];
  const app = await startTestApp(t, {
    env: { SMTP_URL: mail.url, PUBLIC_URL: 'https://tv.clinica.test' },
    log: createLog('debug', systemClock, (line) => lines.push(line)),
  });
  const owner = await app.customer({ username: 'Boa Vida' });
  while (mail.emails.length < 2) await mail.event();
  const { code, isMailed } = await invite(owner);
  assert.equal(isMailed, true);
  while (mail.emails.length < 3) await mail.event();
  const written = mail.emails.find((email) => email.includes('rita@clinica.test')) ?? '';
  assert.ok(written.replaceAll(/\s+/g, '').includes(`https://tv.clinica.test/convite#${code}`));
  assert.ok(!lines.join().includes(code));

  const other = await app.customer();
  while (mail.emails.length < 5) await mail.event();
  const taken = await invite(other, owner.user.email);
  assert.equal(taken.isMailed, true);
  while (mail.emails.length < 6) await mail.event();
  const sent = (mail.emails.at(-1) ?? '').replaceAll(/=\s+|\s+/g, '');
  assert.ok(!sent.includes(taken.code) && sent.includes('outraconta'), sent);

  const appWithoutMail = await startTestApp(t, { log: createLog('debug', systemClock, (line) => lines.push(line)) });
  const unmailed = await invite(await appWithoutMail.customer());
  assert.equal(unmailed.isMailed, false);
  assert.ok(lines.join().includes('member invited') && !lines.join().includes(unmailed.code));
});
