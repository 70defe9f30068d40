import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { addContent } from '../../../../src/testing/contents.ts';
import sharp from 'sharp';
import { assertAccessible } from '../../../testing/axe.ts';
import { openStudio } from '../../../testing/browser.ts';
import {
  addScreens,
  heartbeat,
  internalError,
  openAccount,
  pressOn,
  renameScreen,
  sendPlaylist,
  test,
  toastOf,
} from '../../../testing/studio-test.ts';

const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Minhas telas' })
    .locator(':scope > li')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

const chooseInMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('each screen card shows live what plays and any problem, and the card of an offline screen says what to do', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  await addScreens(app, customer, 1);
  const [pairedScreen, unpairedScreen] = [await customer.call('GET /api/my-players')].flatMap((all) => [
    all.find(({ isPaired }) => isPaired),
    all.find(({ isPaired }) => !isPaired),
  ]);
  assert.ok(pairedScreen && unpairedScreen, 'a paired and an unpaired screen');
  const videoId = addContent(app, {
    userId: customer.user.id,
    name: 'Vacinação',
    durationMs: 30_000,
    withThumbnail: true,
  });
  const page = await enter(customer, { path: '/manage?aba=telas' });

  const unpairedCard = card(page, unpairedScreen.name);
  await unpairedCard.getByText('Nunca foi conectada').waitFor();
  await unpairedCard.getByText('O que fazer').waitFor();
  await unpairedCard.getByText(`Abra ${new URL(app.url).host}/player no navegador da TV.`).waitFor();
  await unpairedCard.getByText(unpairedScreen.activationCode).waitFor();

  const pairedCard = card(page, pairedScreen.name);
  await heartbeat(screen);
  await pairedCard.getByText('Online', { exact: true }).waitFor();
  await pairedCard.getByText('Aguardando uma playlist').waitFor();
  // The page polls only every 10 s: the following changes arrive over the socket.
  await page.clock.install();
  await heartbeat(screen, {
    videoId,
    playingSince: new Date().toISOString(),
    cachedItems: 1,
    totalItems: 4,
    soundBlocked: false,
  });
  await pairedCard.getByText('Vacinação').waitFor();
  await pairedCard.getByText(/^Exibindo agora, desde \d\d:\d\d$/).waitFor();
  await pairedCard.getByText('Salvo na TV: 1 de 4').waitFor();
  assert.match((await pairedCard.locator('img').getAttribute('src')) ?? '', /^\/media\//);
  await heartbeat(screen, { videoId, cachedItems: 4, totalItems: 4, soundBlocked: true, clockUnknown: true });
  await pairedCard.getByText('Salvo na TV: 4 de 4').waitFor();
  await pairedCard.getByText('Som bloqueado pelo navegador da TV', { exact: false }).waitFor();
  await pairedCard.getByText('Relógio da TV errado', { exact: false }).waitFor();
});

