import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { accountCursor } from '../../../contract/changes/views.ts';
import { startTestApp, testAdmin } from '../../../testing/app.ts';
import { type Client, refusal } from '../../../testing/client.ts';
import {
  approve,
  block,
  changeQuotas,
  listedAccount,
  remove,
  requireSecondFactor,
  resetPassword,
  setProfile,
} from '../testing/manage.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';

const defaults = {
  maxStorageGb: 3,
  maxPlaylists: 2,
  maxVideos: 120,
  maxPlayers: null,
  canAccessBreakingNews: true,
  canAccessRadio: true,
  canAccessManagement: true,
};

/** Returns functions that make each of the changes that every manager may make to common accounts. */
const changesOf = (manager: Client, id: number) => [
  () => block(manager, id),
  () => approve(manager, id),
  () => resetPassword(manager, id),
  () => changeQuotas(manager, id, { ...defaults, maxPlaylists: defaults.maxPlaylists + 1 }),
  () => remove(manager, id),
];
const quotasOf = (manager: Client, id: number) => manager.call('GET /api/admin/users/:id/quotas', { params: { id } });

test('a manager cannot reset his own password: its change requires the current one', async (t) => {
  const app = await startTestApp(t);
  await assertRefusal(resetPassword(app.admin, app.admin.user.id, 'girafa azul janela'), 409, {
    message: 'A própria senha você muda em Minha conta, com a senha atual.',
  });
  assert.equal(await app.admin.status('GET /api/user'), 200);
  await app.login(testAdmin.email, testAdmin.password);
});

test('every change of an unknown account is a 404', async (t) => {
  const app = await startTestApp(t);
  const other = [() => quotasOf(app.admin, 999), () => setProfile(app.admin, 999, 'common')];
  for (const call of [...changesOf(app.admin, 999), ...other])
    await assertRefusal(call(), 404, { message: 'Usuário não encontrado' });
});

test('the lists show approved, pending and blocked accounts in this order, then by id', async (t) => {
  const app = await startTestApp(t);
  const [blocked, pending, approved] = [await app.customer(), await app.customer(), await app.customer()];
  app.parts.database.exec(`UPDATE users SET status = 'pending' WHERE id = ${pending.user.id}`);
  await block(app.admin, blocked.user.id);
  const expected = [app.admin, approved, pending, blocked].map(({ user }) => user.id);
  for (const list of ['GET /api/admin/users', 'GET /api/admin/users-with-counts'] as const) {
    const ids = (await app.admin.call(list)).map(({ id }) => id);
    assert.deepEqual(ids, expected, list);
  }
});

test('the list for selecting accounts is searched, filtered, and read in pages sorted by e-mail', async (t) => {
  const app = await startTestApp(t);
  const [sol, lua] = [await app.customer({ username: 'Quarto 10' }), await app.customer({ username: 'Quarto 9' })];
  const mar = await app.customer({ username: 'Zelo' });
  await app.screen(sol);
  await app.screen(mar);
  await block(app.admin, mar.user.id);
  const list = (query: object) => app.admin.call('GET /api/admin/users', { query });
  const names = async (query: object) => (await list(query)).map(({ username }) => username);
  const { username } = app.admin.user;
  assert.deepEqual(await names({ limit: 9 }), [username, 'Quarto 9', 'Quarto 10', 'Zelo']);
  const [first] = await list({ search: 'QUÁRTO', limit: 1 });
  assert.equal(first?.id, lua.user.id);
  const after = accountCursor(first ?? assert.fail());
  assert.deepEqual(await names({ search: 'quarto', limit: 1, after }), ['Quarto 10']);
  assert.deepEqual(await names({ search: 'administrador' }), [username], 'a profile is found by its name');
  assert.deepEqual(await names({ only: 'approved' }), [username, 'Quarto 10', 'Quarto 9']);
  assert.deepEqual(await names({ only: 'withScreens' }), ['Quarto 10']);
  const ofScreens = await app.admin.call('GET /api/admin/players/by-account');
  assert.deepEqual(ofScreens, [{ userId: sol.user.id, total: 1, online: 0 }], 'without blocked accounts');
  assert.deepEqual(await names({ id: mar.user.id }), ['Zelo']);
  const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: sol.user.id, categoryId: category.id },
  });
  assert.deepEqual(await names({ withoutCategory: category.id, search: 'quarto' }), ['Quarto 9']);
  for (const query of [{ limit: 0 }, { after: '{}' }, { only: 'blocked' }, { withoutCategory: 'a' }])
    await assertRefusal(list(query), 400);
});

