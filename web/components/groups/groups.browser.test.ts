/** Groups of screens in 'Minhas Telas' (contract/README 17). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';

test('a group is made, filters the screens, is given others, and is deleted', { skip, timeout: 180_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  for (const name of ['Recepção', 'Corredor', 'Sala'])
    await clinic.call('PATCH /api/my-players/:id/rename', {
      params: { id: (await app.screen(clinic)).playerId },
      body: { name },
    });
  const page = await enter(clinic, { viewport: { width: 1366, height: 768 } });
  await page.goto('/manage?aba=telas');
  await page.getByRole('button', { name: 'Grupos', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nenhum grupo ainda.').waitFor();
  await dialog.getByRole('button', { name: 'Novo grupo' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Dê um nome ao grupo.').waitFor();
  await dialog.getByLabel('Nome').fill('Térreo');
  await dialog.getByLabel('Recepção').check();
  await dialog.getByLabel('Sala').check();
  await assertAccessible(page, 'form', 'all');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/group-form.png` });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('2 telas').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/groups.png` });
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  const cards = page.getByRole('list', { name: 'Minhas telas' }).getByRole('heading');
  await page.getByRole('combobox', { name: 'Grupo' }).selectOption({ label: 'Térreo' });
  await page.getByRole('button', { name: 'Enviar para Térreo' }).waitFor();
  assert.deepEqual((await cards.allTextContents()).sort(), ['Recepção', 'Sala']);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/group-filter.png` });

  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Geral' } });
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('assign-playlist')) calls += 1;
  });
  await page.getByRole('button', { name: 'Enviar para Térreo' }).click();
  const sending = page.getByRole('dialog', { name: 'Enviar para Térreo' });
  await sending.getByText('Recepção, Sala').waitFor();
  await sending.getByText('Geral').click();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/group-send.png` });
  await sending.getByRole('button', { name: 'Enviar para 2 telas' }).click();
  await page.locator('[data-always-reachable]').getByText('Geral em 2 telas de Térreo.').waitFor();
  assert.equal(calls, 1, 'in one call');
  assert.deepEqual((await clinic.call('GET /api/my-players')).map((it) => [it.name, it.assignedPlaylist?.id]).sort(), [
    ['Corredor', undefined],
    ['Recepção', playlist.id],
    ['Sala', playlist.id],
  ]);

  await page.getByRole('button', { name: 'Grupos', exact: true }).click();
  await dialog.getByRole('button', { name: 'Excluir Térreo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await dialog.getByText('Nenhum grupo ainda.').waitFor();
  assert.equal((await clinic.call('GET /api/my-players')).length, 3);
});
