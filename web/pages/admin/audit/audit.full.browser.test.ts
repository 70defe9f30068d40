import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStudio, skip } from '../../../testing/browser.ts';

test("a screen's menu opens the screen's audit entries, which say who blocked the screen", { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const screen = await app.screen(clinic);
  const params = { id: screen.playerId };
  await app.admin.call('PATCH /api/admin/players/:id', { params, body: { name: 'Recepção' } });
  const gestor = await app.gestor();
  await gestor.call('PATCH /api/admin/players/:id', { params, body: { status: 'blocked' } });

  const page = await enter(app.admin, { path: '/admin/screens' });
  await page.getByRole('button', { name: 'Mais ações: Recepção' }).click();
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
  await page.getByRole('heading', { level: 1, name: 'Registro de atividades' }).waitFor();
  const rows = page.getByRole('list', { name: 'Atividades', exact: true }).locator(':scope > li');
  await rows.nth(3).waitFor();
  assert.equal(await rows.count(), 4);
  assert.match(
    await rows.first().innerText(),
    new RegExp(`^${gestor.user.username} bloqueou a tela Recepção\\s+Gestor`),
  );
  await page.getByRole('button', { name: 'Mostrar todas as telas' }).click();
  await rows.nth(6).waitFor();

  await page.getByRole('searchbox').fill('RECEPÇÃO');
  await page.getByText('mudou o nome da tela').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Atividades"] > li').length === 2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar CSV' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^registro-.*\.csv$/);
  await page.getByRole('searchbox').fill('ninguém com este nome');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await rows.nth(6).waitFor();
});

test('an owner reads the audit log of the account, and loads older entries with a button', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  const actor = { userId: clinic.user.id, memberId: null, tokenId: null, name: 'Ana', address: '10.0.0.9' };
  for (let index = 0; index < 60; index += 1)
    app.parts.audit.record(actor, 'content.deleted', {
      kind: 'content',
      id: index + 1,
      name: `Foto ${index}`,
      accountId: clinic.user.id,
    });
  const page = await enter(clinic);
  await page.getByRole('link', { name: /minha conta/ }).click();
  await page.getByRole('link', { name: 'Ver atividades' }).click();
  await page.getByText('Ana excluiu o conteúdo Foto 59').waitFor();
  assert.equal(await page.getByText('Foto 0', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Mostrar mais antigos' }).click();
  await page.getByText('Ana excluiu o conteúdo Foto 1', { exact: true }).waitFor();
});
