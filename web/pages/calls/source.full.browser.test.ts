/** Tests Novo SGA in the studio: its allowed address, and the note about lost calls (contract/README 15.10). */
import assert from 'node:assert/strict';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio } from '../../testing/browser.ts';
import { test } from '../../testing/studio-test.ts';

test("an administrator allows a clinic's Novo SGA address by keyboard, and the clinic's settings show it", async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  await clinic.call('PUT /api/call-source', { body: { url: 'http://192.168.0.10/novosga' } });
  const settings = await enter(clinic, { path: '/chamada?aba=ajustes' });
  const page = await enter(app.admin, { path: '/admin/users' });
  await page.getByRole('tab', { name: /Cadastros/ }).click();
  await page.getByRole('button', { name: 'Mais ações: Clinica Sol' }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Novo SGA na rede interna' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('http://192.168.0.10/novosga').waitFor();
  await assertAccessible(page, 'Novo SGA na rede interna');
  await dialog.getByLabel('Endereço e porta liberados').fill('192.168.0.10');
  await page.keyboard.press('Enter');
  await page.getByText('Escreva endereço e porta, como 192.168.0.10:80.').first().waitFor();
  await dialog.getByLabel('Endereço e porta liberados').fill('192.168.0.10:80');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await settings.getByRole('button', { name: 'Configurar' }).click();
  await settings.getByText('Liberado na rede interna: 192.168.0.10:80').waitFor();
});

test('the desk shows how many Novo SGA calls may be missing until the user clicks Entendi, and again after more losses', async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  await clinic.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  await clinic.call('PUT /api/call-source', { body: { url: 'https://sga.test' } });
  const page = await enter(clinic, { path: '/chamada' });
  await page.getByLabel('Senha', { exact: true }).waitFor();
  const lose = (missed: number, beyondLimit: number) =>
    app.parts.database.tx(() => app.parts.calls.recordLostCalls(clinic.user.id, { missed, beyondLimit }));
  lose(20, 0);
  await page.getByText('Até 20 chamadas podem ter faltado na TV.').waitFor();
  await assertAccessible(page, 'lost calls');
  await page.getByRole('button', { name: 'Entendi' }).click();
  assert.equal(await page.getByText('podem ter faltado').count(), 0);
  lose(0, 1);
  await page.getByText('1 chamada passou do limite de 5.000 por dia e não apareceu.').waitFor();
});
