import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilitiesOfManager } from '../../contract/accounts/capabilities.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { startTestApp, testAdmin, type TestApp } from '../../testing/app.ts';
import { accountIdOf } from '../../testing/admin.ts';
import { type Client, refusal } from '../../testing/client.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { codeOf, stepAt } from './sign-in/totp.ts';
import {
  approve,
  block,
  changeQuotas,
  listedAccount,
  remove,
  requireSecondFactor,
  resetPassword,
  setProfile,
} from './testing/manage.ts';
import { recordLog } from './testing/recorded-log.ts';
import { assertRefusal } from './testing/assert-refusal.ts';

const dayMs = 86_400_000;

const login = (client: Client, email: string, password: string) =>
  client.call('POST /api/login', { body: { email, password } });
const newcomer = { username: 'Clínica Sol', email: 'sol@clinica.test', password: 'segredo1' };

/** Sends a request as a page does. Returns the whole response, of which `call` returns only the body. */
const post = (client: Client, path: string, body: object, headers = {}) =>
  client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const registerWith = (app: TestApp, person: Partial<typeof newcomer> = {}, accessCode: string = app.codes.accessCode) =>
  app.guest().call('POST /api/register', { body: { ...newcomer, ...person, accessCode } });

/** Registers and returns the new account's id. */
async function register(app: TestApp, person = newcomer): Promise<number> {
  await registerWith(app, person);
  return accountIdOf(app.admin, person.email);
}

test('a login returns the user and stores the session in a cookie that scripts cannot read', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  assert.equal(await guest.status('GET /api/user'), 401);
  const email = ` ${testAdmin.email.toUpperCase()} `;
  const response = await post(guest, '/api/login', { email, password: testAdmin.password });
  assert.equal(response.status, 200);
  assert.match(response.headers.getSetCookie().join(), /^antessala_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
  const user = (await response.json()) as object;
  const account = {
    id: app.admin.user.id,
    username: 'Administrador',
    email: testAdmin.email,
    role: 'admin',
    userType: 'admin',
    storageUsed: 0,
    storageLimit: 3072,
    timeZone: 'America/Sao_Paulo',
    canAccessBreakingNews: true,
    canAccessRadio: true,
    canAccessManagement: true,
  };
  assert.deepEqual(user, { ...account, member: null, capabilities: [...capabilitiesOfManager] });
  assert.deepEqual(await guest.call('GET /api/user'), user);
  assert.deepEqual(await guest.call('GET /api/user/me'), {
    ...account,
    videoCount: 0,
    maxVideos: 120,
    playlistCount: 0,
    maxPlaylists: 2,
    playerCount: 0,
    maxPlayers: null,
    messageCount: 0,
    spaceRequestedAt: null,
  });
});

test('a wrong password and an unknown email get the same response; invalid input gets a message for each field', async (t) => {
  const app = await startTestApp(t);
  const wrongPassword = await refusal(login(app.guest(), testAdmin.email, 'errada'));
  const unknown = await refusal(login(app.guest(), 'ninguem@clinica.test', 'errada'));
  assert.deepEqual([wrongPassword.status, wrongPassword.body.message], [401, 'Email ou senha incorretos']);
  assert.deepEqual(unknown.body, wrongPassword.body);
  const { status, body } = await refusal(login(app.guest(), 'sem-arroba', ''));
  assert.deepEqual([status, body.fields], [400, { email: 'Email inválido', password: 'Senha é obrigatória' }]);
});

test('a pending or blocked account is reported as such, but only after the correct password', async (t) => {
  const app = await startTestApp(t);
  const id = await register(app);
  const pending = { code: 'account_pending', message: 'Conta aguardando aprovação do administrador' };
  await assertRefusal(login(app.guest(), newcomer.email, newcomer.password), 403, pending);
  await assertRefusal(login(app.guest(), newcomer.email, 'errada'), 401);

  await block(app.admin, id);
  const blocked = { code: 'account_blocked', message: 'Conta bloqueada' };
  await assertRefusal(login(app.guest(), newcomer.email, newcomer.password), 403, blocked);
  await approve(app.admin, id);
  assert.equal((await login(app.guest(), newcomer.email, newcomer.password)).username, newcomer.username);
});

