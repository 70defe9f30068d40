import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';

test('pictures shrink at first; a choice holds for all screens of its account, and for no other', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [screen, sibling, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const shrinks = async (device: typeof screen) => (await device.call('GET /api/player/info')).display.shrinksPicture;
  assert.deepEqual(await clinic.call('GET /api/display-settings'), { shrinksPicture: true, logo: null });
  assert.equal(await shrinks(screen), true);

  const saved = await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  assert.deepEqual(saved, { shrinksPicture: false, logo: null });
  assert.deepEqual(await clinic.call('PUT /api/display-settings', { body: {} }), saved, 'what is not named stays');
  assert.deepEqual(await clinic.call('GET /api/display-settings'), saved);
  assert.deepEqual([await shrinks(screen), await shrinks(sibling), await shrinks(foreign)], [false, false, true]);
  assert.deepEqual(await other.call('GET /api/display-settings'), { shrinksPicture: true, logo: null });
});

test("a change is sent to the account's screens and studios", async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const sockets = {
    studio: await clinic.socket(),
    screen: await (await app.screen(clinic)).socket(),
    otherStudio: await other.socket(),
    otherScreen: await (await app.screen(other)).socket(),
  };
  await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  await sockets.studio.waitFor('displaySettingsUpdated');
  await sockets.screen.waitFor('displaySettingsUpdated');
  for (const { messages } of [sockets.otherStudio, sockets.otherScreen])
    assert.deepEqual(
      messages.filter(({ type }) => type === 'displaySettingsUpdated'),
      [],
    );
});
