import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettingsPatch } from '../../contract/settings.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Client, refusal } from '../../testing/client.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { block } from '../accounts/testing/manage.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';

const change = (app: TestApp, body: SettingsPatch) => app.admin.call('PATCH /api/admin/settings', { body });
const sendTestMail = (app: TestApp, to = 'ana@clinica.test') =>
  app.admin.call('POST /api/admin/mail-test', { body: { to } });

test('a changed code takes effect at once, and the other administrators are notified', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const changed = await change(app, { accessCode: ' novo99 ' });
  assert.deepEqual(changed.codes, { ...app.codes, accessCode: 'NOVO99' });
  await socket.waitFor('adminChanged', (message) => message.what === 'settings');
  const validates = (code: string) => app.guest().status('POST /api/register/validate-code', { body: { code } });
  assert.deepEqual([await validates(app.codes.accessCode), await validates('Novo99')], [403, 200]);
  await app.restart();
  assert.equal((await app.admin.call('GET /api/admin/settings')).codes.accessCode, 'NOVO99');
});

test("a malformed code, a code equal to another one and a screen's activation code are refused with the name of the field", async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await app.screen(customer);
  const activationCode = (await customer.call('GET /api/my-players'))[0]?.activationCode ?? '';
  for (const body of [
    { accessCode: 'ab' },
    { playerExitCode: 'com espaço' },
    { playerResetCode: 'X'.repeat(11) },
    { playerModePassword: app.codes.accessCode },
    { deviceResetCode: activationCode },
  ])
    await assertRefusal(change(app, body), 400, { fields: Object.keys(body) });
  assert.deepEqual((await app.admin.call('GET /api/admin/settings')).codes, app.codes);
});

test('an administrator sets the contact, everybody can read it, and removing its address removes the contact', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  assert.deepEqual(await guest.call('GET /api/contact'), { name: null, url: null });
  const setContact = (name: string, address: string) => change(app, { contact: { name, address } });
  const set = { name: 'Equipe comercial', url: 'https://wa.me/5511999998888' };
  assert.deepEqual((await setContact(' Equipe comercial ', '(11) 99999-8888')).contact, set);
  await app.restart();
  assert.deepEqual(await guest.call('GET /api/contact'), set);
  for (const address of ['javascript:alert(1)', 'http://clinica.test', 'vendas'])
    await assertRefusal(setContact('Equipe', address), 400, { fields: ['contact.address'] });
  assert.deepEqual(await guest.call('GET /api/contact'), set);
  assert.deepEqual((await setContact('Equipe', '')).contact, { name: null, url: null });
});

test("an administrator sets the clinic's name, which begins every subject of an e-mail", async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url } });
  assert.equal((await app.admin.call('GET /api/admin/settings')).clinicName, null);
  assert.equal((await change(app, { clinicName: ' Girassol ' })).clinicName, 'Girassol');
  await sendTestMail(app);
  assert.match(server.emails[0] ?? '', /^Subject: \[Girassol\] Teste de email/m);
  await assertRefusal(change(app, { clinicName: 'x'.repeat(61) }), 400);
  assert.equal((await change(app, { clinicName: null })).clinicName, null);
  await sendTestMail(app);
  assert.match(server.emails[1] ?? '', /^Subject: Teste de email/m);
});

test('the settings show the mail server of the environment, and never its password', async (t) => {
  const app = await startTestApp(t, {
    env: { SMTP_URL: 'smtp://tv%40clinica.test:segredo%40@127.0.0.1:1', MAIL_FROM: '' },
  });
  const text = await (await app.admin.request('/api/admin/settings')).text();
  const { mail } = JSON.parse(text) as { mail: object };
  assert.deepEqual(mail, {
    isConfigured: true,
    from: 'Antessala <tv@clinica.test>',
    ownFrom: null,
    smtpUrl: 'smtp://tv%40clinica.test:•••@127.0.0.1:1',
    isOwn: false,
  });
  assert.ok(!text.includes('segredo'));
});

