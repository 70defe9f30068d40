import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { ApiError, type Customer, type TestApp } from '../../../testing/app.ts';
import {
  assertRefused,
  newPlaylist,
  newScreens,
  sendPlaylist,
  setScreenStatus,
  startClinic,
  startClinics,
  startScreen,
} from '../../../testing/steps.ts';

const deviceInfo = {
  userAgent: 'Mozilla/5.0 (Linux; Android 9; MXQ Pro 4K Build/PI) Chrome/64.0',
  resolution: '1920x1080',
};

/** Starts an unpaired TV that shows its code. */
async function switchOn(app: TestApp, tv = app.guest()) {
  const offer = await tv.call('POST /api/player/pairing', { body: { deviceInfo } });
  const { secret } = offer;
  return {
    tv,
    ...offer,
    poll: () => tv.call('POST /api/player/pairing/poll', { body: { secret } }),
    renew: () => tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } }),
  };
}

/** Starts a clinic, and an unpaired TV that shows its code. */
async function startWaiting(t: TestContext) {
  const { app, clinic } = await startClinic(t);
  return { app, clinic, ...(await switchOn(app)) };
}

const claim = (owner: Customer, code: string, body: object) =>
  owner.call('POST /api/pairing/:code/claim', { params: { code }, body: body as { name: string } });

