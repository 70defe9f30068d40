import { until } from '../../../../src/testing/until.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { addContent } from '../../../../src/testing/contents.ts';
import { internalError, openAccount, test, toastOf } from '../../../testing/studio-test.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Conteúdos' });
const names = (page: Page) => list(page).getByRole('heading').allInnerTexts();
/** Waits until the list shows these names. */
const untilShown = (page: Page, ...wanted: string[]) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('ul[aria-label="Conteúdos"] h3')].map((heading) => heading.textContent).join() ===
      text,
    wanted.join(),
  );

async function openContents(t: TestContext) {
  const studio = await openAccount(t);
  const add = (
    name: string,
    options: { mediaType?: 'image' | 'video'; status?: 'completed' | 'failed' | 'processing' } = {},
  ) =>
    addContent(studio.app, {
      userId: studio.customer.user.id,
      name,
      durationMs: 30_000,
      ...(options.mediaType === 'image' && { displayDuration: 20, durationMs: null }),
      ...options,
    });
  return { ...studio, add };
}

test('contents are searched, sorted, previewed, renamed and deleted, and another window shows the changes', async (t) => {
  const { enter, customer, add } = await openContents(t);
  add('Água');
  add('Vacinação', { mediaType: 'image' });
  add('Bem-vindo');
  const page = await enter(customer, { path: '/manage?aba=conteudos', reducedMotion: 'no-preference' });
  const otherWindow = await enter(customer, { path: '/manage?aba=conteudos' });
  await untilShown(page, 'Bem-vindo', 'Vacinação', 'Água');

  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('name-asc');
  await untilShown(page, 'Água', 'Bem-vindo', 'Vacinação');
  await page.waitForURL('**/manage?aba=conteudos&ordem=name-asc');
  await page.reload();
  await untilShown(page, 'Água', 'Bem-vindo', 'Vacinação');
  await page.getByRole('searchbox', { name: 'Buscar por nome' }).fill('vacinacao');
  await untilShown(page, 'Vacinação');
  await page.getByRole('radio', { name: 'Vídeos' }).click();
  await page.getByText('Nada encontrado').waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await untilShown(page, 'Água', 'Bem-vindo', 'Vacinação');
  await page.getByRole('radio', { name: 'Imagens' }).click();
  await untilShown(page, 'Vacinação');
  await page.getByRole('radio', { name: 'Todos' }).click();
  await page.getByRole('button', { name: 'Atualizar lista' }).click();
  await toastOf(page).getByText('Lista atualizada').waitFor();

  // These items have no files. Leave requests for files unanswered, so that the preview shows no error yet.
  await page.route('**/media/**', () => {});
  await page.getByRole('button', { name: 'Ver Água' }).hover();
  await list(page).locator('video').waitFor();
  assert.equal(
    await list(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.muted),
    true,
  );
  await page.getByRole('button', { name: 'Ver Água' }).click();
  const large = page.getByRole('dialog', { name: 'Água' });
  await large.getByText('Vídeo · 0:30').waitFor();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  await list(page).locator('video').waitFor({ state: 'detached' });
  await page.unroute('**/media/**');
  // The file now fails to load, like a file with an expired signed URL.
  const listRequest = page.waitForRequest('**/api/videos?*');
  await page.getByRole('button', { name: 'Ver Água' }).click();
  await large.getByText('O arquivo não pôde ser aberto.').waitFor();
  await listRequest;
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  await list(page).locator('video').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Ver em lista' }).click();
  const order = page.getByRole('combobox', { name: 'Ordenar' });
  const width = async () => (await order.boundingBox())?.width ?? 0;
  const desktopWidth = await width();
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await width()) >= desktopWidth, 'the chosen order is not cut on a phone');
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Ações de Vacinação' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const editor = page.getByRole('dialog', { name: 'Editar conteúdo' });
  await editor.getByLabel('Nome').fill('Gripe');
  await editor.getByRole('radio', { name: '40s' }).click();
  await editor.getByRole('radio', { name: 'Preencher a tela' }).click();
  await editor.getByText('é cortado').waitFor();
  await page.route('**/api/videos/*', (route) => route.fulfill(internalError));
  await editor.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Erro ao renomear').waitFor();
  assert.equal(await editor.getByLabel('Nome').inputValue(), 'Gripe', 'the typed name remains');
  await page.unroute('**/api/videos/*');
  await editor.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Nome atualizado').waitFor();
  await list(otherWindow).getByText('Gripe').waitFor();
  await list(page).getByText('40s', { exact: true }).waitFor();
  const changed = (await customer.call('GET /api/videos')).find(({ name }) => name === 'Gripe');
  assert.equal(changed?.fit, 'cover');

  const remove = async () => {
    await page.getByRole('button', { name: 'Ações de Gripe' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('alertdialog', { name: 'Excluir “Gripe”?' }).getByRole('button', { name: 'Excluir' }).click();
  };
  await page.route('**/api/videos/*', (route) => route.fulfill(internalError));
  await remove();
  await toastOf(page).getByText('Erro ao excluir').waitFor();
  await toastOf(page).getByText('Erro interno do servidor').waitFor();
  await untilShown(page, 'Água', 'Bem-vindo', 'Gripe');
  await page.unroute('**/api/videos/*');
  await remove();
  await toastOf(page).getByText('Vídeo excluído').waitFor();
  await untilShown(page, 'Água', 'Bem-vindo');
  await untilShown(otherWindow, 'Bem-vindo', 'Água');
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await toastOf(page).getByText('Exclusão desfeita').waitFor();
  await untilShown(page, 'Água', 'Bem-vindo', 'Gripe');
});