test('a mail server set on the page is used at once and after a restart; null restores the one of the environment', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'velho@clinica.test' } });
  const socket = await app.admin.socket();
  const smtpUrl = server.url.replace('smtp://', 'smtp://tv:segredo@');
  const from = 'Clínica Sol <nova@clinica.test>';
  assert.deepEqual((await change(app, { mail: { smtpUrl, from } })).mail, {
    isConfigured: true,
    from,
    ownFrom: from,
    smtpUrl: smtpUrl.replace('segredo', '•••'),
    isOwn: true,
  });
  await socket.waitFor('adminChanged', ({ what }) => what === 'settings');
  assert.equal((await sendTestMail(app)).message, 'Email de teste enviado para ana@clinica.test');
  assert.match(server.emails[0] ?? '', /nova@clinica\.test/);

  await app.restart();
  await sendTestMail(app, 'bia@clinica.test');
  assert.match(server.emails[1] ?? '', /To: bia@clinica\.test/);

  const resetSettings = await change(app, { mail: { smtpUrl: null, from: null } });
  assert.deepEqual(resetSettings.mail, {
    isConfigured: true,
    from: 'velho@clinica.test',
    ownFrom: null,
    smtpUrl: 'smtp://127.0.0.1:1',
    isOwn: false,
  });
  const alone = await change(app, { mail: { from: 'so@clinica.test' } });
  assert.deepEqual(alone.mail, { ...resetSettings.mail, from: 'so@clinica.test', ownFrom: 'so@clinica.test' });
});

test('an address with the masked password keeps the stored password, but only for the same server, port, user and encryption', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t);
  const setServer = (smtpUrl: string) => change(app, { mail: { smtpUrl } });
  await setServer(server.url.replace('smtp://', 'smtp://tv:segredo@'));
  const { port } = new URL(server.url);
  const expectRefusal = async (stolen: string) => {
    const { status, body } = await refusal(setServer(stolen));
    assert.deepEqual([status, body.fields], [400, { 'mail.smtpUrl': 'Digite a senha novamente.' }], stolen);
  };
  const maskedUrl = `smtp://tv:•••@127.0.0.1:${port}`;
  for (const stolen of [
    'smtp://tv:•••@mau.test',
    `smtp://tv:•••@mau.test:${port}`,
    `smtp://outro:•••@127.0.0.1:${port}`,
    'smtp://tv:•••@127.0.0.1:2525',
    `smtps://tv:•••@127.0.0.1:${port}`,
  ])
    await expectRefusal(stolen);
  for (const weaker of [`${maskedUrl}?ignoreTLS=true`, `${maskedUrl}?tls.rejectUnauthorized=false`])
    await expectRefusal(weaker);
  await setServer(`${maskedUrl}?requireTLS=true`);
  assert.equal(app.parts.settings.get('mail.smtpUrl'), `smtp://tv:segredo@127.0.0.1:${port}?requireTLS=true`);
  for (const weaker of [maskedUrl, `${maskedUrl}?requireTLS=false`, `${maskedUrl}?requireTLS=true&requireTLS=false`])
    await expectRefusal(weaker);
  await setServer(`${maskedUrl}?requireTLS=true&name=tv`);
});

test('an invalid mail server or sender is refused with the name of the field', async (t) => {
  const app = await startTestApp(t);
  const wrong = [
    { smtpUrl: 'http://mail.test' },
    { smtpUrl: 'smtp:' },
    { smtpUrl: 'smtp://mail.test/caixa' },
    { smtpUrl: 'smtp://u:p%E0%A4%A@mail.test' },
    // These options would write the SMTP session, including the password, to the console.
    { smtpUrl: 'smtp://u:p@mail.test?logger=true&debug=true' },
    { from: 'clinica' },
    { from: 'a@b.test\r\nBcc: c@d.test' },
  ];
  for (const mail of wrong)
    await assertRefusal(change(app, { mail }), 400, { fields: [`mail.${Object.keys(mail)[0]}`] }, JSON.stringify(mail));
  assert.equal((await app.admin.call('GET /api/admin/settings')).mail.isConfigured, false);
});

