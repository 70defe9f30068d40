import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { ManualClock } from '../../platform/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/client.ts';
import { postWithKey } from '../../testing/steps.ts';
import { until } from '../../testing/until.ts';
import { startStationServer } from './testing/station-server.ts';

const station = { name: 'Rádio Teste', genre: 'MPB', upstreamUrl: 'https://radio.test/live' };
/** Fields of a station that is saved without a test of its sound. */
const untestedStation = { ...station, unheard: true };

/** Starts a local station that sends `sound` 50 times a second. */
const startUpstream = (t: TestContext, sound: string | Buffer = 'som ') =>
  startStationServer(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders();
    const timer = setInterval(() => response.write(sound), 20);
    response.on('close', () => clearInterval(timer));
  });

/** Saves a station without a test of its sound; returns its id. */
const addStation = async ({ admin }: TestApp, upstreamUrl = station.upstreamUrl) =>
  (await admin.call('POST /api/admin/radio-stations', { body: { ...untestedStation, upstreamUrl } })).id;

/** Advances the clock until the station is disconnected, and asserts that it is not connected again. */
async function assertDisconnected(
  clock: ManualClock,
  upstream: Awaited<ReturnType<typeof startUpstream>>,
): Promise<void> {
  const requests = upstream.requests.length;
  while (upstream.onAir.size > 0) {
    clock.advance(1_000);
    await sleep(20);
  }
  clock.advance(60_000);
  await sleep(50);
  assert.equal(upstream.requests.length, requests, 'the station is not connected again');
}

test('a new installation has Brazilian stations, and removed stations stay removed', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const before = await clinic.call('GET /api/radio-stations');
  assert.ok(before.length >= 12);
  for (const { id, name, genre, streamUrl } of before) {
    assert.ok(name && genre);
    assert.equal(streamUrl, `/api/radio/${id}/stream`);
  }
  for (const { signal } of before) assert.equal(signal.state, 'unknown', 'nobody has listened yet');
  assert.deepEqual(
    await (await app.screen(clinic)).call('GET /api/player/radio-stations'),
    before.map(({ id, name, genre, streamUrl }) => ({ id, name, genre, streamUrl })),
  );
  for (const { id } of before) await app.admin.call('DELETE /api/admin/radio-stations/:id', { params: { id } });
  await app.restart();
  assert.deepEqual(await app.admin.call('GET /api/admin/radio-stations'), []);
});

test('radio settings have defaults, can be changed in part, and are validated', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const [first] = await clinic.call('GET /api/radio-stations');
  const selectedRadioId = first?.id ?? 0;
  const otherDefaults = {
    selectedSoundtrackId: null,
    quiet: { windows: [], playlistIds: [] },
    ecad: { contract: '', endsOn: null },
    screens: [],
  };
  const defaults = { selectedRadioId: null, isEnabled: false, volume: 30, ...otherDefaults };
  assert.deepEqual(await clinic.call('GET /api/radio-settings'), defaults);
  for (const [body, expected] of [
    [{ selectedRadioId }, { ...defaults, selectedRadioId }],
    [
      { isEnabled: true, volume: 0 },
      { ...otherDefaults, selectedRadioId, isEnabled: true, volume: 0 },
    ],
    [{ selectedRadioId: null }, { ...otherDefaults, selectedRadioId: null, isEnabled: true, volume: 0 }],
  ])
    assert.deepEqual(await clinic.call('PUT /api/radio-settings', { body }), expected);
  const wrong = [{ volume: 101 }, { volume: -5 }, { volume: 2.5 }, { isEnabled: 'sim' }, { selectedRadioId: 999_999 }];
  for (const body of wrong) {
    const error = await refusal(clinic.call('PUT /api/radio-settings', { body: body as never }));
    assert.equal(error.status, 400);
    assert.deepEqual(Object.keys(error.body.fields ?? {}), Object.keys(body));
  }
  assert.deepEqual(await (await app.customer()).call('GET /api/radio-settings'), defaults);
  assert.equal(await app.guest().status('GET /api/radio-settings'), 401);
  assert.equal(await app.guest().status('GET /api/radio-stations'), 401);
});

