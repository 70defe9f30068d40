import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { screenCursor } from '../../contract/changes/views.ts';
import type { ScreenSettings } from '../../contract/display.ts';
import { type Customer, type Screen, type TestApp } from '../../testing/app.ts';
import type { CallInput } from '../../testing/client.ts';
import { addContent } from '../../testing/contents.ts';
import {
  assertRefused,
  blockUser,
  heartbeat,
  idsOf,
  newPlaylist,
  newScreens,
  sendPlaylist,
  setScreenStatus,
  startClinic,
  startClinics,
  startScreen,
} from '../../testing/steps.ts';

const createScreens = (app: TestApp, { user }: Customer, quantity: number) => newScreens(app.admin, user.id, quantity);
const stop = (owner: Customer, id: number) =>
  owner.call('POST /api/my-players/:id/remove-playlist', { params: { id } });
const disconnect = (owner: Customer, id: number) =>
  owner.call('POST /api/my-players/:id/disconnect', { params: { id } });
const sendAsManager = (app: TestApp, id: number, playlistId: number) =>
  app.admin.call('POST /api/admin/players/:id/assign-playlist', { params: { id }, body: { playlistId } });
const find = async (app: TestApp, id: number) =>
  (await app.admin.call('GET /api/admin/players')).find((screen) => screen.id === id);
const tokenStatus = (screen: Screen) =>
  screen.status('POST /api/player/validate-token', { body: { token: screen.token } });

describe('new screens', () => {
  test('new screens get numbered names, ids and codes without characters that look alike, and the lists are notified', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const sockets = [await ana.socket(), await app.admin.socket()] as const;
    const created = await createScreens(app, ana, 3);
    const { id, username, email } = ana.user;
    const state = { status: 'active', isPaired: false, isOnline: false, lastPing: null, state: null };
    for (const [index, screen] of created.entries()) {
      const expected = { ...state, name: `Tela ${index + 1}`, assignedPlaylist: null };
      assert.deepEqual(screen, {
        ...screen,
        ...expected,
        owner: { id, username, email, timeZone: 'America/Sao_Paulo' },
      });
      assert.match(screen.screenId, /^[A-HJKMNP-Z2-9]{6}$/);
      assert.match(screen.activationCode, /^[A-HJKMNP-Z2-9]{10}$/);
    }
    assert.equal(created.length, 3);
    await sockets[0].waitFor('playerStatusChanged', ({ playerId }) => playerId === created[2]?.id);
    await sockets[1].waitFor('adminChanged', ({ what }) => what === 'players');
    await createScreens(app, ana, 1);
    assert.deepEqual(
      (await ana.call('GET /api/my-players')).map(({ name }) => name),
      ['Tela 1', 'Tela 2', 'Tela 3', 'Tela 4'],
    );
  });

  test('new screens are created for approved users only, within the quota, and at most five at a time', async (t) => {
    const { app, clinic: ana } = await startClinic(t, { quotas: { maxPlayers: 2 } });
    const message = 'Este usuário pode ter no máximo 2 tela(s) e já tem 0.';
    await assertRefused(createScreens(app, ana, 3), 403, { code: 'quota_exceeded', message });
    assert.equal((await app.admin.call('GET /api/admin/players')).length, 0);
    await createScreens(app, ana, 2);
    await assertRefused(createScreens(app, ana, 1), 403);
    for (const quantity of [0, 6, 1.5]) await assertRefused(createScreens(app, ana, quantity), 400);
    await assertRefused(newScreens(app.admin, 999_999), 404);
    await blockUser(app, ana);
    await assertRefused(createScreens(app, ana, 1), 409, { message: 'Só usuários aprovados podem ter telas.' });
  });
});

