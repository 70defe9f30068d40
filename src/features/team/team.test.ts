import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { Member } from '../../contract/accounts/team.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { startTestApp, type Customer, type TestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/refusal.ts';

const invite = (owner: Customer, email = 'rita@clinica.test') =>
  owner.call('POST /api/team/members', { body: { email, role: 'reception' } });
const join = (app: TestApp, code: string, password = 'sol da manhã', name = 'Rita') =>
  app.guest().call('POST /api/invitations/accept', { body: { code, name, password } });
/** Removes the fields that differ in each run. */
const withoutChance = ({ name, email, role, status, invitedUntil, lastSeenAt }: Member) => ({
  ...{ name, email, role, status, invitedUntil, lastSeenAt },
});
const memberId = (member: Customer) => member.user.member?.id ?? 0;

test('an invited person joins by the link and signs in on the same page', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer({ username: 'Boa Vida' });
  const socket = await owner.socket();
  const invited = await invite(owner, 'RITA@clinica.test');
  assert.equal(invited.isMailed, false, 'no mail server is set');
  assert.equal(Date.parse(invited.expiresAt), app.clock.now() + limits.invitationMs);
  assert.deepEqual((await owner.call('GET /api/team/members')).map(withoutChance), [
    {
      ...{ name: null, email: 'rita@clinica.test', role: 'reception', status: 'invited' },
      ...{ invitedUntil: invited.expiresAt, lastSeenAt: null },
    },
  ]);
  const found = await app.guest().call('POST /api/invitations/find', { body: { code: invited.code } });
  assert.deepEqual(found, {
    ...{ clinic: 'Boa Vida', name: null, email: 'rita@clinica.test', role: 'reception' },
    expiresAt: invited.expiresAt,
  });

  assert.deepEqual(await join(app, invited.code), { email: 'rita@clinica.test' });
  await socket.waitFor('contentChanged', ({ what }) => what === 'team');
  const rita = await app.login('rita@clinica.test', 'sol da manhã');
  assert.equal(rita.user.id, owner.user.id, 'the account stays the owner of everything');
  assert.deepEqual(rita.user.member, {
    ...{ id: invited.member.id, name: 'Rita', email: 'rita@clinica.test', role: 'reception' },
  });
  assert.ok(rita.user.capabilities.includes('messages') && !rita.user.capabilities.includes('contents'));
  assert.deepEqual(await rita.call('GET /api/user'), rita.user);
  assert.equal(owner.user.member, null);
  assert.ok(owner.user.capabilities.includes('team'));

  await rita.call('POST /api/breaking-news', { body: { message: 'Fechamos às 18h' } });
  assert.equal((await owner.call('GET /api/breaking-news'))[0]?.message, 'Fechamos às 18h');
  const refused = await refusal(rita.call('POST /api/playlists', { body: { name: 'Tarde' } }));
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body.message,
    'Seu papel na equipe (Recepção) não permite esta ação. Peça a um proprietário da conta.',
  );
  const [{ lastSeenAt = null } = {}] = await owner.call('GET /api/team/members');
  assert.ok(lastSeenAt);
});

test('a link is good once, for 72 hours, and only the newest of a person', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const used = await invite(owner);
  await join(app, used.code);
  for (const again of [
    () => join(app, used.code),
    () => app.guest().call('POST /api/invitations/find', { body: used }),
  ]) {
    const { status, body } = await refusal(again());
    assert.deepEqual([status, /já foi usado/.test(body.message)], [404, true]);
  }

  const late = await invite(owner, 'tarde@clinica.test');
  app.clock.advance(limits.invitationMs - 1);
  await app.guest().call('POST /api/invitations/find', { body: { code: late.code } });
  app.clock.advance(1);
  assert.match((await refusal(join(app, late.code))).body.message, /venceu/);
  const listed = (await owner.call('GET /api/team/members')).find(({ status }) => status === 'invited');
  assert.equal(listed?.invitedUntil, null, 'the list knows that no link is open');

  const again = await owner.call('POST /api/team/members/:id/invitation', {
    params: { id: late.member.id },
  });
  const newest = await owner.call('POST /api/team/members/:id/invitation', {
    params: { id: late.member.id },
  });
  assert.equal((await refusal(join(app, again.code))).status, 404);
  await join(app, newest.code);

  // Taken back, and of a clinic that was blocked.
  const gone = await invite(owner, 'fora@clinica.test');
  await owner.call('DELETE /api/team/members/:id', { params: { id: gone.member.id } });
  assert.equal((await refusal(join(app, gone.code))).status, 404);
  const waiting = await invite(owner, 'espera@clinica.test');
  await app.admin.call('POST /api/admin/users/:id/block', { params: { id: owner.user.id } });
  assert.equal((await refusal(join(app, waiting.code))).status, 404);
});

