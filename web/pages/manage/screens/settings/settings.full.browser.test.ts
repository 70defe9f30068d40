/** Tests the dialog with the settings of a screen (contract/README 9.11). */
import assert from 'node:assert/strict';
import { faultsInBothThemes } from '../../../../testing/axe.ts';
import { openAccount, test, toastOf } from '../../../../testing/studio-test.ts';

test('volume, quiet hours and brightness while dark are set by keyboard; quiet hours without days are refused, and changes by other people are kept', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  const { playerId } = await app.screen(owner);
  const page = await enter(owner, { path: '/manage?aba=telas' });
  const open = async () => {
    await page.getByRole('button', { name: 'Mais ações: Tela 1' }).press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Ajustes da tela' }).press('Enter');
    return page.getByRole('dialog', { name: 'Ajustes da tela' });
  };
  const dialog = await open();
  const volume = dialog.getByRole('slider', { name: 'Volume de vídeos e rádio' });
  await volume.press('ArrowLeft');
  await dialog.getByText('95%').waitFor();
  await dialog.getByRole('slider', { name: 'Tela escura' }).press('ArrowRight');
  await dialog.getByText('Relógio com 10% do brilho').waitFor();
  await dialog.getByRole('switch', { name: 'Horário de silêncio' }).press('Space');
  for (const day of ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'])
    await dialog.getByRole('button', { name: day }).press('Space');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await dialog.getByText('Escolha ao menos um dia da semana.').waitFor();
  assert.deepEqual(await faultsInBothThemes(page, 'colours', 'layer'), []);
  await dialog.getByRole('button', { name: 'Fim de semana' }).press('Space');
  await dialog.getByLabel('Às').fill('07:30');
  await dialog.getByLabel('Silenciar também as chamadas').press('Space');
  await dialog.getByText('Só os avisos urgentes tocam.').waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await toastOf(page).getByText('Ajustes da tela salvos').waitFor();
  const [saved] = await owner.call('GET /api/my-players');
  const quietHours = { days: [5, 6], from: 22 * 60, to: 7 * 60 + 30, mutesCalls: true };
  assert.deepEqual([saved?.rotation, saved?.volume, saved?.darkBrightness, saved?.quietHours], [0, 95, 10, quietHours]);

  await open();
  assert.equal(await volume.inputValue(), '95');
  // Settings that another person changes meanwhile are kept.
  const otherChange = { params: { id: playerId }, body: { rotation: 90, volume: 30 } } as const;
  await owner.call('PATCH /api/my-players/:id/settings', otherChange);
  await dialog.getByRole('switch', { name: 'Horário de silêncio' }).press('Space');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const [merged] = await owner.call('GET /api/my-players');
  assert.deepEqual([merged?.rotation, merged?.volume, merged?.darkBrightness, merged?.quietHours], [90, 30, 10, null]);
});
