import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type Customer } from '../../testing/app.ts';
import { refusal } from '../../testing/client.ts';
import { fixture } from '../../testing/media.ts';

const stateOf = async (customer: Customer) =>
  Object.fromEntries((await customer.call('GET /api/onboarding')).steps.map(({ name, state }) => [name, state]));
const skip = (customer: Customer, step: 'reception' | 'room') =>
  customer.call('POST /api/onboarding/skip', { body: { step } });

const allOpen = { screen: 'open', content: 'open', onAir: 'open', reception: 'open', room: 'open' };

test('each step is done when the clinic has done it, and the steps of another clinic stay open', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  assert.deepEqual(await stateOf(clinic), allOpen);

  const screen = await app.screen(clinic);
  assert.equal((await stateOf(clinic)).screen, 'done');
  const { id: videoId } = await clinic.upload(await fixture('photo.jpg'), { name: 'Foto' });
  assert.equal((await stateOf(clinic)).content, 'done');
  const { token, playerId } = screen;
  const report = (id: number | null) =>
    screen.call('POST /api/player/heartbeat', { body: { token, playerId, state: { videoId: id } } });
  await report(null);
  assert.equal((await stateOf(clinic)).onAir, 'open', 'a TV without a content is not on the air');
  await report(videoId);
  await clinic.call('POST /api/team/members', { body: { email: 'recepcao@clinica.test', role: 'reception' } });
  await clinic.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  assert.ok(Object.values(await stateOf(clinic)).every((state) => state === 'done'));
  assert.deepEqual(await stateOf(other), allOpen);
});

test('the step "onAir" stays done after the screen has stopped showing contents, also after a restart', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { id: videoId } = await clinic.upload(await fixture('photo.jpg'), { name: 'Foto' });
  const screen = await app.screen(clinic);
  const { token, playerId } = screen;
  await screen.call('POST /api/player/heartbeat', { body: { token, playerId, state: { videoId } } });
  assert.equal((await stateOf(clinic)).onAir, 'done');
  await screen.call('POST /api/player/heartbeat', { body: { token, playerId, state: { videoId: null } } });
  await app.restart();
  app.clock.advance(3_600_000);
  assert.equal((await stateOf(clinic)).onAir, 'done');
});

test('only the last two steps can be skipped, and a skipped step that is done later counts as done', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const studio = await clinic.socket();
  await skip(clinic, 'room');
  await studio.waitFor('contentChanged', ({ what }) => what === 'user');
  await skip(clinic, 'room');
  const { steps } = await skip(clinic, 'reception');
  assert.deepEqual(
    steps.slice(3).map(({ state }) => state),
    ['skipped', 'skipped'],
  );
  await clinic.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  assert.equal((await stateOf(clinic)).room, 'done');
  assert.deepEqual(await stateOf(other), allOpen);
  const refused = await refusal(clinic.call('POST /api/onboarding/skip', { body: { step: 'screen' as 'room' } }));
  assert.equal(refused.status, 400);
});

test('the onboarding is the owner’s: other roles, and accounts without management, get 403', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const reception = await app.member(clinic, 'reception');
  const withoutManagement = await app.customer({ quotas: { canAccessManagement: false } });
  for (const person of [reception, withoutManagement]) assert.equal(await person.status('GET /api/onboarding'), 403);
  assert.equal(await app.guest().status('GET /api/onboarding'), 401);
});
