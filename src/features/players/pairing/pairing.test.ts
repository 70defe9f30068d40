import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { ApiError, type Customer, type Screen, startTestApp, type TestApp } from '../../../testing/app.ts';

const deviceInfo = {
  userAgent: 'Mozilla/5.0 (Linux; Android 9; MXQ Pro 4K Build/PI) Chrome/64.0',
  resolution: '1920x1080',
};

/** An unpaired TV that shows its code. */
async function switchOn(app: TestApp, tv = app.guest()) {
  const offer = await tv.call('POST /api/player/pairing', { body: { deviceInfo } });
  return { tv, ...offer, poll: () => tv.call('POST /api/player/pairing/poll', { body: { secret: offer.secret } }) };
}

const claim = (owner: Customer, code: string, body: object) =>
  owner.call('POST /api/pairing/:code/claim', { params: { code }, body: body as { name: string } });

const refusal = (status: number, message?: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.status === status && (message?.test(error.body.message) ?? true);

const isSession = (response: object): response is { playerId: number; userId: number; token: string } =>
  'token' in response;

async function takeSession(poll: () => Promise<object>) {
  const response = await poll();
  assert.ok(isSession(response), JSON.stringify(response));
  return response;
}

const codes = (app: TestApp) =>
  (app.parts.database.prepare('SELECT count(*) AS n FROM pairing_requests').get() as { n: number }).n;

describe('pairing from the TV', () => {
  test('a phone sees the device, names a new screen, and the TV plays as that screen', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { id: playlistId } = await clinic.call('POST /api/playlists', { body: { name: 'Recepção' } });
    const { tv, code, checkDigits, expiresInS, poll } = await switchOn(app);
    assert.match(code, /^[A-HJKMNP-Z2-9]{6}$/);
    assert.match(checkDigits, /^\d\d$/);
    assert.equal(expiresInS, 600);
    assert.deepEqual(await poll(), { status: 'waiting' });
    const studio = await clinic.socket();

    const seen = await clinic.call('GET /api/pairing/:code', { params: { code: ` ${code.toLowerCase()} ` } });
    assert.deepEqual(
      { ...seen, expiresAt: '' },
      {
        code,
        checkDigits,
        expiresAt: '',
        device: { model: 'MXQ Pro 4K', engine: 'Chromium 64', resolution: '1920 x 1080', address: '127.0.0.1' },
      },
    );
    const screen = await claim(clinic, code, { name: 'Recepção', playlistId });
    assert.deepEqual([screen.name, screen.isPaired, screen.assignedPlaylist?.id], ['Recepção', false, playlistId]);
    const session = await takeSession(poll);
    assert.equal(session.playerId, screen.id);
    await studio.waitFor('playerStatusChanged', ({ playerId }) => playerId === screen.id);
    tv.bearer = session.token;
    assert.equal((await tv.call('GET /api/player/assigned-playlist')).playlist?.id, playlistId);
    assert.equal((await clinic.call('GET /api/my-players'))[0]?.isPaired, true);
    // The cookie came along: a lost token is renewed by it.
    tv.bearer = undefined;
    const renewed = await tv.call('POST /api/player/renew-token', { body: { playerId: session.playerId } });
    assert.equal(renewed.playerId, session.playerId);
  });

  test('an unpaired screen is given; what it plays stays, and its typed code still works elsewhere', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const [first, second] = await app.admin.call('POST /api/admin/users/:userId/players/batch', {
      params: { userId: clinic.user.id },
      body: { quantity: 2 },
    });
    const { code, poll } = await switchOn(app);
    assert.equal((await claim(clinic, code, { playerId: first?.id })).activationCode, first?.activationCode);
    assert.equal((await takeSession(poll)).playerId, first?.id);
    const typed = await app
      .guest()
      .call('POST /api/player/activate', { body: { activationCode: second?.activationCode ?? '' } });
    assert.equal(typed.playerId, second?.id);
  });

  test('the code grants nothing, ids of others are not there, and limits hold', async (t) => {
    const app = await startTestApp(t);
    const [clinic, other] = [await app.customer({ quotas: { maxPlayers: 1 } }), await app.customer()];
    const foreign = await app.screen(other);
    const { id: foreignList } = await other.call('POST /api/playlists', { body: { name: 'Deles' } });
    const { code, poll } = await switchOn(app);
    await assert.rejects(
      app.guest().call('POST /api/player/pairing/poll', { body: { secret: code } }),
      refusal(404),
      'a code is no secret',
    );
    await assert.rejects(claim(clinic, code, { playerId: foreign.playerId, replace: true }), refusal(404));
    await assert.rejects(claim(clinic, code, { name: 'Nova', playlistId: foreignList }), refusal(404));
    assert.deepEqual(await clinic.call('GET /api/my-players'), [], 'nothing of a refused claim stays');
    for (const wrong of [{}, { name: ' ' }, { name: 'A', playerId: 1 }, { playerId: 'x' }])
      await assert.rejects(claim(clinic, code, wrong), refusal(400));
    await app.screen(clinic);
    await assert.rejects(claim(clinic, code, { name: 'Outra' }), refusal(403, /no máximo 1 tela/));
    assert.equal(await app.guest().status('GET /api/pairing/:code', { params: { code } }), 401);
    assert.deepEqual(await poll(), { status: 'waiting' });
  });

  test('of two claimants one gets the device', async (t) => {
    const app = await startTestApp(t);
    const [ana, bia] = [await app.customer(), await app.customer()];
    const { code, poll } = await switchOn(app);
    const outcomes = await Promise.allSettled([
      claim(ana, code, { name: 'De Ana' }),
      claim(bia, code, { name: 'De Bia' }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const screens = [...(await ana.call('GET /api/my-players')), ...(await bia.call('GET /api/my-players'))];
    assert.equal(screens.length, 1);
    assert.equal((await takeSession(poll)).playerId, screens[0]?.id);
    await assert.rejects(claim(ana, code, { name: 'Tarde' }), refusal(404, /não vale mais/));
  });

  test('who claims a TV first has it, though its code before and the renewed one are both good', async (t) => {
    const app = await startTestApp(t);
    const [clinic, thief] = [await app.customer(), await app.customer()];
    const { tv, code, secret, poll } = await switchOn(app);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const renewed = await tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    const { id } = await claim(clinic, code, { name: 'Recepção' });
    await assert.rejects(claim(thief, renewed.code, { name: 'Roubada' }), refusal(404));
    assert.equal(await thief.status('GET /api/pairing/:code', { params: { code: renewed.code } }), 404);
    assert.deepEqual(await thief.call('GET /api/my-players'), []);
    assert.equal((await takeSession(poll)).playerId, id);
    await assert.rejects(claim(thief, renewed.code, { name: 'Roubada' }), refusal(404));
  });

  test('a TV that renews its code in the moment in which somebody claims it still gets its screen', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { tv, code, secret, poll } = await switchOn(app);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const { id } = await claim(clinic, code, { name: 'Recepção' });
    const renewed = await tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    assert.equal(renewed.secret, secret);
    assert.equal((await takeSession(poll)).playerId, id);
    const later = await tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    assert.notEqual(later.secret, secret, 'a device that has had a screen begins anew');
  });

  test('two devices are not given one screen, unless the second is said to replace the first', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const [one, two] = [await switchOn(app), await switchOn(app)];
    const { id: playerId } = await claim(clinic, one.code, { name: 'Sala' });
    await assert.rejects(claim(clinic, two.code, { playerId }), refusal(409));
    await claim(clinic, two.code, { playerId, replace: true });
    await assert.rejects(one.poll(), refusal(404));
    assert.equal((await takeSession(two.poll)).playerId, playerId);
  });

  test('10,000 guesses by a signed-in outsider claim nothing', async (t) => {
    const app = await startTestApp(t);
    const [clinic, outsider] = [await app.customer(), await app.customer()];
    const { code, poll } = await switchOn(app);
    const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
    const responses = new Map<number, number>();
    const guess = async (i: number) => {
      const typed = Array.from({ length: 6 }, (_, at) => letters[(i * 7 ** at + at) % letters.length]).join('');
      if (typed === code) return;
      const params = { code: typed };
      const status =
        i % 2 === 0
          ? await outsider.status('GET /api/pairing/:code', { params })
          : await outsider.status('POST /api/pairing/:code/claim', { params, body: { name: 'Minha' } });
      responses.set(status, (responses.get(status) ?? 0) + 1);
    };
    for (let first = 0; first < 10_000; first += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => guess(first + i)));
    assert.deepEqual([...responses.keys()].sort(), [404, 429]);
    assert.ok((responses.get(404) ?? 0) < 10, `${responses.get(404)} were looked up`);
    assert.deepEqual(await outsider.call('GET /api/my-players'), []);
    assert.deepEqual(await poll(), { status: 'waiting' });
    // The clinic itself waits for nobody.
    await claim(clinic, code, { name: 'Nossa' });
    await takeSession(poll);
  });

  test('who guesses secrets has to wait, a TV that knows its own does not', async (t) => {
    const app = await startTestApp(t);
    const { poll } = await switchOn(app);
    const guess = (i: number) =>
      app.guest().status('POST /api/player/pairing/poll', { body: { secret: `tentativa-${i}` } });
    const statuses = [];
    for (let i = 0; i < 40; i += 1) statuses.push(await guess(i));
    assert.equal(statuses.at(-1), 429);
    assert.deepEqual(await poll(), { status: 'waiting' });
  });
});