test('screens get a playlist, are renamed and stopped, and a lost connection is shown until it is restored', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await addScreens(app, customer, 3);
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const screens = await customer.call('GET /api/my-players');
  const [first, second] = screens;
  assert.ok(first && second, 'two screens');
  const page = await enter(customer, { path: '/manage?aba=telas' });
  const otherWindow = await enter(customer, { path: '/manage?aba=telas' });

  await chooseInMenu(page, 'Enviar para várias telas');
  const sending = page.getByRole('dialog', { name: 'Enviar para várias telas' });
  assert.equal(await sending.getByRole('button', { name: 'Enviar (3)' }).isDisabled(), true);
  await sending.getByRole('radio', { name: /Recepção/ }).check({ force: true });
  await sending.getByRole('checkbox', { name: first.name, exact: false }).uncheck({ force: true });
  await sending.getByRole('button', { name: 'Enviar (2)' }).click();
  await toastOf(page).getByText('✓ Playlist enviada').waitFor();
  await toastOf(page).getByText('Recepção em 2 telas').waitFor();
  assert.equal(
    (await customer.call('GET /api/my-players')).filter(({ assignedPlaylist }) => assignedPlaylist?.id === playlist.id)
      .length,
    2,
  );
  await card(otherWindow, second.name).getByText('Recepção').waitFor();
  await card(otherWindow, first.name).getByText('Nenhuma playlist').waitFor();

  await page.getByRole('button', { name: `Renomear ${second.name}` }).click();
  const renaming = page.getByRole('dialog', { name: 'Renomear Tela' });
  await renaming.getByLabel('Nome da tela').fill(' ');
  await renaming.getByRole('button', { name: 'Salvar' }).click();
  await renaming.getByText('Dê um nome à tela.').waitFor();
  await renaming.getByLabel('Nome da tela').fill('Corredor');
  await page.keyboard.press('Enter');
  await toastOf(page).getByText('✓ Tela renomeada').waitFor();
  await card(otherWindow, 'Corredor').waitFor();

  await card(page, 'Corredor').getByRole('button', { name: 'Parar reprodução' }).click();
  await toastOf(page).getByText('Reprodução parada').waitFor();
  await card(otherWindow, 'Corredor').getByText('Nenhuma playlist').waitFor();
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await toastOf(page).getByText('Playlist de volta').waitFor();
  await card(otherWindow, 'Corredor').getByText('Recepção', { exact: true }).waitFor();

  await card(page, 'Corredor').getByRole('button', { name: 'Parar reprodução' }).click();
  await card(otherWindow, 'Corredor').getByText('Nenhuma playlist').waitFor();
  const afternoonPlaylist = await customer.call('POST /api/playlists', { body: { name: 'Tarde' } });
  await sendPlaylist(customer, second.id, afternoonPlaylist.id);
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await toastOf(page).getByText('Outra playlist já foi enviada para esta tela.').waitFor();
  await card(page, 'Corredor').getByText('Tarde', { exact: true }).waitFor();

  await chooseInMenu(page, 'Dashboard de TV Box');
  await page.getByRole('heading', { level: 1, name: 'Dashboard de TV Box' }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Minhas Telas', selected: true }).waitFor();

  let isDown = true;
  await page.routeWebSocket('**/ws', (socket) => (isDown ? socket.close() : void socket.connectToServer()));
  await page.reload();
  await page.getByText('Sem conexão com o servidor. Reconectando…').waitFor();
  await renameScreen(customer, first.id, 'Triagem');
  isDown = false;
  await card(page, 'Triagem').waitFor();
  await page.getByText('Sem conexão com o servidor. Reconectando…').waitFor({ state: 'detached' });
});

test('display settings are chosen with a preview, and a logo is uploaded, rejected if invalid, and removed', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  const page = await enter(customer, { path: '/manage?aba=telas' });
  await chooseInMenu(page, 'Aparência na TV');
  const choice = page.getByRole('checkbox', { name: 'Encolher a imagem acima das mensagens e dos avisos' });
  const stageHeight = () =>
    page
      .getByRole('figure', { name: 'Prévia da TV' })
      .evaluate((node) => node.querySelector('div > div')?.getBoundingClientRect().height ?? 0);
  assert.equal(await choice.isChecked(), true);
  const shrunk = await stageHeight();
  await choice.uncheck();
  assert.ok((await stageHeight()) > shrunk);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Aparência salva').waitFor();
  assert.equal((await screen.call('GET /api/player/info')).display.shrinksPicture, false);

  // When the dialog is opened again, it shows the change of another window.
  await customer.call('PUT /api/display-settings', { body: { shrinksPicture: true } });
  await chooseInMenu(page, 'Aparência na TV');
  await page.getByRole('checkbox', { checked: true }).waitFor();

  // A chosen logo is saved immediately.
  const field = page.getByRole('group', { name: 'Logo da clínica' });
  const file = field.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await field.getByText('Formato não suportado. Envie o logo em PNG, JPEG ou WebP.').waitFor();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 ** 2) });
  await field.getByText('O logo pode ter no máximo 5 MB.').waitFor();

  const bytes = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#0b3d5c' } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: bytes });
  await toastOf(page).getByText('Logo salvo').waitFor();
  await field.getByRole('img', { name: 'Logo sobre uma imagem clara' }).waitFor();
  await field.getByRole('img', { name: 'Logo sobre uma imagem escura' }).waitFor();
  assert.equal(await field.getByRole('alert').count(), 0);
  const logoOnScreen = async () => (await screen.call('GET /api/player/info')).display.logo;
  assert.equal((await logoOnScreen())?.width, 640);

  await field.getByRole('button', { name: 'Remover logo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await toastOf(page).getByText('Logo removido').waitFor();
  await field.getByRole('button', { name: 'Enviar logo' }).waitFor();
  assert.equal(await logoOnScreen(), null);
});

