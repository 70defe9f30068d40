import { until } from '../../../../src/testing/until.ts';
import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import { addContent } from '../../../../src/testing/contents.ts';
import { addToPlaylist, openAccount, picture, test, toastOf } from '../../../testing/studio-test.ts';

test('the preview shows a playlist muted and as on the TV, and stores nothing in the browser', async (t) => {
  const { app, enter, visit, customer } = await openAccount(t);
  const { id } = await customer.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  for (const [name, colour] of [
    ['Azul', '#1040c0'],
    ['Verde', '#10a040'],
  ] as const) {
    const item = await customer.upload(await picture(colour, 360, 640), { name, useAmbientBackground: true });
    await addToPlaylist(customer, id, item.id);
  }
  const message = await customer.call('POST /api/breaking-news', {
    body: { title: 'Aviso', message: 'Traga seus exames' },
  });
  await customer.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [id] },
  });
  await app.parts.processing.whenIdle();

  const page = await enter(customer, { path: '/manage?aba=playlists' });
  await page.getByRole('button', { name: 'Prévia de Recepção' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prévia: Recepção' });
  await dialog.getByRole('status').getByText('Azul').waitFor();
  const tv = page.frameLocator('iframe[title="Prévia de Recepção"]');
  await tv.locator('.layer.is-visible img.picture').waitFor();
  await tv.locator('.layer.is-visible img.ambient').waitFor();
  await tv.getByTestId('ticker').getByText('Traga seus exames').waitFor();
  assert.match((await tv.getByTestId('clock').textContent()) ?? '', /^\d\d:\d\d$/);
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByRole('status').getByText('Verde').waitFor();
  await dialog.getByRole('button', { name: 'Anterior' }).click();
  await dialog.getByRole('status').getByText('Azul').waitFor();
  assert.deepEqual(
    await page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      // Ignore the database with the files that the user chose in the studio.
      (await indexedDB.databases()).filter(({ name }) => name !== 'antessala-uploads').length,
    ]),
    [0, 0, 0],
  );

  const opening = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Abrir no navegador' }).click();
  const popup = await opening;
  await popup.locator('.layer.is-visible img.picture').waitFor();
  await popup.getByTestId('ticker').getByText('Traga seus exames').waitFor();
  const first = await popup.evaluate(() => document.body.dataset.itemId);
  await popup.keyboard.press('ArrowLeft');
  await popup.waitForFunction((id) => document.body.dataset.itemId !== id, first);
  await popup.goto(new URL('/play', page.url()).href);
  await popup.locator('.layer.is-visible img.picture').waitFor();
  await popup.close();

  await tv.locator('body').click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await customer.call('GET /api/my-players'), []);

  await page.goto('/preview?playlist=999');
  await page.getByText('Playlist não encontrada').waitFor();
  await (await visit(`/preview?playlist=${id}`)).getByText('Entre no estúdio para ver a prévia').waitFor();
  // Without a session `/play` shows the page of an unpaired player.
  for (const path of ['/play', `/play?playlist=${id}`])
    await (await visit(path)).getByLabel('Código de Ativação').waitFor();
});

