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

test('a station that is heard plays, with its listeners; when it dies it is silent since then', async (t) => {
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
  await until('it is told silent', async () => (await listed(app, id))?.signal.state === 'silent');
  const signalOf = async () => (await clinic.call('GET /api/radio-stations')).find((each) => each.id === id)?.signal;
  assert.deepEqual(await signalOf(), { state: 'silent', since: new Date(diedAt).toISOString() });
  // The calls that fail meanwhile do not make it silent anew.
  app.clock.advance(10_000);
  assert.equal((await signalOf())?.since, new Date(diedAt).toISOString());
});

test('a station that nobody hears is listened to when a studio asks, once a minute for all who ask', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const station = await startStation(t);
  const id = await add(app, station.upstreamUrl);
  const check = (person = clinic) => person.call('POST /api/radio-stations/:id/check', { params: { id } });
  assert.equal((await check()).state, 'playing');
  assert.equal((await check(other)).state, 'playing');
  assert.equal(station.calls(), 1);
  // Nor is it called again as soon as it was released.
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
  const without = await app.customer({ quotas: { canAccessRadio: false } });
  assert.equal(await without.status('POST /api/radio-stations/:id/check', { params: { id } }), 403);
});

test('one that responds without any sound is silent, and another address makes it unknown', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const station = await startStation(t);
  station.mute();
  const id = await add(app, station.upstreamUrl);
  const requested = clinic.call('POST /api/radio-stations/:id/check', { params: { id } });
  await until('it is called', () => station.calls() === 1);
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