test('the layout of calls on one screen is chosen by keyboard, from layouts with pictures', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  await addScreens(app, customer, 1);
  const page = await enter(customer, { path: '/manage?aba=telas' });
  const open = async () => {
    await page.getByRole('button', { name: 'Mais ações: Tela 1' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Chamadas na tela' }).press('Enter');
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Chamadas na tela' });
  await dialog.getByText('Tela 1').waitFor();
  const choices = dialog.getByRole('group', { name: 'Como esta tela mostra as chamadas' });
  assert.equal(await choices.locator('svg').count(), 3);
  const shared = choices.getByRole('radio', { name: 'Como as outras telas' });
  assert.equal(await shared.isChecked(), true);
  await shared.press('ArrowUp');
  assert.equal(await choices.getByRole('radio', { name: 'Painel' }).isChecked(), true);
  await page.keyboard.press('Enter');
  await toastOf(page).getByText('Chamadas da tela salvas').waitFor();
  assert.equal((await screen.call('GET /api/player/info')).display.callLayout, 'panel');
  await open();
  assert.equal(await choices.getByRole('radio', { name: 'Painel' }).isChecked(), true);
});

test('a long list shows the first screens, and adds more on scrolling', async (t) => {
  const { app, enter } = await openStudio(t);
  // Customers have at most ten screens; administrators have no limit.
  const params = { userId: app.admin.user.id };
  for (let count = 0; count < 60; count += 5)
    await app.admin.call('POST /api/admin/users/:userId/players/batch', { params, body: { quantity: 5 } });
  const page = await enter(app.admin, { path: '/manage?aba=telas', viewport: { width: 1366, height: 768 } });
  const cards = page.getByRole('list', { name: 'Minhas telas' }).getByRole('heading');
  await cards.first().waitFor();
  assert.equal(await cards.count(), 48);
  await cards.last().scrollIntoViewIfNeeded();
  await cards.nth(59).waitFor();
  await page.getByText('0 de 60 telas online').waitFor();
});

test('of 230 screens only the first page is read: a search finds other screens, changes by other people appear, and scrolling reads more', async (t) => {
  const { app, enter } = await openStudio(t);
  const params = { userId: app.admin.user.id };
  for (let count = 0; count < 230; count += 5)
    await app.admin.call('POST /api/admin/users/:userId/players/batch', { params, body: { quantity: 5 } });
  const page = await enter(app.admin, { path: '/manage?aba=telas', viewport: { width: 1366, height: 768 } });
  const names = page.getByRole('list', { name: 'Minhas telas' }).getByRole('heading');
  await page.getByText('0 de 230 telas online').waitFor();
  const search = page.getByRole('searchbox', { name: 'Buscar por tela, playlist ou código' });
  await search.fill('tela 229');
  await page.getByText('1 de 230 telas', { exact: true }).waitFor();
  await names.getByText('Tela 229', { exact: true }).waitFor();
  await page.route(/my-players\?.*after/, (route) => route.fulfill(internalError));
  await chooseInMenu(page, 'Enviar para várias telas');
  const dialog = page.getByRole('dialog', { name: 'Enviar para várias telas' });
  await dialog.getByText('Não foi possível carregar').waitFor();
  await page.unroute(/my-players\?.*after/);
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  await dialog.getByText('Todas as telas').waitFor();
  assert.equal(await dialog.getByRole('checkbox').count(), 31, '30 screens, and "Todas as telas"');
  await dialog.getByText('Mais 200: continue digitando para encontrar.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Todas as telas' }).uncheck();
  await dialog.getByRole('searchbox', { name: 'Buscar telas' }).fill('tela 229');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Tela 229' }).check();
  await dialog.getByRole('searchbox', { name: 'Buscar telas' }).fill('xyz');
  await dialog.getByText('Nada encontrado.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Tela 229', checked: true }).waitFor();
  await dialog.getByRole('button', { name: 'Enviar (1)' }).waitFor();
  await page.keyboard.press('Escape');
  await search.fill('');
  await names.getByText('Tela 1', { exact: true }).waitFor();
  const [first] = await app.admin.call('GET /api/my-players', { query: { limit: 1 } });
  await app.admin.call('PATCH /api/my-players/:id/rename', { params: { id: first?.id ?? 0 }, body: { name: 'Átrio' } });
  await names.getByText('Átrio').waitFor();
  await page.waitForFunction(() => {
    window.scrollTo(0, document.body.scrollHeight);
    return [...document.querySelectorAll('h3')].some((heading) => heading.textContent === 'Tela 230');
  });
});