test('a new login or a logout ends the session of the same browser with its sockets, and no other', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const elsewhere = await app.login(customer.user.email, customer.password);
  const copyOf = ({ cookies }: Client) => {
    const copy = app.guest();
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    return copy;
  };
  const formerSession = copyOf(customer);
  const oldSocket = await customer.socket();
  await login(customer, customer.user.email, customer.password);
  await oldSocket.waitFor('sessionEnded');
  assert.equal(await formerSession.status('GET /api/user'), 401);
  assert.equal(await customer.status('GET /api/user'), 200);
  assert.equal(await elsewhere.status('GET /api/user'), 200);

  const [socket, otherSocket] = [await customer.socket(), await elsewhere.socket()];
  const copy = copyOf(customer);
  await customer.call('POST /api/logout');
  assert.deepEqual([...customer.cookies.keys()], [cookieNames.knownDevice], 'the browser remains a known device');
  assert.equal(await copy.status('GET /api/user'), 401);
  await socket.waitFor('sessionEnded');
  await socket.closed;
  assert.equal(await elsewhere.status('GET /api/user'), 200);
  otherSocket.send({ type: 'ping' });
  await otherSocket.waitFor('pong');
  // A logout without a session does nothing.
  await app.guest().call('POST /api/logout');
});

test('sessions survive a restart and jumps of the clock, and end after 30 idle days', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  for (const years of [5, -20]) {
    app.clock.jump(years * 365 * dayMs);
    assert.equal(await customer.status('GET /api/user'), 200);
    await app.restart();
    assert.equal(await customer.status('GET /api/user'), 200);
  }
  app.clock.advance(30 * dayMs + 3_600_000);
  assert.equal(await customer.status('GET /api/user'), 401);
});

test('wrong passwords cause longer and longer waits, but never lock the account', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await app.restart();
  const { email } = customer.user;
  for (let i = 0; i < 5; i += 1) await assertRefusal(login(app.guest(), email, `errada${i}`), 401);
  const response = await post(app.guest(), '/api/login', { email, password: customer.password });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '1']);
  // Other accounts do not have to wait.
  await login(app.guest(), testAdmin.email, testAdmin.password);
  app.clock.advance(1_000);
  assert.equal((await login(app.guest(), email, customer.password)).email, email);
  await assertRefusal(login(app.guest(), email, 'errada'), 401, {}, 'a correct password resets the count');
});

test('simultaneous guesses are all counted', async (t) => {
  const app = await startTestApp(t);
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      app.guest().status('POST /api/login', { body: { email: 'ninguem@clinica.test', password: `errada${i}` } }),
    ),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 25);
});

test('only browsers that registered an account, or sent its correct password before the approval, are told of the approval', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  await guest.call('POST /api/register', { body: { ...newcomer, accessCode: app.codes.accessCode } });
  const id = await accountIdOf(app.admin, newcomer.email);
  const later = app.guest();
  await assertRefusal(login(later, newcomer.email, newcomer.password), 403, { code: 'account_pending' });
  const guessing = app.guest();
  await assertRefusal(login(guessing, newcomer.email, 'errada'), 401);
  guessing.cookies.set('antessala_waiting', `${id}.${'x'.repeat(43)}`);
  const approvals = () => Promise.all([guest, later, guessing].map((each) => each.call('GET /api/register/approval')));
  const waiting = { isApproved: false, isOver: false, sendsMail: false };
  const unknownBrowser = { isApproved: false, isOver: true, sendsMail: null };
  assert.deepEqual(await approvals(), [waiting, waiting, unknownBrowser]);
  await approve(app.admin, id);
  await app.restart();
  assert.deepEqual(await approvals(), [
    { ...waiting, isApproved: true },
    { ...waiting, isApproved: true },
    unknownBrowser,
  ]);
  app.clock.advance(30 * 86_400_000 + 1);
  assert.deepEqual(await approvals(), [unknownBrowser, unknownBrowser, unknownBrowser], 'the approval ticket expires');
});

