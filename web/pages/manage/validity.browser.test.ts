/** From which day until which a content is shown, and at which hours in a playlist (contract/README 16.4). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addContent } from '../../../src/testing/contents.ts';
import { faultsInBothThemes } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';

const toastOf = (page: Page) => page.locator('[data-always-reachable]');

/** '2026-11-25' so many days after today, by the clinic's clock (São Paulo, three hours behind). */
const inDays = (days: number) => new Date(Date.now() + (days * 24 - 3) * 3_600_000).toISOString().slice(0, 10);

test('a content gets its last day, says when it ends, and an item its hours in a playlist', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const owner = await app.customer();
  const videoId = addContent(app, { userId: owner.user.id, name: 'Campanha', mediaType: 'image', displayDuration: 20 });
  const { id: playlistId } = await owner.call('POST /api/playlists', { body: { name: 'Recepção' } });
  await owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
  const page = await enter(owner);

  await page.goto('/manage?aba=conteudos');
  await page.getByRole('button', { name: 'Ações de Campanha' }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar conteúdo' });
  await dialog.getByText('sai da TV sozinho').waitFor();
  await dialog.getByLabel('Primeiro dia').fill(inDays(5));
  await dialog.getByLabel('Último dia').fill(inDays(3));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('O último dia não pode vir antes do primeiro.').waitFor();
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await dialog.getByLabel('Primeiro dia').fill('');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('vence em 3 dias').waitFor();
  const [stored] = await owner.call('GET /api/videos');
  assert.deepEqual([stored?.validFrom, stored?.validUntil], [null, inDays(3)]);
  await owner.call('PATCH /api/videos/:id', { params: { id: videoId }, body: { validUntil: inDays(-1) } });
  await page.getByText('venceu, fora da TV').waitFor();
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await page.getByRole('button', { name: 'Ver em lista' }).click();
  await page.getByText('venceu, fora da TV').waitFor();

  await page.goto(`/manage?aba=playlists&playlist=${playlistId}`);
  const editor = page.getByRole('dialog', { name: 'Recepção' });
  await editor.getByRole('button', { name: 'Horário de Campanha: sempre' }).click();
  const hours = page.getByRole('dialog', { name: 'Horário do conteúdo' });
  await hours.getByRole('button', { name: 'Adicionar horário' }).click();
  await hours.getByLabel('Às').fill('');
  await hours.getByRole('button', { name: 'Salvar' }).click();
  await hours.getByText('Complete os dias e as horas.').waitFor();
  await hours.getByLabel('Às').fill('11h30');
  await hours.getByRole('button', { name: 'sexta' }).click();
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await hours.getByRole('button', { name: 'Salvar' }).click();
  await editor.getByText('seg a qui, 7:00 às 11:30').waitFor();
  await hours.waitFor({ state: 'detached' });
  await toastOf(page).getByText('Horário salvo').waitFor();
  const assignments = await owner.call('GET /api/playlists/:id/assignments', { params: { id: playlistId } });
  assert.deepEqual(assignments[0]?.windows, [{ days: [0, 1, 2, 3], from: 420, to: 690 }]);

  await editor.getByRole('button', { name: /^Horário de Campanha/ }).click();
  await hours.getByRole('button', { name: 'Remover horário 1' }).click();
  await hours.getByText('Aparece sempre').waitFor();
  await hours.getByRole('button', { name: 'Salvar' }).click();
  await editor.getByRole('button', { name: 'Horário de Campanha: sempre' }).waitFor();
});