test('several contents are added to playlists, removed from them and deleted together', async (t) => {
  const { enter, customer, add } = await openContents(t);
  for (const name of ['Um', 'Dois', 'Três', 'Quatro']) add(name);
  add('Quebrado', { status: 'failed' });
  const extra = await customer.call('POST /api/playlists', { body: { name: 'Antiga' } });
  await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const page = await enter(customer, { path: '/manage?aba=conteudos' });
  await list(page).getByText('O processamento falhou.').waitFor();
  await list(page).getByRole('button', { name: 'Excluir', exact: true }).waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Tentar de novo' }).count(),
    0,
    'an item without an original cannot be processed again',
  );

  await page.getByLabel('Selecionar Um').click();
  await page.getByLabel('Selecionar Três').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' });
  await bar.getByText('3 selecionados').waitFor();
  const search = page.getByRole('searchbox', { name: 'Buscar por nome' });
  await search.fill('dois');
  await bar.getByText('1 selecionado · 2 fora da busca').waitFor();
  await bar.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog', { name: 'Excluir “Dois”?' }).getByRole('button', { name: 'Cancelar' }).click();
  await search.fill('nada');
  await bar.getByText('0 selecionados · 3 fora da busca').waitFor();
  assert.equal(await bar.getByRole('button', { name: 'Excluir' }).isDisabled(), true);
  await search.fill('');
  await bar.getByText('3 selecionados', { exact: true }).waitFor();

  await bar.getByRole('button', { name: 'Adicionar' }).click();
  const adding = page.getByRole('dialog', { name: 'Adicionar à Playlist' });
  assert.equal(await adding.getByRole('button', { name: 'Adicionar (0)' }).isDisabled(), true);
  await adding.getByRole('checkbox', { name: /Antiga/ }).check({ force: true });
  await customer.call('DELETE /api/playlists/:id', { params: { id: extra.id } });
  await adding.getByRole('checkbox', { name: /Antiga/ }).waitFor({ state: 'detached' });
  assert.equal(
    await adding.getByRole('button', { name: 'Adicionar (0)' }).isDisabled(),
    true,
    'nothing is added to a deleted playlist',
  );
  await customer.call('POST /api/playlists', { body: { name: 'Corredor' } });
  await adding.getByRole('checkbox', { name: /Recepção/ }).check({ force: true });
  await adding.getByRole('checkbox', { name: /Corredor/ }).check({ force: true });
  await adding.getByRole('button', { name: 'Adicionar (2)' }).click();
  await toastOf(page).getByText('Vídeo adicionado').waitFor();
  await toastOf(page).getByText('3 conteúdos em 2 playlists').waitFor();
  const counts = async () =>
    (await customer.call('GET /api/playlists'))
      .map(({ name, itemCount }) => `${name} ${itemCount}`)
      .sort()
      .join();
  assert.equal(await counts(), 'Corredor 3,Recepção 3');

  await bar.getByRole('button', { name: 'Remover' }).click();
  const removing = page.getByRole('dialog', { name: 'Remover da Playlist' });
  assert.equal(await removing.getByRole('button', { name: 'Remover (0)' }).isDisabled(), true);
  await removing.getByRole('checkbox', { name: /Corredor/ }).check({ force: true });
  await removing.getByRole('button', { name: 'Remover (1)' }).click();
  await toastOf(page).getByText('Vídeo removido').waitFor();
  assert.equal(await counts(), 'Corredor 0,Recepção 3');

  await bar.getByRole('button', { name: 'Excluir' }).click();
  const question = page.getByRole('alertdialog', { name: 'Excluir 3 conteúdos?' });
  await question.getByText('Sai também da playlist Recepção.').waitFor();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  assert.equal((await names(page)).length, 5);
  await bar.getByRole('button', { name: 'Excluir' }).click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await toastOf(page).getByText('3 conteúdos excluídos.').waitFor();
  await bar.waitFor({ state: 'detached' });
  assert.deepEqual((await names(page)).sort(), ['Quatro', 'Quebrado']);
});