test('an access code permits one registration, which waits for approval', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const guest = app.guest();
  await assertRefusal(guest.call('POST /api/register', { body: newcomer }), 403, {
    message: 'Código inválido. Entre em contato com nossa equipe comercial.',
  });

  await guest.call('POST /api/register/validate-code', { body: { code: ` ${app.codes.accessCode.toLowerCase()} ` } });
  assert.ok(guest.cookies.get('antessala_ticket'));
  const response = await post(guest, '/api/register', newcomer);
  assert.equal(response.status, 201);
  assert.deepEqual(await response.json(), { message: 'Aguarde a aprovação do administrador para fazer login.' });
  assert.deepEqual([...guest.cookies.keys()], ['antessala_waiting'], 'the registration ticket was used up');
  await socket.waitFor('adminChanged', (message) => message.what === 'users');

  const user = (await app.admin.call('GET /api/admin/users-with-counts')).find(({ email }) => email === newcomer.email);
  assert.deepEqual(
    { ...user, id: 0, createdAt: '' },
    {
      id: 0,
      username: newcomer.username,
      email: newcomer.email,
      role: 'user',
      userType: 'common',
      status: 'pending',
      createdAt: '',
      timeZone: 'America/Sao_Paulo',
      storageUsed: 0,
      maxStorageGb: 3,
      maxPlaylists: 2,
      maxVideos: 120,
      maxPlayers: null,
      canAccessBreakingNews: true,
      canAccessRadio: true,
      canAccessManagement: true,
      actualPlaylistCount: 0,
      actualVideoCount: 0,
      actualPlayerCount: 0,
      actualBreakingNewsCount: 0,
      radioEnabled: false,
      radioStationName: null,
      hasSecondFactor: false,
      requiresSecondFactor: false,
      spaceRequestedAt: null,
    },
  );
});

test('a registration ticket is valid once, for ten minutes, and a refused registration does not use it up', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  await guest.call('POST /api/register/validate-code', { body: { code: app.codes.accessCode } });
  const ticket = guest.cookies.get('antessala_ticket') ?? '';
  const registerStatus = (person: Partial<typeof newcomer> = {}) =>
    guest.status('POST /api/register', { body: { ...newcomer, ...person } });
  assert.equal(await registerStatus({ email: testAdmin.email }), 409);
  assert.equal(await registerStatus(), 200);
  guest.cookies.set('antessala_ticket', ticket);
  const second = { username: 'Outra', email: 'outra@clinica.test' };
  assert.equal(await registerStatus(second), 403);

  await guest.call('POST /api/register/validate-code', { body: { code: app.codes.accessCode } });
  app.clock.advance(10 * 60_000);
  assert.equal(await registerStatus(second), 403);
});

test('a taken email or name is refused as a conflict at its field, also in another case or encoding of accents', async (t) => {
  const app = await startTestApp(t);
  await register(app);
  await assertRefusal(registerWith(app, { username: 'Outra', email: 'SOL@clinica.test' }), 409, {
    code: 'conflict',
    message: 'Este email já está cadastrado.',
    fields: ['email'],
  });
  for (const username of ['clínica sol', 'CLÍNICA SOL', 'Cli\u0301nica Sol', 'Clínica\nSol']) {
    const { status, body } = await refusal(registerWith(app, { username, email: 'outra@clinica.test' }));
    assert.deepEqual([status, body.fields], [409, { username: 'Este nome de usuário já está em uso.' }], username);
  }

  const twin = { ...newcomer, username: 'Gêmea', email: 'gemea@clinica.test', accessCode: app.codes.accessCode };
  const twins = [1, 2].map(() => app.guest().status('POST /api/register', { body: twin }));
  assert.deepEqual((await Promise.all(twins)).sort(), [200, 409]);
});

test('a refused registration has a message for each bad field, and the most common passwords are refused', async (t) => {
  const app = await startTestApp(t);
  const common = { message: /uma das mais usadas/, fields: ['password'] };
  await assertRefusal(registerWith(app, { password: 'Senha123' }), 400, common);
  const refusedFields = await refusal(registerWith(app, { username: 'ab', email: 'x', password: '12345' }));
  assert.equal(refusedFields.status, 400);
  assert.deepEqual(refusedFields.body.fields, {
    username: 'O nome deve ter pelo menos 3 caracteres.',
    email: 'Email inválido',
    password: 'A senha deve ter pelo menos 6 caracteres.',
  });
});

