/** Tests the page `/parear` with a code that expires, and with a name that is taken (contract/README 9.9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failCalls, openStudio, retryCalls, skip } from '../../testing/browser.ts';

test(
  'when the code expires, the person types the new code of the TV, and the form keeps the other values',
  { skip, timeout: 120_000 },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const clinic = await app.customer();
    const requestPairing = () => app.guest().call('POST /api/player/pairing', { body: {} });
    const first = await requestPairing();
    const viewport = { width: 390, height: 844 };
    const page = await enter(clinic, { viewport, path: `/parear?c=${first.code}` });
    const existingName = 'Recepção';
    await page.getByLabel('Nome da tela').fill(existingName);
    app.parts.database.prepare('DELETE FROM pairing_requests').run();
    await page.getByRole('button', { name: 'Parear TV' }).click();
    await page.getByText('O código mudou na TV').waitFor();

    const field = page.getByLabel('Código novo da TV');
    await field.fill('AAAAAA');
    await page.getByRole('button', { name: 'Usar o código novo' }).click();
    await page.getByText('Este código não vale mais. Use o que está agora na TV.', { exact: true }).waitFor();
    const second = await requestPairing();
    await field.fill(second.code);
    await page.getByRole('button', { name: 'Usar o código novo' }).click();
    await page.getByText(second.checkDigits, { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Nome da tela').inputValue(), existingName);
    await page.getByRole('button', { name: 'Parear TV' }).click();
    await page.getByRole('heading', { name: 'Aguardando a TV...' }).waitFor();
    await app.guest().call('POST /api/player/pairing/poll', { body: { secret: second.secret } });
    await page.getByRole('heading', { name: 'TV pareada' }).waitFor();
    assert.deepEqual(
      (await clinic.call('GET /api/my-players')).map(({ name, isPaired }) => [name, isPaired]),
      [[existingName, true]],
    );

    const third = await requestPairing();
    await page.goto(`/parear?c=${third.code}`);
    await page.getByLabel('Nome da tela').fill('RECEPÇÃO ');
    await page.getByText('Outra tela já tem este nome.').waitFor();
  },
);

test('a person whose screens could not be loaded may try again, and then pairs the TV', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  const { code } = await app.guest().call('POST /api/player/pairing', { body: {} });
  const page = await enter(clinic, { path: '/parear' });
  await failCalls(page, /api\/my-players/);
  await page.goto(`/parear?c=${code}`);
  await page.getByText('Não foi possível carregar').waitFor();
  await retryCalls(page);
  await page.getByLabel('Nome da tela').fill('Recepção');
  await page.getByRole('button', { name: 'Parear TV' }).click();
  await page.getByRole('heading', { name: 'Aguardando a TV...' }).waitFor();
});
