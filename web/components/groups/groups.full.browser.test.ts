/** Tests groups of screens in 'Minhas Telas' (contract/README 17). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';
import { untilFocusOn, press, tabTo } from '../../testing/keys.ts';

test('a group can be created, used as a filter and deleted by keyboard', { skip, timeout: 360_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  for (const name of ['Recepção', 'Corredor', 'Sala'])
    await clinic.call('PATCH /api/my-players/:id/rename', {
      params: { id: (await app.screen(clinic)).playerId },
      body: { name },
    });
  const page = await enter(clinic, { path: '/manage?aba=telas', viewport: { width: 1366, height: 768 } });
  await tabTo(page, 'Mais ações');
  await press(page, 'Enter', 'g', 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nenhum grupo ainda.').waitFor();
  await tabTo(page, 'Novo grupo');
  await press(page, 'Enter');
  await dialog.getByRole('button', { name: 'Salvar' }).waitFor();
  await tabTo(page, 'Salvar');
  await press(page, 'Enter');
  await dialog.getByText('Dê um nome ao grupo.').waitFor();
  await tabTo(page, /^Nome/);
  await page.keyboard.type('Térreo');
  for (const name of [/^Recepção/, /^Sala/]) {
    await tabTo(page, name);
    await press(page, 'Space');
  }
  await assertAccessible(page, 'form', 'all');
  await press(page, 'Enter');
  await dialog.getByText('2 telas').waitFor();
  await press(page, 'Escape');
  await dialog.waitFor({ state: 'detached' });
  await untilFocusOn(page, 'Mais ações');

  const cards = page.getByRole('list', { name: 'Minhas telas' }).getByRole('heading');
  await page.getByRole('combobox', { name: 'Grupo' }).selectOption({ label: 'Térreo' });
  await cards.getByText('Corredor').waitFor({ state: 'detached' });
  assert.deepEqual((await cards.allTextContents()).sort(), ['Recepção', 'Sala']);

  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Geral' } });
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('assign-playlist')) calls += 1;
  });
  await tabTo(page, 'Mais ações');
  await press(page, 'Enter');
  await untilFocusOn(page, 'Enviar para Térreo');
  await press(page, 'Enter');
  const sendDialog = page.getByRole('dialog', { name: 'Enviar para Térreo' });
  await sendDialog.getByText('Recepção, Sala').waitFor();
  await sendDialog.getByText('Geral').click();
  await sendDialog.getByRole('button', { name: 'Enviar para 2 telas' }).click();
  await page.locator('[data-always-reachable]').getByText('Geral em 2 telas de Térreo.').waitFor();
  assert.equal(calls, 1, 'in one call');
  assert.deepEqual((await clinic.call('GET /api/my-players')).map((it) => [it.name, it.assignedPlaylist?.id]).sort(), [
    ['Corredor', undefined],
    ['Recepção', playlist.id],
    ['Sala', playlist.id],
  ]);

  // On a phone nothing is wider than the page, and every button can be clicked.
  const phone = await enter(clinic, {
    path: '/manage?aba=telas',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const fitsWidth = () => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await phone.getByRole('button', { name: 'Filtrar telas' }).click();
  await phone.getByRole('combobox', { name: 'Grupo' }).selectOption({ label: 'Térreo' });
  await phone.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await phone.getByRole('menuitem', { name: 'Enviar para Térreo' }).click({ trial: true });
  assert.ok(await fitsWidth(), 'the filtered list');
  await phone.getByRole('menuitem', { name: 'Grupos' }).click();
  await phone.getByRole('button', { name: 'Novo grupo' }).click({ trial: true });
  assert.ok(await fitsWidth(), 'the groups');
  await phone.getByRole('button', { name: 'Editar Térreo' }).click();
  await phone.getByRole('button', { name: 'Salvar' }).click({ trial: true });
  assert.ok(await fitsWidth(), 'the form');
  await phone.goto('/chamada');
  await phone.getByRole('button', { name: 'Aviso urgente', exact: true }).waitFor();
  assert.ok(await fitsWidth(), 'the page of calls');

  // The confirmation names the call rooms that lose the group.
  const [group] = await clinic.call('GET /api/screen-groups');
  const groupIds = [group?.id ?? 0];
  await clinic.call('POST /api/call-rooms', { body: { name: 'Triagem', groupIds } });
  await page.bringToFront();
  await page.reload();
  await page.getByRole('button', { name: 'Mais ações', exact: true }).focus();
  await press(page, 'Enter', 'g', 'Enter');
  await dialog.getByText('2 telas · 1 local de chamada').waitFor();
  await tabTo(page, 'Excluir Térreo');
  await press(page, 'Enter');
  await page.getByRole('alertdialog').getByText('1 local de chamada deixa de chamar nas telas dele.').waitFor();
  await tabTo(page, 'Excluir');
  await press(page, 'Enter');
  await dialog.getByText('Nenhum grupo ainda.').waitFor();
  assert.equal((await clinic.call('GET /api/my-players')).length, 3);
});