test('the list shows the storage in use and the counts of each account', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const { id } = customer.user;
  app.parts.database.exec(`
    UPDATE users SET storage_used_bytes = 1610612736 WHERE id = ${id};
    INSERT INTO playlists (user_id, name, created_at) VALUES (${id}, 'A', 0), (${id}, 'B', 0);
    INSERT INTO videos (user_id, name, uploaded_at) VALUES (${id}, 'V', 0);
    INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (${id}, 'Tela', 'ABCDEF', 'ABCDEFGHJK', 0);
    INSERT INTO breaking_news (user_id, message, is_active, created_at) VALUES (${id}, 'um', 1, 0), (${id}, 'dois', 0, 0);
    INSERT INTO radio_stations (id, name, genre, stream_url, created_at) VALUES (9001, 'Rádio Sol', 'Pop', 'http://radio.test/', 0);
    INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled) VALUES (${id}, 9001, 1) ON CONFLICT (user_id) DO UPDATE SET selected_radio_id = 9001, is_enabled = 1`);
  const row = await listedAccount(app, id);
  assert.equal(row?.storageUsed, 1.5);
  assert.deepEqual(
    [row?.actualPlaylistCount, row?.actualVideoCount, row?.actualPlayerCount, row?.actualBreakingNewsCount],
    [2, 1, 1, 1],
  );
  assert.deepEqual([row?.radioEnabled, row?.radioStationName], [true, 'Rádio Sol']);
  const me = await customer.call('GET /api/user/me');
  assert.deepEqual(
    [me.storageUsed, me.videoCount, me.playlistCount, me.playerCount, me.messageCount],
    [1536, 1, 2, 1, 2],
  );
});

test('an approved account can sign in, managers are notified, and a second approval changes nothing', async (t) => {
  const app = await startTestApp(t);
  await app.guest().call('POST /api/register', {
    body: { username: 'Sol', email: 'sol@clinica.test', password: 'segredo1', accessCode: app.codes.accessCode },
  });
  const id = (await app.admin.call('GET /api/admin/users')).at(-1)?.id ?? 0;
  const socket = await app.admin.socket();
  const response = await approve(app.admin, id);
  assert.deepEqual(response, { message: 'Usuário aprovado', user: { id, username: 'Sol' } });
  await socket.waitFor('adminChanged', (message) => message.what === 'users');
  assert.deepEqual(await approve(app.admin, id), response);
  await app.login('sol@clinica.test', 'segredo1');
});

test('blocking an account ends its sessions and refuses its screens at once; an approval admits the screens again', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const screen = await app.screen(customer);
  const [socket, screenSocket] = [await customer.socket(), await screen.socket()];
  const adminSocket = await app.admin.socket();
  const { id, username } = customer.user;
  assert.deepEqual(await block(app.admin, id), { message: 'Usuário bloqueado', user: { id, username } });
  await socket.waitFor('sessionEnded');
  await screenSocket.waitFor('sessionEnded');
  await Promise.all([socket.closed, screenSocket.closed]);
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'users');
  assert.equal(await customer.status('GET /api/user'), 401);
  const assigned = () => screen.status('GET /api/player/assigned-playlist');
  assert.equal(await assigned(), 403, 'the device keeps its token and retries');

  await approve(app.admin, id);
  assert.equal(await customer.status('GET /api/user'), 401, 'the old session is not restored');
  assert.equal(await assigned(), 200, 'the screens play again without another pairing');
});

