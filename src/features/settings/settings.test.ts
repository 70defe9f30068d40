import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { refusal } from '../../testing/refusal.ts';

test('only an administrator sees and changes the codes', async (t) => {
  const app = await startTestApp(t);
  const [customer, gestor] = [await app.customer(), await app.gestor()];
  for (const [client, status] of [
    [app.guest(), 401],
    [customer, 403],
    [gestor, 403],
  ] as const) {
    assert.equal(await client.status('GET /api/admin/settings'), status);
    assert.equal(await client.status('PATCH /api/admin/settings', { body: { accessCode: 'NOVO99' } }), status);
  }
  assert.equal(await gestor.status('GET /api/admin/overview'), 200);
  assert.equal(await customer.status('GET /api/admin/overview'), 403);
  assert.equal(await app.guest().status('GET /api/admin/overview'), 401);
  assert.deepEqual((await app.admin.call('GET /api/admin/settings')).codes, app.codes);
});

test('a changed code counts at once, and the other administrators are notified', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const changed = await app.admin.call('PATCH /api/admin/settings', { body: { accessCode: ' novo99 ' } });
  assert.deepEqual(changed.codes, { ...app.codes, accessCode: 'NOVO99' });
  await socket.waitFor('adminChanged', (message) => message.what === 'settings');
  assert.equal(
    await app.guest().status('POST /api/register/validate-code', { body: { code: app.codes.accessCode } }),
    403,
  );
  assert.equal(await app.guest().status('POST /api/register/validate-code', { body: { code: 'Novo99' } }), 200);
  await app.restart();
  assert.equal((await app.admin.call('GET /api/admin/settings')).codes.accessCode, 'NOVO99');
});

test('a code that is malformed, used for something else, or a screen of its own is refused by name', async (t) => {
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
  ]) {
    const { status, body: error } = await refusal(app.admin.call('PATCH /api/admin/settings', { body }));
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(error.fields ?? {}), Object.keys(body));
  }
  assert.deepEqual((await app.admin.call('GET /api/admin/settings')).codes, app.codes);
});

test('the contact is set by an administrator, read by everybody, and gone when its address is', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  assert.deepEqual(await guest.call('GET /api/contact'), { name: null, url: null });
  const change = (name: string | null, address: string | null) =>
    app.admin.call('PATCH /api/admin/settings', { body: { contact: { name, address } } });
  const set = { name: 'Equipe comercial', url: 'https://wa.me/5511999998888' };
  assert.deepEqual((await change(' Equipe comercial ', '(11) 99999-8888')).contact, set);
  await app.restart();
  assert.deepEqual(await guest.call('GET /api/contact'), set);
  for (const address of ['javascript:alert(1)', 'http://clinica.test', 'vendas']) {
    const { status, body } = await refusal(change('Equipe', address));
    assert.deepEqual([status, Object.keys(body.fields ?? {})], [400, ['contact.address']]);
  }
  assert.deepEqual(await guest.call('GET /api/contact'), set);
  assert.deepEqual((await change('Equipe', '')).contact, { name: null, url: null });
});

test("the clinic's name is set by an administrator, and is in front of every subject", async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url } });
  const send = () => app.admin.call('POST /api/admin/mail-test', { body: { to: 'ana@clinica.test' } });
  assert.equal((await app.admin.call('GET /api/admin/settings')).clinicName, null);
  const change = (clinicName: string | null) => app.admin.call('PATCH /api/admin/settings', { body: { clinicName } });
  assert.equal((await change(' Girassol ')).clinicName, 'Girassol');
  await send();
  assert.match(server.emails[0] ?? '', /^Subject: \[Girassol\] Teste de email/m);
  assert.equal((await refusal(change('x'.repeat(61)))).status, 400);
  assert.equal((await change(null)).clinicName, null);
  await send();
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