test('a failed test mail reports the reason: no server, no connection, login, recipient', async (t) => {
  const app = await startTestApp(t);
  await assertRefusal(sendTestMail(app), 409, { message: 'Nenhum servidor de email está configurado.' });
  const servers = [
    { smtpUrl: 'smtp://tv:segredo@127.0.0.1:1', message: /conectar/ },
    {
      smtpUrl: (await startMailServer(t, { refusedCommand: 'AUTH' })).url.replace('smtp://', 'smtp://tv:segredo@'),
      message: /usuário ou a senha/,
    },
    { smtpUrl: (await startMailServer(t, { refusedCommand: 'RCPT' })).url, message: /destinatário/ },
  ];
  for (const { smtpUrl, message } of servers) {
    await change(app, { mail: { smtpUrl } });
    const { status, body } = await refusal(sendTestMail(app));
    assert.equal(status, 502);
    assert.match(body.message, message);
    assert.ok(!JSON.stringify(body).includes('segredo'));
  }
  await refusal(sendTestMail(app));
  await assertRefusal(sendTestMail(app), 429, { code: 'too_many_requests' }, 'the sixth mail has to wait');
});

test('the log level changes at once and lasts until the next start', async (t) => {
  const app = await startTestApp(t);
  assert.equal((await change(app, { logLevel: 'error' })).logLevel, 'error');
  assert.equal(app.parts.log.level, 'error');
  await assertRefusal(change(app, { logLevel: 'loud' as 'error' }), 400);
  // A refused change of another setting leaves the level unchanged.
  await assertRefusal(change(app, { logLevel: 'debug', mail: { from: 'clinica' } }), 400);
  assert.equal(app.parts.log.level, 'error');
  await app.restart();
  assert.equal((await app.admin.call('GET /api/admin/settings')).logLevel, 'silent');
});

test('each dialog of the player accepts only its own code', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  const { playerModePassword, playerExitCode, playerResetCode } = app.codes;
  const mode = (password: string) => guest.call('POST /api/player/mode-code', { body: { password } });
  const options = (action: 'exit' | 'reset', code: string) =>
    guest.call('POST /api/player/options-code', { body: { action, code } });
  await mode(` ${playerModePassword.toLowerCase()} `);
  await options('exit', playerExitCode.toLowerCase());
  await options('reset', playerResetCode);
  for (const attempt of [
    () => mode(playerExitCode),
    () => mode(''),
    () => options('exit', playerResetCode),
    () => options('reset', playerExitCode),
  ])
    await assertRefusal(attempt(), 403, { code: 'forbidden', message: 'Código incorreto' });
  await assertRefusal(options('open' as 'exit', 'X'), 400);
});

test('after several wrong guesses at one code callers must wait for that code only', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  const mode = (password: string) => guest.status('POST /api/player/mode-code', { body: { password } });
  for (let i = 0; i < 20; i += 1) assert.equal(await mode(`ERRADO${i}`), 403);
  assert.equal(await mode(app.codes.playerModePassword), 429);
  await guest.call('POST /api/player/options-code', { body: { action: 'exit', code: app.codes.playerExitCode } });
  app.clock.advance(1_000);
  assert.equal(await mode(app.codes.playerModePassword), 200);
});

