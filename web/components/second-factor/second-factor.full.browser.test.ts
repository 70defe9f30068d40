import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, stepAt } from '../../../src/features/accounts/sign-in/totp.ts';
import type { Locator } from 'playwright-core';
import { fillSignIn, openStudio, skip } from '../../testing/browser.ts';
import { asMember, toastOf } from '../../testing/studio-test.ts';

const secretIn = async (element: Locator) =>
  /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await element.innerText())?.[0].replaceAll(' ', '') ?? '';

test('a person sets up the second factor, and signs in with a recovery code', { skip }, async (t) => {
  const { app, enter, visit } = await openStudio(t);
  const customer = await app.customer();
  const page = await enter(customer);
  await page.getByRole('link', { name: /minha conta/ }).click();
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor();
  const secret = await secretIn(dialog);
  const currentCode = () => codeOf(secret, stepAt(app.clock.now()));
  await dialog.getByLabel('Código do aplicativo').fill('000000');
  await dialog.getByLabel('Senha atual').fill(customer.password);
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  await dialog.getByText('Este código não vale.').waitFor();
  await dialog.getByLabel('Código do aplicativo').fill(currentCode());
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('restam 10 códigos de recuperação').waitFor();

  const guest = await visit('/');
  await fillSignIn(guest, customer);
  await guest.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  await guest.getByLabel('Código do aplicativo').fill('111111');
  await guest.getByRole('button', { name: 'Entrar no Studio' }).click();
  await guest.getByText('Este código não vale.').waitFor();
  await guest.getByLabel('Código do aplicativo').fill(recoveryCode);
  await guest.getByRole('button', { name: 'Entrar no Studio' }).click();
  await guest.getByRole('heading', { name: 'Studio Antessala' }).waitFor();
});

test(
  'a member with a second factor is greeted by name, and returns to the page for pairing a TV',
  { skip },
  async (t) => {
    const { app, visit } = await openStudio(t);
    const member = await app.member(await app.customer(), 'editor');
    const { secret } = await member.call('POST /api/user/second-factor/key');
    const { recoveryCodes } = await member.call('POST /api/user/second-factor', {
      body: { currentPassword: member.password, code: codeOf(secret, stepAt(app.clock.now())) },
    });
    const page = await visit('/parear?c=k7m2qx');
    await fillSignIn(page, asMember(member));
    await page.getByLabel('Código do aplicativo').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Entrar no Studio' }).click();
    await page.waitForURL('**/parear?c=k7m2qx');
    await toastOf(page).getByText('Bem-vindo, Pessoa editor').waitFor();
  },
);

test('a gestor who is required to have a second factor sets it up at sign-in, on a phone', { skip }, async (t) => {
  const { app, visit } = await openStudio(t);
  const gestor = await app.gestor();
  app.parts.settings.set('secondFactor.isRequired', '1');
  const page = await visit('/', { viewport: { width: 390, height: 844 } });
  await fillSignIn(page, gestor);
  await page.getByRole('heading', { name: 'Ligue a verificação em duas etapas' }).waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = await secretIn(page.locator('main'));
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, stepAt(app.clock.now())));
  await page.getByRole('button', { name: 'Ligar e entrar' }).click();
  await page.getByRole('heading', { name: 'Guarde os códigos de recuperação' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').count(), 10);
  await page.getByRole('button', { name: /Guardei os códigos/ }).click();
  await page.getByRole('heading', { name: 'Studio Antessala' }).waitFor();
});
