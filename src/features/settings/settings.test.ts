import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/refusal.ts';

test('only an administrator sees and changes the codes', async (t) => {
  const app = await startTestApp(t);
  const [customer, gestor] = [await app.customer(), await app.gestor()];
  for (const [client, status] of [[app.guest(), 401], [customer, 403], [gestor, 403]] as const) {
    assert.equal(await client.status('GET /api/admin/settings'), status);
    assert.equal(await client.status('PATCH /api/admin/settings', { body: { accessCode: 'NOVO99' } }), status);
  }
  assert.equal(await gestor.status('GET /api/admin/overview'), 200);
  assert.equal(await customer.status('GET /api/admin/overview'), 403);
  assert.equal(await app.guest().status('GET /api/admin/overview'), 401);
  assert.deepEqual((await app.admin.call('GET /api/admin/settings')).codes, app.codes);
});

test('a changed code counts at once, and the other administrators are told', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const changed = await app.admin.call('PATCH /api/admin/settings', { body: { accessCode: ' novo99 ' } });
  assert.deepEqual(changed.codes, { ...app.codes, accessCode: 'NOVO99' });
  await socket.waitFor('adminChanged', (message) => message.what === 'settings');
  assert.equal(await app.guest().status('POST /api/register/validate-code', { body: { code: app.codes.accessCode } }), 403);
  assert.equal(await app.guest().status('POST /api/register/validate-code', { body: { code: 'Novo99' } }), 200);
  await app.restart();
  assert.equal((await app.admin.call('GET /api/admin/settings')).codes.accessCode, 'NOVO99');
});

test('a code that is malformed, taken by another door, or a screen of its own is refused by name', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await app.screen(customer);
  const activationCode = (await customer.call('GET /api/my-players'))[0]?.activationCode ?? '';
  for (const body of [{ accessCode: 'ab' }, { playerExitCode: 'com espaço' }, { playerResetCode: 'X'.repeat(11) }, { playerModePassword: app.codes.accessCode }, { deviceResetCode: activationCode }]) {
    const { status, body: error } = await refusal(app.admin.call('PATCH /api/admin/settings', { body }));
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(error.fields ?? {}), Object.keys(body));
  }
  assert.deepEqual((await app.admin.call('GET /api/admin/settings')).codes, app.codes);
});

test('the settings tell whether mail is configured, and never its password', async (t) => {
  const app = await startTestApp(t, { env: { SMTP_URL: 'smtp://tv%40clinica.test:segredo@127.0.0.1:1' } });
  const response = await app.admin.request('/api/admin/settings');
  const text = await response.text();
  assert.deepEqual((JSON.parse(text) as { mail: object }).mail, { isConfigured: true, from: 'Antessala <tv@clinica.test>' });
  assert.ok(!text.includes('segredo'));
});

test('the doors of the player open with their own code only', async (t) => {
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
  assert.equal((await refusal(guest.call('POST /api/player/options-code', { body: { action: 'open' as 'exit', code: 'X' } }))).status, 400);
});

test('guessing at a door has to wait, and does not close the others', async (t) => {
  const app = await startTestApp(t);
  const guest = app.guest();
  for (let i = 0; i < 20; i += 1) assert.equal(await guest.status('POST /api/player/mode-code', { body: { password: `ERRADO${i}` } }), 403);
  const body = { password: app.codes.playerModePassword };
  assert.equal(await guest.status('POST /api/player/mode-code', { body }), 429);
  assert.equal(await guest.status('POST /api/player/options-code', { body: { action: 'exit', code: app.codes.playerExitCode } }), 200);
  app.clock.advance(1_000);
  assert.equal(await guest.status('POST /api/player/mode-code', { body }), 200);
});

test('the overview counts what needs attention', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await app.guest().call('POST /api/register', { body: { username: 'Nova', email: 'nova@clinica.test', password: 'segredo1', accessCode: app.codes.accessCode } });
  const id = customer.user.id;
  app.parts.database.exec(`
    INSERT INTO videos (user_id, name, processing_status, uploaded_at) VALUES (${id}, 'V', 'failed', 0), (${id}, 'W', 'completed', 0);
    INSERT INTO players (user_id, name, screen_id, activation_code, created_at, status, state) VALUES
      (${id}, 'sem estado', 'AAAAAA', 'AAAAAAAAAA', 0, 'active', NULL),
      (${id}, 'bem', 'BBBBBB', 'BBBBBBBBBB', 0, 'active', '{"lastError":null,"soundBlocked":false}'),
      (${id}, 'muda', 'CCCCCC', 'CCCCCCCCCC', 0, 'active', '{"lastError":null,"soundBlocked":true}'),
      (${id}, 'com erro', 'DDDDDD', 'DDDDDDDDDD', 0, 'active', '{"lastError":"decode"}'),
      (${id}, 'pausada', 'EEEEEE', 'EEEEEEEEEE', 0, 'paused', '{"lastError":"decode"}')`);
  const overview = await app.admin.call('GET /api/admin/overview');
  assert.equal(overview.pendingUsers, 1);
  assert.deepEqual(overview.screens, { total: 5, online: 0, withProblems: 2 });
  assert.equal(overview.failedMedia, 1);
  assert.ok(overview.disk.totalMb > overview.disk.freeMb && overview.disk.freeMb > 0);
});