test('wrong access codes cause waits, whether they are checked alone or sent with a registration', async (t) => {
  const app = await startTestApp(t);
  const validateStatus = (code: string) => app.guest().status('POST /api/register/validate-code', { body: { code } });
  for (let i = 0; i < 10; i += 1) {
    assert.equal(await validateStatus(`ERRADO${i}`), 403);
    await assertRefusal(registerWith(app, {}, `ERRADO${i}`), 403);
  }
  assert.equal(await validateStatus(app.codes.accessCode), 429);
  await assertRefusal(registerWith(app), 429);
  app.clock.advance(2_000);
  assert.equal(await validateStatus(app.codes.accessCode), 200);
});

test('registrations and attempts with a taken email are throttled', async (t) => {
  const app = await startTestApp(t);
  const registerAs = (email: string, number: number) => registerWith(app, { username: `Pessoa ${number}`, email });
  for (let i = 0; i < 10; i += 1) {
    await registerAs(`p${i}@clinica.test`, i);
    await assertRefusal(registerAs('p0@clinica.test', 50 + i), 409);
  }
  await assertRefusal(registerAs('p99@clinica.test', 99), 429);
  app.clock.advance(2_000);
  await registerAs('p99@clinica.test', 99);
});

test('administrators get an email about a registration, the user about the approval; a name cannot add lines to an email', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, {
    env: { SMTP_URL: server.url, MAIL_FROM: 'tv@clinica.test', PUBLIC_URL: 'https://tv.clinica.test' },
  });
  let arrived = server.event();
  const id = await register(app);
  await arrived;
  assert.match(server.emails[0] ?? '', new RegExp(`To: ${testAdmin.email}`));
  assert.match(server.emails[0] ?? '', /Clínica Sol \(sol@clinica\.test\) criou uma conta/);
  assert.match(server.emails[0] ?? '', /https:\/\/tv\.clinica\.test\/admin\/users/);

  arrived = server.event();
  await approve(app.admin, id);
  await arrived;
  assert.match(server.emails[1] ?? '', /To: sol@clinica\.test/);
  assert.match(server.emails[1] ?? '', /foi aprovada/);

  await block(app.admin, id);
  await approve(app.admin, id);
  assert.equal(server.emails.length, 2, 'unblocking is not an approval');

  arrived = server.event();
  const other = await register(app, { ...newcomer, username: 'Dra.\r\n\nAprove: \u202ex', email: 'lua@clinica.test' });
  await arrived;
  assert.match(server.emails[2] ?? '', /^Dra\. Aprove: x \(lua@clinica\.test\) criou uma conta/m);
  assert.equal((await listedAccount(app, other))?.username, 'Dra. Aprove: x');
});

test("an account can request space once a day; administrators get an email, and the account's and the managers' studios are notified", async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, {
    env: { SMTP_URL: server.url, MAIL_FROM: 'tv@clinica.test', PUBLIC_URL: 'https://tv.clinica.test' },
  });
  const [ana, bea] = [await app.customer(), await app.customer()];
  const [socket, managers] = [await ana.socket(), await app.admin.socket()];
  const requestSpace = () => ana.call('POST /api/user/space-request');
  const requestedAt = async (client = ana) => (await client.call('GET /api/user/me')).spaceRequestedAt;
  assert.equal(await requestedAt(), null);

  const { spaceRequestedAt } = await requestSpace();
  assert.equal(spaceRequestedAt, new Date(app.clock.now()).toISOString());
  await managers.waitFor('adminChanged', ({ what }) => what === 'users');
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.deepEqual([await requestedAt(), await requestedAt(bea)], [spaceRequestedAt, null]);
  assert.equal((await listedAccount(app, ana.user.id))?.spaceRequestedAt, spaceRequestedAt);
  const email = () => server.emails.find((text) => /pede mais espaço para/.test(text));
  while (!email()) await server.event();
  assert.match(email() ?? '', new RegExp(`To: ${testAdmin.email}`));
  assert.match(email() ?? '', /0 GB de 3 GB de armazenamento, 0 de 120 conteúdos/);
  assert.match(email() ?? '', /https:\/\/tv\.clinica\.test\/admin\/users/);

  const alreadyRequested = { message: 'Você já pediu mais espaço hoje. Aguarde a resposta do administrador.' };
  await assertRefusal(requestSpace(), 409, alreadyRequested);
  app.clock.advance(limits.spaceRequestMs);
  assert.notEqual((await requestSpace()).spaceRequestedAt, spaceRequestedAt, 'a day later the request may be repeated');
});

