import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Folder for screenshots. Without it the test takes none. */
const pictures = process.env.TEST_PICTURES;

async function checkPage(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: false });
  await assertAccessible(page, name);
}

test(
  'a receptionist joins by invitation with the rights of the role; a used link is refused; a removal ends the session',
  { skip },
  async (t) => {
    const { app, enter, visit } = await openStudio(t);
    const owner = await app.customer({ username: 'Boa Vida' });
    await app.screen(owner);
    const page = await enter(owner, { path: '/account', viewport: { width: 1366, height: 768 } });
    await page.getByRole('link', { name: 'Equipe', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Equipe' }).waitFor();
    await page.getByText('Ainda não há mais ninguém.').waitFor();
    await page.getByText('Nenhum token.').waitFor();
    await checkPage(page, 'equipe-vazia');

    await page.getByRole('button', { name: 'Convidar' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Email da pessoa').press('Enter');
    await page.getByText('Email inválido').waitFor();
    await page.keyboard.type('rita@clinica.test');
    await checkPage(page, 'convidar');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link do convite' });
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByText('Nenhum email foi enviado.').waitFor();
    await checkPage(page, 'link');
    await page.keyboard.press('Escape');
    await page.getByText('Convite criado').waitFor();

    const { pathname, hash, search } = new URL(link);
    assert.deepEqual(
      [pathname, search],
      ['/convite', ''],
      'the code is in the hash, which is never sent to the server',
    );
    const rita = await visit(pathname + hash, phone);
    await rita.getByRole('heading', { name: 'Entre na equipe de Boa Vida' }).waitFor();
    await checkPage(rita, 'convite-celular');
    await rita.getByRole('button', { name: 'Entrar no Studio' }).click();
    await rita.getByText('Informe o seu nome.').waitFor();
    await rita.getByLabel('Seu nome').fill('Rita');
    await rita.getByLabel('Senha', { exact: true }).fill('sol da manhã');
    await rita.getByRole('button', { name: 'Entrar no Studio' }).click();
    await rita.getByText('Bem-vindo à equipe de Boa Vida').waitFor();
    await rita.getByRole('link', { name: 'Rita: minha conta' }).waitFor();
    // The owner's page shows the new member at once.
    await page.getByRole('list', { name: 'Equipe' }).getByText('Rita', { exact: true }).waitFor();

    await rita.goto('/breaking-news');
    await rita.getByRole('button', { name: 'Nova mensagem' }).first().waitFor();
    await rita.goto('/manage?aba=telas');
    await rita.getByText('Você pode ver, mas não mudar: seu papel na equipe é Recepção.').waitFor();
    await checkPage(rita, 'telas-recepcao');
    assert.equal(await rita.getByRole('button', { name: 'Enviar playlist' }).count(), 0);
    assert.equal(await rita.getByRole('tab', { name: 'Upload' }).count(), 0);
    await rita.goto('/account');
    await rita.getByText('Recepção em Boa Vida').waitFor();
    assert.equal(await rita.locator('main').getByRole('link', { name: 'Equipe' }).count(), 0);
    // The member's page has the member's own second factor, but no settings of the clinic.
    await rita.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
    await rita.getByRole('button', { name: 'Ligar', exact: true }).waitFor();
    assert.equal(await rita.getByRole('heading', { name: 'Relógio da clínica' }).count(), 0);
    await rita.goto('/equipe');
    await rita.getByRole('heading', { name: 'Acesso Negado' }).waitFor();
    await rita.goto('/account');

    // A used link shows that the invitation is no longer valid.
    const late = await visit(pathname + hash);
    await late.getByRole('heading', { name: 'Este convite não vale' }).waitFor();
    // Links of earlier releases have the code in the query; the page moves it into the hash.
    await late.goto(`/convite?c=${hash.slice(1)}`);
    await late.getByText('Este convite já foi usado').waitFor();
    await late.waitForFunction((hashBefore) => location.search === '' && location.hash === hashBefore, hash);
    await checkPage(late, 'convite-usado');

    // A new role applies at once, and a removal ends the member's session.
    await page.getByRole('button', { name: 'Ações: Rita' }).click();
    await page.getByRole('menuitem', { name: 'Mudar papel' }).click();
    await page.getByText('Editor', { exact: true }).last().click();
    await checkPage(page, 'papel');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await rita.getByText('Editor em Boa Vida').waitFor();
    await page.getByRole('button', { name: 'Ações: Rita' }).click();
    await page.getByRole('menuitem', { name: 'Remover da equipe' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await rita.getByText('Sua sessão terminou').waitFor();
  },
);

test('an owner creates an API token on a phone, sees it once, and deletes it', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const owner = await app.customer();
  await app.member(owner, 'owner');
  await app.member(owner, 'reader');
  const page = await enter(owner, { path: '/equipe', ...phone, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Novo token' }).click();
  await page.getByRole('button', { name: 'Criar token' }).click();
  await page.getByText('Escolha o que o token pode fazer.').waitFor();
  await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Painel de senhas');
  await page.getByLabel('Mensagens').check();
  await checkPage(page, 'token-novo');
  await page.getByRole('button', { name: 'Criar token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  assert.match(token, /^ats_/);
  await checkPage(page, 'token-criado');
  await page.getByRole('button', { name: 'Já copiei' }).click();
  const row = page.getByRole('list', { name: 'Tokens de API' }).getByRole('listitem');
  await row.getByText('nunca usado').waitFor();
  await row.getByText(`criado por ${owner.user.username}`).waitFor();
  await row.scrollIntoViewIfNeeded();
  await checkPage(page, 'equipe-celular-escuro');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is wider than the window: ${width}`);
  const program = app.guest();
  program.bearer = token;
  assert.equal(await program.status('GET /api/breaking-news'), 200);
  await page.getByRole('button', { name: 'Excluir: Painel de senhas' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal(await program.status('GET /api/breaking-news'), 401);
});
