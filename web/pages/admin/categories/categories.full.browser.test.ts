import { until } from '../../../../src/testing/until.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStudio, skip } from '../../../testing/browser.ts';
import { picture, toastOf } from '../../../testing/studio-test.ts';

test('a category is created, changed, granted to a user, revoked and deleted', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const customer = await app.customer({ username: 'Clinica Sol' });
  const page = await enter(app.admin, { path: 'about:blank' });
  // While the server does not respond, the retry button keeps the focus.
  await page.route('**/api/admin/categories', (route) => route.abort());
  await page.goto('/admin/categories');
  const retry = page.getByRole('button', { name: 'Tentar novamente' });
  await retry.press('Enter');
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  assert.equal(await retry.evaluate((button) => button === document.activeElement), true);
  await page.unroute('**/api/admin/categories');
  await retry.press('Enter');
  await page.getByText('Nenhuma categoria criada ainda').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');

  await page.getByRole('button', { name: 'Nova categoria' }).first().click();
  // The limit counts graphemes: in UTF-16 units only 50 of these emoji would fit.
  await page.getByLabel('Nome').fill('🩺'.repeat(101));
  assert.equal(await page.getByLabel('Nome').inputValue(), '🩺'.repeat(100));
  await page.getByLabel('Nome').fill('');
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await page.getByText('Nome da categoria é obrigatório').waitFor();
  await page.getByLabel('Nome').fill('Saúde');
  // A dialog stays open until its response arrives. Otherwise the response could close the next dialog.
  let release = (): void => undefined;
  const responseGate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/admin/categories', (route) => responseGate.then(() => route.continue()));
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancelar' }).click({ force: true });
  assert.equal(await page.getByRole('dialog', { name: 'Nova categoria' }).count(), 1);
  release();
  await toastOf(page).getByText('Categoria criada').waitFor();
  await page.unroute('**/api/admin/categories');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Saúde' }).waitFor();

  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await page.getByLabel('Nome').fill('Vacinação');
  await page.getByLabel('Descrição').fill('Campanhas do ano');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Categoria atualizada').waitFor();
  await page.getByText('Campanhas do ano').waitFor();

  await page.getByRole('button', { name: 'Nova categoria' }).first().click();
  await page.getByLabel('Nome').fill('vacinação');
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await page.getByRole('dialog').getByText('Já existe uma categoria com este nome.').waitFor();
  await toastOf(page).getByText('Erro ao criar categoria').waitFor();
  // The error toast disappears with the dialog.
  await page.keyboard.press('Escape');
  await toastOf(page).getByText('Erro ao criar categoria').waitFor({ state: 'detached', timeout: 30_000 });

  await page.getByRole('button', { name: 'Conceder acesso' }).click();
  await page.getByRole('combobox', { name: 'Usuário' }).fill('clínica sol');
  await page.getByRole('option', { name: customer.user.email }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Conceder acesso' }).click();
  await toastOf(page).getByText('Acesso concedido').waitFor();
  await page.getByRole('list', { name: 'Usuários com acesso' }).getByText(customer.user.email).waitFor();
  assert.equal((await customer.call('GET /api/user/category-access')).length, 1);

  await page.getByRole('button', { name: 'Revogar acesso de Clinica Sol' }).click();
  await toastOf(page).getByText('Acesso revogado').waitFor();
  await page.getByText('Nenhum usuário com acesso').waitFor();
  assert.equal((await customer.call('GET /api/user/category-access')).length, 0);

  await page.getByRole('button', { name: 'Deletar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' }).click();
  await toastOf(page).getByText('Categoria deletada').waitFor();
  await page.getByText('Nenhuma categoria criada ainda').waitFor();
});

test('platform contents are uploaded (by administrators only), searched, deleted and restored', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  const teal = await picture('teal', 64, 36);
  for (const name of ['Outubro rosa', 'Gripe'])
    await app.admin.upload(teal, { name, fileName: 'a.png', isPlatformVideo: true, categoryId: category.id });

  const page = await enter(app.admin, { path: '/admin/categories' });
  await page.getByRole('tab', { name: 'Vídeos' }).click();
  await page.getByRole('rowheader', { name: 'Outubro rosa' }).waitFor();
  await page.getByRole('button', { name: 'Enviar conteúdo' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar conteúdo da plataforma' });
  await upload.locator('input[type=file]').setInputFiles({
    name: 'dengue.png',
    mimeType: 'image/png',
    buffer: await picture('red', 64, 36),
  });
  await upload.getByLabel('Nome de dengue.png').fill(' ');
  await upload.getByRole('button', { name: 'Enviar', exact: true }).click();
  await upload.getByText('Por favor, selecione um arquivo e insira um nome.').waitFor();
  await upload.getByLabel('Nome de dengue.png').fill('Dengue');
  await upload.getByRole('button', { name: 'Enviar', exact: true }).click();
  await upload.getByRole('list', { name: 'Envios' }).getByText('Dengue').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader', { name: 'Dengue' }).waitFor();
  await page.getByRole('button', { name: 'Atualizar lista' }).click();
  await toastOf(page).getByText('Lista atualizada').waitFor();
  await page.getByRole('searchbox').fill('gripe');
  await page.getByRole('rowheader', { name: 'Outubro rosa' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Excluir Gripe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await toastOf(page).getByText('Vídeo excluído').waitFor();
  await page.getByText('Nenhum vídeo encontrado').waitFor();
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await toastOf(page).getByText('Exclusão desfeita').waitFor();
  await page.getByRole('button', { name: 'Excluir Gripe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Nenhum vídeo encontrado').waitFor();
  // The page shows the deletion before the server has responded.
  await until('Gripe is deleted', async () => {
    const videos = await app.admin.call('GET /api/admin/categories/:id/videos', { params: { id: category.id } });
    return (
      videos
        .map(({ name }) => name)
        .sort()
        .join() === 'Dengue,Outubro rosa'
    );
  });

  const gestor = await enter(await app.gestor(), { path: '/gestor/categories' });
  await gestor.getByRole('tab', { name: 'Vídeos' }).click();
  await gestor.getByRole('rowheader', { name: 'Outubro rosa' }).waitFor();
  assert.equal(await gestor.getByRole('button', { name: 'Enviar conteúdo' }).count(), 0);
});