test('a password reset ends all sessions, and the old password is refused', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const screen = await app.screen(customer);
  const socket = await customer.socket();
  const { id, username, email } = customer.user;
  const short = { message: 'A senha deve ter pelo menos 6 caracteres.' };
  await assertRefusal(resetPassword(app.admin, id, '12345'), 400, short);
  assert.deepEqual(await resetPassword(app.admin, id, 'novasenha'), {
    message: 'Senha resetada com sucesso',
    revoked: { tokens: 0, invitations: 0 },
    user: { id, username },
  });
  await socket.waitFor('sessionEnded');
  assert.equal(await customer.status('GET /api/user'), 401);
  await assertRefusal(app.login(email, customer.password), 401);
  await app.login(email, 'novasenha');
  assert.equal(await screen.status('GET /api/player/assigned-playlist'), 200, 'screens continue to play');
});

test('a new account has the default quotas, and a request changes only the quotas that it contains', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const [socket, adminSocket] = [await customer.socket(), await app.admin.socket()];
  const { id } = customer.user;
  assert.deepEqual(await quotasOf(app.admin, id), defaults);
  const first = { maxStorageGb: 1.5, maxPlaylists: 4, maxVideos: 10, maxPlayers: 3, canAccessRadio: false };
  await changeQuotas(app.admin, id, first);
  await socket.waitFor('contentChanged', (message) => message.what === 'user');
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'users');
  const second = { maxStorageGb: 2.5, maxPlaylists: 4, maxVideos: 0 };
  const changed = await changeQuotas(app.admin, id, second);
  assert.deepEqual(changed, { ...defaults, ...first, ...second });
  assert.deepEqual(await quotasOf(app.admin, id), changed);
  const me = await customer.call('GET /api/user/me');
  assert.deepEqual([me.storageLimit, me.maxVideos, me.maxPlayers, me.canAccessRadio], [2560, 0, 3, false]);
  assert.equal(await customer.status('GET /api/radio-settings'), 403);
  assert.equal((await changeQuotas(app.admin, id, { ...changed, maxPlayers: null })).maxPlayers, null);
});

test('a request with neither maxVideos nor a feature sets the other quotas that it omits to defaults', async (t) => {
  const app = await startTestApp(t);
  const { id } = (await app.customer()).user;
  const short = { ...defaults, maxStorageGb: 10, maxPlaylists: 5, maxPlayers: 1 };
  assert.deepEqual(await changeQuotas(app.admin, id, {}), short);
  const given = { maxPlaylists: 7, maxPlayers: null };
  assert.deepEqual(await changeQuotas(app.admin, id, given), { ...short, ...given });
  const onlyFlag = { canAccessRadio: false };
  assert.deepEqual(await changeQuotas(app.admin, id, onlyFlag), { ...short, ...given, ...onlyFlag });
});

test('a quota below the current use deletes nothing', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await customer.call('POST /api/playlists', { body: { name: 'A' } });
  await customer.call('POST /api/playlists', { body: { name: 'B' } });
  await changeQuotas(app.admin, customer.user.id, { ...defaults, maxPlaylists: 1 });
  assert.equal((await customer.call('GET /api/playlists')).length, 2);
  assert.equal(await customer.status('POST /api/playlists', { body: { name: 'C' } }), 403);
});

test('negative, fractional and excessive quotas are refused with the name of the field', async (t) => {
  const app = await startTestApp(t);
  const { id } = (await app.customer()).user;
  const { status, body } = await refusal(changeQuotas(app.admin, id, { ...defaults, maxVideos: -1 }));
  const negative = 'Os valores das quotas devem ser positivos.';
  assert.deepEqual([status, body.message, body.fields], [400, negative, { maxVideos: negative }]);
  for (const wrong of [{ maxPlaylists: 1.5 }, { maxStorageGb: 101 }, { maxPlayers: 11 }, { maxPlaylists: 51 }])
    await assertRefusal(changeQuotas(app.admin, id, { ...defaults, ...wrong }), 400, { fields: Object.keys(wrong) });
  assert.deepEqual(await quotasOf(app.admin, id), defaults);
});

