import assert from 'node:assert/strict';
import { addContent } from '../../../src/testing/contents.ts';
import { heartbeat, openAccount, test, toastOf } from '../../testing/studio-test.ts';

test('a playlist is sent to a TV box and removed, and the box is disconnected', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const screen = await app.screen(customer);
  const box = async () =>
    (await customer.call('GET /api/my-players')).find(({ id }) => id === screen.playerId) ?? assert.fail();
  const { name, screenId, activationCode } = await box();

  const page = await enter(customer);
  // The box counts as online for 45 s from here.
  await heartbeat(screen);
  await page.getByRole('link', { name: 'Dashboard de TV Box' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard de TV Box' }).waitFor();
  const card = page.getByRole('list', { name: 'TV Boxes' }).getByRole('listitem').filter({ hasText: name });
  for (const text of [
    'Online',
    'Nenhuma playlist',
    screenId,
    activationCode,
    'agora',
    'Aguardando uma playlist',
    'em uso',
  ])
    await card.getByText(text, { exact: true }).waitFor();
  const state = {
    videoId: addContent(app, { userId: customer.user.id, name: 'Vacinação', durationMs: 30_000, withThumbnail: true }),
    playingSince: new Date().toISOString(),
    cachedItems: 1,
    totalItems: 4,
    soundBlocked: true,
  };
  await heartbeat(screen, state);
  await card.getByText('Vacinação').waitFor();
  await card.getByText(/^Exibindo agora, desde \d\d:\d\d$/).waitFor();
  await card.getByText('Salvo na TV: 1 de 4').waitFor();
  await card.getByText('Som bloqueado pelo navegador da TV', { exact: false }).waitFor();

  await card.getByRole('button', { name: 'Enviar playlist' }).click();
  await toastOf(page).getByText('Selecione uma playlist').waitFor();
  await toastOf(page).getByText('Escolha uma playlist para enviar ao TV Box').waitFor();
  assert.equal((await box()).assignedPlaylist, null);

  await page.getByRole('combobox', { name: 'Playlist para enviar' }).selectOption({ label: 'Recepção' });
  await card.getByRole('button', { name: 'Enviar playlist' }).click();
  await toastOf(page).getByText('Playlist atribuída', { exact: true }).waitFor();
  assert.equal((await box()).assignedPlaylist?.name, 'Recepção');
  await card.getByText('Recepção').waitFor();

  await card.getByRole('button', { name: 'Remover playlist' }).click();
  await toastOf(page).getByText('Playlist removida', { exact: true }).waitFor();
  await card.getByText('Nenhuma playlist').waitFor();
  assert.equal((await box()).assignedPlaylist, null);

  await card.getByRole('button', { name: 'Desconectar' }).click();
  const question = page.getByRole('alertdialog', { name: 'Desconectar TV Box?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  assert.equal((await box()).isPaired, true);
  await card.getByRole('button', { name: 'Desconectar' }).click();
  await question.getByRole('button', { name: 'Desconectar' }).click();
  await toastOf(page).getByText('TV Box desconectado', { exact: true }).waitFor();
  await card.getByText('Desconectado', { exact: true }).waitFor();
  const after = await box();
  assert.notEqual(after.activationCode, activationCode);
  await card.getByText(after.activationCode).waitFor();
});

test('the dashboard shows at once that an administrator has blocked a box', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  const page = await enter(customer, { path: '/players' });
  await page.getByRole('listitem').first().waitFor();
  await app.admin.call('PATCH /api/admin/players/:id', {
    params: { id: screen.playerId },
    body: { status: 'blocked' },
  });
  await page.getByText('Bloqueado', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Enviar playlist' }).isDisabled(), true);
});
