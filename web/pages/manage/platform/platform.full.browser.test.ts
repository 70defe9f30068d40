import assert from 'node:assert/strict';
import { addContent } from '../../../../src/testing/contents.ts';
import { internalError, openAccount, test } from '../../../testing/studio-test.ts';

test('platform contents are listed by category, previewed by a tap, and disappear when access to the category is revoked', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  const access = { params: { userId: customer.user.id, categoryId: category.id } };
  await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', access);
  addContent(app, { userId: null, name: 'Lave as mãos', categoryId: category.id, durationMs: 30_000 });
  addContent(app, { userId: null, name: 'Boas-vindas', mediaType: 'image', displayDuration: 20 });
  addContent(app, { userId: null, name: 'Dengue', categoryId: category.id, status: 'failed' });

  const page = await enter(customer, { path: '/manage?aba=plataforma', hasTouch: true });
  await page.getByRole('region', { name: 'Sem categoria' }).getByText('Boas-vindas').waitFor();
  const health = page.getByRole('region', { name: 'Saúde' });
  // A failed platform content has neither actions nor a preview for customers.
  const failed = health.getByRole('article').filter({ hasText: 'Dengue' });
  await failed.getByText('Indisponível no momento.').waitFor();
  assert.equal(await failed.getByRole('button').count(), 0);
  // The item has no file. Leave requests for it unanswered, so that the preview shows no error.
  await page.route('**/media/**', () => {});
  await health.getByRole('button', { name: 'Ver Lave as mãos' }).tap();
  assert.equal(await health.locator('video').evaluate((video: HTMLVideoElement) => video.muted), true);
  await health.getByRole('button', { name: 'Ver Lave as mãos' }).tap();
  await page.getByRole('dialog', { name: 'Lave as mãos' }).waitFor();
  await page.keyboard.press('Escape');

  await health.getByRole('button', { name: 'Adicionar Lave as mãos à playlist' }).click();
  const adding = page.getByRole('dialog', { name: 'Adicionar à Playlist' });
  await adding.getByRole('checkbox', { name: /Recepção/ }).check({ force: true });
  await adding.getByRole('button', { name: 'Adicionar (1)' }).click();
  await health.getByText('Recepção').waitFor();
  await health.getByRole('button', { name: 'Ações de Lave as mãos' }).click();
  assert.equal(await page.getByRole('menuitem', { name: 'Excluir' }).count(), 0);
  await page.keyboard.press('Escape');

  await app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', access);
  await health.waitFor({ state: 'detached' });
  await page.getByText('Boas-vindas').waitFor();

  // A list of more than 200 contents is read in pages.
  for (let number = 1; number <= 250; number += 1) addContent(app, { userId: null, name: `Novo ${number}` });
  await page.reload();
  await page.getByText('200+').waitFor();
  await page.getByRole('searchbox').fill('boas');
  await page.getByText('Boas-vindas').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('200+').waitFor();
  await page.waitForFunction(() => {
    window.scrollTo(0, document.body.scrollHeight);
    return document.querySelector('main')?.textContent?.includes('Boas-vindas');
  });
  await page.getByText('251', { exact: true }).waitFor();

  const adminPage = await enter(app.admin, { path: 'about:blank' });
  await adminPage.route('**/api/admin/categories', (route) => route.fulfill(internalError));
  await adminPage.goto('/manage');
  await adminPage
    .locator('input[type=file]')
    .setInputFiles({ name: 'cartaz.png', mimeType: 'image/png', buffer: Buffer.from('png') });
  await adminPage.getByRole('switch', { name: /Vídeo da plataforma/ }).click();
  await adminPage.getByText('Não foi possível carregar as categorias').waitFor();
  await adminPage.unroute('**/api/admin/categories');
  await adminPage.getByRole('button', { name: 'Tentar novamente' }).click();
  await adminPage.getByRole('combobox', { name: 'Categoria' }).selectOption({ label: 'Saúde' });
});