test('an administrator changes profiles, and the changed account has to sign in again', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const { id, username } = customer.user;
  const contradiction = { params: { id }, body: { role: 'user', userType: 'admin' } } as const;
  assert.equal(await app.admin.status('PATCH /api/admin/users/:id/profile', contradiction), 400);
  const socket = await customer.socket();
  const response = await setProfile(app.admin, id, 'gestor');
  assert.deepEqual(response, { message: 'Perfil atualizado', user: { id, username } });
  await socket.waitFor('sessionEnded');
  assert.equal(await customer.status('GET /api/user'), 401);
  const gestor = await app.login(customer.user.email, customer.password);
  assert.deepEqual([gestor.user.role, gestor.user.userType], ['admin', 'gestor']);
  assert.equal(await gestor.status('GET /api/admin/users'), 200);

  await setProfile(app.admin, id, 'gestor');
  assert.equal(await gestor.status('GET /api/user'), 200, 'the same profile changes nothing');
  await setProfile(app.admin, id, 'common');
  assert.equal(await (await app.login(customer.user.email, customer.password)).status('GET /api/admin/users'), 403);
});

test('a promoted administrator with a short password can only sign in after a new password is set', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const waiting = app.guest();
  const { id, email } = customer.user;
  const short = { email, password: customer.password };
  await requireSecondFactor(app.admin, id, true);
  await refusal(waiting.call('POST /api/login', { body: short }));
  await requireSecondFactor(app.admin, id, false);
  await setProfile(app.admin, id, 'admin');
  assert.equal(await customer.status('GET /api/user'), 401, 'the session from before the promotion has ended');
  await assertRefusal(app.guest().call('POST /api/login', { body: short }), 403, {
    message: /pelo menos 10 caracteres.*Peça a outro administrador uma nova senha/,
  });
  const setupStatus = await waiting.status('POST /api/login/second-factor/key');
  assert.equal(setupStatus, 401, 'a sign-in from before the promotion that still waits for the second factor is void');
  assert.equal(await app.guest().status('POST /api/login', { body: { email, password: 'errada' } }), 401);
  await resetPassword(app.admin, id, 'um-segredo-maior');
  assert.equal((await app.login(email, 'um-segredo-maior')).user.userType, 'admin');
});

test('gestores, and administrators promoted by an earlier release, can sign in with a short password', async (t) => {
  const app = await startTestApp(t);
  const { user, password } = await app.customer();
  for (const profile of ['admin', 'gestor'] as const) await setProfile(app.admin, user.id, profile);
  await app.login(user.email, password);
  await setProfile(app.admin, user.id, 'admin');
  // Earlier releases did not record promotions.
  app.parts.settings.deletePromotion(user.id);
  assert.equal((await app.login(user.email, password)).user.userType, 'admin');
});

test('a gestor manages common accounts, but not profiles, his own account, or accounts of gestores and administrators', async (t) => {
  const app = await startTestApp(t);
  const gestor = await app.gestor();
  const customer = await app.customer();
  await assertRefusal(setProfile(gestor, customer.user.id, 'admin'), 403);
  for (const change of changesOf(gestor, customer.user.id)) await change();

  const colleague = await app.gestor();
  for (const [target, profile] of [
    [app.admin, 'administrador'],
    [colleague, 'gestor'],
    [gestor, 'gestor'],
  ] as const) {
    const message = `Apenas administradores podem alterar a conta de um ${profile}.`;
    for (const change of changesOf(gestor, target.user.id)) await assertRefusal(change(), 403, { message });
    assert.equal((await quotasOf(gestor, target.user.id)).maxPlaylists, defaults.maxPlaylists);
  }
  await app.login(testAdmin.email, testAdmin.password);
  await app.login(colleague.user.email, colleague.password);
});

