import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { type Client, type Customer, type Screen, startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { refusal } from '../../testing/client.ts';
import { until } from '../../testing/until.ts';
import {
  assertRefused,
  blockUser,
  heartbeat,
  newPlaylist,
  newScreens,
  pollScreen,
  sendPlaylist,
  setScreenStatus,
  startClinic,
  startClinics,
  startScreen,
} from '../../testing/steps.ts';

const dayMs = 86_400_000;

async function newScreen(app: TestApp, owner: Customer) {
  const [screen] = await newScreens(app.admin, owner.user.id);
  assert.ok(screen, 'no screen was made');
  return screen;
}

/** Starts a server with a screen without a device, and a device without a screen. */
async function startUnpaired(t: TestContext) {
  const { app, clinic } = await startClinic(t);
  return { app, ana: clinic, created: await newScreen(app, clinic), device: app.guest() };
}

const activate = (device: Client, activationCode: string) =>
  device.call('POST /api/player/activate', { body: { activationCode, deviceInfo: 'Chromium 79' } });
/** A state with every field that a player sends. */
const completeState = {
  ...{ videoId: 7, playingSince: null, cachedItems: 2, totalItems: 3, downloadPercent: null, soundBlocked: false },
  ...{ radio: 'off', radioSilentSince: null, clockUnknown: false, freeStorageMb: 812.5 },
  ...{ lastError: null, version: '1.0.0', engine: 'Chromium 79' },
} as const;
const validate = (device: Client, token = device.bearer ?? '') =>
  device.call('POST /api/player/validate-token', { body: { token } });
const renew = (device: Client, playerId: number) => device.call('POST /api/player/renew-token', { body: { playerId } });
const find = async (owner: Customer, id: number) =>
  (await owner.call('GET /api/my-players')).find((screen) => screen.id === id);
const isOnline = async (owner: Customer, id: number) => (await find(owner, id))?.isOnline;

describe('activation', () => {
  test('an activation accepts the code in any case, pairs the device and notifies the lists', async (t) => {
    const { app, ana, created } = await startUnpaired(t);
    const sockets = [await ana.socket(), await app.admin.socket()];
    const device = app.guest();
    const session = await activate(device, `  ${created.activationCode.toLowerCase()} `);
    assert.deepEqual({ ...session, token: '' }, { playerId: created.id, userId: ana.user.id, token: '' });
    assert.match(session.token, /^[\w-]{43}$/);
    for (const socket of sockets)
      await socket.waitFor('playerStatusChanged', ({ playerId }) => playerId === created.id);
    assert.deepEqual(await validate(device, session.token), {
      playerId: created.id,
      userId: ana.user.id,
    });
    const listed = (await app.admin.call('GET /api/admin/players')).find(({ id }) => id === created.id);
    assert.deepEqual([listed?.isPaired, listed?.isOnline, listed?.deviceInfo], [true, false, 'Chromium 79']);
    const stored = app.parts.database.prepare<[], { token: string }>('SELECT token FROM player_tokens').get();
    assert.notEqual(stored?.token, session.token, 'only a hash is stored');
  });

  test('an activation sets a device cookie that scripts cannot read', async (t) => {
    const { app, created, device } = await startUnpaired(t);
    const response = await device.request('/api/player/activate', {
      method: 'POST',
      body: JSON.stringify({ activationCode: created.activationCode, deviceInfo: { userAgent: 'x', timestamp: 1 } }),
      headers: { 'content-type': 'application/json' },
    });
    assert.match(
      response.headers.get('set-cookie') ?? '',
      /^antessala_device=[\w-]{43}~\d+\.\d+\.\d+\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal((await app.admin.call('GET /api/admin/players'))[0]?.deviceInfo, '{"userAgent":"x","timestamp":1}');
  });

  test('an activation refuses unknown codes, and slows guessing down', async (t) => {
    const { app, created, device } = await startUnpaired(t);
    for (const code of ['', '   ', 'ABCDEFGHJK', "' OR 1=1"])
      await assertRefused(activate(device, code), 404, { message: 'Código de ativação inválido' });
    assert.equal(await device.status('POST /api/player/activate', { body: {} as never }), 400);
    let error = await refusal(activate(device, 'ERRADO'));
    for (let tries = 0; tries < 40 && error.status === 404; tries += 1)
      error = await refusal(activate(device, 'ERRADO'));
    assert.equal(error.status, 429);
    await assertRefused(activate(device, created.activationCode), 429);
    app.clock.advance(limits.currentUser.freshMs);
    await activate(device, created.activationCode);
  });

  for (const resetCode of ['ZERAR55', 'ZERAR55555'])
    test(`guesses at a device reset code of ${resetCode.length} characters are limited for all addresses together; activations and paired devices are not delayed`, async (t) => {
      const env = { TRUST_PROXY: '127.0.0.1', DEVICE_RESET_CODE: resetCode };
      const { app, clinic: ana } = await startClinic(t, { env });
      const [paired, free] = [await app.screen(ana), await newScreen(app, ana)];
      const guess = async (i: number, code = String(i).padStart(resetCode.length, '0')) => {
        const response = await app.guest().request('/api/player/activate', {
          method: 'POST',
          body: JSON.stringify({ activationCode: code }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${i}` },
        });
        return response.status;
      };
      let checked = 0;
      for (let i = 0; i < 120; i += 1) if ((await guess(i)) === 404) checked += 1;
      assert.equal(checked, 50, 'unknown devices share one limit');
      for (let i = 0; i < 20; i += 1) await guess(200);
      assert.equal(await guess(200, free.activationCode), 429, 'guesses during the wait count as failed activations');
      await activate(app.guest(), free.activationCode);
      await assertRefused(activate(paired, resetCode), 409, 'device_reset');
    });

  test('the code of a paired screen activates the same device again, and another device only after Desconectar', async (t) => {
    const { app, ana, created, device } = await startUnpaired(t);
    const first = await activate(device, created.activationCode);
    await assertRefused(activate(app.guest(), created.activationCode), 409, {
      message:
        'Esta tela já está conectada a outro dispositivo. Use “Desconectar” ou “Resetar” na lista de telas e digite o novo código.',
    });
    const second = await activate(device, created.activationCode);
    assert.notEqual(second.token, first.token);
    await assertRefused(validate(device, first.token), 401);

    const { activationCode } = await ana.call('POST /api/my-players/:id/disconnect', { params: { id: created.id } });
    await assertRefused(activate(app.guest(), created.activationCode), 404);
    await activate(app.guest(), activationCode);
    assert.equal((await find(ana, created.id))?.status, 'active');
  });

  test('the activation of a second screen on the same device releases the first screen', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const [first, second] = [await newScreen(app, ana), await newScreen(app, ana)];
    const device = app.guest();
    const firstSession = await activate(device, first.activationCode);
    await activate(device, second.activationCode);
    await assertRefused(validate(device, firstSession.token), 401);
    assert.deepEqual([(await find(ana, first.id))?.isPaired, (await find(ana, second.id))?.isPaired], [false, true]);
    await activate(app.guest(), first.activationCode);
  });

  test('an activation is refused for a blocked screen and for a blocked owner, with the reason', async (t) => {
    const { app, ana, created } = await startUnpaired(t);
    await setScreenStatus(app, created.id, 'blocked');
    const assertActivationRefused = (message: string) =>
      assertRefused(activate(app.guest(), created.activationCode), 403, { message });
    await assertActivationRefused('Tela bloqueada pelo administrador');
    await setScreenStatus(app, created.id, 'active');
    await blockUser(app, ana);
    await assertActivationRefused('A conta desta tela está bloqueada. Fale com o administrador.');
  });

  test('the device reset code clears the cookie and releases the screen', async (t) => {
    const { app, ana, created, device } = await startUnpaired(t);
    const { token } = await activate(device, created.activationCode);
    await assertRefused(activate(device, ` ${app.codes.deviceResetCode.toLowerCase()}`), 409, {
      code: 'device_reset',
      message: 'Dispositivo resetado com sucesso. Digite o código da tela.',
    });
    assert.equal(device.cookies.has(cookieNames.device), false);
    await assertRefused(validate(device, token), 401);
    assert.equal((await find(ana, created.id))?.isPaired, false);
    await activate(app.guest(), created.activationCode);
    const withoutScreen = activate(app.guest(), app.codes.deviceResetCode);
    await assertRefused(withoutScreen, 409, 'device_reset', 'also for a device without screen');
    assert.equal((await find(ana, created.id))?.isPaired, true);
  });
});

describe('a device that disconnects', () => {
  test('a device releases its screen with its token alone, and the lists are notified at once', async (t) => {
    const { app, ana, created, device } = await startUnpaired(t);
    const { token } = await activate(device, created.activationCode);
    // Another client with the token, but without the cookie.
    const clientWithoutCookie = app.guest();
    const disconnect = () =>
      clientWithoutCookie.request('/api/player/disconnect', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    const socket = await ana.socket();
    assert.equal((await disconnect()).status, 204);
    await socket.waitFor('playerStatusChanged', ({ playerId }) => playerId === created.id);
    const listed = await find(ana, created.id);
    assert.deepEqual([listed?.status, listed?.isPaired, listed?.isOnline], ['disconnected', false, false]);
    assert.equal((await disconnect()).status, 401, 'the token is no longer valid');
    assert.equal((await activate(app.guest(), created.activationCode)).playerId, created.id);
    assert.equal((await find(ana, created.id))?.status, 'active');
  });
});

describe('the token', () => {
  test('the token expires after 90 days, and can be renewed after that', async (t) => {
    const { app, screen } = await startScreen(t);
    app.clock.jump(90 * dayMs - 1);
    await validate(screen);
    app.clock.jump(1);
    const attempts = [validate(screen), heartbeat(screen), pollScreen(screen)];
    await Promise.all(attempts.map((attempt) => assertRefused(attempt, 401, 'token_expired')));
    screen.cookies.clear();
    const renewed = await renew(screen, screen.playerId);
    assert.deepEqual([renewed.playerId, renewed.token === screen.token], [screen.playerId, false]);
    await validate(screen, renewed.token);
    app.clock.advance(60_000);
    await validate(screen, renewed.token);
    await assertRefused(renew(screen, screen.playerId), 401, {}, 'the old token permits no renewal');
  });

  test('the token can be renewed with the device cookie alone, and not without token and cookie', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    for (const outsider of [app.guest(), ana, other])
      await assertRefused(renew(outsider, screen.playerId), 401, 'unauthenticated');
    const device = app.guest();
    device.cookies.set(cookieNames.device, screen.cookies.get(cookieNames.device) ?? '');
    const { token } = await renew(device, screen.playerId);
    await validate(screen, token);
    await assertRefused(renew(device, other.playerId), 401);
    await assertRefused(renew(device, 999_999), 401);
  });

  test('the new token is the same for simultaneous renewals and after a lost response', async (t) => {
    const { app, screen } = await startScreen(t);
    const renewals = await Promise.all([1, 2, 3].map(() => renew(screen, screen.playerId)));
    assert.equal(new Set(renewals.map(({ token }) => token)).size, 1);
    await validate(screen);
    app.clock.advance(59_000);
    await validate(screen);
    app.clock.advance(1_000);
    await assertRefused(validate(screen), 401);
    app.clock.jump(-dayMs);
    await assertRefused(validate(screen), 401, {}, 'a clock that is set back does not make the token valid again');
    app.clock.jump(dayMs);
    await validate(screen, renewals[0]?.token);
    assert.notEqual(
      (await renew(screen, screen.playerId)).token,
      renewals[0]?.token,
      'the cookie still permits a renewal',
    );
    const rows = app.parts.database.prepare<[], { count: number }>('SELECT count(*) AS count FROM player_tokens').get();
    assert.equal(rows?.count, 2, 'replaced tokens are deleted');
  });

  test('the token of a blocked screen or owner is refused with 403, and accepted again after unblocking', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const refused = { message: 'Tela bloqueada pelo administrador' };
    const assertAllRefused = async () => {
      for (const attempt of [validate, heartbeat, pollScreen, (device: Screen) => renew(device, device.playerId)])
        await assertRefused(attempt(screen), 403, refused);
      await assertRefused(screen.call('GET /api/player/info'), 403, refused);
    };
    await setScreenStatus(app, screen.playerId, 'blocked');
    await assertAllRefused();
    await setScreenStatus(app, screen.playerId, 'active');
    await validate(screen);
    await blockUser(app, ana);
    await assertAllRefused();
    await app.admin.call('POST /api/admin/users/:id/approve', { params: { id: ana.user.id } });
    await validate(screen);
  });

  test('an unknown token is refused with 401', async (t) => {
    const app = await startTestApp(t);
    await assertRefused(validate(app.guest(), 'x'), 401, 'unauthenticated');
    await assertRefused(validate(app.guest(), ''), 400);
  });
});

describe('a heartbeat', () => {
  test('a heartbeat sets the screen online, and 45 s without a heartbeat set it offline', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const reply = await heartbeat(screen);
    const serverTime = new Date(app.clock.now()).toISOString();
    assert.deepEqual(reply, { status: 'active', serverTime, utcOffsetMinutes: -180 });
    const presence = async () => {
      const { isOnline, lastPing } = (await find(ana, screen.playerId)) ?? {};
      return [isOnline, lastPing];
    };
    assert.deepEqual(await presence(), [true, serverTime]);
    app.clock.advance(44_999);
    assert.deepEqual(await presence(), [true, serverTime]);
    app.clock.advance(1);
    assert.deepEqual(await presence(), [false, serverTime]);
    app.clock.advance(limits.heartbeatFlushMs);
    assert.deepEqual(await presence(), [false, serverTime]);
  });

  test("a heartbeat that reports another item or more stored items is published at once to owner and managers, with the screen's row", async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const [socket, managers] = [await ana.socket(), await app.admin.socket()];
    await heartbeat(screen);
    await Promise.all([socket.waitFor('playerStatusChanged'), managers.waitFor('playerStatusChanged')]);
    for (const state of [{ videoId: 7 }, { videoId: 7, cachedItems: 2, totalItems: 3 }]) {
      socket.messages.length = managers.messages.length = 0;
      await heartbeat(screen, state);
      for (const studio of [socket, managers]) {
        const { presence, patch } = await studio.waitFor('playerStatusChanged');
        assert.deepEqual(
          [presence, patch?.rows[0]?.id, patch?.rows[0]?.state?.videoId],
          ['reported', screen.playerId, 7],
        );
        assert.equal(patch?.of, studio === managers ? 'GET /api/admin/players' : 'GET /api/my-players');
      }
      socket.messages.length = managers.messages.length = 0;
      await heartbeat(screen, state);
      assert.deepEqual([...socket.messages, ...managers.messages], []);
    }
  });

  test('heartbeats are written in a batch every 5 s and when the server stops; a restart sets no screen offline', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const [screen, silent] = [await app.screen(ana), await app.screen(ana)];
    const stored = () =>
      app.parts.database
        .prepare<[number], { last_ping: number | null; ip_address: string | null; last_used: number | null }>(
          'SELECT p.last_ping, p.ip_address, t.last_used FROM players p JOIN player_tokens t ON t.player_id = p.id WHERE p.id = ?',
        )
        .get(screen.playerId);
    await heartbeat(screen);
    assert.deepEqual(stored(), { last_ping: null, ip_address: null, last_used: null });
    const at = app.clock.now();
    app.clock.advance(limits.heartbeatFlushMs);
    assert.deepEqual(stored(), { last_ping: at, ip_address: '127.0.0.1', last_used: at });
    app.clock.advance(1_000);
    await heartbeat(screen, { cachedItems: 2, totalItems: 3 });
    await app.restart();
    assert.equal(stored()?.last_ping, app.clock.now());
    assert.equal(await isOnline(ana, screen.playerId), true);
    assert.equal((await find(ana, screen.playerId))?.state?.cachedItems, 2);
    assert.equal(await isOnline(ana, silent.playerId), false);
    app.clock.advance(limits.onlineWithinMs);
    assert.equal(await isOnline(ana, screen.playerId), false);
  });

  test('a screen that sends heartbeats stays online when the clock jumps', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    await heartbeat(screen);
    for (const jump of [2 * dayMs, -4 * dayMs]) {
      app.clock.jump(jump);
      app.clock.advance(10_000);
      assert.equal(await isOnline(ana, screen.playerId), true);
    }
  });

  test("lists contain the report of the last heartbeat, with names only of contents that the screen's owner may show", async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const own = addContent(app, { userId: ana.user.id, name: 'Vacinas', withThumbnail: true });
    const foreign = addContent(app, { userId: bea.user.id, name: 'Segredo', withThumbnail: true });
    const screen = await app.screen(ana);
    const shown = async () => (await find(ana, screen.playerId))?.state ?? null;
    assert.equal(await shown(), null);
    const report = { ...completeState, videoId: own, soundBlocked: true, clockUnknown: true, lastError: 'Falha' };
    await heartbeat(screen, report);
    for (const round of ['in memory', 'stored']) {
      const { thumbnailUrl = '', ...state } = (await shown()) ?? {};
      assert.deepEqual(state, { ...report, videoName: 'Vacinas' }, round);
      assert.match(thumbnailUrl ?? '', /^\/media\/[0-9a-f]{64}\.jpg\?/);
      app.clock.advance(limits.onlineWithinMs + limits.heartbeatFlushMs);
    }
    await heartbeat(screen);
    assert.equal((await shown())?.videoName, 'Vacinas', 'a heartbeat without a state does not replace the last report');
    const { id: categoryId } = await app.admin.call('POST /api/admin/categories', { body: { name: 'Reservada' } });
    const ungranted = addContent(app, { userId: null, categoryId, name: 'Plataforma', withThumbnail: true });
    for (const videoId of [foreign, ungranted]) {
      await heartbeat(screen, { videoId });
      const { videoName, thumbnailUrl } = (await shown()) ?? {};
      assert.deepEqual([videoName, thumbnailUrl], [null, null]);
    }
    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
      params: { userId: ana.user.id, categoryId },
    });
    assert.equal((await shown())?.videoName, 'Plataforma');
    await assertRefused(heartbeat(screen, { lastError: 'x'.repeat(301) }), 400);
  });

  test("a heartbeat counts for the token's own screen only", async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    const withToken = (token: string, { playerId }: Screen) =>
      screen.call('POST /api/player/heartbeat', { body: { token, playerId } });
    await assertRefused(withToken(screen.token, other), 404);
    assert.equal(await isOnline(ana, other.playerId), false);
    await assertRefused(withToken('x', screen), 401);
  });

  test('a heartbeat gets the same response on the fast path once the poll is cached, and drops no cached response', async (t) => {
    const { app, screen } = await startScreen(t);
    const { find: findCached } = app.parts.cachedPolls;
    const ordinary = await heartbeat(screen);
    await pollScreen(screen);
    const isCached = () => findCached(`Bearer ${screen.token}`, '') !== undefined;
    assert.ok(isCached());
    // Without this table only the fast path can respond: the ordinary path looks the token up.
    app.parts.database.exec('ALTER TABLE player_tokens RENAME TO tokens_away');
    for (const videoId of [7, 8]) {
      const state = { ...completeState, videoId };
      assert.deepEqual(await heartbeat(screen, state), ordinary);
      assert.deepEqual({ ...app.parts.heartbeats.presence(screen.playerId)?.state }, state);
      assert.ok(isCached(), 'a new item does not change the poll response');
    }
    app.parts.database.exec('ALTER TABLE tokens_away RENAME TO player_tokens');
  });

  test('the heartbeats of many screens are written in several batches, with other work between them; a stop writes all unsaved heartbeats', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { database, heartbeats } = app.parts;
    const add = database.prepare<[number, string, string, string]>(
      'INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (?, ?, ?, ?, 0)',
    );
    const ids = Array.from({ length: 450 }, (_, index) => {
      const code = String(index).padStart(10, '0');
      return Number(add.run(ana.user.id, `Tela ${index}`, code.slice(-6), code).lastInsertRowid);
    });
    const sendHeartbeats = () => {
      for (const playerId of ids)
        heartbeats.record(
          { kind: 'player', playerId, userId: ana.user.id },
          { token: `t${playerId}`, address: '::1', state: undefined },
        );
    };
    const written = () =>
      app.parts.database
        .prepare<[number], { count: number }>('SELECT COUNT(*) AS count FROM players WHERE last_ping = ?')
        .get(app.clock.now())?.count;
    sendHeartbeats();
    app.clock.advance(limits.heartbeatFlushMs);
    const atOnce = database.prepare<[], object>('SELECT id FROM players WHERE last_ping IS NOT NULL').all().length;
    assert.ok(atOnce > 0 && atOnce < ids.length, `${atOnce} at once`);
    sendHeartbeats();
    await until('all are written', () => written() === ids.length);
    app.clock.advance(1_000);
    sendHeartbeats();
    await app.restart();
    assert.equal(written(), ids.length);
  });

  test('a heartbeat is not lost when the disk is full for a while', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const { database } = app.parts;
    database.exec(
      "CREATE TEMP TRIGGER full BEFORE UPDATE OF last_ping ON players BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    await heartbeat(screen, { cachedItems: 7 });
    app.clock.advance(limits.heartbeatFlushMs);
    assert.equal(await isOnline(ana, screen.playerId), true);
    database.exec('DROP TRIGGER full');
    app.clock.advance(limits.heartbeatFlushMs);
    const row = database.prepare<[], { items: number }>("SELECT state ->> '$.cachedItems' AS items FROM players").get();
    assert.equal(row?.items, 7);
  });
});

describe('responses to a device', () => {
  test('a device reads its own screen and owner only', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer({ username: 'Ana Souza' });
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    const info = await screen.call('GET /api/player/info');
    assert.deepEqual(info, {
      player: { id: screen.playerId, name: 'Tela 1', screenId: (await find(ana, screen.playerId))?.screenId },
      user: { name: 'Ana Souza', email: ana.user.email },
      display: {
        shrinksPicture: true,
        logo: null,
        callLayout: null,
        rotation: 0,
        volume: 100,
        quietHours: null,
        darkBrightness: 0,
      },
    });
    assert.deepEqual(await screen.call('GET /api/player/info', { query: { playerId: screen.playerId } }), info);
    assert.equal(await screen.status('GET /api/player/info', { query: { playerId: other.playerId } }), 404);
  });

  test('a device reads its playlist, its status and the time of its clinic', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const time = {
      serverTime: new Date(app.clock.now()).toISOString(),
      utcOffsetMinutes: -180,
      lastCallId: 0,
      lastCallKey: '',
      namePolicy: 'ticket',
    };
    assert.deepEqual(await pollScreen(screen), { status: 'active', playlist: null, ...time });
    const { id } = await newPlaylist(ana, 'Manhã', false);
    await sendPlaylist(ana, screen.playerId, id);
    await setScreenStatus(app, screen.playerId, 'paused');
    const reply = await pollScreen(screen);
    assert.deepEqual(
      { ...reply, playlist: { ...reply.playlist, revision: '' } },
      { status: 'paused', playlist: { id, name: 'Manhã', isRandom: false, revision: '' }, ...time },
    );
    assert.match(reply.playlist?.revision ?? '', /^[0-9a-f]{16}$/);
  });
});

describe('a poll during a download', () => {
  test('the poll lists the items that the screen may no longer show', async (t) => {
    const { app, clinic: ana, other: bia } = await startClinics(t);
    const screen = await app.screen(ana);
    const [present, deleted] = [addContent(app, { userId: ana.user.id }), addContent(app, { userId: ana.user.id })];
    const foreign = addContent(app, { userId: bia.user.id });
    const pollHolding = (held?: string) =>
      screen.call('GET /api/player/assigned-playlist', held === undefined ? {} : { query: { held } });
    assert.equal((await pollHolding()).revoked, undefined);
    assert.deepEqual((await pollHolding(`${present},${deleted}`)).revoked, []);
    await ana.call('DELETE /api/videos/:id', { params: { id: deleted } });
    assert.deepEqual((await pollHolding(`${present},${deleted},${foreign}`)).revoked, [deleted, foreign]);
    await assertRefused(pollHolding('1;2'), 400);
  });
});

test('a screen that sends too many heartbeats is throttled, and other screens are not', async (t) => {
  const { app, clinic: ana } = await startClinic(t);
  const [screen, other] = [await app.screen(ana), await app.screen(ana)];
  for (let i = 0; i < 30; i += 1) await heartbeat(screen);
  await assertRefused(heartbeat(screen), 429, 'too_many_requests');
  await heartbeat(other);
  app.clock.advance(limits.heartbeatMs);
  await heartbeat(screen);
});