test('a double click acts once, a finger moves an item, Esc saves the name, and a deletion in another window closes the editor', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  for (const name of ['Um', 'Dois', 'Três'])
    addContent(app, { userId: customer.user.id, name, mediaType: 'image', displayDuration: 20 });
  const page = await enter(customer, { path: '/manage?aba=playlists', hasTouch: true });
  await page.getByRole('button', { name: 'Nova playlist' }).first().click();
  const creating = page.getByRole('dialog', { name: 'Nova playlist' });
  await creating.getByRole('button', { name: 'Criar playlist' }).click();
  await creating.getByText('Dê um nome à playlist.').waitFor();
  await creating.getByLabel('Nome').fill('Espera');
  await creating.getByRole('button', { name: 'Criar playlist' }).dblclick();
  await toastOf(page).getByText('Playlist criada').waitFor();
  const [playlist, ...more] = await customer.call('GET /api/playlists');
  assert.ok(playlist && more.length === 0, 'one playlist');

  const editor = page.getByRole('dialog', { name: 'Espera' });
  await editor.getByRole('button', { name: 'Adicionar Três' }).dblclick();
  await editor.getByRole('heading', { name: 'Na playlist (1)' }).waitFor();
  await editor.getByRole('button', { name: 'Adicionar Dois' }).click();
  await editor.getByRole('heading', { name: 'Na playlist (2)' }).waitFor();
  const order = async () =>
    (await customer.call('GET /api/playlists/:id/assignments', { params: { id: playlist.id } }))
      .map(({ video }) => video.name)
      .join();
  await page.waitForFunction(() => document.querySelectorAll('[data-handle]').length === 2);

  const [from, to] = await Promise.all(
    ['Mover Dois, ', 'Mover Três, '].map((name) => editor.getByRole('button', { name }).boundingBox()),
  );
  assert.ok(from && to, 'two drag handles');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x + from.width / 2, y }],
    });
  const saved = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok());
  await touch('touchStart', from.y + from.height / 2);
  for (let step = 1; step <= 6; step += 1)
    await touch('touchMove', from.y + from.height / 2 + ((to.y - from.y - 10) * step) / 6);
  await touch('touchEnd');
  await saved;
  assert.equal(await order(), 'Dois,Três');

  const name = editor.getByLabel('Nome da playlist');
  await customer.call('PATCH /api/playlists/:id', { params: { id: playlist.id }, body: { name: 'Triagem' } });
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Triagem'));
  await page.getByRole('dialog', { name: 'Triagem' }).getByLabel('Nome da playlist').fill('Corredor');
  await page.keyboard.press('Enter');
  await toastOf(page).getByText('Nome atualizado').waitFor();
  await page.getByRole('dialog', { name: 'Corredor' }).getByLabel('Nome da playlist').fill('Corredor 2');
  await page.keyboard.press('Escape');
  await name.waitFor({ state: 'detached' });
  await toastOf(page).getByText('Corredor 2').waitFor();
  assert.equal(
    (await customer.call('GET /api/playlists'))[0]?.name,
    'Corredor 2',
    'Esc saves the name before it closes the editor',
  );

  await page.getByRole('button', { name: 'Excluir Corredor 2' }).click();
  await page
    .getByRole('alertdialog', { name: 'Excluir a playlist “Corredor 2”?' })
    .getByRole('button', { name: 'Excluir' })
    .dblclick();
  await toastOf(page).getByText('Playlist excluída').waitFor();
  await page.getByText('Nenhuma playlist ainda').waitFor();

  let respond = () => {};
  const released = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/api/playlists', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Nova playlist' }).first().click();
  await creating.getByLabel('Nome').fill('Lenta');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await creating.count(), 1, 'the dialog stays open until the response');
  respond();
  await toastOf(page).getByText('Playlist criada').waitFor();
  await page.unroute('**/api/playlists');

  const [created] = await customer.call('GET /api/playlists');
  assert.ok(created, 'the playlist was created');
  const openEditor = page.getByRole('dialog', { name: 'Lenta' });
  await openEditor.getByRole('heading', { name: 'Disponíveis (3)' }).waitFor();
  await customer.call('DELETE /api/playlists/:id', { params: { id: created.id } });
  await openEditor.waitFor({ state: 'detached' });
  await toastOf(page).getByText('“Lenta” foi excluída em outra janela.').waitFor();
  assert.deepEqual(await customer.call('GET /api/playlists'), []);
});

test('the End key moves an item to the end of a playlist, even if only the first items are shown', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const { id } = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  for (let number = 1; number <= 90; number += 1)
    await addToPlaylist(customer, id, addContent(app, { userId: customer.user.id, name: `Item ${number}` }));
  const page = await enter(customer, { path: `/manage?aba=playlists&playlist=${id}` });
  await page.getByRole('button', { name: 'Mover Item 1, posição 1 de 90' }).focus();
  assert.ok((await page.locator('[data-handle]').count()) < 90, 'only the first items are shown');
  for (const key of ['Space', 'End']) await page.keyboard.press(key);
  await page.getByText('Posição 90 de 90.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.locator('[aria-label="Mover Item 2, posição 1 de 90"]:focus').waitFor();
  await until('the new order on the server', async () => {
    const order = await customer.call('GET /api/playlists/:id/assignments', { params: { id } });
    return order[0]?.video.name === 'Item 2' && order.at(-1)?.video.name === 'Item 1';
  });
});

test('a link and a reload open the playlist editor, Back closes it, and an unsaved name remains in its field', async (t) => {
  const { enter, customer } = await openAccount(t);
  const { id } = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const page = await enter(customer, { path: '/manage?aba=playlists' });
  const editor = page.getByRole('dialog', { name: 'Recepção' });
  const card = page.getByRole('button', { name: 'Editar Recepção' }).first();
  const search = () => new URL(page.url()).search;
  const editorAddress = `?aba=playlists&playlist=${id}`;
  const untilAddress = (wanted: string) => page.waitForURL((url) => url.search === wanted);

  await card.click();
  await untilAddress(editorAddress);
  await page.goBack();
  await editor.waitFor({ state: 'detached' });
  assert.equal(search(), '?aba=playlists');
  await card.click();
  await untilAddress(editorAddress);
  await editor.getByRole('button', { name: 'Fechar' }).last().click();
  await untilAddress('?aba=playlists');
  await page.goForward();
  // Forward does not open the closed editor again: the studio leaves the editor's history entry at once.
  await untilAddress('?aba=playlists');
  await page.goto(`/manage${editorAddress}`);
  await editor.waitFor();
  await editor.getByRole('button', { name: 'Fechar' }).last().click();
  await editor.waitFor({ state: 'detached' });
  await untilAddress('?aba=playlists');
  await card.click();
  await untilAddress(editorAddress);
  await page.reload();
  await editor.waitFor();

  const field = editor.getByLabel('Nome da playlist');
  const refuse = (route: Route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 507, json: { message: 'Disco cheio', code: 'disk_full' } })
      : route.continue();
  await page.route('**/api/playlists/*', refuse);
  await field.fill('Sala de espera');
  await page.keyboard.press('Enter');
  await toastOf(page).getByText('Erro ao renomear').waitFor();
  await editor.getByText('Disco cheio').waitFor();
  assert.equal(await field.inputValue(), 'Sala de espera');
  await toastOf(page).getByRole('button', { name: 'Fechar aviso' }).click();
  await field.fill('Sala de espera 2');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await toastOf(page).getByText('Disco cheio').waitFor();
  await page.unroute('**/api/playlists/*', refuse);
  await card.click();
  assert.equal(
    await field.inputValue(),
    'Sala de espera 2',
    'the typed name remains even if the editor was closed before the response',
  );
  await field.press('Enter');
  await toastOf(page).getByText('Nome atualizado').waitFor();
  assert.equal((await customer.call('GET /api/playlists'))[0]?.name, 'Sala de espera 2');

  await page.goto('/manage?aba=playlists&playlist=999999');
  await toastOf(page).getByText('Playlist não encontrada').waitFor();
  await untilAddress('?aba=playlists');
});