test('many screens are searched and filtered; the browser remembers that they are listed in compact rows', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  await addScreens(app, customer, 5);
  await addScreens(app, customer, 2);
  const [first, second, third] = await customer.call('GET /api/my-players');
  assert.ok(first && second && third, 'three screens');
  for (const [{ id }, name] of [
    [first, 'Recepção'],
    [second, 'Térreo, corredor'],
    [third, 'Triagem'],
  ] as const)
    await renameScreen(customer, id, name);
  await heartbeat(screen);
  await customer.call('POST /api/screen-groups', { body: { name: 'Entrada', playerIds: [second.id, third.id] } });
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Geral' } });
  const page = await enter(customer, {
    path: '/manage?aba=telas',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const list = page.getByRole('list', { name: 'Minhas telas' });
  const names = async () => (await list.getByRole('heading').allTextContents()).sort();
  await list.getByRole('heading').nth(7).waitFor();
  const top = (await list.boundingBox())?.y ?? 999;
  assert.ok(top <= 320, `the first screen is at ${top} px`);

  await pressOn(page, page.getByRole('button', { name: 'Filtrar telas' }), 'Enter');
  await pressOn(page, page.getByRole('searchbox', { name: 'Buscar por tela, playlist ou código' }), 'Home');
  await page.keyboard.type('TERREO');
  await page.getByText('1 de 8 telas', { exact: true }).waitFor();
  assert.deepEqual(await names(), ['Térreo, corredor']);
  await page.keyboard.type(' x');
  await page.getByText('Nenhuma tela encontrada').waitFor();
  await assertAccessible(page, 'no screen found', 'all');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await page.getByLabel('Estado').selectOption({ label: 'Online' });
  await page.getByText('1 de 8 telas', { exact: true }).waitFor();
  await page.getByLabel('Estado').selectOption({ label: 'Todas' });
  await page.getByLabel('Grupo').selectOption({ label: 'Entrada' });
  assert.deepEqual(await names(), ['Triagem', 'Térreo, corredor']);

  await pressOn(page, page.getByRole('button', { name: 'Lista compacta' }), 'Enter');
  await list.getByText('Nenhuma playlist · Nunca foi conectada').first().waitFor();
  await assertAccessible(page, 'compact rows', 'all');
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the window',
  );
  await page.reload();
  const row = card(page, 'Triagem');
  await row.getByRole('button', { name: 'Enviar playlist: Triagem' }).click();
  const sending = page.getByRole('dialog', { name: 'Enviar playlist' });
  await sending.getByRole('radio', { name: /Geral/ }).check({ force: true });
  await sending.getByRole('button', { name: 'Enviar', exact: true }).click();
  await row.getByText(/^Geral · /).waitFor();
  await row.getByRole('button', { name: 'Mais ações: Triagem' }).click();
  await page.getByRole('menuitem', { name: 'Parar reprodução' }).click();
  await row.getByText(/^Nenhuma playlist · /).waitFor();
  await row.getByRole('button', { name: 'Mais ações: Triagem' }).click();
  await page.getByRole('menuitem', { name: 'Renomear' }).click();
  await page.getByRole('dialog', { name: 'Renomear Tela' }).waitFor();
  assert.equal(
    (await customer.call('GET /api/my-players')).some(({ assignedPlaylist }) => assignedPlaylist?.id === playlist.id),
    false,
  );
});