test('an invitation brings into the clinic that made it, and nobody else can touch it', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const { code, member } = await invite(owner);
  const params = { id: member.id };
  assert.deepEqual(await other.call('GET /api/team/members'), []);
  for (const attempt of [
    () => other.call('POST /api/team/members/:id/invitation', { params }),
    () => other.call('PATCH /api/team/members/:id', { params, body: { role: 'owner' } }),
    () => other.call('DELETE /api/team/members/:id', { params }),
  ])
    assert.equal((await refusal(attempt())).status, 404);
  // Signed in elsewhere, the link still leads to its own clinic.
  await other.call('POST /api/invitations/accept', {
    body: { code, name: 'Rita', password: 'sol da manhã' },
  });
  assert.equal((await app.login('rita@clinica.test', 'sol da manhã')).user.id, owner.user.id);
});

test('made-up codes are slowed down, by address, and a bad password leaves the link good', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const { code } = await invite(owner);
  const weak = await refusal(join(app, code, '123456'));
  assert.deepEqual([weak.status, Object.keys(weak.body.fields ?? {})], [400, ['password']]);
  const statuses = new Set<number>();
  for (let i = 0; i < 30; i += 1) statuses.add((await refusal(join(app, `nada-${i}`))).status);
  assert.deepEqual([...statuses], [404, 429]);
  app.clock.advance(60_000);
  await join(app, code);
});

test('an e-mail is of one person only, account or member', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const other = await app.customer();
  const { code } = await invite(owner);
  assert.equal((await refusal(app.login('rita@clinica.test', 'qualquer'))).status, 401, 'who has not joined is nobody');
  await app.guest().call('POST /api/invitations/accept', { body: { code, name: 'Rita', password: 'sol da manhã' } });
  for (const email of [owner.user.email, other.user.email, 'Rita@Clinica.test']) {
    const { status, body } = await refusal(invite(other, email));
    assert.deepEqual([status, Object.keys(body.fields ?? {})], [409, ['email']], email);
  }
  const { accessCode } = app.codes;
  const registered = await refusal(
    app.guest().call('POST /api/register', {
      body: { username: 'Rita', email: 'rita@clinica.test', password: 'sol da manhã', accessCode },
    }),
  );
  assert.deepEqual([registered.status, Object.keys(registered.body.fields ?? {})], [409, ['email']]);
});

test("an invitation reserves nobody's e-mail: its owner registers, and another team invites", async (t) => {
  const app = await startTestApp(t);
  const outsider = await app.customer({ username: 'Estranho' });
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const invite = (owner: Customer, email: string) =>
    owner.call('POST /api/team/members', { body: { email, role: 'editor' } });
  const find = (code: string) => app.guest().call('POST /api/invitations/find', { body: { code } });
  const response = { name: 'Ana', password: 'capivara-azul' };

  const strangers = await invite(outsider, 'ana@sol.test');
  await refusal(invite(outsider, 'Ana@sol.test'));
  const clinics = await invite(clinic, 'ana@sol.test');
  assert.equal((await refusal(find(strangers.code))).status, 404);
  assert.deepEqual(await outsider.call('GET /api/team/members'), []);
  const { entries } = await outsider.call('GET /api/user/audit', { query: {} });
  const [reported] = entries;
  assert.deepEqual(
    [reported?.sentence, reported?.actor.name],
    ['O convite de ana@sol.test deixou de valer: outra equipe convidou este email', ''],
  );
  assert.ok(!JSON.stringify(entries).includes('Clinica Sol'), 'which team that is, is no business of theirs');
  await app.guest().call('POST /api/invitations/accept', { body: { code: clinics.code, ...response } });
  assert.equal((await refusal(invite(outsider, 'ana@sol.test'))).status, 409, 'who has joined is somebody');
});

