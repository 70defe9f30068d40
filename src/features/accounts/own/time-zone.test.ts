import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brazilianZones } from '../../../contract/programme/time-zones.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { startTestApp } from '../../../testing/app.ts';
import { type Client, refusal } from '../../../testing/client.ts';
import { listedAccount } from '../testing/manage.ts';

const choose = (client: Client, timeZone: string) => client.call('PUT /api/user/time-zone', { body: { timeZone } });

test('the TVs of a clinic in Manaus show its local time, and those of other clinics do not change', async (t) => {
  const app = await startTestApp(t);
  const [manaus, other] = [await app.customer(), await app.customer()];
  const [screen, otherScreen] = [await app.screen(manaus), await app.screen(other)];
  const offset = async (device: typeof screen) =>
    (await device.call('GET /api/player/assigned-playlist')).utcOffsetMinutes;
  assert.equal((await manaus.call('GET /api/user')).timeZone, 'America/Sao_Paulo', 'the server’s zone is the default');
  assert.equal(await offset(screen), -180);

  assert.equal((await choose(manaus, 'America/Manaus')).timeZone, 'America/Manaus');
  assert.equal((await manaus.call('GET /api/user/me')).timeZone, 'America/Manaus');
  assert.deepEqual([await offset(screen), await offset(otherScreen)], [-240, -180]);
  const { playerId, token } = screen;
  const heartbeat = await screen.call('POST /api/player/heartbeat', { body: { playerId, token } });
  assert.equal(heartbeat.utcOffsetMinutes, -240);
  assert.equal('offsetChanges' in heartbeat, false, 'without summer time there are no offset changes');
  await app.restart();
  assert.equal(await offset(screen), -240);
});

test('a change to or from summer time within the next eight days is sent to the TVs', async (t) => {
  const app = await startTestApp(t, { clock: new ManualClock(Date.parse('2027-03-08T12:00:00Z')) });
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  await choose(clinic, 'America/New_York');
  const reported = await screen.call('GET /api/player/assigned-playlist');
  assert.equal(reported.utcOffsetMinutes, -300);
  assert.deepEqual(reported.offsetChanges, [{ fromUtc: '2027-03-14T07:00:00.000Z', minutes: -240 }]);
});

test('the clinic’s screens and studios and the managers are notified of another zone at once, other accounts are not', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const screen = await (await app.screen(clinic)).socket();
  const [studio, managers] = [await clinic.socket(), await app.admin.socket()];
  const otherSockets = [await (await app.screen(other)).socket(), await other.socket()];
  const received = otherSockets.map(({ messages }) => messages.length);
  await choose(clinic, 'America/Rio_Branco');
  await screen.waitFor('timeZoneUpdated');
  await studio.waitFor('contentChanged', ({ what }) => what === 'user');
  await managers.waitFor('adminChanged', ({ what }) => what === 'users');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const receivedLater = otherSockets.map(({ messages }) => messages.length);
  assert.deepEqual(receivedLater, received, 'other accounts receive no event');
});

test("managers choose a clinic's time zone, but a gestor cannot choose that of a manager", async (t) => {
  const app = await startTestApp(t);
  const [clinic, gestor] = [await app.customer(), await app.gestor()];
  const statusOfChoice = (manager: Client, id: number, timeZone = 'America/Noronha') =>
    manager.status('PUT /api/admin/users/:id/time-zone', { params: { id }, body: { timeZone } });
  assert.equal(await statusOfChoice(gestor, clinic.user.id), 200);
  assert.equal((await clinic.call('GET /api/user')).timeZone, 'America/Noronha');
  assert.equal((await listedAccount(app, clinic.user.id))?.timeZone, 'America/Noronha');
  await app.screen(clinic);
  assert.equal((await gestor.call('GET /api/admin/players'))[0]?.owner.timeZone, 'America/Noronha');
  assert.equal(await statusOfChoice(gestor, app.admin.user.id), 403);
  assert.equal(await statusOfChoice(clinic, clinic.user.id, 'America/Bahia'), 403);
  assert.equal(await statusOfChoice(app.admin, 9999, 'America/Bahia'), 404);
});

test('unknown zones are refused, and all offered zones are accepted', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  for (const wrong of ['', 'Brasília', 'America/Atlantis', '../etc', 'America/Sao_Paulo ', 'x'.repeat(65)]) {
    const { status, body } = await refusal(choose(clinic, wrong));
    assert.deepEqual([status, body.fields], [400, { timeZone: 'Escolha um fuso horário da lista.' }], wrong);
  }
  const { zones } = await clinic.call('GET /api/time-zones');
  assert.ok(zones.length > 300 && zones.includes('America/Bahia') && zones.includes('Europe/Lisbon'));
  for (const zone of [...brazilianZones.map(({ zone }) => zone), 'Pacific/Chatham', 'UTC'])
    assert.equal((await choose(clinic, zone)).timeZone, zone);
});
