import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openStudio, skip } from '../../../testing/browser.ts';

const toastOf = (page: Page) => page.locator('[data-always-reachable]');

test('a notice is written, previewed, targeted, deactivated, changed and deleted', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const customer = await app.customer({ username: 'Clinica Sol' });
  const device = await app.screen(customer);
  const shown = () => device.call('GET /api/player/admin-notices');
  const page = await enter(await app.gestor(), { path: '/gestor/notices' });
  await page.getByText('Nenhum aviso administrativo criado ainda.').waitFor();

  await page.getByRole('button', { name: 'Novo aviso' }).first().click();
  const preview = page.getByRole('figure', { name: 'Prévia do aviso na TV' });
  await page.getByText('Todos os avisos usam duração fixa de 1 minuto e intervalo de 1 minuto.').waitFor();
  await page.getByRole('radio', { name: 'Tela Específica' }).click();
  // The next field is visible above the buttons.
  await page.waitForFunction(() => {
    const [field, send] = ['[role=combobox]', '[type=submit]'].map((selector) =>
      document.querySelector(`[role=dialog] ${selector}`)?.getBoundingClientRect(),
    );
    return field && send && field.bottom <= send.top;
  });
  // In a tall window the whole form is visible without scrolling.
  await page.setViewportSize({ width: 1366, height: 1200 });
  await page.waitForFunction(() => {
    const form = document.querySelector('[role=dialog] form')?.firstElementChild;
    return form && form.scrollHeight <= form.clientHeight;
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('button', { name: 'Criar aviso' }).click();
  for (const text of ['Título é obrigatório', 'Mensagem é obrigatória', 'Selecione uma tela.'])
    await page.getByText(text).waitFor();
  await page.getByLabel('Título').fill('Feriado');
  await page.getByLabel('Mensagem').fill('Fechado na segunda.');
  await preview.getByText('Fechado na segunda.').waitFor();

  await page.getByRole('combobox', { name: 'Tela' }).fill('tela 1');
  await page.getByRole('option', { name: customer.user.email }).click();
  await page.getByRole('textbox', { name: 'Cor de fundo', exact: true }).fill('facc15');
  await page.getByText('Pouco contraste (1,5:1).').waitFor();
  await page.getByRole('button', { name: 'Corrigir texto' }).click();
  await page.getByText('Pouco contraste').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Criar aviso' }).click();
  await toastOf(page).getByText('Aviso administrativo criado com sucesso!').waitFor();
  const [created] = await shown();
  assert.deepEqual(
    [created?.title, created?.backgroundColor, created?.textColor, created?.displayDurationSeconds],
    ['Feriado', '#FACC15', '#000000', 60],
  );

  const card = page.getByRole('list', { name: 'Avisos' }).getByRole('listitem');
  for (const text of ['Ativo', 'Tela Específica', `Tela 1 · ${customer.user.username}`])
    await card.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Desativar: Feriado' }).click();
  await toastOf(page).getByText('Status do aviso atualizado!').waitFor();
  await card.getByText('Inativo', { exact: true }).waitFor();
  assert.equal((await shown()).length, 0);
  await page.getByRole('button', { name: 'Ativar: Feriado' }).click();
  await card.getByText('Ativo', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Editar: Feriado' }).click();
  await page.getByLabel('Título').fill('Feriado prolongado');
  await page.getByRole('radio', { name: 'Global' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Aviso administrativo atualizado com sucesso!').waitFor();
  await card.getByText('Todos', { exact: true }).waitFor();
  const stored = await app.admin.call('GET /api/admin/notices');
  assert.deepEqual([stored.length, stored[0]?.noticeType, stored[0]?.targetPlayerId], [1, 'global', null]);

  await page.getByRole('button', { name: 'Excluir: Feriado prolongado' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await toastOf(page).getByText('Aviso administrativo excluído!').waitFor();
  await page.getByText('Nenhum aviso administrativo criado ainda.').waitFor();
});
