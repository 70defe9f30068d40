import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Customer, type Screen, startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { refusal } from '../../testing/refusal.ts';

const batch = (app: TestApp, userId: number, quantity: number) =>
  app.admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId }, body: { quantity } });
const newPlaylist = (owner: Customer, name = 'Manhã') => owner.call('POST /api/playlists', { body: { name } });
const send = (owner: Customer, id: number, playlistId: number) =>
  owner.call('POST /api/my-players/:id/assign-playlist', { params: { id }, body: { playlistId } });
const find = async (app: TestApp, id: number) =>
  (await app.admin.call('GET /api/admin/players')).find((screen) => screen.id === id);
const setStatus = (app: TestApp, id: number, status: 'active' | 'paused' | 'blocked') =>
  app.admin.call('PATCH /api/admin/players/:id', { params: { id }, body: { status } });
const heartbeat = (screen: Screen) =>
  screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
const tokenStatus = (screen: Screen) =>
  screen.status('POST /api/player/validate-token', { body: { token: screen.token } });

describe('new screens', () => {
  test('get numbered names, ids and codes without look-alikes, and the lists are notified', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const sockets = [await ana.socket(), await app.admin.socket()] as const;
    const created = await batch(app, ana.user.id, 3);
    assert.deepEqual(
      created.map(({ name, status, isPaired, isOnline, lastPing, assignedPlaylist, state }) => ({
        name,
        status,
        isPaired,
        isOnline,
        lastPing,
        assignedPlaylist,
        state,
      })),
      ['Tela 1', 'Tela 2', 'Tela 3'].map((name) => ({
        name,
        status: 'active',
        isPaired: false,
        isOnline: false,
        lastPing: null,
        assignedPlaylist: null,
        state: null,
      })),
    );
    for (const { screenId, activationCode, owner } of created) {
      assert.match(screenId, /^[A-HJKMNP-Z2-9]{6}$/);
      assert.match(activationCode, /^[A-HJKMNP-Z2-9]{10}$/);
      assert.deepEqual(owner, {
        id: ana.user.id,
        username: ana.user.username,
        email: ana.user.email,
        timeZone: 'America/Sao_Paulo',
      });
    }
    await sockets[0].waitFor('playerStatusChanged', ({ playerId }) => playerId === created[2]?.id);
    await sockets[1].waitFor('adminChanged', ({ what }) => what === 'players');
    assert.deepEqual(
      (await batch(app, ana.user.id, 1)).map(({ name }) => name),
      ['Tela 4'],
    );
    assert.deepEqual(
      (await ana.call('GET /api/my-players')).map(({ name }) => name),
      ['Tela 1', 'Tela 2', 'Tela 3', 'Tela 4'],
    );
  });

  test('are for approved users, within the quota and five at a time', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer({ quotas: { maxPlayers: 2 } });
    let error = await refusal(batch(app, ana.user.id, 3));
    assert.deepEqual([error.status, error.body.code], [403, 'quota_exceeded']);
    assert.match(error.body.message, /no máximo 2/);
    assert.equal((await app.admin.call('GET /api/admin/players')).length, 0);
    await batch(app, ana.user.id, 2);
    assert.equal((await refusal(batch(app, ana.user.id, 1))).status, 403);
    for (const quantity of [0, 6, 1.5]) assert.equal((await refusal(batch(app, ana.user.id, quantity))).status, 400);
    assert.equal((await refusal(batch(app, 999_999, 1))).status, 404);
    await app.admin.call('POST /api/admin/users/:id/block', { params: { id: ana.user.id } });
    error = await refusal(batch(app, ana.user.id, 1));
    assert.deepEqual([error.status, error.body.message], [409, 'Só usuários aprovados podem ter telas.']);
  });
});

