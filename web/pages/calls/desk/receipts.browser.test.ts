/** Tests the texts below a call without receipts or without sound, and the test call (contract/README 15.7). */
import assert from 'node:assert/strict';
import { deferred } from '../../../../src/testing/http.ts';
import { watchForText, openStudio } from '../../../testing/browser.ts';
import { heartbeat, openAccount, renameScreen, test } from '../../../testing/studio-test.ts';
import { pairedTv } from '../../../testing/paired-tv.ts';

test('the page shows "nenhuma TV mostrou" 3 s after a call that no online TV shows, and not earlier', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const screen = await app.screen(owner);
  const page = await enter(owner, { path: '/chamada' });
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await page.getByText('Ninguém foi chamado hoje').waitFor();
  // After a heartbeat the screen counts as online for 45 s.
  await heartbeat(screen);
  await page.keyboard.type('42');
  // The text is shown for 3 s only.
  const isCalling = await watchForText(page, 'chamando...');
  const startedAt = performance.now();
  await page.keyboard.press('Enter');
  await isCalling();
  await calls.getByText('nenhuma TV mostrou').waitFor();
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 3_000, `${tookMs} ms`);
  t.diagnostic(`shown after ${Math.round(tookMs)} ms`);

  // A late receipt replaces the text.
  const [call] = (await owner.call('GET /api/calls')).calls;
  await screen.call('POST /api/player/calls/:id/shown', { params: { id: call?.id ?? 0 }, body: { hadSound: true } });
  await calls.getByText(/^na TV em \d+,\d s$/).waitFor();
  await calls.getByText('nenhuma TV mostrou').waitFor({ state: 'detached' });
}, 360_000);

test('a call that is made while the list of calls is loading is shown as "chamando..." first', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const screen = await app.screen(owner);
  const page = await enter(owner);
  await heartbeat(screen);
  const callMade = deferred();
  await page.route(/\/api\/calls(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await callMade.promise;
    await route.continue();
  });
  await page.goto('/chamada');
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  const isCalling = await watchForText(page, 'chamando...');
  const response = page.waitForResponse(
    (each) => each.request().method() === 'POST' && each.url().endsWith('/api/calls'),
  );
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await response;
  callMade.open();
  await isCalling();
  await page.getByText('nenhuma TV mostrou').waitFor();
}, 360_000);

test('the page shows "sem som nesta TV" with the name of a TV whose browser blocks sound', async (t) => {
  const studio = await openStudio(t);
  const owner = await studio.app.customer({ quotas: { maxPlayers: 10 } });
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const tv = await pairedTv(t, studio, owner, { mustAskForSound: true });
  await renameScreen(owner, tv.playerId, 'Corredor');
  const page = await studio.enter(owner, { path: '/chamada' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  // A newly loaded page has had no user gesture, so the browser blocks its sound. The test must not click on this page.
  await tv.page.goto('about:blank');
  await tv.page.goto(`http://tv.lan:${new URL(studio.app.url).port}/play`, { waitUntil: 'commit' });
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await calls.getByText(/^Corredor: na TV em \d+,\d s, sem som nesta TV$/).waitFor();
}, 360_000);

test('"Testar na TV" sends a test call to the screens of the chosen room, and the report does not count it', async (t) => {
  const studio = await openStudio(t);
  const owner = await studio.app.customer({ quotas: { maxPlayers: 10 } });
  const tv = await pairedTv(t, studio, owner);
  const otherScreen = await studio.app.screen(owner);
  for (const [name, playerIds] of [
    ['Guichê 1', [otherScreen.playerId]],
    ['Raio X', [tv.playerId]],
    ['Depósito', []],
  ] as const)
    await owner.call('POST /api/call-rooms', { body: { name, playerIds: [...playerIds] } });
  const page = await studio.enter(owner, { path: '/chamada?aba=ajustes' });
  const button = page.getByRole('button', { name: 'Testar na TV' });
  await page.getByLabel('Local do teste').selectOption('Raio X');
  await button.click();
  await page.getByText('Teste enviado às TVs de Raio X').first().waitFor();
  await tv.page.locator('.call.is-visible [data-testid=call-label]', { hasText: '42' }).waitFor();
  assert.equal(await tv.page.getByTestId('call-room').textContent(), 'Raio X');
  assert.match((await tv.page.locator('.call-kind').textContent()) ?? '', /Teste/i);
  await page.getByLabel('Local do teste').selectOption('Depósito');
  await button.click();
  await page.getByText('Nenhuma TV mostra este local').first().waitFor();

  await page.getByRole('tab', { name: 'Chamar' }).click();
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await calls.getByText(/^na TV em \d+,\d s$/).waitFor();
  assert.equal(await calls.getByText('Teste', { exact: true }).count(), 2);
  assert.equal((await owner.call('GET /api/calls/report')).calls, 0);
}, 360_000);