test('a request for space is closed by a raised quota or a dismissal; after a dismissal the next one has to wait a day', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const params = { id: ana.user.id };
  const requestStatus = () => ana.status('POST /api/user/space-request');
  const isOpen = async () => (await ana.call('GET /api/user/me')).spaceRequestedAt !== null;
  assert.equal(await requestStatus(), 200);
  await changeQuotas(app.admin, ana.user.id, { maxPlaylists: 9, maxVideos: 100, canAccessRadio: true });
  assert.equal(await isOpen(), true, 'the quotas of storage and contents were not raised');
  await changeQuotas(app.admin, ana.user.id, { maxVideos: 200, canAccessRadio: true });
  assert.equal(await isOpen(), false);
  assert.equal(await requestStatus(), 200, 'after a granted request another request is allowed');

  const socket = await ana.socket();
  await app.admin.call('DELETE /api/admin/users/:id/space-request', { params });
  await socket.waitFor('contentChanged', ({ what }) => what === 'user');
  assert.equal(await isOpen(), false);
  assert.equal(await requestStatus(), 409);
  app.clock.advance(limits.spaceRequestMs);
  assert.equal(await requestStatus(), 200);
  assert.equal(await app.admin.status('DELETE /api/admin/users/:id/space-request', { params: { id: 999 } }), 404);
  const gestor = await app.gestor();
  const ofAdmin = { params: { id: app.admin.user.id } };
  assert.equal(await gestor.status('DELETE /api/admin/users/:id/space-request', ofAdmin), 403);
});

test('guesses at an account do not make its owner wait in a known browser, even after a restart of the server', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const { email } = customer.user;
  await app.restart();
  const outsider = app.guest();
  for (let i = 0; i < 60; i += 1)
    await outsider.status('POST /api/login', { body: { email, password: `errada ${i}` } });
  assert.equal(await outsider.status('POST /api/login', { body: { email, password: customer.password } }), 429);
  const before = customer.cookies.get(cookieNames.knownDevice);
  await customer.call('POST /api/login', { body: { email, password: customer.password } });
  assert.notEqual(customer.cookies.get(cookieNames.knownDevice), before, 'each sign-in renews the known device');
});

test('a password that is only the name of the account is refused wherever a password is set', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Quaresmeira' });
  const member = await clinic.call('POST /api/team/members', { body: { email: 'rita@clinica.test', role: 'editor' } });
  const password = 'Quaresmeira-2026';
  for (const attempt of [
    () => registerWith(app, { username: 'Posto Quaresmeira', password }),
    () => clinic.call('PUT /api/user/password', { body: { currentPassword: clinic.password, newPassword: password } }),
    () => resetPassword(app.admin, clinic.user.id, password),
    () => app.guest().call('POST /api/invitations/accept', { body: { code: member.code, name: 'Rita', password } }),
  ])
    await assertRefusal(attempt(), 400, { message: /^Esta senha é só o nome ou o email da conta/ });
});

test('the log contains account and address of sign-ins and of refused passwords, codes and tokens, but no secret', async (t) => {
  const { log, lines, linesOf } = recordLog();
  const app = await startTestApp(t, { log, env: { TRUST_PROXY: '127.0.0.1' } });
  const { user, password } = await app.customer();
  lines.length = 0;
  const send = (path: string, body: object) => post(app.guest(), path, body, { 'x-forwarded-for': '203.0.113.7' });
  await send('/api/login', { email: user.email, password });
  for (let i = 0; i < 6; i += 1) await send('/api/login', { email: user.email, password: 'errada' });
  await send('/api/register/validate-code', { code: 'ERRADO' });
  await send('/api/player/options-code', { action: 'exit', code: 'ERRADO' });
  await send('/api/player/activate', { activationCode: 'ERRADO1234' });
  await send('/api/invitations/find', { code: 'ERRADO' });
  await send('/api/player/renew-token', { playerId: 1 });
  const unknown = `ats_${'ERRADO'.padEnd(43, 'x')}`;
  await app.guest().request('/api/breaking-news', {
    headers: { authorization: `Bearer ${unknown}`, 'x-forwarded-for': '203.0.113.7' },
  });
  const expectedFields = { account: user.email, address: '203.0.113.7' };
  for (const message of ['sign-in ok', 'sign-in failed', 'sign-in held back']) {
    const [line] = linesOf(message);
    assert.deepEqual({ account: line?.account, address: line?.address }, expectedFields, message);
  }
  assert.deepEqual(
    linesOf('code refused').map(({ action, address }) => [action, address]),
    ['access-code', 'options-code', 'activate', 'invitation'].map((action) => [action, '203.0.113.7']),
  );
  assert.deepEqual(
    linesOf('token refused').map(({ action, address }) => [action, address]),
    ['renew', 'api-token'].map((action) => [action, '203.0.113.7']),
  );
  assert.ok(!JSON.stringify(lines).includes(password), 'no password');
  assert.ok(!JSON.stringify(lines).includes('ERRADO'), 'no code');
});

