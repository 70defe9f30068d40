import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brazilianZones } from '../../../contract/programme/time-zones.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { type ApiError, startTestApp } from '../../../testing/app.ts';

const zoneOf = (timeZone: string) => ({ body: { timeZone } });

test('a clinic in Manaus sees its own time on its TVs, and no other clinic’s changes', async (t) => {
  const app = await startTestApp(t);
  const [manaus, other] = [await app.customer(), await app.customer()];
  const [screen, foreign] = [await app.screen(manaus), await app.screen(other)];
  const offset = async (device: typeof screen) =>
    (await device.call('GET /api/player/assigned-playlist')).utcOffsetMinutes;
  assert.equal((await manaus.call('GET /api/user')).timeZone, 'America/Sao_Paulo', 'at first the server’s');
  assert.equal(await offset(screen), -180);

  const saved = await manaus.call('PUT /api/user/time-zone', zoneOf('America/Manaus'));
  assert.equal(saved.timeZone, 'America/Manaus');
  assert.equal((await manaus.call('GET /api/user/me')).timeZone, 'America/Manaus');
  assert.deepEqual([await offset(screen), await offset(foreign)], [-240, -180]);
  const { playerId, token } = screen;
  const heartbeat = await screen.call('POST /api/player/heartbeat', { body: { playerId, token } });
  assert.equal(heartbeat.utcOffsetMinutes, -240);
  assert.equal('offsetChanges' in heartbeat, false, 'no summer time: nothing more to say');
  await app.restart();
  assert.equal(await offset(screen), -240);
});

test('a change of summer time is sent to the TVs eight days ahead', async (t) => {
  const app = await startTestApp(t, { clock: new ManualClock(Date.parse('2027-03-08T12:00:00Z')) });
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  await clinic.call('PUT /api/user/time-zone', zoneOf('America/New_York'));
  const reported = await screen.call('GET /api/player/assigned-playlist');
  assert.equal(reported.utcOffsetMinutes, -300);
  assert.deepEqual(reported.offsetChanges, [{ fromUtc: '2027-03-14T07:00:00.000Z', minutes: -240 }]);
});

test('the clinic’s screens, its studios and the managers are notified of another zone at once, others do not', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const sockets = {
    screen: await (await app.screen(clinic)).socket(),
    studio: await clinic.socket(),
    managers: await app.admin.socket(),
    otherScreen: await (await app.screen(other)).socket(),
    otherStudio: await other.socket(),
  };
  const received = Object.fromEntries(Object.keys(sockets).map((name) => [name, 0])) as Record<
    keyof typeof sockets,
    number
  >;
  for (const name of Object.keys(sockets) as (keyof typeof sockets)[]) received[name] = sockets[name].messages.length;
  await clinic.call('PUT /api/user/time-zone', zoneOf('America/Rio_Branco'));
  await sockets.screen.waitFor('timeZoneUpdated');
  await sockets.studio.waitFor('contentChanged', ({ what }) => what === 'user');
  await sockets.managers.waitFor('adminChanged', ({ what }) => what === 'users');
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const name of ['otherScreen', 'otherStudio'] as const)
    assert.equal(sockets[name].messages.length, received[name], name);
});

test('managers choose it for a clinic, a gestor for no manager', async (t) => {
  const app = await startTestApp(t);
  const [clinic, gestor] = [await app.customer(), await app.gestor()];
  const choose = 'PUT /api/admin/users/:id/time-zone';
  const of = (id: number, timeZone: string) => ({ params: { id }, body: { timeZone } });
  await gestor.call(choose, of(clinic.user.id, 'America/Noronha'));
  assert.equal((await clinic.call('GET /api/user')).timeZone, 'America/Noronha');
  const listed = (await app.admin.call('GET /api/admin/users-with-counts')).find(({ id }) => id === clinic.user.id);
  assert.equal(listed?.timeZone, 'America/Noronha');
  await app.screen(clinic);
  assert.equal((await gestor.call('GET /api/admin/players'))[0]?.owner.timeZone, 'America/Noronha');
  assert.equal(await gestor.status(choose, of(app.admin.user.id, 'America/Noronha')), 403);
  assert.equal(await clinic.status(choose, of(clinic.user.id, 'America/Bahia')), 403);
  assert.equal(await app.admin.status(choose, of(9999, 'America/Bahia')), 404);
});

test('only zones that the server knows are taken, and all that it offers are', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  for (const wrong of ['', 'Brasília', 'America/Atlantis', '../etc', 'America/Sao_Paulo ', 'x'.repeat(65)]) {
    await assert.rejects(
      clinic.call('PUT /api/user/time-zone', zoneOf(wrong)),
      (error: ApiError) => error.status === 400 && error.body.fields?.timeZone === 'Escolha um fuso horário da lista.',
      wrong,
    );
  }
  const { zones } = await clinic.call('GET /api/time-zones');
  assert.ok(zones.length > 300 && zones.includes('America/Bahia') && zones.includes('Europe/Lisbon'));
  for (const zone of [...brazilianZones.map(({ zone }) => zone), 'Pacific/Chatham', 'UTC'])
    assert.equal((await clinic.call('PUT /api/user/time-zone', zoneOf(zone))).timeZone, zone);
});
