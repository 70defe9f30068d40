import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { addScreens, internalError, openAccount, test, toastOf } from '../../testing/studio-test.ts';

const card = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Mensagens' }).getByRole('listitem').filter({ hasText: text });

test('a message is written with emoji, shown in playlists, switched off, changed and deleted', async (t) => {
  const { enter, customer } = await openAccount(t);
  const [reception] = [
    await customer.call('POST /api/playlists', { body: { name: 'Recepção' } }),
    await customer.call('POST /api/playlists', { body: { name: 'Corredor' } }),
  ];
  const page = await enter(customer);
  await page.getByRole('link', { name: 'Mensagens aparecem na parte de baixo da tela' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mensagens' }).waitFor();
  await page.getByText('Nenhuma mensagem ainda').waitFor();

  await page.getByRole('button', { name: 'Nova mensagem' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova mensagem' });
  await dialog.getByRole('button', { name: 'Criar mensagem' }).click();
  await dialog.getByText('Mensagem é obrigatória').waitFor();
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Aviso');
  const text = dialog.getByRole('textbox', { name: 'Mensagem' });
  await text.fill('Bom dia!');
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Emojis para a mensagem' }).press('Enter');
  await dialog.getByRole('tab', { name: 'Pessoas' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => (document.querySelector('[role=dialog] textarea') as HTMLTextAreaElement).value === 'Bom dia💛!',
  );
  await page.keyboard.press('Enter');
  assert.equal(await text.inputValue(), 'Bom dia💛💛!');
  await dialog.getByText('Recepção').focus();
  await page.keyboard.press('Escape');
  assert.equal(await dialog.getByRole('group', { name: 'Emojis' }).count(), 0);
  await dialog.getByText('10/220').waitFor();
  assert.equal(await page.getByTestId('ticker-preview').textContent(), 'AvisoBom dia💛💛!');
  await dialog.getByText('Recepção').click();
  await dialog.getByRole('button', { name: 'Criar mensagem' }).click();
  await toastOf(page).getByText('Sucesso', { exact: true }).waitFor();
  await toastOf(page).getByText('Mensagem criada com sucesso!').waitFor();
  assert.deepEqual(
    (await customer.call('GET /api/playlists/:id/breaking-news', { params: { id: reception.id } })).map(
      ({ title, message }) => [title, message],
    ),
    [['Aviso', 'Bom dia💛💛!']],
  );
  await card(page, 'Aviso').getByText('Recepção').waitFor();

  await card(page, 'Aviso').getByRole('switch', { name: 'Ativa' }).click();
  await toastOf(page).getByText('Mensagem atualizada com sucesso!').waitFor();
  await card(page, 'Aviso').getByRole('switch', { name: 'Inativa' }).waitFor();
  assert.deepEqual(await customer.call('GET /api/playlists/:id/breaking-news', { params: { id: reception.id } }), []);

  await page.getByRole('button', { name: 'Editar: Aviso' }).click();
  const editor = page.getByRole('dialog', { name: 'Editar mensagem' });
  await editor.getByRole('textbox', { name: 'Título' }).fill('');
  await editor.getByText('Corredor').click();
  await editor.getByRole('switch').click();
  await editor.getByRole('button', { name: 'Salvar mensagem' }).click();
  await editor.waitFor({ state: 'detached' });
  const [stored] = await customer.call('GET /api/breaking-news');
  assert.deepEqual(
    [stored?.title, stored?.isActive, stored?.playlists.map(({ name }) => name)],
    [null, true, ['Corredor', 'Recepção']],
  );

  await page.getByRole('button', { name: 'Excluir: Bom dia' }).click();
  await page.getByRole('alertdialog', { name: 'Excluir mensagem?' }).getByRole('button', { name: 'Excluir' }).click();
  await toastOf(page).getByText('Mensagem excluída com sucesso!').waitFor();
  await page.getByText('Nenhuma mensagem ainda').waitFor();
});

test('title and text accept at most 32 and 220 characters; with twelve messages no more can be created', async (t) => {
  const { enter, customer } = await openAccount(t);
  for (let each = 1; each < 12; each += 1)
    await customer.call('POST /api/breaking-news', { body: { message: `Mensagem ${each}` } });
  const page = await enter(customer, { path: '/breaking-news' });
  await page.getByText('11/12').waitFor();
  await page.getByRole('button', { name: 'Nova mensagem' }).click();
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('👩🏽‍⚕️'.repeat(31));
  await title.press('End');
  await page.keyboard.type('ab');
  assert.equal(await title.inputValue(), `${'👩🏽‍⚕️'.repeat(31)}a`);
  await page.getByText('32/32').waitFor();
  await title.press('Home');
  await page.keyboard.type('x');
  assert.equal(await title.evaluate((box: HTMLInputElement) => box.selectionStart), 0);
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('b'.repeat(300));
  await page.getByText('220/220').waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Descartar o que você escreveu?' })
    .getByRole('button', { name: 'Cancelar' })
    .click();
  await page.getByRole('button', { name: 'Criar mensagem' }).click();
  await page.getByText('12/12').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Nova mensagem' }).isDisabled(), true);

  const [first] = await customer.call('GET /api/breaking-news');
  await customer.call('DELETE /api/breaking-news/:id', { params: { id: first?.id ?? 0 } });
  await page.getByText('11/12').waitFor();
});

test('a typed message survives a lost session, and pages show an error if messages or playlists cannot be loaded', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await addScreens(app, customer, 1);
  const page = await enter(customer);
  const link = page.getByRole('link', { name: 'Mensagens aparecem na parte de baixo da tela' });
  await link.click();
  await page.getByRole('button', { name: 'Nova mensagem' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova mensagem' });
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Traga seus exames');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Criar mensagem' }).click();
  await page.getByLabel('Email').fill(customer.user.email);
  await page.getByLabel('Senha', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await link.click();
  assert.equal(await dialog.getByRole('textbox', { name: 'Mensagem' }).inputValue(), 'Traga seus exames');
  await dialog.getByRole('button', { name: 'Criar mensagem' }).click();
  await toastOf(page).getByText('Mensagem criada com sucesso!').waitFor();

  const respondWithError = (route: Route) => route.fulfill(internalError);
  await page.route('**/api/breaking-news', respondWithError);
  await page.goto('/breaking-news');
  await page.getByText('Não foi possível carregar').waitFor();
  assert.equal(await page.getByText('–', { exact: true }).count(), 2);
  await page.unroute('**/api/breaking-news');
  // While the retry waits for its response, the page keeps its placeholders.
  const retried = page.waitForRequest('**/api/breaking-news');
  await page.route('**/api/breaking-news', () => {});
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await retried;
  await page.locator('button[aria-busy="true"]').waitFor();
  assert.equal(await page.getByText('–', { exact: true }).count(), 2);
  await page.unroute('**/api/breaking-news');
  await page.route('**/api/playlists', respondWithError);
  for (const path of ['/breaking-news', '/players', '/test-new-system']) {
    await page.goto(path);
    await page.getByText('Não foi possível carregar').waitFor();
  }
  await page.unroute('**/api/playlists');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('combobox', { name: 'Playlist' }).waitFor();

  // After Back the page loads again, and does not show the earlier failure.
  await page.route('**/api/breaking-news', respondWithError);
  await page.goto('/breaking-news');
  await page.getByText('Não foi possível carregar').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Início' }).click();
  await page.waitForURL('**/');
  await page.unroute('**/api/breaking-news');
  await page.route('**/api/breaking-news', () => {});
  const loadedAgain = page.waitForRequest('**/api/breaking-news');
  await page.goBack();
  await loadedAgain;
  await page.getByRole('main').getByRole('link', { name: 'Início' }).waitFor();
  assert.equal(await page.getByText('Não foi possível carregar').count(), 0);
});