test('screens get the radio settings of their owner, disabled if the owner has no access to the radio', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  const [first] = await screen.call('GET /api/radio-stations');
  const chosen = { selectedRadioId: first?.id ?? 0, isEnabled: true, volume: 45 };
  const [onScreen, studio] = [await screen.socket(), await clinic.socket()];
  await clinic.call('PUT /api/radio-settings', { body: chosen });
  await onScreen.waitFor('radioSettingsUpdated');
  await studio.waitFor('radioSettingsUpdated');
  const screenSettings = { ...chosen, soundtrack: null, quiet: { windows: [], playlistIds: [] } };
  assert.deepEqual(await screen.call('GET /api/player/radio-settings'), screenSettings);
  const quotas = await app.admin.call('GET /api/admin/users/:id/quotas', { params: { id: clinic.user.id } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: clinic.user.id },
    body: { ...quotas, canAccessRadio: false },
  });
  assert.deepEqual(await screen.call('GET /api/player/radio-settings'), { ...screenSettings, isEnabled: false });
  assert.equal(await clinic.status('GET /api/radio-settings'), 403);
  assert.equal(await clinic.status('PUT /api/radio-settings', { body: chosen }), 403);
  assert.equal(await clinic.status('GET /api/player/radio-settings'), 401);
});

test('simultaneous requests with the same Idempotency-Key create one station', async (t) => {
  const app = await startTestApp(t);
  const save = () => postWithKey<{ id: number }>(app.admin, '/api/admin/radio-stations', 'estacao', untestedStation);
  const [first, second] = await Promise.all([save(), save()]);
  assert.equal(first.status, 201);
  assert.deepEqual(second, first);
});

test('an inactive or removed station does not count as selected', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const created = await app.admin.call('POST /api/admin/radio-stations', { body: untestedStation });
  assert.deepEqual(created, {
    ...station,
    id: created.id,
    streamUrl: `/api/radio/${created.id}/stream`,
    isActive: true,
    signal: { state: 'unknown', since: null },
    listeners: 0,
  });
  const params = { id: created.id };
  const change = (body: { isActive: boolean; unheard?: boolean }) =>
    app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body });
  const selected = async () => (await clinic.call('GET /api/radio-settings')).selectedRadioId;
  await clinic.call('PUT /api/radio-settings', { body: { selectedRadioId: created.id } });

  const studio = await clinic.socket();
  await change({ isActive: false });
  await studio.waitFor('radioSettingsUpdated');
  assert.equal(await selected(), null);
  assert.ok(!(await clinic.call('GET /api/radio-stations')).some(({ id }) => id === created.id));
  assert.ok(
    (await app.admin.call('GET /api/admin/radio-stations')).some(({ id, isActive }) => id === created.id && !isActive),
  );
  assert.equal(await clinic.status('GET /api/radio/:id/stream', { params }), 404);
  await change({ isActive: true, unheard: true });
  assert.equal(await selected(), created.id, 'the station is selected again');
  await change({ isActive: false });
  const changed = await clinic.call('PUT /api/radio-settings', { body: { volume: 55 } });
  assert.deepEqual([changed.selectedRadioId, changed.volume], [null, 55]);
  assert.equal(await clinic.status('PUT /api/radio-settings', { body: { selectedRadioId: created.id } }), 400);
  await change({ isActive: true, unheard: true });
  assert.equal(await selected(), created.id, 'a change of the volume alone does not change the selection');
  await app.admin.call('DELETE /api/admin/radio-stations/:id', { params });
  assert.equal(await selected(), null);
  assert.equal(await app.admin.status('DELETE /api/admin/radio-stations/:id', { params }), 404);
  assert.equal(await app.admin.status('PATCH /api/admin/radio-stations/:id', { params, body: { name: 'x' } }), 404);
});

test('only administrators edit stations; names are unique, and addresses are http or https', async (t) => {
  const app = await startTestApp(t);
  const [clinic, gestor] = [await app.customer(), await app.gestor()];
  const params = { id: 1 };
  for (const [person, status] of [
    [clinic, 403],
    [gestor, 403],
    [app.guest(), 401],
  ] as const) {
    assert.equal(await person.status('GET /api/admin/radio-stations'), status);
    assert.equal(await person.status('POST /api/admin/radio-stations', { body: untestedStation }), status);
    assert.equal(await person.status('PATCH /api/admin/radio-stations/:id', { params, body: { name: 'x' } }), status);
    assert.equal(await person.status('DELETE /api/admin/radio-stations/:id', { params }), status);
  }
  const screen = await (await app.screen(clinic)).socket();
  const manager = await gestor.socket();
  await addStation(app);
  await screen.waitFor('radioSettingsUpdated');
  await manager.waitFor('adminChanged', ({ what }) => what === 'settings');
  const sameName = { ...untestedStation, name: 'RÁDIO TESTE' };
  assert.equal(await app.admin.status('POST /api/admin/radio-stations', { body: sameName }), 409);
  const [first] = await app.admin.call('GET /api/admin/radio-stations');
  const other = { params: { id: first?.id ?? 0 }, body: { name: station.name } };
  assert.equal(await app.admin.status('PATCH /api/admin/radio-stations/:id', other), 409);
  for (const wrong of [{ name: '' }, { genre: ' ' }, { upstreamUrl: 'ftp://radio.test/' }, { upstreamUrl: 'rádio' }])
    assert.equal(await app.admin.status('POST /api/admin/radio-stations', { body: { ...station, ...wrong } }), 400);
});

