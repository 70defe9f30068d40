/** A screen without its server (DESIGN.md section 4, rules 2, 3, 4 and 8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNear } from '../../src/testing/media.ts';
import { delay, newProfile, openTv, skip, startServer } from './testing/tv.ts';

const red = [200, 30, 30];

test('a playing screen goes on without the server, starts cold without it, and takes up what changed', { skip, timeout: 240_000 }, async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  let tv = await openTv(t, server, { profile });
  const first = await server.image('vermelho', '#c81e1e', 4);
  const second = await server.video('azul', '#1e3cc8', 4);
  const third = await server.image('verde', '#148250', 4);
  const playlistId = await server.playlist([first, second]);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, playlistId);
  const message = await server.owner.call('POST /api/breaking-news', { body: { message: 'Bom dia' } });
  await server.owner.call('POST /api/breaking-news/:id/playlists', { params: { id: message.id }, body: { playlistIds: [playlistId] } });
  await tv.until(`body[data-item-id="${second}"]`);
  await delay(1_000);

  await server.stop();
  for (const id of [first, second, first]) {
    await tv.until(`body[data-item-id="${id}"]`, 8_000);
    assert.equal(await tv.state(), 'playing');
  }
  // Local storage reaches the disk a few seconds after it was written.
  await tv.turnOff();

  tv = await openTv(t, server, { profile });
  const since = performance.now();
  await tv.page.goto('/play', { waitUntil: 'commit' });
  await tv.until('body[data-state="playing"]', 5_000);
  assert.ok(performance.now() - since < 5_000);
  await tv.until(`body[data-item-id="${first}"]`, 8_000);
  await delay(500);
  assertNear(await tv.colour(), red);
  await tv.page.getByText('Bom dia').waitFor();
  // The device's clock is never asked: without the server there is no time.
  assert.equal(await tv.page.getByTestId('clock').textContent(), '');
  await tv.until(`body[data-item-id="${second}"]`, 8_000);

  await server.start();
  await server.add(playlistId, third);
  await server.remove(playlistId, second);
  await tv.until(`body[data-item-id="${third}"]`, 30_000);
  assert.match((await tv.page.getByTestId('clock').textContent()) ?? '', /^\d\d:\d\d$/);
  await tv.until(`body[data-item-id="${first}"]`);
  await tv.until(`body[data-item-id="${third}"]`);
});

test('the page itself starts without the server, on every address', { skip, timeout: 120_000 }, async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  let tv = await openTv(t, server, { profile });
  const { activationCode } = await server.screen();
  await tv.page.goto('/player-launch');
  await tv.pair(activationCode);
  // Only now is /play itself kept: the page was reached without loading it.
  await delay(1_500);
  await tv.turnOff();
  await server.stop();
  tv = await openTv(t, server, { profile });
  for (const path of ['/play', '/player', '/player-launch']) {
    await tv.page.goto(path, { waitUntil: 'commit' });
    await tv.page.getByTestId('logo').first().waitFor();
  }
});

test('broken answers of a proxy or portal, and silence, keep the pairing and the picture', { skip, timeout: 180_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const first = await server.image('vermelho', '#c81e1e', 4);
  const second = await server.image('azul', '#1e3cc8', 4);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, await server.playlist([first, second]));
  await tv.until(`body[data-item-id="${second}"]`);
  const stored = () => tv.page.evaluate(() => localStorage.getItem('antessala_player'));
  const before = await stored();
  assert.ok(before);

  for (const [status, contentType] of [
    [502, 'text/html'],
    [200, 'text/html'],
    [401, 'text/html'],
    [503, 'application/json'],
  ] as const) {
    await tv.page.route('**/api/**', (route) => route.fulfill({ status, contentType, body: contentType === 'text/html' ? '<html>' : '{"message":"x","code":"unavailable"}' }));
    await delay(4_000);
    assert.equal(await tv.state(), 'playing', `${status} ${contentType}`);
    assert.equal(await stored(), before, `${status} ${contentType}`);
    await tv.page.unroute('**/api/**');
  }
  await tv.page.route('**/api/**', () => undefined);
  await delay(12_000);
  assert.equal(await tv.state(), 'playing');
  assert.equal(await stored(), before);
  await tv.page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an expired token is renewed without a word on the screen', { skip, timeout: 120_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const first = await server.image('vermelho', '#c81e1e', 4);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, await server.playlist([first]));
  await tv.until('body[data-state="playing"]');
  const token = () => tv.page.evaluate(() => JSON.parse(localStorage.getItem('antessala_player') ?? '{}').token as string);
  const before = await token();
  server.app.parts.database.connection.prepare('UPDATE player_tokens SET expires_at = 1 WHERE player_id = ?').run(playerId);
  for (let tries = 0; tries < 40 && (await token()) === before; tries += 1) await delay(250);
  assert.notEqual(await token(), before);
  assert.equal(await tv.state(), 'playing');
});
