/** Tests the validity of contents, and the hours of items in a playlist (contract/README 16.4). */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { addContent } from '../../../src/testing/contents.ts';
import { until } from '../../../src/testing/until.ts';
import { faultsInBothThemes } from '../../testing/axe.ts';
import { addToPlaylist, openAccount, test, toastOf } from '../../testing/studio-test.ts';
import { untilFocusOn, focusOf, press, tabTo } from '../../testing/keys.ts';

/** Returns the date this many days after today in the clinic's zone (São Paulo, UTC-3), such as '2026-11-25'. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 - 3) * 3_600_000).toISOString().slice(0, 10);

/** Converts '2026-11-25' to '25/11/2026', as people type it. */
const typed = (day: string) => day.split('-').reverse().join('/');

/** Opens a page of a clinic with one content in one playlist. */
async function openClinic(t: TestContext) {
  const { app, enter, customer: owner } = await openAccount(t);
  const videoId = addContent(app, { userId: owner.user.id, name: 'Campanha', mediaType: 'image', displayDuration: 20 });
  const { id: playlistId } = await owner.call('POST /api/playlists', { body: { name: 'Recepção' } });
  await addToPlaylist(owner, playlistId, videoId);
  const page = await enter(owner, { path: 'about:blank' });
  return { owner, videoId, playlistId, page };
}

test('the last day of a content, and the hours of an item in a playlist, are set and shown', async (t) => {
  const { owner, videoId, playlistId, page } = await openClinic(t);

  await page.goto('/manage?aba=conteudos');
  await page.getByRole('button', { name: 'Ações de Campanha' }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar conteúdo' });
  await dialog.getByText('sai da TV sozinho').waitFor();
  await dialog.getByLabel('Primeiro dia').fill('31/02');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Informe o dia como 25/12/2026.').waitFor();
  await dialog.getByLabel('Primeiro dia').fill(typed(inDays(5)));
  await dialog.getByLabel('Último dia').fill(typed(inDays(3)));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('O último dia não pode vir antes do primeiro.').waitFor();
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await dialog.getByLabel('Primeiro dia').fill('');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('vence em 3 dias').waitFor();
  // The page shows the change before the server has stored it.
  await until('the last day is stored', async () => {
    const [stored] = await owner.call('GET /api/videos');
    return stored?.validFrom === null && stored.validUntil === inDays(3);
  });
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

test('validity and hours can be set by keyboard alone, and the focus returns to the button', async (t) => {
  const { owner, playlistId, page } = await openClinic(t);

  await page.goto('/manage?aba=conteudos');
  await page.getByText('Campanha').first().waitFor();
  await pressOn(page, 'Ações de Campanha', 'Enter');
  await page.getByRole('menuitem', { name: 'Editar' }).waitFor();
  await pressUntil(page, 'ArrowDown', 'Editar');
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Editar conteúdo' });
  await dialog.waitFor();
  await tabTo(page, 'Primeiro dia');
  // The field inserts the slashes.
  await page.keyboard.type('25122026');
  await tabTo(page, 'Último dia');
  await page.keyboard.type('31122026');
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
  await untilFocusOn(page, 'Ações de Campanha');
  const [stored] = await owner.call('GET /api/videos');
  assert.deepEqual([stored?.validFrom, stored?.validUntil], ['2026-12-25', '2026-12-31']);

  await page.goto(`/manage?aba=playlists&playlist=${playlistId}`);
  const editor = page.getByRole('dialog', { name: 'Recepção' });
  await editor.getByRole('button', { name: 'Horário de Campanha: sempre' }).waitFor();
  await pressOn(page, 'Horário de Campanha: sempre', 'Enter');
  const hours = page.getByRole('dialog', { name: 'Horário do conteúdo' });
  await hours.waitFor();
  await pressOn(page, 'Adicionar horário', 'Enter');
  await hours.getByRole('button', { name: 'Remover horário 1' }).waitFor();
  await press(page, 'Shift+Tab');
  await pressUntil(page, 'Shift+Tab', 'sexta');
  await press(page, 'Space');
  await pressOn(page, 'Às', 'Control+a');
  await page.keyboard.type('1130');
  await press(page, 'Enter');
  await hours.waitFor({ state: 'detached' });
  await editor.getByText('seg a qui, 7:00 às 11:30').waitFor();
  await untilFocusOn(page, 'Horário de Campanha: seg a qui, 7:00 às 11:30');
  const assignments = await owner.call('GET /api/playlists/:id/assignments', { params: { id: playlistId } });
  assert.deepEqual(assignments[0]?.windows, [{ days: [0, 1, 2, 3], from: 420, to: 690 }]);
});

/** Moves the focus with Tab to the element with the name, then presses the key. */
async function pressOn(page: Page, name: string, key: string): Promise<void> {
  await tabTo(page, name);
  await press(page, key);
}

/** Presses the key until the element with the name has the focus. */
async function pressUntil(page: Page, key: string, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await focusOf(page))?.name === name) return;
    await press(page, key);
  }
  assert.fail(`${name} was not reached with ${key}`);
}