describe('codes come and go', () => {
  test('a renewed code keeps secret and digits; the one before stays good for who is typing it', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { tv, code, secret, checkDigits, poll } = await switchOn(app);
    app.clock.advance(limits.pairing.lifeMs - limits.pairing.renewBeforeMs);
    const next = await tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    assert.notEqual(next.code, code);
    assert.deepEqual([next.secret, next.checkDigits], [secret, checkDigits]);
    app.clock.advance(limits.pairing.renewBeforeMs - 1_000);
    await claim(clinic, code, { name: 'No último segundo' });
    // The TV comes late: what was claimed waits for it.
    app.clock.advance(60_000);
    await takeSession(poll);
  });

  test('who renews without end gets the same code, and nothing is written', async (t) => {
    const app = await startTestApp(t);
    const { tv, code, secret } = await switchOn(app);
    const renew = () => tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    const writes = () => (app.parts.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
    const before = writes();
    for (let i = 0; i < 20; i += 1) assert.equal((await renew()).code, code);
    assert.equal(writes(), before);
    app.clock.advance(limits.pairing.pollMs);
    assert.notEqual((await renew()).code, code);
  });

  test('after ten minutes a code is worth nothing, and is swept away', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { code, secret, tv, poll } = await switchOn(app);
    app.clock.advance(limits.pairing.lifeMs);
    await assert.rejects(claim(clinic, code, { name: 'Tarde' }), refusal(404));
    await assert.rejects(poll(), refusal(404));
    const fresh = await tv.call('POST /api/player/pairing', { body: { secret, deviceInfo } });
    assert.notEqual(fresh.secret, secret, 'nobody brings an old secret back');
    app.clock.advance(3_600_000 + limits.pairing.lifeMs);
    await app.parts.tasks.run('expired-sessions');
    assert.equal(codes(app), 0);
  });

  test('100 TVs at once are all shown a code and all paired', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const tvs = await Promise.all(Array.from({ length: 100 }, () => switchOn(app)));
    assert.equal(new Set(tvs.map(({ code }) => code)).size, 100);
    await Promise.all(tvs.map(({ code }, i) => claim(clinic, code, { name: `Sala ${i}` })));
    const sessions = await Promise.all(tvs.map(({ poll }) => takeSession(poll)));
    assert.equal(new Set(sessions.map(({ playerId }) => playerId)).size, 100);
  });

  test('a flood of requests keeps no TV that shows its code from going on', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { tv, code, secret, poll } = await switchOn(app);
    const { perAddress, quietMs } = limits.pairing;
    let refused = 0;
    for (let round = 0; round < 12; round += 1) {
      for (let i = 0; i < 40; i += 1)
        if ((await app.guest().status('POST /api/player/pairing', { body: {} })) === 429) refused += 1;
      app.clock.advance(quietMs);
      await poll();
    }
    assert.ok(refused > 0 && codes(app) <= perAddress, `${refused} refused, ${codes(app)} kept`);
    const renewed = await tv.call('POST /api/player/pairing', { body: { secret } });
    assert.notEqual(renewed.code, code);
    await claim(clinic, renewed.code, { name: 'Nossa' });
    await takeSession(poll);
  });
});

