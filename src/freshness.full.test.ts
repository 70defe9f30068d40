/** Tests that no cached poll is stale: after each call the response equals the one that new stores build from the database. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { api, type ApiKey } from './contract/api/index.ts';
import type { Endpoint } from './contract/endpoint.ts';
import { playerRefusal } from './contract/errors.ts';
import { limits } from './contract/limits.ts';
import { createCallStore } from './features/calls/call-store.ts';
import { createCallSetupStore } from './features/calls/setup-store.ts';
import { createCallAges } from './features/calls/call-ages.ts';
import { createLastCalls } from './features/calls/last-calls.ts';
import { createPlayerStore } from './features/players/store.ts';
import { createPlaylistStore } from './features/playlists/store.ts';
import { createScreenProgrammes } from './features/programme/screen-programmes.ts';
import { createClinicStore } from './features/clinic/store.ts';
import { createProgrammeStore } from './features/programme/store.ts';
import { createRunningUrgents } from './features/urgent/running.ts';
import { createUrgentStore } from './features/urgent/store.ts';
import { seededRandom } from './platform/random.ts';
import { Database } from './platform/storage/database.ts';
import { createTimeZones } from './platform/time-zones.ts';
import { type Screen, startTestApp, type TestApp } from './testing/app.ts';
import { addContent } from './testing/contents.ts';
import { bytesOf } from './testing/media.ts';
import { apiKeys } from './testing/sample-calls.ts';
import { type Caller, createWorld } from './testing/world.ts';

const path = '/api/player/assigned-playlist';

/** Returns the response to a poll, built from the database by new stores, whose caches are empty. */
function expectedPoll(app: TestApp, screen: Screen, query = ''): object {
  const { database, config } = app.parts;
  const players = createPlayerStore(database, app.clock, config.timeZone);
  const actor = players.identify(screen.token);
  if (typeof actor !== 'object') return { code: playerRefusal(actor ?? 'unknown').code };
  const { status, playlistId, timeZone } = players.basePlaylistAndZone(actor.playerId);
  const timeZones = createTimeZones(app.clock, config.timeZone);
  const playlistDeps = { random: seededRandom(1), publish: () => {}, timeZones, clinic: createClinicStore(database) };
  const playlists = createPlaylistStore(database, app.clock, playlistDeps);
  const programmes = createScreenProgrammes({
    programme: createProgrammeStore(database, app.clock),
    playlists,
    database,
    publish: () => {},
    clock: app.clock,
  });
  const offsets = timeZones.offsets(timeZone);
  const base = playlistId ?? null;
  const { playlistId: currentId } = programmes.currentPlaylist(actor.playerId, base, offsets, app.clock.now());
  const shown =
    query !== ''
      ? {
          playlist: base === null ? null : (playlists.fullSummary(base) ?? null),
          programme: programmes.of(actor.playerId, ''),
        }
      : currentId === 'dark'
        ? { playlist: null, isDark: true }
        : { playlist: currentId === null ? null : (playlists.summary(currentId) ?? null) };
  const { minutes, changes } = offsets;
  const { ids: urgent, keys: urgentKeys } = createRunningUrgents(createUrgentStore(database), app.clock).runningForPoll(
    actor.playerId,
  );
  const callStores = { calls: createCallStore(database), setup: createCallSetupStore(database) };
  const response = {
    ...{ status, ...shown },
    ...(urgent.length > 0 ? { urgent, urgentKeys } : {}),
    ...createLastCalls({ ...callStores, ages: createCallAges(app.clock) }).forPoll(actor),
    utcOffsetMinutes: minutes,
    ...(changes.length > 0 ? { offsetChanges: changes } : {}),
    serverTime: new Date(app.clock.now()).toISOString(),
  };
  return JSON.parse(JSON.stringify(response)) as object;
}

async function poll(app: TestApp, { token }: Screen, query = ''): Promise<object> {
  const response = await fetch(`${app.url}${path}${query && '?'}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { code?: string };
  return response.ok ? body : { code: body.code };
}

/** Sends a heartbeat. Returns the status in the response, or the error code. */
async function heartbeat(app: TestApp, { token, playerId }: Screen): Promise<string | undefined> {
  const response = await fetch(`${app.url}/api/player/heartbeat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, playerId }),
  });
  const body = (await response.json()) as { status?: string; code?: string };
  return body.status ?? body.code;
}

