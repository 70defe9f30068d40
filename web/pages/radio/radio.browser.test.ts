import assert from 'node:assert/strict';
import type { Screen } from '../../../src/testing/app.ts';
import { startStation } from '../../../src/testing/servers/station.ts';
import { openStudio } from '../../testing/browser.ts';
import { heartbeat, openAccount, test } from '../../testing/studio-test.ts';

test('radio, station and volume are changed; a change from another window does not move a slider whose value is still unsaved', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  // Use a local station, because the real station may be offline.
  const antena = (await customer.call('GET /api/radio-stations')).find(({ name }) => name === 'Antena 1');
  assert.ok(antena);
  const { upstreamUrl } = await startStation(t);
  const body = { upstreamUrl, unheard: true };
  await app.admin.call('PATCH /api/admin/radio-stations/:id', { params: { id: antena.id }, body });
  const socket = await customer.socket();
  const page = await enter(customer);
  await page.getByRole('link', { name: 'Escolha a rádio para tocar no canal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Som Ambiente' }).waitFor();
  const volume = page.getByRole('slider', { name: 'Volume' });
  assert.equal(await volume.inputValue(), '30');
  assert.equal(await volume.getAttribute('step'), '5');

  await page.getByRole('switch', { name: 'Som ambiente' }).click();
  await page.getByText('Escolha uma rádio abaixo para começar a tocar.').waitFor();
  await page.getByText('Antena 1').click();
  await page.getByText('Antena 1 está escolhida. Nenhuma TV ainda.').waitFor();
  await socket.waitFor('radioSettingsUpdated');

  const tvs = [await app.screen(customer), await app.screen(customer)] as const;
  const reportRadio = (tv: Screen, radio: 'heard' | 'silent', radioSilentSince: string | null = null) =>
    heartbeat(tv, { radio, radioSilentSince });
  await reportRadio(tvs[0], 'heard');
  await reportRadio(tvs[1], 'silent', '2026-11-22T17:02:00.000Z');
  await page.getByText('Antena 1: tocando em 1 de 2 telas.').waitFor();
  await page.getByText(/: em silêncio desde 14:02$/).waitFor();
  await reportRadio(tvs[1], 'heard');
  await page.getByText('Antena 1 toca em todas as suas telas.').waitFor();
  await reportRadio(tvs[0], 'silent', '2026-11-22T17:02:00.000Z');
  await reportRadio(tvs[1], 'silent', '2026-11-22T17:02:00.000Z');
  await page.getByText('Antena 1 não toca em nenhuma tela agora.').waitFor();

  // Hold the request back, so that it is sent after the other window's change even on a busy machine.
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/radio-settings', async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  await volume.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await customer.call('PUT /api/radio-settings', { body: { volume: 90 } });
  assert.equal(await volume.inputValue(), '40');
  release();
  await page.getByText('Salvo. As telas mudam em segundos.').waitFor();
  const { selectedRadioId, isEnabled, volume: level } = await customer.call('GET /api/radio-settings');
  assert.deepEqual([selectedRadioId, isEnabled, level], [antena.id, true, 40]);

  await customer.call('PUT /api/radio-settings', { body: { isEnabled: false, volume: 70 } });
  await page.getByText('Desligado. Antena 1 está escolhida.').waitFor();
  assert.equal(await volume.inputValue(), '70');

  await volume.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('main').getByRole('link', { name: 'Início' }).click();
  await page.getByRole('heading', { level: 1, name: 'Studio Antessala' }).waitFor();
  await page.waitForFunction(
    async () => ((await (await fetch('/api/radio-settings')).json()) as { volume: number }).volume === 65,
  );
});

test('one station plays at a time, and the page says when a station does not respond', async (t) => {
  const { app, enter } = await openStudio(t);
  const page = await enter(await app.customer(), { path: 'about:blank' });
  await page.route('**/api/radio/*/stream', (route) =>
    route.fulfill({ status: 502, json: { message: 'x', code: 'bad_gateway' } }),
  );
  await page.goto('/radio');
  await page.getByRole('button', { name: 'Ouvir: Antena 1' }).click();
  const dock = page.getByRole('region', { name: 'Ouvindo neste computador' });
  await dock.getByText('A rádio não está respondendo.').waitFor();
  const first = await page.locator('audio').getAttribute('src');
  await page.getByRole('button', { name: 'Ouvir: Mix FM' }).click();
  await page.getByRole('button', { name: 'Ouvir: Antena 1' }).waitFor();
  assert.equal(await page.locator('audio').count(), 1);
  assert.notEqual(await page.locator('audio').getAttribute('src'), first);
  await dock.getByRole('button', { name: 'Parar de ouvir' }).click();
  await dock.waitFor({ state: 'detached' });
  assert.equal(await page.locator('audio').count(), 0);
});
