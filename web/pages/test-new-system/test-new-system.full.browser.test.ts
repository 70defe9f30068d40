import assert from 'node:assert/strict';
import { internalError, openAccount, picture, test, toastOf } from '../../testing/studio-test.ts';

test('a video is assigned with a frequency, appears in the generated sequence, and is removed', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const video = await customer.upload(await picture('#0b6b6b', 64, 36), { name: 'Vacinação' });
  await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  await app.parts.processing.whenIdle();

  const page = await enter(customer, { path: '/test-new-system' });
  await page.getByRole('combobox', { name: 'Vídeo' }).selectOption({ label: 'Vacinação' });
  await page.getByText('Este vídeo não está em nenhuma playlist.').waitFor();
  await page.getByRole('combobox', { name: 'Playlist' }).selectOption({ label: 'Recepção' });
  await page.getByRole('radio', { name: '3x Triplo' }).click();
  await page.getByRole('button', { name: 'Atribuir Vídeo à Playlist' }).click();
  await toastOf(page).getByText('Vídeo atribuído à playlist com sucesso!').waitFor();
  const row = page.getByRole('list', { name: 'Atribuições do vídeo' }).getByRole('listitem');
  await row.getByText('3x').waitFor();

  await page.getByRole('button', { name: 'Gerar Sequência Aleatória' }).click();
  const sequence = page.getByRole('list', { name: 'Sequência aleatória' });
  await sequence.waitFor();
  assert.equal(await sequence.getByText('Vacinação').count(), 3);

  await row.getByRole('button', { name: 'Remover' }).click();
  await toastOf(page).getByText('Atribuição removida com sucesso!').waitFor();
  await page.getByText('Este vídeo não está em nenhuma playlist.').waitFor();
  await page.getByText('Selecione uma playlist e gere a sequência.').waitFor();

  await customer.call('POST /api/playlists', { body: { name: 'Corredor' } });
  await page.getByRole('button', { name: 'Atualizar Dados' }).click();
  await page.getByRole('combobox', { name: 'Playlist' }).selectOption({ label: 'Corredor' });

  await customer.call('DELETE /api/videos/:id', { params: { id: video.id } });
  await page.getByText('Selecione um vídeo.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Atribuir Vídeo à Playlist' }).isDisabled(), true);
});

test('the chosen playlist and frequency remain when the list of videos does not load', async (t) => {
  const { enter, customer } = await openAccount(t);
  await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const page = await enter(customer, { path: 'about:blank' });
  let fail = (): void => undefined;
  const failureGate = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/videos?*', async (route) => {
    await failureGate;
    await route.fulfill(internalError);
  });
  await page.goto('/test-new-system');
  const playlist = page.getByRole('combobox', { name: 'Playlist' });
  await playlist.selectOption({ label: 'Recepção' });
  await page.getByRole('radio', { name: '2x Dobro' }).click();
  fail();
  await page.getByText('Não foi possível carregar').waitFor();
  await page.unroute('**/api/videos?*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('combobox', { name: 'Vídeo' }).waitFor();
  assert.equal(await playlist.locator('option:checked').textContent(), 'Recepção');
  assert.equal(await page.getByRole('radio', { name: '2x Dobro' }).isChecked(), true);
});
