import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openStudio, skip } from '../../testing/browser.ts';
import { asMember } from '../../testing/studio-test.ts';

/** Saves a screenshot if TEST_PICTURES is set. */
const takePicture = async (page: Page, name: string) => {
  const folder = process.env.TEST_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

test('a password change by keyboard ends all other sessions, but not the current one', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const customer = await app.customer();
  const other = await enter(customer);
  const page = await enter(customer);
  await page.getByRole('link', { name: /minha conta/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
  assert.equal(await page.title(), 'Minha conta · Antessala');

  // With empty fields the first invalid field gets the focus.
  const currentPassword = page.getByLabel('Senha atual', { exact: true });
  const newPassword = page.getByLabel('Nova senha', { exact: true });
  await currentPassword.press('Enter');
  await page.getByText('Informe a sua senha atual.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'current-password');

  await page.keyboard.type('errada');
  await newPassword.focus();
  await page.keyboard.type('123456');
  await page.getByText('Fraca: só números.').waitFor();
  await newPassword.fill('');
  await page.getByText('Três palavras juntas').waitFor();
  // Password managers insert the whole text at once.
  await newPassword.focus();
  await page.keyboard.insertText('azul lua janela');
  await page.getByText('Forte.').waitFor();
  await page.getByRole('button', { name: 'Mostrar senha' }).last().click();
  assert.equal(await newPassword.getAttribute('type'), 'text');
  await newPassword.press('Enter');
  await page.getByText('A senha atual está incorreta. Confira e tente de novo.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'current-password');

  await currentPassword.fill(customer.password);
  await currentPassword.press('Enter');
  await page.getByText('Senha alterada').waitFor();
  assert.deepEqual([await currentPassword.inputValue(), await newPassword.inputValue()], ['', '']);
  await other.getByText('Sua sessão terminou').waitFor();

  // The page's socket reconnects with the new cookie, so that a new session appears in the list.
  await app.login(customer.user.email, 'azul lua janela');
  await page.getByRole('listitem').nth(1).waitFor();
  assert.equal(await page.getByText('Sua sessão terminou').count(), 0);
});

test('a user lists the sessions on a phone, ends one of them, and then ends all others', { skip }, async (t) => {
  const { app, enterByForm } = await openStudio(t);
  const customer = await app.customer();
  const phonePage = await enterByForm(customer, { ...phone, userAgent: iphone });
  await phonePage.getByRole('link', { name: /minha conta/ }).click();
  const rows = phonePage.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem');
  // The test itself already has one session.
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  const [first = ''] = await rows.allInnerTexts();
  assert.match(first, /Safari no iPhone\s+Esta sessão\s+endereço 127\.0\.0\.1\s+desde/);
  assert.equal(await rows.first().getByRole('button').count(), 0, 'the current session has no button');

  // A new session appears without a reload.
  const computer = await enterByForm(customer);
  const desktop = rows.filter({ hasText: 'Chrome no Linux' });
  await desktop.waitFor();
  await desktop.getByRole('button', { name: /^Encerrar: Chrome no Linux/ }).click();
  await phonePage.getByRole('alertdialog').getByRole('button', { name: 'Encerrar', exact: true }).click();
  await computer.getByText('Sua sessão terminou').waitFor();
  await desktop.waitFor({ state: 'detached' });

  await app.login(customer.user.email, customer.password);
  await rows.nth(2).waitFor();
  await phonePage.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  const question = phonePage.getByRole('alertdialog');
  await question.getByText('2 outros navegadores saem').waitFor();
  await question.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  await phonePage.getByText('2 sessões encerradas').waitFor();
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.equal(await customer.status('GET /api/user'), 401);
  const width = await phonePage.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is wider than the window: ${width}`);
});

test(
  'at first only the current and the four last used sessions are shown, and both columns end at about the same height',
  { skip },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const customer = await app.customer();
    for (let session = 0; session < 6; session += 1) await app.login(customer.user.email, customer.password);
    const page = await enter(customer, { path: '/account', viewport: { width: 1366, height: 768 } });
    const rows = page.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem');
    await rows.nth(4).waitFor();
    assert.equal(await rows.count(), 5);
    await rows.first().getByText('Esta sessão').waitFor();
    await page.getByRole('button', { name: 'Ligar', exact: true }).waitFor();
    const columns = await page
      .locator('main section:last-child')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
    assert.equal(columns.length, 2);
    assert.ok(Math.abs((columns[0] ?? 0) - (columns[1] ?? 0)) < 250, `the columns end at ${columns.join(' and ')} px`);
    await takePicture(page, 'conta');
    await page.getByRole('button', { name: 'Ver todas (8)' }).focus();
    await page.keyboard.press('Enter');
    await rows.nth(7).waitFor();
    await page.keyboard.press('Enter');
    await rows.nth(5).waitFor({ state: 'detached' });
  },
);

test('the page is shown to administrators and gestores, and a guest gets the sign-in page', { skip }, async (t) => {
  const { app, enter, visit } = await openStudio(t);
  for (const person of [app.admin, await app.gestor()]) {
    const page = await enter(person);
    await page.getByRole('link', { name: /minha conta/ }).click();
    await page.getByText('Esta sessão', { exact: true }).waitFor();
    const minCharacters = person === app.admin ? 10 : 6;
    await page.getByText(`Pelo menos ${minCharacters} caracteres.`).waitFor();
  }
  const guest = await visit('/account');
  await guest.getByRole('button', { name: 'Entrar no Studio' }).waitFor();
});

test('an administrator changes their own name and e-mail after typing the password', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const page = await enter(app.admin);
  await page.getByRole('link', { name: /minha conta/ }).click();
  const save = page.getByRole('button', { name: 'Salvar nome e email' });
  await save.waitFor();
  assert.equal(await save.isDisabled(), true);
  await page.getByLabel('Nome', { exact: true }).fill('Dra. Helena');
  await page.getByLabel('Email para entrar').fill('helena@girassol.test');
  await save.click();
  await page.getByText('Informe a sua senha atual.').waitFor();
  await page.getByLabel('Sua senha, para confirmar', { exact: true }).fill('errada');
  await save.click();
  await page.getByText('A senha atual está incorreta. Confira e tente de novo.').waitFor();
  await page.getByLabel('Sua senha, para confirmar', { exact: true }).fill(app.admin.password);
  await takePicture(page, 'conta-nome');
  await save.click();
  await page.getByText('Você entra com helena@girassol.test.').waitFor();
  await page.getByRole('link', { name: 'Dra.: minha conta' }).waitFor();
  assert.equal(await page.getByLabel('Sua senha, para confirmar', { exact: true }).count(), 0);
  await app.login('helena@girassol.test', app.admin.password);
});

test('an owner who changes the password can also revoke the API tokens, but a member cannot', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const owner = await app.customer();
  const program = await app.program(owner, ['messages']);
  const editor = await enter(asMember(await app.member(owner, 'editor')), { path: '/account' });
  await editor.getByLabel('Nova senha', { exact: true }).waitFor();
  assert.equal(await editor.getByLabel(/^Encerrar também os tokens/).count(), 0);
  const page = await enter(owner, { path: '/account', ...phone, colorScheme: 'dark' });
  const team = await enter(owner, { path: '/equipe' });
  const token = team.getByRole('list', { name: 'Tokens de API' }).getByText('messages', { exact: true });
  await token.waitFor();
  await page.getByLabel('Senha atual', { exact: true }).fill(owner.password);
  await page.getByLabel('Nova senha', { exact: true }).fill('azul lua janela');
  await page.getByLabel(/^Encerrar também os tokens/).check();
  await takePicture(page, 'conta-senha-tokens');
  await page.getByRole('button', { name: 'Mudar senha' }).click();
  await page.getByText('os tokens de API e os convites abertos desta conta foram encerrados').waitFor();
  await token.waitFor({ state: 'detached' });
  assert.equal(await program.status('GET /api/playlists'), 401);
});