test('a mail server set on the page counts at once and after a restart; null goes back to the environment', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'velho@clinica.test' } });
  const socket = await app.admin.socket();
  const smtpUrl = server.url.replace('smtp://', 'smtp://tv:segredo@');
  const { mail } = await app.admin.call('PATCH /api/admin/settings', {
    body: { mail: { smtpUrl, from: 'Clínica Sol <nova@clinica.test>' } },
  });
  assert.deepEqual(mail, {
    isConfigured: true,
    from: 'Clínica Sol <nova@clinica.test>',
    ownFrom: 'Clínica Sol <nova@clinica.test>',
    smtpUrl: smtpUrl.replace('segredo', '•••'),
    isOwn: true,
  });
  await socket.waitFor('adminChanged', ({ what }) => what === 'settings');
  const { message } = await app.admin.call('POST /api/admin/mail-test', { body: { to: 'ana@clinica.test' } });
  assert.equal(message, 'Email de teste enviado para ana@clinica.test');
  assert.match(server.emails[0] ?? '', /nova@clinica\.test/);

  await app.restart();
  await app.admin.call('POST /api/admin/mail-test', { body: { to: 'bia@clinica.test' } });
  assert.match(server.emails[1] ?? '', /To: bia@clinica\.test/);

  const back = await app.admin.call('PATCH /api/admin/settings', { body: { mail: { smtpUrl: null, from: null } } });
  assert.deepEqual(back.mail, {
    isConfigured: true,
    from: 'velho@clinica.test',
    ownFrom: null,
    smtpUrl: 'smtp://127.0.0.1:1',
    isOwn: false,
  });
  const alone = await app.admin.call('PATCH /api/admin/settings', { body: { mail: { from: 'so@clinica.test' } } });
  assert.deepEqual(
    [alone.mail.from, alone.mail.ownFrom, alone.mail.isOwn],
    ['so@clinica.test', 'so@clinica.test', false],
  );
});

test('the masked password means the kept one, but for its own server, port, user and encryption only', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t);
  const change = (smtpUrl: string) => app.admin.call('PATCH /api/admin/settings', { body: { mail: { smtpUrl } } });
  await change(server.url.replace('smtp://', 'smtp://tv:segredo@'));
  const { port } = new URL(server.url);
  const refuses = async (stolen: string) => {
    const { status, body } = await refusal(change(stolen));
    assert.deepEqual([status, body.fields], [400, { 'mail.smtpUrl': 'Digite a senha novamente.' }], stolen);
  };
  const here = `smtp://tv:•••@127.0.0.1:${port}`;
  for (const stolen of [
    'smtp://tv:•••@mau.test',
    `smtp://tv:•••@mau.test:${port}`,
    `smtp://outro:•••@127.0.0.1:${port}`,
    'smtp://tv:•••@127.0.0.1:2525',
    `smtps://tv:•••@127.0.0.1:${port}`,
  ])
    await refuses(stolen);
  for (const weaker of [`${here}?ignoreTLS=true`, `${here}?tls.rejectUnauthorized=false`]) await refuses(weaker);
  await change(`${here}?requireTLS=true`);
  assert.equal(app.parts.settings.get('mail.smtpUrl'), `smtp://tv:segredo@127.0.0.1:${port}?requireTLS=true`);
  for (const weaker of [here, `${here}?requireTLS=false`, `${here}?requireTLS=true&requireTLS=false`])
    await refuses(weaker);
  await change(`${here}?requireTLS=true&name=tv`);
});

test('a mail server or sender that makes no sense is refused by name', async (t) => {
  const app = await startTestApp(t);
  const wrong = [
    { smtpUrl: 'http://mail.test' },
    { smtpUrl: 'smtp:' },
    { smtpUrl: 'smtp://mail.test/caixa' },
    { smtpUrl: 'smtp://u:p%E0%A4%A@mail.test' },
    // The transport would write the conversation, password included, to the console.
    { smtpUrl: 'smtp://u:p@mail.test?logger=true&debug=true' },
    { from: 'clinica' },
    { from: 'a@b.test\r\nBcc: c@d.test' },
  ];
  for (const mail of wrong) {
    const { status, body } = await refusal(app.admin.call('PATCH /api/admin/settings', { body: { mail } }));
    assert.deepEqual(
      [status, Object.keys(body.fields ?? {})],
      [400, [`mail.${Object.keys(mail)[0]}`]],
      JSON.stringify(mail),
    );
  }
  assert.equal((await app.admin.call('GET /api/admin/settings')).mail.isConfigured, false);
});