describe("the customer's screens", () => {
  test('play a playlist and stop, and the screen and both lists are notified', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const playlist = await newPlaylist(ana);
    const [device, studio, managers] = [await screen.socket(), await ana.socket(), await app.admin.socket()];
    const sent = await send(ana, screen.playerId, playlist.id);
    assert.deepEqual(sent.assignedPlaylist, { id: playlist.id, name: 'Manhã' });
    for (const socket of [device, studio]) {
      const { playlist: reported } = await socket.waitFor(
        'playlistAssigned',
        ({ playerId }) => playerId === screen.playerId,
      );
      assert.deepEqual(reported, { id: playlist.id, name: 'Manhã' });
    }
    await managers.waitFor('adminChanged', ({ what }) => what === 'players');
    const stopped = await ana.call('POST /api/my-players/:id/remove-playlist', { params: { id: screen.playerId } });
    assert.equal(stopped.assignedPlaylist, null);
    for (const socket of [device, studio])
      await socket.waitFor('playlistRemoved', ({ playerId }) => playerId === screen.playerId);
  });

  test('take another name, and refuse an empty or endless one', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const managers = await app.admin.socket();
    const rename = (name: string) =>
      ana.call('PATCH /api/my-players/:id/rename', { params: { id: screen.playerId }, body: { name } });
    assert.equal((await rename('  Recepção ')).name, 'Recepção');
    await managers.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    assert.deepEqual((await refusal(rename(' '))).body.fields, { name: 'Dê um nome à tela.' });
    assert.equal((await refusal(rename('x'.repeat(256)))).status, 400);
  });

  test('stay as they are while an administrator has paused or blocked them', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const params = { id: screen.playerId };
    const [a, b] = [await newPlaylist(ana, 'A'), await newPlaylist(ana, 'B')];
    await send(ana, screen.playerId, a.id);
    for (const status of ['paused', 'blocked'] as const) {
      await setStatus(app, screen.playerId, status);
      for (const error of await Promise.all(
        [send(ana, screen.playerId, b.id), ana.call('POST /api/my-players/:id/remove-playlist', { params })].map(
          refusal,
        ),
      )) {
        assert.deepEqual([error.status, error.body.message], [403, 'Tela pausada/bloqueada pelo administrador']);
      }
      assert.equal(
        (await app.admin.call('POST /api/admin/players/:id/assign-playlist', { params, body: { playlistId: a.id } }))
          .assignedPlaylist?.id,
        a.id,
      );
    }
    assert.equal(
      (await ana.call('POST /api/my-players/:id/disconnect', { params })).status,
      'blocked',
      'a new device does not lift the block',
    );
  });

  test('a stop is taken back only while nothing else was sent meanwhile', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const params = { id: (await app.screen(ana)).playerId };
    const [a, b] = [await newPlaylist(ana), await newPlaylist(ana, 'Tarde')];
    await send(ana, params.id, a.id);
    await ana.call('POST /api/my-players/:id/remove-playlist', { params });
    const back = { params, body: { playlistId: a.id, onlyIfStopped: true } };
    assert.equal((await ana.call('POST /api/my-players/:id/assign-playlist', back)).assignedPlaylist?.id, a.id);
    await ana.call('POST /api/my-players/:id/remove-playlist', { params });
    await send(ana, params.id, b.id);
    assert.equal(await ana.status('POST /api/my-players/:id/assign-playlist', back), 409);
    assert.equal(await app.admin.status('POST /api/admin/players/:id/assign-playlist', back), 409);
    assert.equal((await find(app, params.id))?.assignedPlaylist?.id, b.id);
  });

  test("are the owner's alone, and play the owner's playlists alone", async (t) => {
    const app = await startTestApp(t);
    const [ana, bea] = [await app.customer(), await app.customer()];
    const screen = await app.screen(ana);
    const params = { id: screen.playerId };
    const [hers, mine] = [await newPlaylist(bea), await newPlaylist(ana)];
    for (const [outsider, status] of [
      [app.guest(), 401],
      [bea, 404],
      [app.admin, 404],
    ] as const) {
      assert.equal(
        await outsider.status('POST /api/my-players/:id/assign-playlist', { params, body: { playlistId: hers.id } }),
        status,
      );
      assert.equal(await outsider.status('POST /api/my-players/:id/remove-playlist', { params }), status);
      assert.equal(
        await outsider.status('PATCH /api/my-players/:id/rename', { params, body: { name: 'Minha' } }),
        status,
      );
      assert.equal(await outsider.status('POST /api/my-players/:id/disconnect', { params }), status);
    }
    assert.deepEqual(await bea.call('GET /api/my-players'), []);
    assert.equal((await refusal(send(ana, screen.playerId, hers.id))).status, 404);
    assert.equal((await refusal(send(ana, screen.playerId, 999_999))).status, 404);
    assert.equal(
      await app.admin.status('POST /api/admin/players/:id/assign-playlist', { params, body: { playlistId: hers.id } }),
      404,
    );
    await send(ana, screen.playerId, mine.id);
    const own = (await ana.call('GET /api/my-players'))[0];
    assert.deepEqual(
      ['ipAddress', 'owner', 'deviceInfo'].filter((name) => name in (own ?? {})),
      [],
    );
  });

  test('let their device go: token and socket end at once, a new code is made', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const playlist = await newPlaylist(ana);
    await send(ana, screen.playerId, playlist.id);
    await heartbeat(screen);
    const before = await find(app, screen.playerId);
    const [device, managers] = [await screen.socket(), await app.admin.socket()];
    const after = await ana.call('POST /api/my-players/:id/disconnect', { params: { id: screen.playerId } });
    assert.deepEqual(
      [after.status, after.isPaired, after.isOnline, after.screenId, after.assignedPlaylist?.id],
      ['disconnected', false, false, before?.screenId, playlist.id],
    );
    assert.notEqual(after.activationCode, before?.activationCode);
    assert.equal(
      await ana.status('POST /api/my-players/:id/assign-playlist', {
        params: { id: screen.playerId },
        body: { playlistId: playlist.id },
      }),
      403,
      'only an active screen takes a playlist',
    );
    await managers.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    await device.closed;
    assert.equal(
      device.messages.some(({ type }) => type === 'playerStatusChanged'),
      true,
    );
    assert.equal(await tokenStatus(screen), 401);
    assert.equal(
      await screen.status('POST /api/player/renew-token', { body: { playerId: screen.playerId } }),
      401,
      'neither bearer nor cookie proves anything now',
    );
    app.clock.advance(10_000);
    assert.equal((await find(app, screen.playerId))?.isOnline, false);
  });
});