describe("the customer's screens", () => {
  test('a list of screens is searched, filtered, counted and read in pages, without codes for members who may not see them', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const [second, third] = (await newScreens(app.admin, ana.user.id, 2)).map(({ id }) => id) as [number, number];
    const rename = (id: number, name: string) =>
      ana.call('PATCH /api/my-players/:id/rename', { params: { id }, body: { name } });
    await rename(second, 'Tela 10');
    await rename(third, 'Átrio');
    await rename(screen.playerId, 'Tela 9');
    await heartbeat(screen);
    const group = await ana.call('POST /api/screen-groups', { body: { name: 'Entrada', playerIds: [second] } });
    type Query = NonNullable<CallInput<'GET /api/my-players'>['query']>;
    const find = async (query: Query, by: Pick<Customer, 'call'> = ana) =>
      (await by.call('GET /api/my-players', { query })).map(({ name }) => name);
    assert.deepEqual(await find({}), ['Tela 9', 'Átrio', 'Tela 10']);
    assert.deepEqual(await find({ search: 'ATRIO' }), ['Átrio']);
    assert.deepEqual(await find({ state: 'online' }), ['Tela 9']);
    assert.deepEqual(await find({ state: 'problem' }), ['Tela 9'], 'it has nothing to play');
    assert.deepEqual(await find({ groupId: group.id }), ['Tela 10']);
    assert.deepEqual(await ana.call('GET /api/my-players/count', { query: { state: 'offline' } }), { count: 2 });
    const [last] = await ana.call('GET /api/my-players', { query: { limit: 1 } });
    assert.deepEqual(await find({ limit: 1, after: screenCursor(last ?? assert.fail()) }), ['Átrio']);
    assert.deepEqual(await find({ groupId: group.id }, await app.customer()), [], 'another account has no such group');
    const { activationCode = '' } = (await ana.call('GET /api/my-players', { query: { search: 'atrio' } }))[0] ?? {};
    assert.deepEqual(await find({ search: activationCode }), ['Átrio']);
    const reader = await app.program(ana, ['screens:read']);
    assert.deepEqual(await find({ search: activationCode }, reader), [], 'the search does not reveal a code');
  });

  test('owners send playlists to their screens and stop them, and the screen and its owner are notified', async (t) => {
    const { clinic: ana, screen } = await startScreen(t);
    const playlist = await newPlaylist(ana);
    const sockets = [await screen.socket(), await ana.socket()];
    const sent = await sendPlaylist(ana, screen.playerId, playlist.id);
    assert.deepEqual(sent.assignedPlaylist, { id: playlist.id, name: 'Manhã' });
    assert.equal((await stop(ana, screen.playerId)).assignedPlaylist, null);
    for (const socket of sockets) {
      const { type, playerId, playlist: assigned, patch } = await socket.waitFor('playlistAssigned');
      assert.deepEqual([playerId, assigned], [screen.playerId, { id: playlist.id, name: 'Manhã' }], type);
      const row = patch?.rows[0];
      assert.equal(row?.id, socket === sockets[0] ? undefined : screen.playerId, 'only studios get the row');
      assert.equal(row && 'activationCode' in row, row && false, 'some members may not see the code');
      await socket.waitFor('playlistRemoved', ({ playerId }) => playerId === screen.playerId);
    }
  });

  test('screens can be renamed, but not to an empty or too long name', async (t) => {
    const { clinic: ana, screen } = await startScreen(t);
    const rename = (name: string) =>
      ana.call('PATCH /api/my-players/:id/rename', { params: { id: screen.playerId }, body: { name } });
    assert.equal((await rename('  Recepção ')).name, 'Recepção');
    await assertRefused(rename(' '), 400, { fields: { name: 'Dê um nome à tela.' } });
    await assertRefused(rename('x'.repeat(256)), 400);
  });

  test('a layout of calls can be chosen for a screen and removed, and its device reads it; other accounts get 404', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const screen = await app.screen(ana);
    const choose = (owner: Customer, callLayout: 'panel' | null) =>
      owner.call('PUT /api/my-players/:id/call-layout', { params: { id: screen.playerId }, body: { callLayout } });
    const reported = async () => (await screen.call('GET /api/player/info')).display.callLayout;
    assert.equal(await reported(), null);
    assert.equal((await choose(ana, 'panel')).callLayout, 'panel');
    assert.equal(await reported(), 'panel');
    assert.equal((await ana.call('GET /api/my-players'))[0]?.callLayout, 'panel');
    await assertRefused(choose(bea, null), 404);
    await assertRefused(choose(ana, 'large' as 'panel'), 400);
    assert.equal((await choose(ana, null)).callLayout, null);
    const { entries } = await ana.call('GET /api/user/audit');
    assert.deepEqual(
      entries.filter(({ action }) => action === 'screen.call_layout_changed').flatMap(({ details }) => details),
      ['Chamadas: painel para como as outras telas', 'Chamadas: como as outras telas para painel'],
    );
  });

  test("a screen's settings for picture and sound can be changed, and its device gets them; other accounts get 404", async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const screen = await app.screen(ana);
    const change = (owner: Customer, body: Partial<ScreenSettings>) =>
      owner.call('PATCH /api/my-players/:id/settings', { params: { id: screen.playerId }, body });
    const pickSettings = ({ rotation, volume, quietHours, darkBrightness }: ScreenSettings) => ({
      ...{ rotation, volume, quietHours, darkBrightness },
    });
    const reported = async () => pickSettings((await screen.call('GET /api/player/info')).display);
    const first: ScreenSettings = { rotation: 0, volume: 100, quietHours: null, darkBrightness: 0 };
    assert.deepEqual(await reported(), first);
    assert.deepEqual(pickSettings(await change(ana, { rotation: 270 })), { ...first, rotation: 270 });
    const quietHours = { days: [0, 1, 2, 3, 4], from: 22 * 60, to: 6 * 60, mutesCalls: true };
    await change(ana, { volume: 40, quietHours, darkBrightness: 20 });
    const saved = { rotation: 270, volume: 40, quietHours, darkBrightness: 20 };
    assert.deepEqual(await reported(), saved, 'omitted fields stay unchanged');
    const [listed] = await ana.call('GET /api/my-players');
    assert.deepEqual(listed && pickSettings(listed), saved);
    await assertRefused(change(bea, first), 404);
    const wrong = { rotation: 45 as 90, volume: 101, darkBrightness: -1, quietHours: { ...quietHours, days: [] } };
    for (const [name, value] of Object.entries(wrong))
      await assertRefused(change(ana, { [name]: value }), 400, {}, name);
    assert.deepEqual(await reported(), saved);
    await change(ana, { quietHours: null });
    assert.deepEqual(await reported(), { ...saved, quietHours: null });
    const { entries } = await ana.call('GET /api/user/audit');
    assert.deepEqual(
      entries.filter(({ action }) => action === 'screen.settings_changed').flatMap(({ details }) => details),
      [
        'Horário de silêncio: seg a sex, 22:00 às 6:00, também as chamadas para nenhum',
        'Volume: 100% para 40%',
        'Horário de silêncio: nenhum para seg a sex, 22:00 às 6:00, também as chamadas',
        'Tela escura: toda preta para relógio a 20%',
        'Imagem: sem girar para girada 90° para a esquerda',
      ],
    );
  });

  test('owners and managers can make an online TV show its name; for an offline TV the request is refused', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const screen = await app.screen(ana);
    const params = { id: screen.playerId };
    const identify = (owner: Customer) => owner.call('POST /api/my-players/:id/identify', { params });
    await assertRefused(identify(ana), 409);
    await screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
    const socket = await screen.socket();
    await identify(ana);
    await app.admin.call('POST /api/admin/players/:id/identify', { params });
    await assertRefused(identify(bea), 404);
    await ana.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Sala 1' } });
    await socket.waitFor('playerStatusChanged');
    const received = socket.messages.filter(({ type }) => type === 'identifyScreen');
    const expected = { type: 'identifyScreen', playerId: screen.playerId, name: 'Tela 1' };
    assert.deepEqual(received, [expected, expected]);
  });

  test('the poll of an online screen contains a requested restart of its page, also without a socket', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const bea = await app.customer();
    const params = { id: screen.playerId };
    const poll = () => screen.call('GET /api/player/assigned-playlist');
    const restart = (owner: Customer) => owner.call('POST /api/my-players/:id/restart', { params });
    await assertRefused(restart(ana), 409);
    await screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
    await assertRefused(restart(bea), 404);
    assert.equal((await poll()).restartAt, undefined);
    await restart(ana);
    assert.equal((await poll()).restartAt, app.clock.now());
    app.clock.advance(1_000);
    await app.admin.call('POST /api/admin/players/:id/restart', { params });
    assert.equal((await poll()).restartAt, app.clock.now());
    const { entries } = await app.admin.call('GET /api/admin/audit');
    assert.match(entries[0]?.sentence ?? '', /reiniciou a página da tela Tela 1/);
  });

  test("an owner cannot change a paused or blocked screen's playlist, and disconnecting does not lift a block", async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const [a, b] = [await newPlaylist(ana, 'A'), await newPlaylist(ana, 'B')];
    await sendPlaylist(ana, screen.playerId, a.id);
    for (const status of ['paused', 'blocked'] as const) {
      await setScreenStatus(app, screen.playerId, status);
      const refused = { message: 'Tela pausada/bloqueada pelo administrador' };
      await assertRefused(sendPlaylist(ana, screen.playerId, b.id), 403, refused);
      await assertRefused(stop(ana, screen.playerId), 403, refused);
      assert.equal((await sendAsManager(app, screen.playerId, a.id)).assignedPlaylist?.id, a.id);
    }
    const { status } = await disconnect(ana, screen.playerId);
    assert.equal(status, 'blocked');
  });

  test('a stop can be undone only while no other playlist was assigned', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const params = { id: (await app.screen(ana)).playerId };
    const [a, b] = [await newPlaylist(ana), await newPlaylist(ana, 'Tarde')];
    await sendPlaylist(ana, params.id, a.id);
    await stop(ana, params.id);
    const undo = { params, body: { playlistId: a.id, onlyIfStopped: true } };
    assert.equal((await ana.call('POST /api/my-players/:id/assign-playlist', undo)).assignedPlaylist?.id, a.id);
    await stop(ana, params.id);
    await sendPlaylist(ana, params.id, b.id);
    assert.equal(await ana.status('POST /api/my-players/:id/assign-playlist', undo), 409);
    assert.equal(await app.admin.status('POST /api/admin/players/:id/assign-playlist', undo), 409);
    assert.equal((await find(app, params.id))?.assignedPlaylist?.id, b.id);
  });

  test("screens are listed for their owner only, without data of the device, and play only the owner's playlists", async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const screen = await app.screen(ana);
    const [foreign, mine] = [await newPlaylist(bea), await newPlaylist(ana)];
    assert.deepEqual(await bea.call('GET /api/my-players'), []);
    await assertRefused(sendPlaylist(ana, screen.playerId, foreign.id), 404);
    await assertRefused(sendPlaylist(ana, screen.playerId, 999_999), 404);
    await assertRefused(sendAsManager(app, screen.playerId, foreign.id), 404);
    await sendPlaylist(ana, screen.playerId, mine.id);
    const own = (await ana.call('GET /api/my-players'))[0];
    assert.deepEqual(
      ['ipAddress', 'owner', 'deviceInfo'].filter((name) => name in (own ?? {})),
      [],
    );
  });

  test('screens can be disconnected: token and socket end at once, and the code changes', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const playlist = await newPlaylist(ana);
    await sendPlaylist(ana, screen.playerId, playlist.id);
    await heartbeat(screen);
    const before = await find(app, screen.playerId);
    const [device, managers] = [await screen.socket(), await app.admin.socket()];
    const after = await disconnect(ana, screen.playerId);
    await assertRefused(
      sendPlaylist(ana, screen.playerId, playlist.id),
      403,
      {},
      'only an active screen can be given a playlist',
    );
    assert.deepEqual(
      [after.status, after.isPaired, after.isOnline, after.screenId, after.assignedPlaylist?.id],
      ['disconnected', false, false, before?.screenId, playlist.id],
    );
    assert.notEqual(after.activationCode, before?.activationCode);
    await managers.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    await device.closed;
    assert.ok(device.messages.some(({ type }) => type === 'playerStatusChanged'));
    assert.equal(await tokenStatus(screen), 401);
    const renewal = screen.call('POST /api/player/renew-token', { body: { playerId: screen.playerId } });
    await assertRefused(renewal, 401, {}, 'neither bearer nor cookie proves anything now');
    app.clock.advance(10_000);
    assert.equal((await find(app, screen.playerId))?.isOnline, false);
  });
});