test('a test mail says why it did not go: no server, no connection, login, recipient', async (t) => {
  const app = await startTestApp(t);
  const trial = () => refusal(app.admin.call('POST /api/admin/mail-test', { body: { to: 'ana@clinica.test' } }));
  const none = await trial();
  assert.deepEqual([none.status, none.body.message], [409, 'Nenhum servidor de email está configurado.']);
  const servers = [
    { smtpUrl: 'smtp://tv:segredo@127.0.0.1:1', message: /conectar/ },
    {
      smtpUrl: (await startMailServer(t, { refuses: 'AUTH' })).url.replace('smtp://', 'smtp://tv:segredo@'),
      message: /usuário ou a senha/,
    },
    { smtpUrl: (await startMailServer(t, { refuses: 'RCPT' })).url, message: /destinatário/ },
  ];
  for (const { smtpUrl, message } of servers) {
    await app.admin.call('PATCH /api/admin/settings', { body: { mail: { smtpUrl } } });
    const { status, body } = await trial();
    assert.equal(status, 502);
    assert.match(body.message, message);
    assert.ok(!JSON.stringify(body).includes('segredo'));
  }
  await trial();
  const { status, body } = await refusal(
    app.admin.call('POST /api/admin/mail-test', { body: { to: 'ana@clinica.test' } }),
  );
  assert.deepEqual([status, body.code], [429, 'too_many_requests'], 'the sixth one has to wait');
});

test('the log level changes at once and lasts until the next start', async (t) => {
  const app = await startTestApp(t);
  assert.equal((await app.admin.call('PATCH /api/admin/settings', { body: { logLevel: 'error' } })).logLevel, 'error');
  assert.equal(app.parts.log.level, 'error');
  assert.equal(await app.admin.status('PATCH /api/admin/settings', { body: { logLevel: 'loud' as 'error' } }), 400);
  // A refused change of another setting takes the level with it.
  assert.equal(
    await app.admin.status('PATCH /api/admin/settings', { body: { logLevel: 'debug', mail: { from: 'clinica' } } }),
    400,
  );
  assert.equal(app.parts.log.level, 'error');
  await app.restart();
  assert.equal((await app.admin.call('GET /api/admin/settings')).logLevel, 'silent');
});

test("the player's dialogs open with their own code only", async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  const { playerModePassword, playerExitCode, playerResetCode } = app.codes;
  await guest.call('POST /api/player/mode-code', { body: { password: ` ${playerModePassword.toLowerCase()} ` } });
  await guest.call('POST /api/player/options-code', { body: { action: 'exit', code: playerExitCode.toLowerCase() } });
  await guest.call('POST /api/player/options-code', { body: { action: 'reset', code: playerResetCode } });
  for (const attempt of [
    () => guest.call('POST /api/player/mode-code', { body: { password: playerExitCode } }),
    () => guest.call('POST /api/player/mode-code', { body: { password: '' } }),
    () => guest.call('POST /api/player/options-code', { body: { action: 'exit', code: playerResetCode } }),
    () => guest.call('POST /api/player/options-code', { body: { action: 'reset', code: playerExitCode } }),
  ]) {
    const { status, body } = await refusal(attempt());
    assert.deepEqual([status, body.code, body.message], [403, 'forbidden', 'Código incorreto']);
  }
  assert.equal(
    (await refusal(guest.call('POST /api/player/options-code', { body: { action: 'open' as 'exit', code: 'X' } })))
      .status,
    400,
  );
});