test('with 600 contents the editor reads them in pages: it finds, adds and removes an item of the last page, and shows changes by other people', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  for (let number = 1; number <= 600; number += 1)
    addContent(app, { userId: customer.user.id, name: `Aviso ${String(number).padStart(3, '0')}` });
  for (let number = 1; number <= 300; number += 1) addContent(app, { userId: null, name: `Campanha ${number}` });
  const { id } = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const [newest] = await customer.call('GET /api/videos', { query: { limit: 1 } });
  await addToPlaylist(customer, id, newest?.id ?? 0);
  const requests: string[] = [];
  const page = await enter(customer, { path: '/dashboard' });
  page.on('request', (request) => {
    if (request.url().includes('/api/videos')) requests.push(request.url());
  });
  await page.goto('/manage?aba=playlists');
  await page.getByRole('list', { name: 'Playlists' }).getByText('1 conteúdo').waitFor();
  assert.equal(requests.length, 0, 'the tab needs no contents');

  await page.getByRole('button', { name: 'Editar Recepção' }).first().click();
  const editor = page.getByRole('dialog', { name: 'Recepção' });
  const available = editor.getByRole('list', { name: 'Conteúdos disponíveis' });
  await available.getByText('Aviso 599', { exact: true }).waitFor();
  await editor.getByRole('heading', { name: 'Disponíveis (899)' }).waitFor();
  assert.ok(!requests.some((url) => url.includes('after=')), 'the first page is enough');
  assert.equal(await available.getByText('Aviso 600').count(), 0);

  const search = editor.getByRole('searchbox', { name: 'Buscar conteúdos' });
  await search.fill('AVÍSO 003');
  await editor.getByRole('button', { name: 'Adicionar Aviso 003' }).click();
  await editor.getByRole('heading', { name: 'Na playlist (2)' }).waitFor();
  await editor.getByText('Nada encontrado').waitFor();
  await editor.getByRole('heading', { name: 'Disponíveis (898)' }).waitFor();
  await editor.getByRole('button', { name: 'Remover Aviso 003 da playlist' }).click();
  await editor.getByRole('button', { name: 'Adicionar Aviso 003' }).waitFor();
  await editor.getByRole('heading', { name: 'Disponíveis (899)' }).waitFor();

  // Another person adds, renames and deletes.
  const [found] = await customer.call('GET /api/videos', { query: { search: 'aviso 003' } });
  const params = { id: found?.id ?? 0 };
  await customer.call('PATCH /api/videos/:id', { params, body: { name: 'Aviso 003 novo' } });
  await editor.getByRole('button', { name: 'Adicionar Aviso 003 novo' }).waitFor();
  await addToPlaylist(customer, id, params.id);
  await editor.getByText('Nada encontrado').waitFor();
  await editor.getByRole('button', { name: 'Remover Aviso 003 novo da playlist' }).waitFor();
  await customer.call('DELETE /api/videos/:id', { params });
  await editor.getByRole('heading', { name: 'Na playlist (1)' }).waitFor();
  await search.fill('');
  await editor.getByRole('heading', { name: 'Disponíveis (898)' }).waitFor();

  // A search finds the platform's contents at once. Without a search, platform contents follow after the account's own.
  await search.fill('campanha 17');
  await editor.getByRole('button', { name: 'Adicionar Campanha 17', exact: true }).waitFor();
  await search.fill('');
  await page.waitForFunction(() => {
    const last = document.querySelector('ul[aria-label="Conteúdos disponíveis"] > :last-child');
    last?.scrollIntoView();
    return /Campanha 1(?!\d)/.test(last?.textContent ?? '');
  });
});