test('the relay plays a station to all clients over one connection, and disconnects them when the address changes', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t);
  const id = await addStation(app, upstream.url);
  const headResponse = await app.guest().request(`/api/radio/${id}/stream`, { method: 'HEAD' });
  assert.deepEqual(
    [headResponse.status, headResponse.headers.get('content-type'), upstream.requests.length],
    [200, 'audio/mpeg', 0],
  );
  const listeners = await Promise.all([1, 2, 3].map(() => app.guest().request(`/api/radio/${id}/stream`)));
  for (const { status, headers } of listeners)
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('cache-control')],
      [200, 'audio/mpeg', 'no-store'],
    );
  const readers = listeners.map((response) => response.body?.getReader());
  for (const reader of readers) assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), /som/);
  assert.equal(upstream.requests.length, 1);

  await app.admin.call('PATCH /api/admin/radio-stations/:id', {
    params: { id },
    body: { upstreamUrl: `${upstream.url}/nova`, unheard: true },
  });
  for (const reader of readers) while (!(await reader?.read())?.done);
  await until('the station is disconnected', () => upstream.onAir.size === 0);

  const secondRequest = await app.guest().request(`/api/radio/${id}/stream`);
  assert.equal(secondRequest.status, 200);
  assert.equal(upstream.onAir.size, 1);
  await secondRequest.body?.cancel();
  await assertDisconnected(app.clock, upstream);
});

test('a listener that stops reading is disconnected', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t, Buffer.alloc(512 * 1024));
  const id = await addStation(app, upstream.url);
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause().write(`GET /api/radio/${id}/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await until('the station is connected', () => upstream.onAir.size > 0);
  await assertDisconnected(app.clock, upstream);
  socket.destroy();
});

test('the stream of a station that cannot be reached returns 502, that of an unknown station 404', async (t) => {
  const app = await startTestApp(t);
  const id = await addStation(app, 'http://127.0.0.1:1/');
  const { status, body } = await refusal(app.guest().call('GET /api/radio/:id/stream', { params: { id } }));
  assert.deepEqual([status, body.message], [502, 'A rádio não está respondendo.']);
  assert.equal(await app.guest().status('GET /api/radio/:id/stream', { params: { id: 999_999 } }), 404);
});

test('a station with a private address is not relayed without RADIO_ALLOW_PRIVATE', async (t) => {
  const app = await startTestApp(t, { env: { RADIO_ALLOW_PRIVATE: 'off' } });
  const upstream = await startUpstream(t);
  const id = await addStation(app, upstream.url);
  assert.equal(await app.guest().status('GET /api/radio/:id/stream', { params: { id } }), 502);
  assert.equal(upstream.requests.length, 0);
});

test('the server can stop while a client listens', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t);
  const id = await addStation(app, upstream.url);
  const reader = (await app.guest().request(`/api/radio/${id}/stream`)).body?.getReader();
  await reader?.read();
  await app.restart();
  await assert.doesNotReject(async () => {
    while (!(await reader?.read())?.done);
  });
  await until('the station is disconnected', () => upstream.onAir.size === 0);
});

test('an administrator can listen to an address before saving it, to one address at a time', async (t) => {
  const app = await startTestApp(t);
  const [upstream, other] = [await startUpstream(t), await startUpstream(t, 'outra ')];
  const listen = (url: string) =>
    app.admin.request(`/api/admin/radio-stations/trial?upstreamUrl=${encodeURIComponent(url)}`);
  const received = await listen(upstream.url);
  assert.deepEqual([received.status, received.headers.get('content-type')], [200, 'audio/mpeg']);
  const reader = received.body?.getReader();
  assert.match(Buffer.from((await reader?.read())?.value ?? '').toString(), /som/);
  const second = await listen(other.url);
  assert.equal(second.status, 200);
  while (!(await reader?.read().catch(() => ({ done: true })))?.done);
  await second.body?.cancel();
  for (const [url, status] of [
    ['http://127.0.0.1:1/', 502],
    ['ftp://radio.test/', 400],
    ['', 400],
  ] as const)
    assert.equal((await listen(url)).status, status, url);
  assert.equal(
    (await app.admin.call('GET /api/admin/radio-stations')).some(({ upstreamUrl }) => upstreamUrl === upstream.url),
    false,
    'the address is not saved',
  );
});
