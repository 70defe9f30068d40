import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Folder for pictures; optional. */
const pictures = process.env.TEST_PICTURES;

async function look(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: false });
  await assertAccessible(page, name);
}

test('an owner invites the reception by keyboard, who joins on a phone and writes a message', { skip }, async (t) => {
  const { app, enter, visit } = await openStudio(t);
  const owner = await app.customer({ username: 'Boa Vida' });
  await app.screen(owner);
  const page = await enter(owner, { viewport: { width: 1366, height: 768 } });
  await page.getByRole('link', { name: /minha conta/ }).click();
  await page.getByText('Ainda não há mais ninguém.').waitFor();
  await page.getByText('Nenhum token.').waitFor();
  await look(page, 'conta-vazia');

  await page.getByRole('button', { name: 'Convidar' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email da pessoa').press('Enter');
  await page.getByText('Email inválido').waitFor();
  await page.keyboard.type('rita@clinica.test');
  await look(page, 'convidar');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Link do convite' });
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await look(page, 'link');
  await page.keyboard.press('Escape');
  await page.getByText('Convite enviado').waitFor();

  const { pathname, hash, search } = new URL(link);
  assert.deepEqual([pathname, search], ['/convite', ''], 'the code is in no log');
  const rita = await visit(pathname + hash, phone);
  await rita.getByRole('heading', { name: 'Entre na equipe de Boa Vida' }).waitFor();
  await look(rita, 'convite-celular');
  await rita.getByRole('button', { name: 'Entrar no Studio' }).click();
  await rita.getByText('Informe o seu nome.').waitFor();
  await rita.getByLabel('Seu nome').fill('Rita');
  await rita.getByLabel('Senha', { exact: true }).fill('sol da manhã');
  await rita.getByRole('button', { name: 'Entrar no Studio' }).click();
  await rita.getByText('Bem-vindo à equipe de Boa Vida').waitFor();
  await rita.getByRole('link', { name: 'Rita: minha conta' }).waitFor();
  // The owner's page shows her at once.
  await page.getByRole('list', { name: 'Equipe' }).getByText('Rita', { exact: true }).waitFor();

  await rita.goto('/breaking-news');
  await rita.getByRole('button', { name: 'Nova mensagem' }).first().waitFor();
  await rita.goto('/manage?aba=telas');
  await rita.getByText('Você pode ver, mas não mudar: seu papel na equipe é Recepção.').waitFor();
  await look(rita, 'telas-recepcao');
  assert.equal(await rita.getByRole('button', { name: 'Enviar playlist' }).count(), 0);
  assert.equal(await rita.getByRole('tab', { name: 'Upload' }).count(), 0);
  await rita.goto('/account');
  await rita.getByText('Recepção em Boa Vida').waitFor();
  assert.equal(await rita.getByRole('heading', { name: 'Equipe' }).count(), 0);
  // Her own second step, and none of what is the clinic's.
  await rita.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  await rita.getByRole('button', { name: 'Ligar', exact: true }).waitFor();
  assert.equal(await rita.getByRole('heading', { name: 'Relógio da clínica' }).count(), 0);

  // A link that was used says so.
  const late = await visit(pathname + hash);
  await late.getByRole('heading', { name: 'Este convite não vale' }).waitFor();
  // So does one that is in the address as earlier releases wrote it, and the code leaves the query.
  await late.goto(`/convite?c=${hash.slice(1)}`);
  await late.getByText('Este convite já foi usado').waitFor();
  await late.waitForFunction((kept) => location.search === '' && location.hash === kept, hash);
  await look(late, 'convite-usado');

  // Another role shows at once; a removal sends her out.
  await page.getByRole('button', { name: 'Ações: Rita' }).click();
  await page.getByRole('menuitem', { name: 'Mudar papel' }).click();
  await page.getByText('Editor', { exact: true }).last().click();
  await look(page, 'papel');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await rita.getByText('Editor em Boa Vida').waitFor();
  await page.getByRole('button', { name: 'Ações: Rita' }).click();
  await page.getByRole('menuitem', { name: 'Remover da equipe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await rita.getByText('Sua sessão terminou').waitFor();
});

test('an owner makes an API token, sees it once, and deletes it; in the dark, on a phone', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const owner = await app.customer();
  await app.member(owner, 'owner');
  await app.member(owner, 'reader');
  const page = await enter(owner, { ...phone, colorScheme: 'dark' });
  await page.getByRole('link', { name: /minha conta/ }).click();
  await page.getByRole('button', { name: 'Novo token' }).click();
  await page.getByRole('button', { name: 'Criar token' }).click();
  await page.getByText('Escolha o que o token pode fazer.').waitFor();
  await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Painel de senhas');
  await page.getByLabel('Mensagens').check();
  await look(page, 'token-novo');
  await page.getByRole('button', { name: 'Criar token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  assert.match(token, /^ats_/);
  await look(page, 'token-criado');
  await page.getByRole('button', { name: 'Já copiei' }).click();
  const row = page.getByRole('list', { name: 'Tokens de API' }).getByRole('listitem');
  await row.getByText('nunca usado').waitFor();
  await row.scrollIntoViewIfNeeded();
  await look(page, 'conta-celular-escuro');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `nothing reaches over the edge: ${width}`);
  const program = app.guest();
  program.bearer = token;
  assert.equal(await program.status('GET /api/breaking-news'), 200);
  await page.getByRole('button', { name: 'Excluir: Painel de senhas' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal(await program.status('GET /api/breaking-news'), 401);
});