test('a signed-in user must wait only after wrong codes of the same account, which are counted together for all its browsers', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  const ana = await app.customer();
  const tryExit = (client: Client, code: string = app.codes.playerExitCode) =>
    client.status('POST /api/player/options-code', { body: { action: 'exit', code } });
  for (let i = 0; i < 20; i += 1) await tryExit(guest, 'ERRADO');
  assert.deepEqual([await tryExit(guest), await tryExit(ana)], [429, 200]);

  const elsewhere = await app.login(ana.user.email, ana.password);
  for (const person of [ana, elsewhere, ana, elsewhere, ana]) assert.equal(await tryExit(person, 'ERRADO'), 403);
  assert.deepEqual([await tryExit(ana), await tryExit(elsewhere)], [429, 429]);
});

test('the overview counts pending accounts, failed contents and screens with problems', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await app.guest().call('POST /api/register', {
    body: { username: 'Nova', email: 'nova@clinica.test', password: 'segredo1', accessCode: app.codes.accessCode },
  });
  const id = customer.user.id;
  app.parts.database.exec(`
    INSERT INTO videos (user_id, name, processing_status, uploaded_at) VALUES (${id}, 'V', 'failed', 0), (${id}, 'W', 'completed', 0);
    INSERT INTO players (user_id, name, screen_id, activation_code, created_at, status, state) VALUES
      (${id}, 'sem estado', 'AAAAAA', 'AAAAAAAAAA', 0, 'active', NULL),
      (${id}, 'bem', 'BBBBBB', 'BBBBBBBBBB', 0, 'active', '{"lastError":null,"soundBlocked":false}'),
      (${id}, 'muda', 'CCCCCC', 'CCCCCCCCCC', 0, 'active', '{"lastError":null,"soundBlocked":true}'),
      (${id}, 'com erro', 'DDDDDD', 'DDDDDDDDDD', 0, 'active', '{"lastError":"decode"}'),
      (${id}, 'pausada', 'EEEEEE', 'EEEEEEEEEE', 0, 'paused', '{"lastError":"decode"}')`);
  // The last reports of offline screens do not count.
  assert.deepEqual((await app.admin.call('GET /api/admin/overview')).screens, { total: 5, online: 0, withProblems: 0 });
  const [muted, assigned, idle] = [await app.screen(customer), await app.screen(customer), await app.screen(customer)];
  const heartbeat = ({ token, playerId }: typeof muted, state = {}) =>
    muted.call('POST /api/player/heartbeat', { body: { token, playerId, state } });
  await heartbeat(muted, { soundBlocked: true });
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  await customer.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: assigned.playerId },
    body: { playlistId: playlist.id },
  });
  app.clock.advance(5_000);
  assert.ok(idle.playerId > 0);
  const overview = await app.admin.call('GET /api/admin/overview');
  assert.equal(overview.pendingUsers, 1);
  assert.deepEqual(overview.screens, { total: 8, online: 1, withProblems: 2 });
  const [flagged, ...more] = (await app.admin.call('GET /api/admin/players')).filter(({ shouldPlay }) => shouldPlay);
  assert.deepEqual([flagged?.id, more], [assigned.playerId, []]);
  await block(app.admin, id);
  const { withProblems } = (await app.admin.call('GET /api/admin/overview')).screens;
  assert.equal(withProblems, 0, 'screens of a blocked account are not expected to play');
  assert.equal(overview.failedMedia, 1);
  const { freeMb, totalMb } = overview.disk;
  assert.ok(freeMb && totalMb && totalMb > freeMb);
});

test(
  'the generated secrets are printed at each start until an administrator signs in',
  { timeout: 240_000 },
  async (t) => {
    const app = await startTestApp(t);
    const { settings } = app.parts;
    assert.equal(settings.isPrintingFirstSecrets(), false, 'the administrator of the test has signed in');
    settings.startPrintingFirstSecrets();
    const customer = await app.customer();
    assert.equal(customer.user.userType, 'common');
    await app.restart();
    assert.match(app.parts.firstRunText ?? '', /Administrator e-mail +admin@antessala\.local/);
    await app.login(app.admin.user.email, app.admin.password);
    await app.restart();
    assert.equal(app.parts.firstRunText, undefined);
  },
);
