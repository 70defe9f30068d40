/** Tests the signal of stations (contract/README 7.1). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startStation } from '../../testing/servers/station.ts';
import { until } from '../../testing/until.ts';

async function add(app: TestApp, upstreamUrl: string, name = 'Rádio Teste'): Promise<number> {
  const body = { name, genre: 'MPB', upstreamUrl, unheard: true };
  return (await app.admin.call('POST /api/admin/radio-stations', { body })).id;
}

const listed = async (app: TestApp, id: number) =>
  (await app.admin.call('GET /api/admin/radio-stations')).find((station) => station.id === id);

test('a relayed station is reported as playing, with its listeners, and as silent since its sound ended', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const station = await startStation(t);
  const id = await add(app, station.upstreamUrl);
  assert.deepEqual((await listed(app, id))?.signal, { state: 'unknown', since: null });

  const listening = new AbortController();
  t.after(() => listening.abort());
  const response = await clinic.request(`/api/radio/${id}/stream`, { signal: listening.signal });
  await response.body?.getReader().read();
  const playing = await listed(app, id);
  assert.deepEqual([playing?.signal.state, playing?.listeners], ['playing', 1]);

  app.clock.advance(5_000);
  const diedAt = app.clock.now();
  station.die();
  await until('the station is reported as silent', async () => (await listed(app, id))?.signal.state === 'silent');
  const signalOf = async () => (await clinic.call('GET /api/radio-stations')).find((each) => each.id === id)?.signal;
  assert.deepEqual(await signalOf(), { state: 'silent', since: new Date(diedAt).toISOString() });
  // Failed connection attempts do not change the beginning of the silence.
  app.clock.advance(10_000);
  assert.equal((await signalOf())?.since, new Date(diedAt).toISOString());
});

test('a station without listeners is connected when a studio requests a check, at most once a minute', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const station = await startStation(t);
  const id = await add(app, station.upstreamUrl);
  const check = (person = clinic) => person.call('POST /api/radio-stations/:id/check', { params: { id } });
  assert.equal((await check()).state, 'playing');
  assert.equal((await check(other)).state, 'playing');
  assert.equal(station.calls(), 1);
  // The station is not connected again right after it was disconnected.
  app.clock.advance(11_000);
  assert.equal((await check(other)).state, 'playing');
  assert.equal(station.calls(), 1);
  app.clock.advance(61_000);
  assert.equal((await listed(app, id))?.signal.state, 'unknown');
  assert.equal((await check()).state, 'playing');
  assert.equal(station.calls(), 2);

  const deadId = await add(app, 'http://127.0.0.1:1/live', 'Outra');
  const dead = await clinic.call('POST /api/radio-stations/:id/check', { params: { id: deadId } });
  assert.equal(dead.state, 'silent');
  assert.ok(dead.since);
  assert.equal(await clinic.status('POST /api/radio-stations/:id/check', { params: { id: 999_999 } }), 404);
  const clinicWithoutRadio = await app.customer({ quotas: { canAccessRadio: false } });
  assert.equal(await clinicWithoutRadio.status('POST /api/radio-stations/:id/check', { params: { id } }), 403);
});

test('a station that responds without sound is silent, and unknown after a change of its address', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const station = await startStation(t);
  station.mute();
  const id = await add(app, station.upstreamUrl);
  const requested = clinic.call('POST /api/radio-stations/:id/check', { params: { id } });
  await until('the station is connected', () => station.calls() === 1);
  let isDone = false;
  void requested.then(() => (isDone = true));
  for (let tries = 0; tries < 3_000 && !isDone; tries += 1) {
    app.clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal((await requested).state, 'silent');
  await app.admin.call('PATCH /api/admin/radio-stations/:id', {
    params: { id },
    body: { upstreamUrl: 'https://radio.test/other', unheard: true },
  });
  assert.equal((await listed(app, id))?.signal.state, 'unknown');
});