const isPollCached = (app: TestApp, { token }: Screen, query = '') =>
  app.parts.cachedPolls.find(`Bearer ${token}`, query) !== undefined;

/** Makes the server cache the screen's poll. Asserts that the next poll gets the cached response, and that it is right. */
async function cachePoll(app: TestApp, screen: Screen, query = ''): Promise<void> {
  await poll(app, screen, query);
  assert.ok(isPollCached(app, screen, query), 'the response of a poll is cached');
  assert.deepEqual(await poll(app, screen, query), expectedPoll(app, screen, query));
}

/** Creates a screen that plays a playlist of two items. */
async function startPlayingScreen(app: TestApp) {
  const ana = await app.customer();
  const screen = await app.screen(ana);
  const playlist = await ana.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  const videoIds = [addContent(app, { userId: ana.user.id }), addContent(app, { userId: ana.user.id })] as const;
  for (const videoId of videoIds)
    await ana.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId: playlist.id } });
  await ana.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: screen.playerId },
    body: { playlistId: playlist.id },
  });
  return { ana, screen, playlistId: playlist.id, videoIds };
}

/** Calls that must change the poll of the clinic's screen: the test fails when one of them does not. */
const callsThatChangePoll: readonly ApiKey[] = [
  'PUT /api/user/time-zone',
  'PATCH /api/playlists/:id',
  'PUT /api/playlists/:id/order',
  'PATCH /api/videos/:id',
  'POST /api/my-players/:id/remove-playlist',
  'POST /api/my-players/:id/disconnect',
  'POST /api/calls',
  'POST /api/urgent',
  'POST /api/player/disconnect',
  'PATCH /api/admin/players/:id',
  'DELETE /api/admin/players/:id',
  'POST /api/admin/players/:id/reset',
];

test('after every call of the contract the next poll matches the database', async (t) => {
  const world = await createWorld(t);
  const { app, clinic } = world;
  const isChange = (key: ApiKey) => !key.startsWith('GET ') && (api[key] as Endpoint).reply !== 'stream';
  const changed = new Set<ApiKey>();
  const playlistIds = app.parts.database.prepare<[], { id: number }>('SELECT id FROM playlists');

  /** Restores the tables and clears all caches, so that the previous call has no effect. */
  async function begin(caller: Caller): Promise<void> {
    world.become('common');
    await world.call('common', 'PUT /api/call-settings');
    world.become(caller);
    app.parts.playlists.invalidate(playlistIds.all().map(({ id }) => id));
    app.parts.screenProgrammes.invalidate(clinic.owner.user.id, [clinic.screen.playerId, clinic.otherScreen.playerId]);
    app.parts.runningUrgents.forget();
  }

  // Polls with `programme=`, of screens that apply the rules themselves, are cached separately.
  const queries = { common: '', administrator: 'programme=', player: 'programme=' };
  for (const [caller, query] of Object.entries(queries) as [keyof typeof queries, string][])
    for (const key of apiKeys.filter(isChange)) {
      await begin(caller);
      for (const screen of [clinic.screen, clinic.otherScreen]) await cachePoll(app, screen, query);
      const before = await poll(app, clinic.screen, query);
      await world.call(caller, key);
      for (const screen of [clinic.screen, clinic.otherScreen])
        assert.deepEqual(await poll(app, screen, query), expectedPoll(app, screen, query), `${caller}: ${key}`);
      if (JSON.stringify(await poll(app, clinic.screen, query)) !== JSON.stringify(before)) changed.add(key);
    }
  assert.deepEqual(
    callsThatChangePoll.filter((key) => !changed.has(key)),
    [],
  );
});

