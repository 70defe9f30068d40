import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { ManualClock } from '../../platform/clock.ts';
import { ApiError, startTestApp } from '../../testing/app.ts';

const station = { name: 'Rádio Teste', genre: 'MPB', upstreamUrl: 'https://radio.test/live' };
/** Saves stations that send no sound: they are saved as stations that are off the air. */
const unheard = { ...station, unheard: true };

/** A station on this machine that says `sound` 50 times a second. */
async function startUpstream(t: TestContext, sound: string | Buffer = 'som ') {
  const onAir = new Set<ServerResponse>();
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    onAir.add(response.writeHead(200, { 'content-type': 'audio/mpeg' }));
    response.flushHeaders();
    const voice = setInterval(() => response.write(sound), 20);
    response.on('close', () => {
      clearInterval(voice);
      onAir.delete(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`, onAir, calls: () => calls };
}

/** Nobody listens any more: some seconds later, by the program's clock, the station is left. */
async function leavesTheAir(clock: ManualClock, upstream: Awaited<ReturnType<typeof startUpstream>>): Promise<void> {
  const calls = upstream.calls();
  while (upstream.onAir.size > 0) {
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  clock.advance(60_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(upstream.calls(), calls, 'it is not called again');
}

test('a new installation has Brazilian stations, and those removed stay removed', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const before = await clinic.call('GET /api/radio-stations');
  assert.ok(before.length >= 12);
  for (const { id, name, genre, streamUrl } of before) {
    assert.ok(name && genre);
    assert.equal(streamUrl, `/api/radio/${id}/stream`);
  }
  assert.ok(
    before.every(({ signal }) => signal.state === 'unknown'),
    'nobody has listened yet',
  );
  assert.deepEqual(
    await (await app.screen(clinic)).call('GET /api/player/radio-stations'),
    before.map(({ id, name, genre, streamUrl }) => ({ id, name, genre, streamUrl })),
  );
  for (const { id } of before) await app.admin.call('DELETE /api/admin/radio-stations/:id', { params: { id } });
  await app.restart();
  assert.deepEqual(await app.admin.call('GET /api/admin/radio-stations'), []);
});

test('settings have defaults, are changed in part, and refuse nonsense', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const [first] = await clinic.call('GET /api/radio-stations');
  const selectedRadioId = first?.id ?? 0;
  assert.deepEqual(await clinic.call('GET /api/radio-settings'), {
    selectedRadioId: null,
    isEnabled: false,
    volume: 30,
  });
  assert.deepEqual(await clinic.call('PUT /api/radio-settings', { body: { selectedRadioId } }), {
    selectedRadioId,
    isEnabled: false,
    volume: 30,
  });
  assert.deepEqual(await clinic.call('PUT /api/radio-settings', { body: { isEnabled: true, volume: 0 } }), {
    selectedRadioId,
    isEnabled: true,
    volume: 0,
  });
  assert.deepEqual(await clinic.call('PUT /api/radio-settings', { body: { selectedRadioId: null } }), {
    selectedRadioId: null,
    isEnabled: true,
    volume: 0,
  });
  for (const body of [
    { volume: 101 },
    { volume: -5 },
    { volume: 2.5 },
    { isEnabled: 'sim' },
    { selectedRadioId: 999_999 },
  ]) {
    await assert.rejects(clinic.call('PUT /api/radio-settings', { body: body as never }), (error: unknown) => {
      assert.ok(error instanceof ApiError && error.status === 400);
      assert.deepEqual(Object.keys(error.body.fields ?? {}), Object.keys(body));
      return true;
    });
  }
  assert.deepEqual(await (await app.customer()).call('GET /api/radio-settings'), {
    selectedRadioId: null,
    isEnabled: false,
    volume: 30,
  });
  assert.equal(await app.guest().status('GET /api/radio-settings'), 401);
  assert.equal(await app.guest().status('GET /api/radio-stations'), 401);
});

test('screens follow their owner, but not without the feature', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  const [first] = await screen.call('GET /api/radio-stations');
  const chosen = { selectedRadioId: first?.id ?? 0, isEnabled: true, volume: 45 };
  const [onScreen, studio] = [await screen.socket(), await clinic.socket()];
  await clinic.call('PUT /api/radio-settings', { body: chosen });
  await onScreen.waitFor('radioSettingsUpdated');
  await studio.waitFor('radioSettingsUpdated');
  assert.deepEqual(await screen.call('GET /api/player/radio-settings'), chosen);
  const quotas = await app.admin.call('GET /api/admin/users/:id/quotas', { params: { id: clinic.user.id } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: clinic.user.id },
    body: { ...quotas, canAccessRadio: false },
  });
  assert.deepEqual(await screen.call('GET /api/player/radio-settings'), { ...chosen, isEnabled: false });
  assert.equal(await clinic.status('GET /api/radio-settings'), 403);
  assert.equal(await clinic.status('PUT /api/radio-settings', { body: chosen }), 403);
  assert.equal(await clinic.status('GET /api/player/radio-settings'), 401);
});

test('a station that is switched off or removed is selected by nobody', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const created = await app.admin.call('POST /api/admin/radio-stations', { body: unheard });
  assert.deepEqual(created, {
    ...station,
    id: created.id,
    streamUrl: `/api/radio/${created.id}/stream`,
    isActive: true,
    signal: { state: 'unknown', since: null },
    listeners: 0,
  });
  const params = { id: created.id };
  const selected = async () => (await clinic.call('GET /api/radio-settings')).selectedRadioId;
  await clinic.call('PUT /api/radio-settings', { body: { selectedRadioId: created.id } });

  const studio = await clinic.socket();
  await app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body: { isActive: false } });
  await studio.waitFor('radioSettingsUpdated');
  assert.equal(await selected(), null);
  assert.ok(!(await clinic.call('GET /api/radio-stations')).some(({ id }) => id === created.id));
  assert.ok(
    (await app.admin.call('GET /api/admin/radio-stations')).some(({ id, isActive }) => id === created.id && !isActive),
  );
  assert.equal(await clinic.status('GET /api/radio/:id/stream', { params }), 404);
  await app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body: { isActive: true, unheard: true } });
  assert.equal(await selected(), created.id, 'it is back');
  await app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body: { isActive: false } });
  assert.deepEqual(await clinic.call('PUT /api/radio-settings', { body: { volume: 55 } }), {
    selectedRadioId: null,
    isEnabled: false,
    volume: 55,
  });
  assert.equal(await clinic.status('PUT /api/radio-settings', { body: { selectedRadioId: created.id } }), 400);
  await app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body: { isActive: true, unheard: true } });
  assert.equal(await selected(), created.id, 'a change of the volume alone chose nothing');
  await app.admin.call('DELETE /api/admin/radio-stations/:id', { params });
  assert.equal(await selected(), null);
  assert.equal(await app.admin.status('DELETE /api/admin/radio-stations/:id', { params }), 404);
  assert.equal(await app.admin.status('PATCH /api/admin/radio-stations/:id', { params, body: { name: 'x' } }), 404);
});

test('only administrators edit stations; names are unique and addresses http', async (t) => {
  const app = await startTestApp(t);
  const [clinic, gestor] = [await app.customer(), await app.gestor()];
  for (const [person, status] of [
    [clinic, 403],
    [gestor, 403],
    [app.guest(), 401],
  ] as const) {
    assert.equal(await person.status('GET /api/admin/radio-stations'), status);
    assert.equal(await person.status('POST /api/admin/radio-stations', { body: unheard }), status);
    assert.equal(
      await person.status('PATCH /api/admin/radio-stations/:id', { params: { id: 1 }, body: { name: 'x' } }),
      status,
    );
    assert.equal(await person.status('DELETE /api/admin/radio-stations/:id', { params: { id: 1 } }), status);
  }
  const screen = await (await app.screen(clinic)).socket();
  const manager = await gestor.socket();
  await app.admin.call('POST /api/admin/radio-stations', { body: unheard });
  await screen.waitFor('radioSettingsUpdated');
  await manager.waitFor('adminChanged', ({ what }) => what === 'settings');
  assert.equal(
    await app.admin.status('POST /api/admin/radio-stations', { body: { ...unheard, name: 'RÁDIO TESTE' } }),
    409,
  );
  const [first] = await app.admin.call('GET /api/admin/radio-stations');
  assert.equal(
    await app.admin.status('PATCH /api/admin/radio-stations/:id', {
      params: { id: first?.id ?? 0 },
      body: { name: station.name },
    }),
    409,
  );
  for (const wrong of [{ name: '' }, { genre: ' ' }, { upstreamUrl: 'ftp://radio.test/' }, { upstreamUrl: 'rádio' }]) {
    assert.equal(await app.admin.status('POST /api/admin/radio-stations', { body: { ...station, ...wrong } }), 400);
  }
});

test('the relay plays a station to anyone over one connection, and lets go when the station changes', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t);
  const { id } = await app.admin.call('POST /api/admin/radio-stations', {
    body: { ...unheard, upstreamUrl: upstream.url },
  });
  const requested = await app.guest().request(`/api/radio/${id}/stream`, { method: 'HEAD' });
  assert.deepEqual([requested.status, requested.headers.get('content-type'), upstream.calls()], [200, 'audio/mpeg', 0]);
  const listeners = await Promise.all([1, 2, 3].map(() => app.guest().request(`/api/radio/${id}/stream`)));
  for (const response of listeners) {
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'audio/mpeg');
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  const readers = listeners.map((response) => response.body?.getReader());
  for (const reader of readers) assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), /som/);
  assert.equal(upstream.calls(), 1);

  await app.admin.call('PATCH /api/admin/radio-stations/:id', {
    params: { id },
    body: { upstreamUrl: `${upstream.url}/nova`, unheard: true },
  });
  for (const reader of readers) while (!(await reader?.read())?.done);
  while (upstream.onAir.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));

  const again = await app.guest().request(`/api/radio/${id}/stream`);
  assert.equal(again.status, 200);
  assert.equal(upstream.onAir.size, 1);
  await again.body?.cancel();
  await leavesTheAir(app.clock, upstream);
});

test('a listener who stops reading is disconnected instead of being stored for', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t, Buffer.alloc(512 * 1024));
  const { id } = await app.admin.call('POST /api/admin/radio-stations', {
    body: { ...unheard, upstreamUrl: upstream.url },
  });
  const { port } = new URL(app.url);
  const deaf = connect(Number(port), '127.0.0.1');
  deaf.pause().write(`GET /api/radio/${id}/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  while (upstream.onAir.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await leavesTheAir(app.clock, upstream);
  deaf.destroy();
});

test('a station that cannot be reached is a 502, and an unknown one a 404', async (t) => {
  const app = await startTestApp(t);
  const { id } = await app.admin.call('POST /api/admin/radio-stations', {
    body: { ...unheard, upstreamUrl: 'http://127.0.0.1:1/' },
  });
  await assert.rejects(
    app.guest().call('GET /api/radio/:id/stream', { params: { id } }),
    (error: unknown) =>
      error instanceof ApiError && error.status === 502 && error.body.message === 'A rádio não está respondendo.',
  );
  assert.equal(await app.guest().status('GET /api/radio/:id/stream', { params: { id: 999_999 } }), 404);
});

test('a station inside the building is not relayed unless that is allowed', async (t) => {
  const app = await startTestApp(t, { env: { RADIO_ALLOW_PRIVATE: 'off' } });
  const upstream = await startUpstream(t);
  const { id } = await app.admin.call('POST /api/admin/radio-stations', {
    body: { ...unheard, upstreamUrl: upstream.url },
  });
  assert.equal(await app.guest().status('GET /api/radio/:id/stream', { params: { id } }), 502);
  assert.equal(upstream.calls(), 0);
});

test('the server stops while somebody listens', async (t) => {
  const app = await startTestApp(t);
  const upstream = await startUpstream(t);
  const { id } = await app.admin.call('POST /api/admin/radio-stations', {
    body: { ...unheard, upstreamUrl: upstream.url },
  });
  const reader = (await app.guest().request(`/api/radio/${id}/stream`)).body?.getReader();
  await reader?.read();
  await app.restart();
  await assert.doesNotReject(async () => {
    while (!(await reader?.read())?.done);
  });
  while (upstream.onAir.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('an administrator listens to an address before it is a station, one at a time', async (t) => {
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
    'nothing is kept',
  );
});