test('guessing at one code has to wait, and does not block the others', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  for (let i = 0; i < 20; i += 1)
    assert.equal(await guest.status('POST /api/player/mode-code', { body: { password: `ERRADO${i}` } }), 403);
  const body = { password: app.codes.playerModePassword };
  assert.equal(await guest.status('POST /api/player/mode-code', { body }), 429);
  assert.equal(
    await guest.status('POST /api/player/options-code', { body: { action: 'exit', code: app.codes.playerExitCode } }),
    200,
  );
  app.clock.advance(1_000);
  assert.equal(await guest.status('POST /api/player/mode-code', { body }), 200);
});

test('whoever is signed in waits for his own failures alone, counted once for all of his browsers', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  const ana = await app.customer();
  const right = { action: 'exit' as const, code: app.codes.playerExitCode };
  const wrong = { action: 'exit' as const, code: 'ERRADO' };
  for (let i = 0; i < 20; i += 1) await guest.status('POST /api/player/options-code', { body: wrong });
  assert.equal(await guest.status('POST /api/player/options-code', { body: right }), 429);
  assert.equal(await ana.status('POST /api/player/options-code', { body: right }), 200);

  const elsewhere = await app.login(ana.user.email, ana.password);
  for (let i = 0; i < 5; i += 1)
    assert.equal(
      await (i % 2 === 0 ? ana : elsewhere).status('POST /api/player/options-code', { body: wrong }),
      403,
      `${i}`,
    );
  assert.equal(await ana.status('POST /api/player/options-code', { body: right }), 429);
  assert.equal(await elsewhere.status('POST /api/player/options-code', { body: right }), 429);
});

test('the overview counts what needs attention', async (t) => {
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
  // What screens without connection said last counts for nothing.
  assert.deepEqual((await app.admin.call('GET /api/admin/overview')).screens, { total: 5, online: 0, withProblems: 0 });
  const [muted, wanted, idle] = [await app.screen(customer), await app.screen(customer), await app.screen(customer)];
  const heartbeat = ({ token, playerId }: typeof muted, state = {}) =>
    muted.call('POST /api/player/heartbeat', { body: { token, playerId, state } });
  await heartbeat(muted, { soundBlocked: true });
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  await customer.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: wanted.playerId },
    body: { playlistId: playlist.id },
  });
  app.clock.advance(5_000);
  assert.ok(idle.playerId > 0);
  const overview = await app.admin.call('GET /api/admin/overview');
  assert.equal(overview.pendingUsers, 1);
  assert.deepEqual(overview.screens, { total: 8, online: 1, withProblems: 2 });
  const flagged = (await app.admin.call('GET /api/admin/players')).filter(({ shouldPlay }) => shouldPlay);
  assert.deepEqual(
    flagged.map(({ id: playerId }) => playerId),
    [wanted.playerId],
  );
  await app.admin.call('POST /api/admin/users/:id/block', { params: { id } });
  assert.equal(
    (await app.admin.call('GET /api/admin/overview')).screens.withProblems,
    0,
    'of a blocked owner nothing is expected',
  );
  assert.equal(overview.failedMedia, 1);
  assert.ok(overview.disk.totalMb > overview.disk.freeMb && overview.disk.freeMb > 0);
});

test(
  'the first secrets are told at each start until an administrator has signed in',
  { timeout: 240_000 },
  async (t) => {
    const app = await startTestApp(t);
    const { settings } = app.parts;
    assert.equal(settings.isFirstRunUnread(), false, 'the test itself has signed in');
    settings.markFirstRunUnread();
    const customer = await app.customer();
    assert.equal(customer.user.userType, 'common');
    await app.restart();
    assert.match(app.parts.firstRunText ?? '', /Administrator e-mail +admin@antessala\.local/);
    await app.login(app.admin.user.email, app.admin.password);
    await app.restart();
    assert.equal(app.parts.firstRunText, undefined);
  },
);