test('a list of 600 contents is read in pages; search, selection, deletion and updates also reach contents that were not read yet', async (t) => {
  const { enter, customer, add } = await openContents(t);
  const nameOf = (number: number) => `${number % 2 === 1 ? 'Cartaz' : 'Aviso'} ${String(number).padStart(3, '0')}`;
  for (let number = 1; number <= 600; number += 1) add(nameOf(number));
  const page = await enter(customer, { path: '/manage?aba=conteudos' });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/videos?')) requests.push(request.url());
  });
  const status = page.getByRole('status').getByText('600 conteúdos', { exact: true });
  await status.waitFor({ state: 'attached' });
  await list(page).getByRole('heading', { name: 'Aviso 600' }).waitFor();
  assert.ok(!requests.some((url) => url.includes('after=')), 'the first page is enough');

  // The search finds an item of the last page, without accents and case. A failed search does not say that nothing matches.
  const search = page.getByRole('searchbox', { name: 'Buscar por nome' });
  await page.route(/videos\?.*search/, (route) => route.fulfill(internalError));
  const counts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/count?')) counts.push(request.url());
  });
  // Type all letters within the search's delay, even on a busy machine.
  await search.evaluate((input: HTMLInputElement) => {
    for (const key of 'AVÍSO 008') {
      input.value += key;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
  await page.getByText('Não foi possível carregar o resultado da busca').waitFor();
  assert.equal(await page.getByText('Nada encontrado').count(), 0);
  await page.unroute(/videos\?.*search/);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await untilShown(page, 'Aviso 008');
  assert.equal(counts.length, 1, 'one request, not one for each letter');
  await search.fill('');
  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('name-asc');
  await list(page).getByRole('heading', { name: 'Aviso 002' }).waitFor();

  // When another person renames a content, it moves to its new place in the order.
  const [first] = await customer.call('GET /api/videos', { query: { limit: 1, sort: 'name-asc' } });
  await customer.call('PATCH /api/videos/:id', { params: { id: first?.id ?? 0 }, body: { name: 'Zelo' } });
  await list(page).getByRole('heading', { name: 'Aviso 002' }).waitFor({ state: 'detached' });
  const last = (await customer.call('GET /api/videos', { query: { search: 'aviso 600' } }))[0];
  await customer.call('PATCH /api/videos/:id', { params: { id: last?.id ?? 0 }, body: { name: 'Abertura' } });
  await list(page).getByRole('heading', { name: 'Abertura' }).waitFor();

  // The end of the list is reached by scrolling, also after an error.
  await page.getByRole('button', { name: 'Ver em lista' }).click();
  await page.route(/videos\?.*after/, (route) => route.fulfill(internalError));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText('Não foi possível carregar o resto da lista').waitFor();
  await page.unroute(/videos\?.*after/);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.waitForFunction(() => {
    window.scrollTo(0, document.body.scrollHeight);
    return [...document.querySelectorAll('h3')].some((heading) => heading.textContent === 'Zelo');
  });

  await search.fill('cartaz');
  await page.getByRole('status').getByText('300 conteúdos', { exact: true }).waitFor({ state: 'attached' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Selecionar todos (300)' }).click();
  await page.getByRole('toolbar').getByText('300 selecionados', { exact: true }).waitFor();
  // Without the search the items are still selected, although most of them are not in the loaded part of the list.
  await search.fill('');
  await page.getByRole('button', { name: 'Selecionar todos (600)' }).waitFor();
  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('date-desc');
  await page.getByRole('toolbar').getByText('300 selecionados', { exact: true }).waitFor();
  await page.getByRole('toolbar').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  const undo = toastOf(page).getByRole('button', { name: 'Desfazer' });
  await undo.waitFor();
  assert.equal((await customer.call('GET /api/videos/count')).count, 300);
  await undo.click();
  await status.waitFor({ state: 'attached' });
  // The page shows the undone deletion before the server has responded.
  await until('600 contents', async () => (await customer.call('GET /api/videos/count')).count === 600);

  // The search dialog opens the page with the same search. Each change then causes at most two requests.
  await page.getByRole('link', { name: 'Programação' }).first().click();
  await page.getByRole('heading', { name: 'Programação', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Buscar' });
  await dialog.getByRole('combobox').fill('Aviso 008');
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await untilShown(page, 'Aviso 008');
  const [found] = await customer.call('GET /api/videos', { query: { search: 'Aviso 008' } });
  requests.length = 0;
  for (const name of ['Aviso 008 novo', 'Aviso 008 velho']) {
    await customer.call('PATCH /api/videos/:id', { params: { id: found?.id ?? 0 }, body: { name } });
    await untilShown(page, name);
  }
  assert.ok(requests.length <= 4, `${requests.length}`);
});