describe('cached responses', () => {
  test('a cached response is not served after a content became playable, was deleted, restored, or deleted permanently', async (t) => {
    const app = await startTestApp(t);
    const { ana, screen, playlistId } = await startPlayingScreen(app);
    const { id } = await ana.upload(Buffer.from(await bytesOf('logo.png')), { name: 'Fachada' });
    await ana.call('POST /api/videos/:videoId/assignments', { params: { videoId: id }, body: { playlistId } });
    const reported = new Set<string>();
    const check = async () => {
      const response = await poll(app, screen);
      assert.deepEqual(response, expectedPoll(app, screen));
      reported.add(JSON.stringify({ ...response, serverTime: '' }));
    };
    await cachePoll(app, screen);
    await app.parts.processing.whenIdle();
    await check();
    await cachePoll(app, screen);
    await ana.call('DELETE /api/videos/:id', { params: { id } });
    await check();
    await cachePoll(app, screen);
    await ana.call('POST /api/videos/:id/restore', { params: { id } });
    await check();
    await ana.call('DELETE /api/videos/:id', { params: { id } });
    await cachePoll(app, screen);
    app.clock.advance(limits.undoMs + 1000);
    await check();
    await ana.call('DELETE /api/playlists/:id', { params: { id: playlistId } });
    await cachePoll(app, screen);
    app.clock.advance(limits.undoMs + 1000);
    await check();
    assert.equal(reported.size, 3, [...reported].join('\n'));
  });

  test('a cached response is not served after the account or screen was blocked, or the access to a category revoked', async (t) => {
    const app = await startTestApp(t);
    const { ana, screen, playlistId } = await startPlayingScreen(app);
    const ofAna = { params: { id: ana.user.id } };
    const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const access = { params: { userId: ana.user.id, categoryId: category.id } };
    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', access);
    const videoId = addContent(app, { userId: null, categoryId: category.id });
    await ana.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
    const steps = [
      () => app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', access),
      () =>
        app.admin.call('PATCH /api/admin/players/:id', {
          params: { id: screen.playerId },
          body: { status: 'blocked' },
        }),
      () =>
        app.admin.call('PATCH /api/admin/players/:id', {
          params: { id: screen.playerId },
          body: { status: 'active' },
        }),
      () => app.admin.call('POST /api/admin/users/:id/block', ofAna),
      () => app.admin.call('POST /api/admin/users/:id/approve', ofAna),
      () => app.admin.call('DELETE /api/admin/users/:id', ofAna),
    ];
    for (const [index, step] of steps.entries()) {
      if ('status' in (await poll(app, screen))) await cachePoll(app, screen);
      const before = await poll(app, screen);
      await step();
      const after = await poll(app, screen);
      assert.deepEqual(after, expectedPoll(app, screen));
      assert.equal(await heartbeat(app, screen), 'status' in after ? after.status : (after as { code: string }).code);
      assert.notDeepEqual(after, before, `step ${index} changes the response`);
    }
  });

  test('a cached response is not served to a token that was replaced a minute ago, has expired, or whose device was swapped', async (t) => {
    const app = await startTestApp(t);
    const { ana, screen } = await startPlayingScreen(app);
    await cachePoll(app, screen);
    const renewed = await screen.call('POST /api/player/renew-token', { body: { playerId: screen.playerId } });
    assert.ok('status' in (await poll(app, screen)), 'the replaced token is valid for a minute');
    app.clock.advance(60_000);
    assert.deepEqual(await poll(app, screen), { code: 'unauthenticated' });

    const other = await app.screen(ana);
    await cachePoll(app, other);
    await app.admin.call('POST /api/admin/players/:id/reset', { params: { id: other.playerId } });
    assert.deepEqual(await poll(app, other), expectedPoll(app, other));
    assert.ok('code' in (await poll(app, other)));

    const renewedScreen = Object.assign(app.guest(), { ...screen, token: renewed.token }) as Screen;
    app.clock.advance(limits.playerTokenDays * 86_400_000 - 70_000);
    await cachePoll(app, renewedScreen);
    app.clock.advance(15_000);
    assert.deepEqual(await poll(app, renewedScreen), expectedPoll(app, renewedScreen));
    assert.deepEqual(await poll(app, renewedScreen), { code: 'token_expired' });
  });

  test("a cached response is not served when the zone's clocks changed, or the server's clock was set back", async (t) => {
    const app = await startTestApp(t);
    const { ana, screen } = await startPlayingScreen(app);
    await ana.call('PUT /api/user/time-zone', { body: { timeZone: 'America/New_York' } });
    app.clock.advance(Date.parse('2027-03-14T07:00:00Z') - 20_000 - app.clock.now());
    // The clock may have advanced beyond the end of the screen's token.
    if (!('status' in (await poll(app, screen)))) {
      const { token } = await screen.call('POST /api/player/renew-token', { body: { playerId: screen.playerId } });
      screen.token = screen.bearer = token;
    }
    await cachePoll(app, screen);
    const before = (await poll(app, screen)) as { utcOffsetMinutes: number };
    app.clock.advance(20_000);
    const after = (await poll(app, screen)) as { utcOffsetMinutes: number };
    assert.deepEqual([before.utcOffsetMinutes, after.utcOffsetMinutes], [-300, -240]);
    assert.deepEqual(after, expectedPoll(app, screen));
    app.clock.jump(-3_600_000);
    assert.ok(!isPollCached(app, screen));
    assert.deepEqual(await poll(app, screen), expectedPoll(app, screen));
  });

  test('a cached response is not served when a window of the programme or of an item begins or ends', async (t) => {
    const app = await startTestApp(t);
    const { ana, screen, playlistId, videoIds } = await startPlayingScreen(app);
    // Ten seconds before eight on a Monday in São Paulo.
    const eight = Date.parse('2027-01-04T11:00:00Z');
    app.clock.advance(eight - 10_000 - app.clock.now());
    const person = await app.login(ana.user.email, ana.password);
    await person.call('PUT /api/videos/:videoId/assignments/:playlistId/windows', {
      params: { videoId: videoIds[0], playlistId },
      body: { windows: [{ days: [0], from: 480, to: 481 }] },
    });
    await person.call('POST /api/schedules', {
      body: {
        ...{ plays: 'dark', days: [0], from: 481, to: 482, weeks: 'every', priority: 1 },
        ...{ firstDate: null, lastDate: null, targets: [{ kind: 'screen', id: screen.playerId }] },
      },
    });
    const reported = new Set<string>();
    for (const wait of [0, 9_990, 20, 59_980, 20, 59_980, 20]) {
      app.clock.advance(wait);
      const response = await poll(app, screen);
      assert.deepEqual(response, expectedPoll(app, screen));
      reported.add(JSON.stringify({ ...response, serverTime: '' }));
      assert.ok(isPollCached(app, screen));
    }
    assert.equal(reported.size, 3, 'without the item, with the item, dark');
  });

  test('a cached response is not served after another process changed the database', async (t) => {
    const app = await startTestApp(t);
    const { ana, screen } = await startPlayingScreen(app);
    await cachePoll(app, screen);
    const shell = new Database(join(app.dataDir, 'antessala.db'));
    t.after(() => shell.close());
    shell.exec(`UPDATE users SET status = 'blocked' WHERE id = ${ana.user.id}`);
    app.clock.advance(5);
    assert.deepEqual(await poll(app, screen), { code: 'account_blocked' });
  });

  test('a cached response is not served after a minute, with another token, or with other parameters', async (t) => {
    const app = await startTestApp(t);
    const { screen } = await startPlayingScreen(app);
    await cachePoll(app, screen);
    const pollStatus = async (query: string, headers: Record<string, string>) =>
      (await screen.request(path + query, { headers })).status;
    assert.equal(await pollStatus('', { authorization: `Bearer ${screen.token.slice(0, -1)}` }), 401);
    assert.equal(await pollStatus('?held=x', {}), 400);
    assert.deepEqual((await (await screen.request(`${path}?held=5`)).json()) as object, {
      ...expectedPoll(app, screen),
      revoked: [5],
    });
    await cachePoll(app, screen);
    app.clock.advance(60_000);
    assert.ok(!isPollCached(app, screen));
    await cachePoll(app, screen);
  });
});

test('a response of the fast path has the same status and headers as an ordinary response, and is counted', async (t) => {
  const app = await startTestApp(t);
  const { screen } = await startPlayingScreen(app);
  const headOf = async () => {
    const response = await screen.request(path);
    await response.arrayBuffer();
    const {
      date: _,
      'x-request-id': requestId,
      'content-length': length,
      ...head
    } = Object.fromEntries(response.headers);
    return { status: response.status, head, requestId, length };
  };
  const first = await headOf();
  const counted = () => app.parts.http.metrics.responses['2xx'] ?? 0;
  const before = counted();
  assert.ok(isPollCached(app, screen));
  const second = await headOf();
  assert.equal(counted(), before + 1);
  assert.deepEqual(second.head, first.head);
  assert.deepEqual([second.status, second.length], [first.status, first.length]);
  assert.match(second.requestId ?? '', /^[A-Z0-9]{6}-[a-z0-9]+$/);
  assert.notEqual(second.requestId, first.requestId);
});