test('who invited an e-mail that registers learns why the link opens nothing, and it opens again when that account goes', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const outsider = await app.customer({ username: 'Estranho' });
  const response = { name: 'Bia', password: 'capivara-azul' };
  const find = (code: string) => app.guest().call('POST /api/invitations/find', { body: { code } });
  const listed = async () => {
    const [{ hasOwnAccount, invitedUntil } = { hasOwnAccount: undefined, invitedUntil: undefined }] =
      await clinic.call('GET /api/team/members');
    return { hasOwnAccount, invitedUntil };
  };

  const late = await invite(clinic, 'bia.propria@clinica.test');
  const open = { hasOwnAccount: false, invitedUntil: late.expiresAt };
  assert.deepEqual(await listed(), open);
  const [socket, elsewhere] = [await clinic.socket(), await outsider.socket()];
  const own = await app.customer({ username: 'bia.propria' });
  assert.equal(own.user.email, 'bia.propria@clinica.test');
  assert.equal((await refusal(find(late.code))).status, 409);
  const body = { code: late.code, ...response };
  const accept = () => app.guest().call('POST /api/invitations/accept', { body });
  assert.equal((await refusal(accept())).status, 409);
  await app.login(own.user.email, own.password);
  assert.equal((await refusal(invite(outsider, own.user.email))).status, 409);

  await socket.waitFor('contentChanged', ({ what }) => what === 'team');
  assert.deepEqual(await listed(), { hasOwnAccount: true, invitedUntil: null });
  const { entries } = await clinic.call('GET /api/user/audit', { query: {} });
  assert.deepEqual(
    [entries[0]?.sentence, entries[0]?.actor.name, entries[0]?.address],
    ['O convite de bia.propria@clinica.test não abre mais: este email registrou uma conta própria', '', null],
  );
  const again = await refusal(clinic.call('POST /api/team/members/:id/invitation', { params: { id: late.member.id } }));
  assert.equal(again.status, 409);
  assert.match(again.body.message, /^Este email já tem uma conta própria/);
  assert.ok(!elsewhere.messages.some((message) => message.type === 'contentChanged' && message.what === 'team'));

  const afterwards = await clinic.socket();
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: own.user.id } });
  await afterwards.waitFor('contentChanged', ({ what }) => what === 'team');
  assert.deepEqual(await listed(), open, 'nobody had to invite her again');
  await accept();
  assert.equal((await listed()).hasOwnAccount, false, 'who has joined is a member');
});

test('a block, a removal and a changed role count at once; who is unblocked signs in again', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const boss = await app.member(owner, 'owner');
  const editor = await app.member(owner, 'editor');
  const reader = await app.member(owner, 'reader');
  const of = (person: Customer) => ({ params: { id: memberId(person) } });

  const socket = await editor.socket();
  await owner.call('PATCH /api/team/members/:id', { ...of(editor), body: { role: 'reader' } });
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.equal(await editor.status('POST /api/playlists', { body: { name: 'Tarde' } }), 403);
  assert.equal((await editor.call('GET /api/user')).member?.role, 'reader');

  await boss.call('PATCH /api/team/members/:id', { ...of(editor), body: { status: 'blocked' } });
  await socket.waitFor('sessionEnded');
  await socket.closed;
  assert.equal(await editor.status('GET /api/user'), 401);
  const refused = await refusal(app.login(editor.user.member?.email ?? '', editor.password));
  assert.deepEqual([refused.status, refused.body.code], [403, 'account_blocked']);
  assert.equal(await owner.status('POST /api/team/members/:id/invitation', of(editor)), 409);
  await boss.call('PATCH /api/team/members/:id', { ...of(editor), body: { status: 'active' } });
  await app.login(editor.user.member?.email ?? '', editor.password);

  const watching = await reader.socket();
  await owner.call('DELETE /api/team/members/:id', of(reader));
  await watching.closed;
  assert.equal(await reader.status('GET /api/user'), 401);
  assert.equal((await refusal(app.login(reader.user.member?.email ?? '', reader.password))).status, 401);

  // Nobody puts himself out; the account itself is no member.
  for (const attempt of [
    () => boss.call('DELETE /api/team/members/:id', of(boss)),
    () => boss.call('PATCH /api/team/members/:id', { ...of(boss), body: { role: 'reader' } }),
    // Who sits down at an open browser would set another password with it.
    () => boss.call('POST /api/team/members/:id/invitation', of(boss)),
  ])
    assert.equal((await refusal(attempt())).status, 409);
  assert.equal(await owner.status('GET /api/user'), 200);
  const { member } = await invite(owner);
  const early = owner.call('PATCH /api/team/members/:id', {
    params: { id: member.id },
    body: { status: 'active' },
  });
  assert.equal((await refusal(early)).status, 409);
});

test("a member's password and sessions are the member's alone", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reception');
  const email = rita.user.member?.email ?? '';
  const elsewhere = await app.login(email, rita.password);
  assert.equal((await rita.call('GET /api/user/sessions')).length, 2);
  assert.equal((await owner.call('GET /api/user/sessions')).length, 1);
  const [ownerSession] = await owner.call('GET /api/user/sessions');
  const foreign = rita.call('DELETE /api/user/sessions/:key', {
    params: { key: ownerSession?.key ?? '' },
  });
  assert.equal((await refusal(foreign)).status, 404);

  const ownerSocket = await owner.socket();
  await rita.call('PUT /api/user/password', {
    body: { currentPassword: rita.password, newPassword: 'lua azul janela' },
  });
  assert.equal(await elsewhere.status('GET /api/user'), 401);
  assert.equal(await owner.status('GET /api/user'), 200);
  await app.login(email, 'lua azul janela');
  await app.login(owner.user.email, owner.password);
  assert.deepEqual(await rita.call('DELETE /api/user/sessions'), { ended: 1 });

  await owner.call('PUT /api/user/password', {
    body: { currentPassword: owner.password, newPassword: 'outra lua janela' },
  });
  assert.equal(await rita.status('GET /api/user'), 200, "the clinic's own password ends no member's session");
  ownerSocket.close();

  // Forgotten: another link sets a new one, and ends what was open.
  const { code } = await owner.call('POST /api/team/members/:id/invitation', {
    params: { id: memberId(rita) },
  });
  assert.equal(await rita.status('GET /api/user'), 200, 'the link alone ends nothing');
  await join(app, code, 'senha nova mesmo');
  assert.equal(await rita.status('GET /api/user'), 401);
  await app.login(email, 'senha nova mesmo');
});