test('an administrator cannot block, demote or delete his own account', async (t) => {
  const app = await startTestApp(t);
  const second = await app.customer();
  await setProfile(app.admin, second.user.id, 'admin');
  const { id } = app.admin.user;
  await assertRefusal(block(app.admin, id), 409, { message: 'Você não pode bloquear a própria conta.' });
  await assertRefusal(setProfile(app.admin, id, 'common'), 409, { message: 'Você não pode mudar o próprio perfil.' });
  await assertRefusal(remove(app.admin, id), 409, { message: 'Você não pode excluir a própria conta.' });
  assert.equal(await app.admin.status('GET /api/user'), 200);
});

test('deleting an account deletes everything that it owns, and nothing that others own', async (t) => {
  const app = await startTestApp(t);
  const [customer, other] = [await app.customer(), await app.customer()];
  const screen = await app.screen(customer);
  const { id } = customer.user;
  await customer.call('POST /api/playlists', { body: { name: 'A' } });
  const othersPlaylist = await other.call('POST /api/playlists', { body: { name: 'B' } });
  app.parts.database.exec(`
    INSERT INTO breaking_news (user_id, message, created_at) VALUES (${id}, 'um', 0);
    INSERT INTO videos (user_id, name, uploaded_at) VALUES (${id}, 'V', 0)`);
  const [socket, screenSocket] = [await customer.socket(), await screen.socket()];
  const adminSocket = await app.admin.socket();
  const response = await app.admin.request(`/api/admin/users/${id}`, { method: 'DELETE' });
  assert.equal(response.status, 204);
  await socket.waitFor('sessionEnded');
  await screenSocket.waitFor('sessionEnded');
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'players');

  assert.equal(await customer.status('GET /api/user'), 401);
  assert.equal(await screen.status('GET /api/player/assigned-playlist'), 401);
  await assertRefusal(app.login(customer.user.email, customer.password), 401);
  for (const table of ['sessions', 'user_quotas', 'playlists', 'players', 'videos', 'breaking_news']) {
    const { n } = app.parts.database
      .prepare<[number], { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`)
      .get(id) ?? { n: -1 };
    assert.equal(n, 0, table);
  }
  const [playlist, ...more] = await other.call('GET /api/playlists');
  assert.deepEqual([playlist?.id, more], [othersPlaylist.id, []]);
  const namesake = await app.customer({ username: customer.user.username });
  assert.notEqual(namesake.user.id, id, 'name and email can be used again, the id is not');
});

test("a deleted account's files are removed from the disk, except files that another account uses too", async (t) => {
  const app = await startTestApp(t);
  const [customer, other] = [await app.customer(), await app.customer()];
  const { database, folder } = app.parts;
  const [own, shared] = ['a'.repeat(64), 'b'.repeat(64)];
  const pathOf = (sha256: string) => folder.mediaPath(sha256, 'mp4');
  for (const sha256 of [own, shared]) {
    await mkdir(dirname(pathOf(sha256)), { recursive: true });
    await writeFile(pathOf(sha256), 'x');
    database.exec(
      `INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('${sha256}', 'mp4', 'video/mp4', 1, 0)`,
    );
  }
  for (const [id, userId, sha256] of [
    [9001, customer.user.id, own],
    [9002, customer.user.id, shared],
    [9003, other.user.id, shared],
  ] as const) {
    database.exec(`
      INSERT INTO videos (id, user_id, name, processing_status, uploaded_at) VALUES (${id}, ${userId}, 'V', 'completed', 0);
      INSERT INTO video_files (video_id, kind, sha256) VALUES (${id}, 'main', '${sha256}')`);
  }
  const unfinished = await customer.call('POST /api/upload-url', { body: { fileName: 'a.mp4', fileSize: 10 } });
  const upload = join(app.dataDir, 'uploads', `${unfinished.r2Key.split('/').at(-1)}.part`);
  await writeFile(upload, 'x');

  await remove(app.admin, customer.user.id);
  assert.deepEqual([pathOf(own), pathOf(shared), upload].map(existsSync), [false, true, false]);
});
