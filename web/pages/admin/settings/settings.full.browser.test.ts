import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { releaseText } from '../../../../src/platform/process/assets.ts';
import { startMailServer } from '../../../../src/testing/servers/mail-server.ts';
import { changelog } from '../../../components/changelog/changelog.ts';
import { assertAccessible, faultsInBothThemes } from '../../../testing/axe.ts';
import { openStudio, skip, untilFocused } from '../../../testing/browser.ts';
import { toastOf } from '../../../testing/studio-test.ts';

const openSection = (page: Page, name: string) => page.getByRole('tab', { name }).click();

test('codes, radio stations, mail, backups and tasks are managed on one page', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const mailServer = await startMailServer(t);
  const manager = await app.gestor();
  const page = await enter(app.admin, { path: 'about:blank', viewport: { width: 1366, height: 768 } });
  const dialog = page.getByRole('dialog');

  await t.test('the system section shows health, version, disk, log level and addresses', async () => {
    await page.goto('/admin/settings');
    await page.getByText(/Tudo funcionando|Precisa de atenção/).waitFor();
    await page.getByText(releaseText, { exact: true }).waitFor();
    await page.getByRole('progressbar', { name: 'Disco usado' }).waitFor();
    await page.getByText(app.url, { exact: true }).waitFor();
    const guide = page.getByRole('link', { name: 'Como instalar nos aparelhos' });
    assert.equal(await guide.getAttribute('href'), '/instalar');
    await page.getByLabel('Detalhe do log').selectOption({ label: 'Só erros' });
    await toastOf(page).getByText('Detalhe do log atualizado').waitFor();
    assert.equal(app.parts.log.level, 'error');
  });

  await t.test('a code is hidden at first, revealed, changed and generated', async () => {
    await openSection(page, 'Códigos');
    assert.equal(await page.getByText(app.codes.accessCode).count(), 0);
    await page.getByRole('button', { name: 'Mostrar: Código de acesso' }).click();
    await page.getByText(app.codes.accessCode).waitFor();
    await page.getByRole('button', { name: 'Mudar: Código de acesso' }).click();
    const save = dialog.getByRole('button', { name: 'Salvar' });
    await dialog.getByLabel('Novo código').fill('ab!');
    await save.click();
    await dialog.getByText('Use de 4 a 10 letras e números.').waitFor();
    await dialog.getByLabel('Novo código').fill(app.codes.playerExitCode);
    await save.click();
    await dialog.getByText('Cada código deve ser diferente dos outros.').waitFor();
    await dialog.getByRole('button', { name: 'Sortear' }).click();
    const generated = await dialog.getByLabel('Novo código').inputValue();
    assert.match(generated, /^[A-Z2-9]{8}$/);
    await save.click();
    await toastOf(page).getByText('Código atualizado').waitFor();

    await page.getByRole('button', { name: 'Definir contato' }).click();
    await dialog.getByLabel('Nome').fill('Ana');
    await dialog.getByLabel('WhatsApp, email ou endereço').fill('javascript:alert(1)');
    await save.click();
    await dialog.getByText('Use um número de WhatsApp com DDD, um email ou um endereço https://').waitFor();
    await dialog.getByLabel('WhatsApp, email ou endereço').fill('(11) 99999-8888');
    await save.click();
    await toastOf(page).getByText('Contato atualizado').waitFor();
    await page.getByText('+5511999998888').waitFor();
    assert.deepEqual(await app.guest().call('GET /api/contact'), { name: 'Ana', url: 'https://wa.me/5511999998888' });
    assert.equal((await app.admin.call('GET /api/admin/settings')).codes.accessCode, generated);
  });

  await t.test('a station is added, played, changed and removed', async () => {
    await openSection(page, 'Rádios');
    await page.getByRole('button', { name: 'Adicionar rádio' }).click();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    for (const text of ['Nome é obrigatório', 'Gênero é obrigatório', 'Informe um endereço http ou https.'])
      await dialog.getByText(text).waitFor();
    await dialog.getByLabel('Nome').fill('Rádio da Clínica');
    await dialog.getByLabel('Gênero').fill('Calma');
    await dialog.getByRole('button', { name: 'Testar' }).click();
    assert.equal(await dialog.getByText('Informe um endereço http ou https.').count(), 1);
    await dialog.getByLabel('Endereço do áudio').fill('http://127.0.0.1:1/som');
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await dialog.getByText('A rádio não está respondendo.').waitFor();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Este endereço não responde.').waitFor();
    await dialog.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await toastOf(page).getByText('Rádio adicionada').waitFor();
    await page.getByRole('button', { name: 'Ouvir: Rádio da Clínica' }).click();
    await page.getByText('A rádio não está respondendo.').waitFor();
    await page.getByRole('button', { name: 'Parar: Rádio da Clínica' }).click();
    await page.getByRole('button', { name: 'Editar: Rádio da Clínica' }).click();
    await dialog.getByRole('switch', { name: 'Ativa' }).click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await toastOf(page).getByText('Rádio atualizada').waitFor();
    const station = page.getByRole('listitem').filter({ hasText: 'Rádio da Clínica' });
    await station.getByText('Desativada', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remover: Rádio da Clínica' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await toastOf(page).getByText('Rádio removida').waitFor();
  });

  await t.test('a mail server is set, tested, corrected and removed', async () => {
    await openSection(page, 'Email');
    await page.getByText('Configure um servidor antes.').waitFor();
    await page.getByRole('button', { name: 'Configurar servidor' }).click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe o endereço do servidor.').waitFor();
    // A field with an error from the server gets the focus.
    await dialog.getByLabel('Servidor').fill('a:b');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Use um endereço smtp:// ou smtps://').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await dialog.getByLabel('Servidor').fill('127.0.0.1');
    await dialog.getByLabel('Segurança').selectOption({ label: 'Sem segurança (porta 25)' });
    assert.equal(await dialog.getByLabel('Porta').inputValue(), '25');
    await dialog.getByLabel('Porta').fill('1');
    await dialog.getByLabel('Usuário').fill('tv@clinica.test');
    await dialog.getByLabel('Senha', { exact: true }).fill('segredo');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await toastOf(page).getByText('Servidor de email atualizado').waitFor();
    await page.getByText('127.0.0.1:1', { exact: true }).waitFor();
    await page.getByText('Nesta página').waitFor();

    await page.getByLabel('Enviar para').fill('ana@clinica.test');
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.getByText('Não foi possível conectar ao servidor de email.').waitFor();

    // The stored password is kept only for the same server, port, encryption and user: for a new port the page asks for it.
    await page.getByRole('button', { name: 'Mudar servidor' }).click();
    await dialog.getByText('Em branco, continua a senha atual').waitFor();
    await dialog.getByLabel('Porta').fill(new URL(mailServer.url).port);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe a senha.').waitFor();
    await dialog.getByLabel('Senha', { exact: true }).fill('segredo');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await toastOf(page).getByText('Servidor de email atualizado').waitFor();
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await toastOf(page).getByText('Email de teste enviado para ana@clinica.test').waitFor();
    assert.match(mailServer.emails[0] ?? '', /To: ana@clinica\.test/);
    assert.equal((await page.content()).includes('segredo'), false);

    await page.getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Desligado', { exact: true }).first().waitFor();
  });

  await t.test('a webhook address is set, its failure stays on the page, and the address is removed', async () => {
    await page.getByRole('button', { name: 'Configurar endereço' }).click();
    await dialog.getByLabel('Endereço', { exact: true }).fill('http://127.0.0.1:1/topico-oculto');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('O endereço não é https.').waitFor();
    await dialog.getByLabel('Permitir http e endereços da rede local').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('http://127.0.0.1:1/•••').waitFor();
    assert.equal((await page.content()).includes('topico-oculto'), false);
    await page.getByRole('button', { name: 'Testar', exact: true }).click();
    await page.getByRole('alert').getByText('Não foi possível conectar ao endereço.').first().waitFor();
    await page.getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('button', { name: 'Configurar endereço' }).waitFor();
  });

  await t.test('a backup is made, listed, downloaded and chosen for a restore; a task shows its result', async () => {
    await page.route('**/api/admin/backups', (route) => route.abort());
    await openSection(page, 'Backups');
    const retry = page.getByRole('button', { name: 'Tentar novamente' });
    await retry.waitFor();
    await page.unroute('**/api/admin/backups');
    let sendResponse = () => {};
    const responseGate = new Promise<void>((resolve) => (sendResponse = resolve));
    await page.route('**/api/admin/backups', (route) => responseGate.then(() => route.continue()));
    await retry.press('Enter');
    await page.locator('button[aria-busy="true"]').waitFor();
    const hasFocus = await retry.evaluate((button) => button === document.activeElement);
    assert.equal(hasFocus, true, 'the button keeps the focus until the response');
    sendResponse();
    await page.getByText('Nenhum backup ainda').waitFor();
    await untilFocused(page, page.getByRole('heading', { level: 2, name: 'Backups' }));
    await page.unroute('**/api/admin/backups');
    await page.getByText('Todos os dias às 03:00').waitFor();
    await page.getByRole('button', { name: 'Fazer backup agora' }).click();
    const download = page.getByRole('link', { name: /^Baixar backup de/ });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    assert.match(file.suggestedFilename(), /^antessala-.*\.tar$/);
    assert.equal(await file.failure(), null);
    assert.equal(await page.getByRole('alertdialog').count(), 0, 'no confirmation on the server itself');

    await page.setViewportSize({ width: 320, height: 640 });
    const box = await download.boundingBox();
    assert.equal(
      box !== null && box.x + box.width <= 320,
      true,
      `beyond the edge of a small phone: ${JSON.stringify(box)}`,
    );
    const logo = await page.getByRole('banner').locator('svg').first().boundingBox();
    assert.equal(logo?.width, 32, 'the logo keeps its size');
    await page.setViewportSize({ width: 1366, height: 768 });

    await openSection(page, 'Tarefas');
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const backup = row('Backup').getByText(/^Backup \d{4}/);
    await backup.waitFor();
    await row('Otimização do banco de dados').getByText('Ainda não rodou').waitFor();
    await page.getByRole('button', { name: 'Rodar agora: Otimização do banco de dados' }).click();
    await row('Otimização do banco de dados').getByText('Banco de dados otimizado.').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Tarefas', selected: true }).waitFor();

    app.parts.backups.beforeMigration(app.parts.database, '009-later.sql');
    await openSection(page, 'Backups');
    await page.getByText('Só o banco de dados', { exact: true }).waitFor();
    await page.getByText('Os backups ficam no mesmo disco que os dados').waitFor();

    // src/main.full.test.ts tests the restoring, because the server of this test cannot restart itself.
    await page.getByRole('button', { name: /^Voltar para o backup de hoje/ }).click();
    await dialog.getByText(/O registro tem \d+ aç/).waitFor();
    assert.deepEqual(await faultsInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await dialog.getByText('Informe a sua senha atual.').waitFor();
    await dialog.getByLabel('Senha atual', { exact: true }).fill(app.admin.password);
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await page.getByText('Este servidor não troca os dados sozinho').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  });

  await t.test(
    'a newer version is installed after the password is entered; then the page shows its changes, or why the update failed',
    async () => {
      // scripts/package/update.full.test.ts tests a real update; here the test itself responds to the page.
      let state = await app.admin.call('GET /api/admin/update');
      assert.equal(state.folder, null);
      const candidate = { version: '9.9.9 (2027-01-02)', sha256: 'a'.repeat(64), isSigned: true };
      const last = { from: releaseText, to: candidate.version, at: new Date().toISOString(), reason: 'falta memória' };
      state = { ...state, folder: '/var/lib/antessala/updates', candidate };
      const sent: unknown[] = [];
      await page.route('**/api/admin/update', (route, request) => {
        if (request.method() === 'POST') {
          sent.push(request.postDataJSON());
          state = { ...state, step: 'checking' };
        }
        return route.fulfill({ status: request.method() === 'POST' ? 202 : 200, json: state });
      });
      await openSection(page, 'Sistema');
      await page.getByText('Conferida pela assinatura').waitFor();
      assert.deepEqual(await faultsInBothThemes(page), []);
      await page.getByRole('button', { name: 'Atualizar', exact: true }).click();
      await dialog.getByRole('button', { name: 'Atualizar' }).click();
      await dialog.getByText('Informe a sua senha atual.').waitFor();
      await dialog.getByLabel('Senha atual', { exact: true }).fill('uma-senha');
      await dialog.getByRole('button', { name: 'Atualizar' }).click();
      await page.getByText('Atualização em andamento').waitFor();
      assert.deepEqual(sent, [{ sha256: candidate.sha256, currentPassword: 'uma-senha' }]);
      // After the update the page reloads itself, which deletes this mark.
      await page.evaluate(() => Object.assign(window, { isOldPage: true }));
      state = { ...state, step: 'starting', candidate: null, version: candidate.version };
      await page.waitForFunction(() => !('isOldPage' in window));
      await page.getByText('Atualização em andamento').waitFor();
      state = { ...state, step: 'none', last: { ...last, from: '0.1.0 (2026-11-22)', reason: null } };
      const result = page.getByText(`Atualizado para ${candidate.version}`).locator('..');
      await result.waitFor();
      assert.deepEqual(await result.getByRole('listitem').allInnerTexts(), changelog[0]?.changes);
      assert.deepEqual(await faultsInBothThemes(page), []);
      state = { ...state, last };
      await page.reload();
      await page.getByText('não funcionou e foi desfeita').waitFor();
      await page.getByText('falta memória').waitFor();
      await page.unroute('**/api/admin/update');
    },
  );

  await t.test('a gestor sees none of the settings', async () => {
    const gestor = await enter(manager, { path: '/admin/settings' });
    await gestor.getByRole('heading', { name: 'Acesso Negado' }).waitFor();
    assert.equal((await gestor.content()).includes(app.codes.playerExitCode), false);
    await gestor.goto('/');
    await gestor.getByRole('heading', { name: 'Gestão de usuários' }).waitFor();
    assert.equal(await gestor.getByRole('link', { name: 'Configurações' }).count(), 0);
  });
});

test('over http a backup is downloaded only after a confirmation; the page lists its contents', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const lanAddress = `http://clinica.lan:${new URL(app.url).port}`;
  await app.admin.call('POST /api/admin/tasks/:name/run', { params: { name: 'backup' } });
  const page = await enter(app.admin, {
    path: '/admin/settings?secao=backups',
    baseURL: lanAddress,
    viewport: { width: 1366, height: 768 },
  });
  assert.equal(new URL(page.url()).origin, lanAddress);
  const listItems = page.getByRole('listitem');
  const secrets = [
    'códigos de acesso',
    'servidor de email.*Novo SGA',
    'duas etapas',
    'first-run\\.txt',
    'chave do https',
  ];
  for (const text of secrets) await listItems.filter({ hasText: new RegExp(text) }).waitFor();

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/download')) requests.push(request.url());
  });
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  const download = page.getByRole('button', { name: /^Baixar backup de/ });
  const confirmation = page.getByRole('alertdialog', { name: 'Baixar sem https?' });
  await download.waitFor();
  assert.deepEqual(await faultsInBothThemes(page), []);

  // Enter on the focused button, and Esc, cancel the download.
  for (const cancelKey of ['Enter', 'Escape']) {
    await download.press('Enter');
    await confirmation.getByText('atravessa a rede sem proteção').waitFor();
    await untilFocused(page, confirmation.getByRole('button', { name: 'Cancelar' }));
    if (cancelKey === 'Enter') await assertAccessible(page, 'the confirmation dialog');
    await page.keyboard.press(cancelKey);
    await confirmation.waitFor({ state: 'detached' });
    await untilFocused(page, download);
  }
  // When this response arrives, a download without confirmation would have started.
  await page.evaluate(() => fetch('/api/admin/backups'));
  assert.deepEqual([requests, files], [[], []], 'a cancelled download sends no request');

  await download.press('Enter');
  await untilFocused(page, confirmation.getByRole('button', { name: 'Cancelar' }));
  await page.keyboard.press('Tab');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.match(file.suggestedFilename(), /^antessala-.*\.tar$/);
  assert.equal(await file.failure(), null);
  await untilFocused(page, download);
  assert.equal(files.length, 1);
});