describe('the server dies between claim and poll', () => {
  test('the TV is paired exactly once, however often it asks', async (t) => {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const { code, poll } = await switchOn(app);
    const { id } = await claim(clinic, code, { name: 'Sala' });
    await app.restart();
    const first = await takeSession(poll);
    await app.restart();
    const again = await takeSession(poll);
    assert.deepEqual(again, first, 'the answer that was lost');
    const { n } = app.parts.database.prepare('SELECT count(*) AS n FROM player_tokens').get() as { n: number };
    assert.equal(n, 1);
    await clinic.call('POST /api/my-players/:id/disconnect', { params: { id } });
    await assert.rejects(poll(), refusal(404), 'what was let go is not taken again');
  });
});

describe('trocar TV box', () => {
  async function swap(t: Parameters<typeof startTestApp>[0]) {
    const app = await startTestApp(t);
    const clinic = await app.customer();
    const old = await app.screen(clinic);
    const { id: playlistId } = await clinic.call('POST /api/playlists', { body: { name: 'Manhã' } });
    const params = { id: old.playerId };
    await clinic.call('POST /api/my-players/:id/assign-playlist', { params, body: { playlistId } });
    await clinic.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Recepção' } });
    const box = await switchOn(app);
    return { app, clinic, old, playlistId, box, body: { playerId: old.playerId } };
  }

  const whyRefused = async (device: Screen, key: 'GET /api/player/assigned-playlist' | 'GET /api/player/info') => {
    const refused = await device.call(key).then(
      () => undefined,
      (error: unknown) => error as ApiError,
    );
    return [refused?.status, refused?.body.code];
  };

  test('the new box takes over name, playlist and place; the old device learns why, also when it was off', async (t) => {
    const { app, clinic, old, playlistId, box, body } = await swap(t);
    const socket = await old.socket();
    await assert.rejects(claim(clinic, box.code, body), refusal(409, /Trocar TV box/));
    await old.call('GET /api/player/info');
    await claim(clinic, box.code, { ...body, replace: true });
    await socket.closed;
    const session = await takeSession(box.poll);
    assert.equal(session.playerId, old.playerId);
    box.tv.bearer = session.token;
    assert.equal((await box.tv.call('GET /api/player/assigned-playlist')).playlist?.id, playlistId);
    const [screen] = await clinic.call('GET /api/my-players');
    assert.deepEqual([screen?.name, screen?.assignedPlaylist?.id, screen?.status], ['Recepção', playlistId, 'active']);
    // A month later, after a restart of the server.
    app.clock.advance(30 * 86_400_000);
    await app.restart();
    assert.deepEqual(await whyRefused(old, 'GET /api/player/assigned-playlist'), [401, 'screen_swapped']);
    const renewal = await old
      .call('POST /api/player/renew-token', { body: { playerId: old.playerId } })
      .catch((error: unknown) => error as ApiError);
    assert.deepEqual([(renewal as ApiError).status, (renewal as ApiError).body.code], [401, 'screen_swapped']);
  });

  test('the old box may be given another screen, and is known to all', async (t) => {
    const { app, clinic, old, box, body } = await swap(t);
    await claim(clinic, box.code, { ...body, replace: true });
    await takeSession(box.poll);
    const again = await switchOn(app, old);
    await claim(clinic, again.code, { name: 'Corredor' });
    old.bearer = (await takeSession(again.poll)).token;
    assert.equal((await old.call('GET /api/player/info')).player.name, 'Corredor');
    assert.equal((await clinic.call('GET /api/my-players')).filter(({ isPaired }) => isPaired).length, 2);
  });

  test('a blocked screen is swapped by nobody but a manager’s word', async (t) => {
    const { app, clinic, old, box, body } = await swap(t);
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: old.playerId }, body: { status: 'blocked' } });
    await assert.rejects(claim(clinic, box.code, { ...body, replace: true }), refusal(403));
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: old.playerId }, body: { status: 'paused' } });
    await claim(clinic, box.code, { ...body, replace: true });
    await takeSession(box.poll);
    assert.equal((await clinic.call('GET /api/my-players'))[0]?.status, 'paused', 'a pause survives the swap');
  });
});