const refusedWith = (status: number, message: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.status === status && message.test(error.body.message);

async function fetchSession(poll: Awaited<ReturnType<typeof switchOn>>['poll']) {
  const response = await poll();
  assert.ok('token' in response, JSON.stringify(response));
  return response;
}

const countCodes = (app: TestApp) =>
  (app.parts.database.prepare('SELECT count(*) AS n FROM pairing_requests').get() as { n: number }).n;

describe('pairing from the TV', () => {
  test('a phone shows the device and creates a screen for it, and the TV plays as that screen', async (t) => {
    const { clinic, tv, code, checkDigits, expiresInS, poll } = await startWaiting(t);
    const { id: playlistId } = await newPlaylist(clinic);
    assert.match(code, /^[A-HJKMNP-Z2-9]{6}$/);
    assert.match(checkDigits, /^\d\d$/);
    assert.equal(expiresInS, 600);
    assert.deepEqual(await poll(), { status: 'waiting' });
    const studio = await clinic.socket();

    const found = await clinic.call('GET /api/pairing/:code', { params: { code: ` ${code.toLowerCase()} ` } });
    assert.deepEqual(
      { ...found, expiresAt: '' },
      {
        code,
        checkDigits,
        expiresAt: '',
        device: { model: 'MXQ Pro 4K', engine: 'Chromium 64', resolution: '1920 x 1080', address: '127.0.0.1' },
      },
    );
    const screen = await claim(clinic, code, { name: 'Recepção', playlistId });
    assert.deepEqual([screen.name, screen.isPaired, screen.assignedPlaylist?.id], ['Recepção', false, playlistId]);
    const session = await fetchSession(poll);
    assert.equal(session.playerId, screen.id);
    await studio.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.id);
    tv.bearer = session.token;
    assert.equal((await tv.call('GET /api/player/assigned-playlist')).playlist?.id, playlistId);
    assert.equal((await clinic.call('GET /api/my-players'))[0]?.isPaired, true);
    // The poll also set the cookie, which renews a lost token.
    tv.bearer = undefined;
    const renewed = await tv.call('POST /api/player/renew-token', { body: { playerId: session.playerId } });
    assert.equal(renewed.playerId, session.playerId);
  });

  test('an existing unpaired screen can be claimed and keeps its activation code, and another TV can still be paired by an activation code', async (t) => {
    const { app, clinic, code, poll } = await startWaiting(t);
    const [first, second] = await newScreens(app.admin, clinic.user.id, 2);
    assert.equal((await claim(clinic, code, { playerId: first?.id })).activationCode, first?.activationCode);
    assert.equal((await fetchSession(poll)).playerId, first?.id);
    const body = { activationCode: second?.activationCode ?? '' };
    const typed = await app.guest().call('POST /api/player/activate', { body });
    assert.equal(typed.playerId, second?.id);
  });

  test('the code alone grants nothing, foreign screens and playlists are not found, and quotas apply', async (t) => {
    const { app, clinic, other } = await startClinics(t, { quotas: { maxPlayers: 1 } });
    const foreign = await app.screen(other);
    const { id: foreignList } = await newPlaylist(other);
    const { code, poll } = await switchOn(app);
    const asSecret = app.guest().call('POST /api/player/pairing/poll', { body: { secret: code } });
    await assertRefused(asSecret, 404, {}, 'a code is no secret');
    await assertRefused(claim(clinic, code, { playerId: foreign.playerId, replace: true }), 404);
    await assertRefused(claim(clinic, code, { name: 'Nova', playlistId: foreignList }), 404);
    assert.deepEqual(await clinic.call('GET /api/my-players'), [], 'a refused claim creates no screen');
    for (const wrong of [{}, { name: ' ' }, { name: 'A', playerId: 1 }, { playerId: 'x' }])
      await assertRefused(claim(clinic, code, wrong), 400);
    await app.screen(clinic);
    await assert.rejects(claim(clinic, code, { name: 'Outra' }), refusedWith(403, /no máximo 1 tela/));
    assert.deepEqual(await poll(), { status: 'waiting' });
  });

  test('of two simultaneous claims one succeeds', async (t) => {
    const { app, clinic: ana, other: bia } = await startClinics(t);
    const { code, poll } = await switchOn(app);
    const outcomes = await Promise.allSettled([
      claim(ana, code, { name: 'De Ana' }),
      claim(bia, code, { name: 'De Bia' }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const screens = [...(await ana.call('GET /api/my-players')), ...(await bia.call('GET /api/my-players'))];
    assert.equal(screens.length, 1);
    assert.equal((await fetchSession(poll)).playerId, screens[0]?.id);
    await assert.rejects(claim(ana, code, { name: 'Tarde' }), refusedWith(404, /não vale mais/));
  });

  test('the first claim gets the TV, although its previous and its renewed code are both valid', async (t) => {
    const { app, clinic, other: thief } = await startClinics(t);
    const { code, poll, renew } = await switchOn(app);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const renewed = await renew();
    const { id } = await claim(clinic, code, { name: 'Recepção' });
    await assertRefused(claim(thief, renewed.code, { name: 'Roubada' }), 404);
    assert.equal(await thief.status('GET /api/pairing/:code', { params: { code: renewed.code } }), 404);
    assert.deepEqual(await thief.call('GET /api/my-players'), []);
    assert.equal((await fetchSession(poll)).playerId, id);
    await assertRefused(claim(thief, renewed.code, { name: 'Roubada' }), 404);
  });

  test('a TV that renews its code while it is claimed still gets its screen', async (t) => {
    const { app, clinic, code, secret, poll, renew } = await startWaiting(t);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const { id } = await claim(clinic, code, { name: 'Recepção' });
    const renewed = await renew();
    assert.equal(renewed.secret, secret);
    assert.equal((await fetchSession(poll)).playerId, id);
    const later = await renew();
    assert.notEqual(later.secret, secret, 'a device that has had a screen begins anew');
  });

  test('a screen is not assigned to a second device without `replace`', async (t) => {
    const { app, clinic } = await startClinic(t);
    const [one, two] = [await switchOn(app), await switchOn(app)];
    const { id: playerId } = await claim(clinic, one.code, { name: 'Sala' });
    await assertRefused(claim(clinic, two.code, { playerId }), 409);
    await claim(clinic, two.code, { playerId, replace: true });
    await assertRefused(one.poll(), 404);
    assert.equal((await fetchSession(two.poll)).playerId, playerId);
  });

  test('10,000 guesses by a signed-in outsider claim nothing', async (t) => {
    const { app, clinic, other: outsider } = await startClinics(t);
    const { code, poll } = await switchOn(app);
    const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
    const responses = new Map<number, number>();
    const guess = async (i: number) => {
      const typed = Array.from({ length: 6 }, (_, j) => letters[(i * 7 ** j + j) % letters.length]).join('');
      if (typed === code) return;
      const params = { code: typed };
      const status =
        i % 2 === 0
          ? await outsider.status('GET /api/pairing/:code', { params })
          : await outsider.status('POST /api/pairing/:code/claim', { params, body: { name: 'Minha' } });
      responses.set(status, (responses.get(status) ?? 0) + 1);
    };
    for (let start = 0; start < 10_000; start += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => guess(start + i)));
    assert.deepEqual([...responses.keys()].sort(), [404, 429]);
    assert.ok((responses.get(404) ?? 0) < 10, `${responses.get(404)} were looked up`);
    assert.deepEqual(await outsider.call('GET /api/my-players'), []);
    assert.deepEqual(await poll(), { status: 'waiting' });
    // The clinic itself is not throttled.
    await claim(clinic, code, { name: 'Nossa' });
    await fetchSession(poll);
  });

  test('guesses at secrets are throttled, polls with a valid secret are not', async (t) => {
    const { app, poll } = await startWaiting(t);
    const guess = (i: number) =>
      app.guest().status('POST /api/player/pairing/poll', { body: { secret: `tentativa-${i}` } });
    const statuses = [];
    for (let i = 0; i < 40; i += 1) statuses.push(await guess(i));
    assert.equal(statuses.at(-1), 429);
    assert.deepEqual(await poll(), { status: 'waiting' });
  });
});

describe('expiry of codes', () => {
  test('a renewed code keeps secret and check digits; the previous code remains valid while a person types it', async (t) => {
    const { app, clinic, code, secret, checkDigits, poll, renew } = await startWaiting(t);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const next = await renew();
    assert.notEqual(next.code, code);
    assert.deepEqual([next.secret, next.checkDigits], [secret, checkDigits]);
    app.clock.advance(limits.pairing.renewBeforeMs - 1_000);
    await claim(clinic, code, { name: 'No último segundo' });
    // The TV polls late: the claim is still valid.
    app.clock.advance(60_000);
    await fetchSession(poll);
  });

  test('a TV that renews repeatedly within one poll interval gets the same code, and nothing is written', async (t) => {
    const { app, code, renew } = await startWaiting(t);
    const writes = () => (app.parts.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
    const before = writes();
    for (let i = 0; i < 20; i += 1) assert.equal((await renew()).code, code);
    assert.equal(writes(), before);
    app.clock.advance(limits.pairing.pollMs);
    assert.notEqual((await renew()).code, code);
  });

  test('a code expires after ten minutes, and is deleted later', async (t) => {
    const { app, clinic, code, secret, poll, renew } = await startWaiting(t);
    app.clock.advance(limits.pairing.lifeMs);
    await assertRefused(claim(clinic, code, { name: 'Tarde' }), 404);
    await assertRefused(poll(), 404);
    const renewedCode = await renew();
    assert.notEqual(renewedCode.secret, secret, 'an expired secret is not issued again');
    app.clock.advance(3_600_000 + limits.pairing.lifeMs);
    await app.parts.tasks.run('expired-sessions');
    assert.equal(countCodes(app), 0);
  });

  test('100 TVs at once all get a code and are all paired', async (t) => {
    const { app, clinic } = await startClinic(t);
    const tvs = await Promise.all(Array.from({ length: 100 }, () => switchOn(app)));
    assert.equal(new Set(tvs.map(({ code }) => code)).size, 100);
    await Promise.all(tvs.map(({ code }, i) => claim(clinic, code, { name: `Sala ${i}` })));
    const sessions = await Promise.all(tvs.map(({ poll }) => fetchSession(poll)));
    assert.equal(new Set(sessions.map(({ playerId }) => playerId)).size, 100);
  });

  test('a flood of requests does not affect a TV that shows its code', async (t) => {
    const { app, clinic, tv, code, secret, poll } = await startWaiting(t);
    const { perAddress, quietMs } = limits.pairing;
    let refused = 0;
    for (let round = 0; round < 12; round += 1) {
      for (let i = 0; i < 40; i += 1)
        if ((await app.guest().status('POST /api/player/pairing', { body: {} })) === 429) refused += 1;
      app.clock.advance(quietMs);
      await poll();
    }
    assert.ok(refused > 0 && countCodes(app) <= perAddress, `${refused} refused, ${countCodes(app)} kept`);
    const renewed = await tv.call('POST /api/player/pairing', { body: { secret } });
    assert.notEqual(renewed.code, code);
    await claim(clinic, renewed.code, { name: 'Nossa' });
    await fetchSession(poll);
  });
});

describe('the server dies between claim and poll', () => {
  test('the TV is paired exactly once, also when it polls again', async (t) => {
    const { app, clinic, code, poll } = await startWaiting(t);
    const { id } = await claim(clinic, code, { name: 'Sala' });
    await app.restart();
    const first = await fetchSession(poll);
    await app.restart();
    const repeated = await fetchSession(poll);
    assert.deepEqual(repeated, first, 'the same response as the lost one');
    const { n } = app.parts.database.prepare('SELECT count(*) AS n FROM player_tokens').get() as { n: number };
    assert.equal(n, 1);
    await clinic.call('POST /api/my-players/:id/disconnect', { params: { id } });
    await assertRefused(poll(), 404, {}, 'a released screen is not paired again');
  });
});

describe('replacing the TV box', () => {
  async function swap(t: TestContext) {
    const { app, clinic, screen: old } = await startScreen(t);
    const { id: playlistId } = await newPlaylist(clinic);
    await sendPlaylist(clinic, old.playerId, playlistId);
    const params = { id: old.playerId };
    await clinic.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Recepção' } });
    const box = await switchOn(app);
    return { app, clinic, old, playlistId, box, body: { playerId: old.playerId } };
  }

  test("the new box gets the screen's name, playlist and status; the old device is refused as swapped, even a month later", async (t) => {
    const { app, clinic, old, playlistId, box, body } = await swap(t);
    const socket = await old.socket();
    await assert.rejects(claim(clinic, box.code, body), refusedWith(409, /Trocar TV box/));
    await old.call('GET /api/player/info');
    await claim(clinic, box.code, { ...body, replace: true });
    await socket.closed;
    const session = await fetchSession(box.poll);
    assert.equal(session.playerId, old.playerId);
    box.tv.bearer = session.token;
    assert.equal((await box.tv.call('GET /api/player/assigned-playlist')).playlist?.id, playlistId);
    const [screen] = await clinic.call('GET /api/my-players');
    assert.deepEqual([screen?.name, screen?.assignedPlaylist?.id, screen?.status], ['Recepção', playlistId, 'active']);
    // The old device returns a month later, after a restart of the server.
    app.clock.advance(30 * 86_400_000);
    await app.restart();
    await assertRefused(old.call('GET /api/player/assigned-playlist'), 401, 'screen_swapped');
    const renewal = old.call('POST /api/player/renew-token', { body: { playerId: old.playerId } });
    await assertRefused(renewal, 401, 'screen_swapped');
  });

  test('the old box can be given another screen', async (t) => {
    const { app, clinic, old, box, body } = await swap(t);
    await claim(clinic, box.code, { ...body, replace: true });
    await fetchSession(box.poll);
    const secondBox = await switchOn(app, old);
    await claim(clinic, secondBox.code, { name: 'Corredor' });
    old.bearer = (await fetchSession(secondBox.poll)).token;
    assert.equal((await old.call('GET /api/player/info')).player.name, 'Corredor');
    assert.equal((await clinic.call('GET /api/my-players')).filter(({ isPaired }) => isPaired).length, 2);
  });

  test('a blocked screen cannot be swapped until a manager unblocks it', async (t) => {
    const { app, clinic, old, box, body } = await swap(t);
    await setScreenStatus(app, old.playerId, 'blocked');
    await assertRefused(claim(clinic, box.code, { ...body, replace: true }), 403);
    await setScreenStatus(app, old.playerId, 'paused');
    await claim(clinic, box.code, { ...body, replace: true });
    await fetchSession(box.poll);
    assert.equal((await clinic.call('GET /api/my-players'))[0]?.status, 'paused', 'a pause survives the swap');
  });
});