describe('the administration of screens', () => {
  test('the administration lists online screens first, then by name', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    await createScreens(app, ana, 2);
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body: { name: 'Zona' } });
    await heartbeat(screen);
    const list = await app.admin.call('GET /api/admin/players');
    assert.deepEqual(
      list.map(({ name, isOnline }) => [name, isOnline]),
      [
        ['Zona', true],
        ['Tela 2', false],
        ['Tela 3', false],
      ],
    );
    assert.deepEqual([list[0]?.ipAddress, list[0]?.deviceInfo], ['127.0.0.1', 'test']);
    assert.equal((await app.admin.call('GET /api/admin/overview')).screens.online, 1);
  });

  test('the list of all screens is searched, filtered, counted, summed by account and read in pages', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const [muted, silent] = [await app.screen(ana), await app.screen(bea)];
    const [unpaired] = await createScreens(app, ana, 1);
    assert.ok(unpaired);
    const rename = (id: number, name: string) =>
      app.admin.call('PATCH /api/admin/players/:id', { params: { id }, body: { name } });
    await rename(muted.playerId, 'Tela 20');
    await rename(silent.playerId, 'Átrio');
    await sendPlaylist(bea, silent.playerId, (await newPlaylist(bea, 'Tarde')).id);
    await heartbeat(muted, { soundBlocked: true });
    type Query = NonNullable<CallInput<'GET /api/admin/players'>['query']>;
    const list = (query: Query) => app.admin.call('GET /api/admin/players', { query });
    const names = async (query: Query) => (await list(query)).map(({ name }) => name);
    assert.deepEqual(await names({}), ['Tela 20', 'Átrio', 'Tela 2']);
    for (const search of ['ATRIO', `${bea.user.email} tarde`, bea.user.username])
      assert.deepEqual(await names({ search }), ['Átrio'], search);
    assert.deepEqual(await names({ search: unpaired.activationCode.slice(0, 4) }), ['Tela 2']);
    assert.deepEqual(await names({ search: unpaired.activationCode.slice(1) }), [], 'only the beginning of a code');
    assert.deepEqual(await names({ state: 'online' }), ['Tela 20']);
    assert.deepEqual(await names({ state: 'offline' }), ['Átrio', 'Tela 2']);
    assert.deepEqual(
      await names({ state: 'problem' }),
      ['Tela 20', 'Átrio'],
      'the first one is mute, the second one offline',
    );
    assert.deepEqual(await names({ id: unpaired.id }), ['Tela 2']);
    const [first, ...more] = await list({ limit: 1 });
    assert.deepEqual([first?.name, first?.owner.id, more], ['Tela 20', ana.user.id, []]);
    assert.deepEqual(await names({ limit: 1, after: screenCursor(first ?? assert.fail()) }), ['Átrio']);
    const search = 'tela 2';
    const [named, ...others] = await list({ search });
    assert.deepEqual([named?.name, others[0]?.name], ['Tela 2', 'Tela 20'], 'the exact name first, even if offline');
    assert.deepEqual(await names({ search, limit: 1, after: screenCursor(named ?? assert.fail()) }), ['Tela 20']);
    const count = (query: object) => app.admin.call('GET /api/admin/players/count', { query });
    assert.deepEqual(await count({}), { count: 3, online: 1, problems: 2 });
    assert.deepEqual(await count({ search: 'tela' }), { count: 2, online: 1, problems: 1 });
    assert.deepEqual(await app.admin.call('GET /api/admin/players/by-account'), [
      { userId: ana.user.id, total: 1, online: 1 },
      { userId: bea.user.id, total: 1, online: 0 },
    ]);
    for (const query of [{ limit: 0 }, { after: '{}' }, { after: 'x' }, { state: 'paused' as 'online' }, { id: 'a' }])
      await assertRefused(list(query as Query), 400, {}, JSON.stringify(query));
  });

  test('the administration lists every screen with the current name of the item that it shows', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const screens = [await app.screen(ana), await app.screen(ana)];
    const ids = ['Vacinas', 'Dengue'].map((name) => addContent(app, { userId: ana.user.id, name }));
    const listed = async () =>
      Promise.all(screens.map(async ({ playerId }) => (await find(app, playerId))?.state?.videoName));
    for (const screen of screens) await heartbeat(screen, { videoId: ids[0] });
    assert.deepEqual(await listed(), ['Vacinas', 'Vacinas']);
    await heartbeat(screens[1] as Screen, { videoId: ids[1] });
    await ana.call('PATCH /api/videos/:id', { params: { id: ids[0] as number }, body: { name: 'Vacinação' } });
    assert.deepEqual(await listed(), ['Vacinação', 'Dengue']);
  });

  test("the administration assigns and removes the owner's playlists", async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const params = { id: screen.playerId };
    const playlist = await newPlaylist(ana);
    await newPlaylist(app.admin, 'Do administrador');
    assert.deepEqual(idsOf(await app.admin.call('GET /api/admin/players/:id/playlists', { params })), [playlist.id]);
    assert.equal((await sendAsManager(app, screen.playerId, playlist.id)).assignedPlaylist?.id, playlist.id);
    await app.admin.call('DELETE /api/admin/players/:id/assign-playlist', { params });
    assert.equal((await find(app, screen.playerId))?.assignedPlaylist, null);
    await app.admin.call('DELETE /api/admin/players/:id/assign-playlist', { params });
  });

  test('the administration pauses, blocks, resumes and renames screens, and a blocked screen is notified at once', async (t) => {
    const { app, screen } = await startScreen(t);
    const change = (body: { name?: string; status?: 'active' }) =>
      app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body });
    assert.equal((await setScreenStatus(app, screen.playerId, 'paused')).status, 'paused');
    assert.equal((await heartbeat(screen)).status, 'paused');
    const device = await screen.socket();
    await setScreenStatus(app, screen.playerId, 'blocked');
    await device.waitFor('playerStatusChanged');
    assert.equal(await tokenStatus(screen), 403);
    await change({ status: 'active' });
    assert.equal((await heartbeat(screen)).status, 'active');
    const renamed = await change({ name: 'Sala 1' });
    assert.deepEqual([renamed.name, renamed.status], ['Sala 1', 'active']);
    await assertRefused(change({ status: 'disconnected' as never }), 400);
  });

  test('the administration resets a screen to new: no device, no playlist, active, another code', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const playlist = await newPlaylist(ana);
    await sendPlaylist(ana, screen.playerId, playlist.id);
    await heartbeat(screen);
    app.clock.advance(5_000);
    await setScreenStatus(app, screen.playerId, 'paused');
    const before = await find(app, screen.playerId);
    const [device, studio] = [await screen.socket(), await ana.socket()];
    const after = await app.admin.call('POST /api/admin/players/:id/reset', { params: { id: screen.playerId } });
    const { activationCode } = after;
    const noDevice = { isPaired: false, isOnline: false, lastPing: null, ipAddress: null, deviceInfo: null };
    const playsNothing = { playlist: null, isDark: false, scheduleId: null, until: null, next: null };
    const reset = { activationCode, status: 'active', assignedPlaylist: null, playsNow: playsNothing, state: null };
    assert.deepEqual(after, { ...before, ...noDevice, ...reset });
    assert.notEqual(activationCode, before?.activationCode);
    await studio.waitFor('playlistRemoved');
    await device.closed;
    assert.ok(device.messages.some(({ type }) => type === 'playlistRemoved'));
    assert.equal(await tokenStatus(screen), 401);
    await app.guest().call('POST /api/player/activate', { body: { activationCode } });
  });

  test('the administration deletes a screen with its token', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const [device, studio, managers] = [await screen.socket(), await ana.socket(), await app.admin.socket()];
    const params = { id: screen.playerId };
    await app.admin.call('DELETE /api/admin/players/:id', { params });
    await studio.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    await managers.waitFor('adminChanged', ({ what }) => what === 'players');
    await device.closed;
    assert.equal(await tokenStatus(screen), 401);
    assert.equal(await app.admin.status('GET /api/admin/players/:id/playlists', { params }), 404);
    for (const change of ['POST /api/admin/players/:id/disconnect', 'POST /api/admin/players/:id/reset'] as const)
      assert.equal(await app.admin.status(change, { params }), 404);
    assert.equal(await app.admin.status('DELETE /api/admin/players/:id', { params }), 404);
    assert.deepEqual(await ana.call('GET /api/my-players'), []);
  });
});

describe('an unblocked screen', () => {
  test('when a block of the screen or its account ends, the screen is subscribed again at once, unless it was unpaired meanwhile', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    const ways = [
      [() => setScreenStatus(app, screen.playerId, 'blocked'), () => setScreenStatus(app, screen.playerId, 'active')],
      [
        () => blockUser(app, ana),
        () => app.admin.call('POST /api/admin/users/:id/approve', { params: { id: ana.user.id } }),
      ],
    ] as const;
    for (const [block, unblock] of ways) {
      await block();
      const waiting = await screen.socket();
      assert.equal(waiting.messages.at(-1)?.type, 'subscriptionRefused');
      await unblock();
      await waiting.waitFor('subscribed', ({ to }) => to === 'player');
      await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body: { name: 'Nova' } });
      await waiting.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    }
    await setScreenStatus(app, other.playerId, 'blocked');
    const otherSocket = await other.socket();
    await app.admin.call('POST /api/admin/players/:id/reset', { params: { id: other.playerId } });
    await otherSocket.waitFor('subscriptionRefused', ({ message }) => message === 'Esta tela não está conectada.');
  });
});