describe('the administration of screens', () => {
  test('is closed to guests and common users, and open to gestores', async (t) => {
    const app = await startTestApp(t);
    const [ana, gestor] = [await app.customer(), await app.gestor()];
    const [created] = await batch(app, ana.user.id, 1);
    const playlist = await newPlaylist(ana);
    const params = { id: created?.id ?? 0 };
    for (const [client, status] of [
      [app.guest(), 401],
      [ana, 403],
      [gestor, 200],
    ] as const) {
      assert.equal(await client.status('GET /api/admin/players'), status);
      assert.equal(
        await client.status('POST /api/admin/users/:userId/players/batch', {
          params: { userId: ana.user.id },
          body: { quantity: 1 },
        }),
        status,
      );
      assert.equal(await client.status('GET /api/admin/players/:id/playlists', { params }), status);
      assert.equal(
        await client.status('POST /api/admin/players/:id/assign-playlist', {
          params,
          body: { playlistId: playlist.id },
        }),
        status,
      );
      assert.equal(await client.status('DELETE /api/admin/players/:id/assign-playlist', { params }), status);
      assert.equal(await client.status('POST /api/admin/players/:id/disconnect', { params }), status);
      assert.equal(await client.status('POST /api/admin/players/:id/reset', { params }), status);
      assert.equal(await client.status('PATCH /api/admin/players/:id', { params, body: { status: 'paused' } }), status);
      assert.equal(await client.status('DELETE /api/admin/players/:id', { params }), status);
    }
    for (const key of [
      'POST /api/admin/players/:id/disconnect',
      'POST /api/admin/players/:id/reset',
      'DELETE /api/admin/players/:id',
      'GET /api/admin/players/:id/playlists',
    ] as const) {
      assert.equal(await gestor.status(key, { params }), 404);
    }
  });

  test('lists online screens first, then by name', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    await batch(app, ana.user.id, 2);
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

  test('lists every screen with what it shows, under its name of now', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screens = [await app.screen(ana), await app.screen(ana)];
    const ids = ['Vacinas', 'Dengue'].map((name) => addContent(app, { userId: ana.user.id, name }));
    const show = (index: number, videoId?: number) =>
      screens[index]?.call('POST /api/player/heartbeat', {
        body: { token: screens[index].token, playerId: screens[index].playerId, state: { videoId } },
      });
    const listed = async () =>
      Promise.all(screens.map(async ({ playerId }) => (await find(app, playerId))?.state?.videoName));
    await show(0, ids[0]);
    await show(1, ids[0]);
    assert.deepEqual(await listed(), ['Vacinas', 'Vacinas']);
    await show(1, ids[1]);
    await ana.call('PATCH /api/videos/:id', { params: { id: ids[0] as number }, body: { name: 'Vacinação' } });
    assert.deepEqual(await listed(), ['Vacinação', 'Dengue']);
  });

  test("sends the owner's playlists and takes them away", async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const params = { id: screen.playerId };
    const playlist = await newPlaylist(ana);
    await newPlaylist(app.admin, 'Do administrador');
    assert.deepEqual(
      (await app.admin.call('GET /api/admin/players/:id/playlists', { params })).map(({ id }) => id),
      [playlist.id],
    );
    const [device, studio] = [await screen.socket(), await ana.socket()];
    const sent = await app.admin.call('POST /api/admin/players/:id/assign-playlist', {
      params,
      body: { playlistId: playlist.id },
    });
    assert.equal(sent.assignedPlaylist?.id, playlist.id);
    await device.waitFor('playlistAssigned');
    await studio.waitFor('playlistAssigned');
    await app.admin.call('DELETE /api/admin/players/:id/assign-playlist', { params });
    await device.waitFor('playlistRemoved');
    await studio.waitFor('playlistRemoved');
    assert.equal((await find(app, screen.playerId))?.assignedPlaylist, null);
    await app.admin.call('DELETE /api/admin/players/:id/assign-playlist', { params });
  });

  test('pauses, blocks, resumes and renames, and the screen is notified at once', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const [device, studio] = [await screen.socket(), await ana.socket()];
    assert.equal((await setStatus(app, screen.playerId, 'paused')).status, 'paused');
    await device.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    await studio.waitFor('playerStatusChanged');
    assert.equal((await heartbeat(screen)).status, 'paused');
    device.messages.length = 0;
    await setStatus(app, screen.playerId, 'blocked');
    await device.waitFor('playerStatusChanged');
    assert.equal(await tokenStatus(screen), 403);
    await setStatus(app, screen.playerId, 'active');
    assert.equal((await heartbeat(screen)).status, 'active');
    const renamed = await app.admin.call('PATCH /api/admin/players/:id', {
      params: { id: screen.playerId },
      body: { name: 'Sala 1' },
    });
    assert.deepEqual([renamed.name, renamed.status], ['Sala 1', 'active']);
    assert.equal(
      await app.admin.status('PATCH /api/admin/players/:id', {
        params: { id: screen.playerId },
        body: { status: 'disconnected' as never },
      }),
      400,
    );
  });

  test('resets a screen to new: no device, no playlist, active, another code', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const playlist = await newPlaylist(ana);
    await send(ana, screen.playerId, playlist.id);
    await heartbeat(screen);
    app.clock.advance(5_000);
    await setStatus(app, screen.playerId, 'paused');
    const before = await find(app, screen.playerId);
    const [device, studio] = [await screen.socket(), await ana.socket()];
    const after = await app.admin.call('POST /api/admin/players/:id/reset', { params: { id: screen.playerId } });
    assert.deepEqual(
      { ...after, activationCode: '' },
      {
        ...before,
        activationCode: '',
        status: 'active',
        isPaired: false,
        isOnline: false,
        lastPing: null,
        ipAddress: null,
        deviceInfo: null,
        assignedPlaylist: null,
        playsNow: { playlist: null, isDark: false, scheduleId: null, until: null, next: null },
        state: null,
      },
    );
    assert.notEqual(after.activationCode, before?.activationCode);
    await studio.waitFor('playlistRemoved');
    await device.closed;
    assert.equal(
      device.messages.some(({ type }) => type === 'playlistRemoved'),
      true,
    );
    assert.equal(await tokenStatus(screen), 401);
    await app.guest().call('POST /api/player/activate', { body: { activationCode: after.activationCode } });
  });

  test('deletes a screen with its token', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const screen = await app.screen(ana);
    const [device, studio, managers] = [await screen.socket(), await ana.socket(), await app.admin.socket()];
    await app.admin.call('DELETE /api/admin/players/:id', { params: { id: screen.playerId } });
    await studio.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    await managers.waitFor('adminChanged', ({ what }) => what === 'players');
    await device.closed;
    assert.equal(await tokenStatus(screen), 401);
    assert.deepEqual(await ana.call('GET /api/my-players'), []);
  });
});

describe('an unblocked screen', () => {
  test('is subscribed again at once, whether it or its account was blocked; one that was unpaired meanwhile does not', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    const params = { id: ana.user.id };
    const ways = [
      {
        block: () => setStatus(app, screen.playerId, 'blocked'),
        unblock: () => setStatus(app, screen.playerId, 'active'),
      },
      {
        block: () => app.admin.call('POST /api/admin/users/:id/block', { params }),
        unblock: () => app.admin.call('POST /api/admin/users/:id/approve', { params }),
      },
    ];
    for (const { block, unblock } of ways) {
      await block();
      const waiting = await screen.socket();
      assert.equal(waiting.messages.at(-1)?.type, 'subscriptionRefused');
      await unblock();
      await waiting.waitFor('subscribed', ({ to }) => to === 'player');
      await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body: { name: 'Nova' } });
      await waiting.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.playerId);
    }
    await setStatus(app, other.playerId, 'blocked');
    const release = await other.socket();
    await app.admin.call('POST /api/admin/players/:id/reset', { params: { id: other.playerId } });
    await release.waitFor('subscriptionRefused', ({ message }) => message === 'Esta tela não está conectada.');
  });
});