test('the log contains account, address and actor of changes to an account', async (t) => {
  const { log, lines, linesOf } = recordLog();
  const app = await startTestApp(t, { log, env: { TRUST_PROXY: '127.0.0.1' } });
  const address = '203.0.113.7';
  /** Makes the client send its further requests from `address`. */
  const withAddress = <C extends Client>(client: C): C =>
    Object.assign(client, {
      request: (path: string, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', address);
        return app.guest().request.call(client, path, { ...init, headers });
      },
    });
  const clinic = await app.customer();
  const { password } = clinic;
  const { email } = clinic.user;
  const admin = withAddress(app.admin);
  const guest = withAddress(app.guest());
  const signInAgain = () => app.login(email, password).then(withAddress);

  const { code: pairing } = await app.guest().call('POST /api/player/pairing', { body: {} });
  withAddress(clinic);
  await clinic.call('POST /api/pairing/:code/claim', { params: { code: pairing }, body: { name: 'Recepção' } });
  const joining = { email: 'ana@clinica.test', role: 'editor' } as const;
  const { code } = await clinic.call('POST /api/team/members', { body: joining });
  await guest.call('POST /api/invitations/accept', { body: { code, name: 'Ana', password: 'um-segredo-dela' } });
  await signInAgain();
  const other = (await clinic.call('GET /api/user/sessions')).find((session) => !session.isCurrent);
  await clinic.call('DELETE /api/user/sessions/:key', { params: { key: other?.key ?? '' } });
  await signInAgain();
  await clinic.call('DELETE /api/user/sessions');

  const stepMs = 30_000;
  let { secret } = await clinic.call('POST /api/user/second-factor/key');
  const body = () => ({ currentPassword: password, code: codeOf(secret, stepAt(app.clock.now())) });
  const { recoveryCodes } = await clinic.call('POST /api/user/second-factor', { body: body() });
  app.clock.advance(stepMs);
  await clinic.call('POST /api/user/second-factor/disable', { body: body() });
  app.clock.advance(stepMs);
  ({ secret } = await clinic.call('POST /api/user/second-factor/key'));
  await clinic.call('POST /api/user/second-factor', { body: body() });
  const { id } = clinic.user;
  await admin.call('DELETE /api/admin/users/:id/second-factor', { params: { id } });
  await admin.call('DELETE /api/admin/users/:id/second-factor', { params: { id } });
  for (const isRequired of [true, true, false]) await requireSecondFactor(admin, id, isRequired);
  await setProfile(admin, id, 'gestor');
  await resetPassword(admin, id, 'outro-segredo');
  await block(admin, id);
  await remove(admin, id);

  const own = ['screen claimed', 'member invited', 'session ended', 'other sessions ended'];
  for (const message of [...own, 'second step on', 'second step off'])
    assert.deepEqual([linesOf(message)[0]?.account, linesOf(message)[0]?.address], [email, address], message);
  const [joined] = linesOf('member joined');
  assert.deepEqual([joined?.member, joined?.address], [joining.email, address]);
  const byOther = ['second step removed', 'profile changed', 'password set', 'account blocked', 'account deleted'];
  for (const message of [...byOther, 'second step required', 'second step optional']) {
    const found = linesOf(message).map((line) => [line.account, line.address, line.by]);
    assert.deepEqual(found, [[email, address, testAdmin.email]], message);
  }
  const [changed] = linesOf('profile changed');
  assert.deepEqual([changed?.before, changed?.after], ['common', 'gestor']);
  const written = JSON.stringify(lines);
  for (const hidden of [password, 'um-segredo-dela', 'outro-segredo', secret, code, ...recoveryCodes])
    assert.ok(!written.includes(hidden), hidden);
});
