import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failCalls, openStudio, retryCalls, skip } from '../../../testing/browser.ts';
import { toastOf } from '../../../testing/studio-test.ts';

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

test(
  'the server finds the target of a notice among 205 screens, and a notice whose target cannot be loaded is not saved',
  { skip },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const params = { userId: app.admin.user.id };
    for (let count = 0; count < 205; count += 5)
      await app.admin.call('POST /api/admin/users/:userId/players/batch', { params, body: { quantity: 5 } });
    const customer = await app.customer();
    const device = await app.screen(customer);
    const { id: playlistId } = await customer.call('POST /api/playlists', { body: { name: 'Manhã' } });
    const screenInput = { params: { id: device.playerId } };
    await customer.call('PATCH /api/my-players/:id/rename', { ...screenInput, body: { name: 'Zona' } });
    await customer.call('POST /api/my-players/:id/assign-playlist', { ...screenInput, body: { playlistId } });
    const page = await enter(app.admin, { path: '/admin/notices' });
    await page.getByRole('button', { name: 'Novo aviso' }).first().click();
    await page.getByRole('radio', { name: 'Tela Específica' }).click();
    const picker = page.getByRole('combobox', { name: 'Tela' });
    await page.getByText('Mais de 170: continue digitando para encontrar.').waitFor();
    await picker.fill('xyz');
    await page.getByText('Nada encontrado.').waitFor();
    await picker.fill('manhã');
    await page.getByRole('option', { name: 'Zona' }).waitFor();

    let sendResponse = () => {};
    const responseGate = new Promise<void>((resolve) => (sendResponse = resolve));
    await page.route(/players\?.*search=tela/, (route) => responseGate.then(() => route.continue()));
    await picker.fill('tela 2');
    await page.getByText('Buscando...').waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await picker.inputValue(), 'tela 2', 'Enter chooses nothing before the response');
    sendResponse();
    await page.getByText('Buscando...').waitFor({ state: 'detached' });
    await failCalls(page, /players\?.*search=zona/);
    await picker.fill('zona');
    await page.getByText('Não foi possível carregar o resultado da busca').waitFor();
    await retryCalls(page);
    await page.getByRole('option', { name: 'Zona' }).waitFor();
    await picker.press('Enter');
    await page.getByRole('button', { name: 'Trocar Tela: Zona' }).waitFor();
    await page.getByLabel('Título').fill('Feriado');
    await page.getByLabel('Mensagem').fill('Fechado na segunda.');
    await page.getByRole('button', { name: 'Criar aviso' }).click();
    await page.getByRole('button', { name: 'Editar: Feriado' }).waitFor();

    await failCalls(page, /players\?.*id=/);
    await page.reload();
    await page.getByRole('button', { name: 'Editar: Feriado' }).click();
    await page.getByRole('button', { name: 'Trocar Tela' }).waitFor();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Confira a tela escolhida.').waitFor();
    await retryCalls(page);
    await page.getByRole('button', { name: 'Trocar Tela: Zona' }).waitFor();
    await app.admin.call('DELETE /api/admin/players/:id', screenInput);
    await page.getByText('Tela não encontrada').waitFor();
    await page.getByRole('button', { name: 'Trocar Tela' }).click();
    await page.getByRole('option').nth(29).waitFor();
  },
);