test("a member's right sign-ins buy no guesses at the owner's password on the same device", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reader');
  const guess = () =>
    refusal(
      rita.call('POST /api/login', {
        body: { email: owner.user.email, password: 'errada demais' },
      }),
    );
  const statuses: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    statuses.push((await guess()).status);
    await rita.call('POST /api/login', {
      body: { email: rita.user.member?.email ?? '', password: rita.password },
    });
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  await app.login(owner.user.email, owner.password).catch(() => undefined);
});

test('a blocked clinic ends its members and tokens, and a deleted one takes them along', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'owner');
  const program = await app.program(owner, ['messages']);
  const socket = await rita.socket();
  const params = { id: owner.user.id };
  await app.admin.call('POST /api/admin/users/:id/block', { params });
  await socket.closed;
  assert.equal(await rita.status('GET /api/user'), 401);
  assert.equal((await refusal(app.login(rita.user.member?.email ?? '', rita.password))).body.code, 'account_blocked');
  assert.equal((await refusal(program.call('GET /api/breaking-news'))).body.code, 'account_blocked');
  await app.admin.call('POST /api/admin/users/:id/approve', { params });
  assert.equal(await program.status('GET /api/breaking-news'), 200);

  await app.admin.call('DELETE /api/admin/users/:id', { params });
  assert.equal(await program.status('GET /api/breaking-news'), 401);
  for (const table of ['members', 'api_tokens'])
    assert.deepEqual(app.parts.database.prepare(`SELECT * FROM ${table}`).all(), [], table);
  await app.customer({ username: 'rita' });
});

test('members and tokens of an account that becomes a manager rest until it is common again', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  // As long as an administrator's has to be.
  const password = 'segredo-de-dez';
  await owner.call('PUT /api/user/password', { body: { currentPassword: owner.password, newPassword: password } });
  const rita = await app.member(owner, 'owner');
  const program = await app.program(owner, ['messages']);
  const set = (role: 'user' | 'admin', userType: 'common' | 'admin') =>
    app.admin.call('PATCH /api/admin/users/:id/profile', {
      params: { id: owner.user.id },
      body: { role, userType },
    });
  await set('admin', 'admin');
  assert.equal(await rita.status('GET /api/user'), 401);
  const signIn = () => app.login(rita.user.member?.email ?? '', rita.password);
  assert.equal((await refusal(signIn())).status, 401);
  assert.equal(await program.status('GET /api/breaking-news'), 401);
  const manager = await app.login(owner.user.email, password);
  assert.equal(await manager.status('GET /api/team/members'), 403);
  assert.ok(!manager.user.capabilities.includes('team') && manager.user.capabilities.includes('contents'));
  await set('user', 'common');
  await signIn();
  assert.equal(await program.status('GET /api/breaking-news'), 200);
});

test('who may only look at screens sees no codes that pair', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  await app.screen(owner);
  const codes = async (client: Pick<Customer, 'call'>) =>
    (await client.call('GET /api/my-players')).map(({ activationCode }) => activationCode.length);
  assert.deepEqual(await codes(owner), [10]);
  assert.deepEqual(await codes(await app.member(owner, 'editor')), [10]);
  for (const looking of [
    await app.member(owner, 'reception'),
    await app.member(owner, 'reader'),
    await app.program(owner, ['screens:read']),
  ])
    assert.deepEqual(await codes(looking), [0]);
});

test('a link goes by mail where a server and an address are set, and never into the log', async (t) => {
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

  const params = { id: (await owner.call('GET /api/team/members'))[0]?.id ?? 0 };
  const again = async () => (await owner.call('POST /api/team/members/:id/invitation', { params })).isMailed;
  for (let i = 1; i < limits.invitationMails; i += 1) assert.equal(await again(), true);
  assert.equal(await again(), false, 'nobody is written to without end');
  app.clock.advance(86_400_000);
  assert.equal(await again(), true);

  const without = await startTestApp(t, { log: createLog('debug', systemClock, (line) => lines.push(line)) });
  const unmailed = await invite(await without.customer());
  assert.equal(unmailed.isMailed, false);
  assert.ok(lines.join().includes('member invited') && !lines.join().includes(unmailed.code));
});
