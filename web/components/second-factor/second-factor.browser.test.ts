import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, stepAt } from '../../../src/features/accounts/sign-in/totp.ts';
import { openStudio, skip } from '../../testing/browser.ts';

test('a person switches the second step on, and signs in with a code of the app', { skip }, async (t) => {
  const { app, enter, visit } = await openStudio(t);
  const customer = await app.customer();
  const page = await enter(customer);
  await page.getByRole('link', { name: /minha conta/ }).click();
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor();
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await dialog.innerText())?.[0].replaceAll(' ', '') ?? '';
  const now = () => codeOf(secret, stepAt(app.clock.now()));
  await dialog.getByLabel('Código do aplicativo').fill('000000');
  await dialog.getByLabel('Senha atual').fill(customer.password);
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  await dialog.getByText('Este código não vale.').waitFor();
  await dialog.getByLabel('Código do aplicativo').fill(now());
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const [recovery = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('restam 10 códigos de recuperação').waitFor();

  const guest = await visit('/');
  const say = async (password: string) => {
    await guest.getByLabel('Email').fill(customer.user.email);
    await guest.getByLabel('Senha', { exact: true }).fill(password);
    await guest.getByRole('button', { name: 'Entrar no Studio' }).click();
  };
  await say(customer.password);
  await guest.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  await guest.getByLabel('Código do aplicativo').fill('111111');
  await guest.getByRole('button', { name: 'Entrar no Studio' }).click();
  await guest.getByText('Este código não vale.').waitFor();
  await guest.getByLabel('Código do aplicativo').fill(recovery);
  await guest.getByRole('button', { name: 'Entrar no Studio' }).click();
  await guest.getByRole('heading', { name: 'Studio Antessala' }).waitFor();
});

test('a gestor who must have a second step makes it at sign-in, on a phone', { skip }, async (t) => {
  const { app, visit } = await openStudio(t);
  const gestor = await app.gestor();
  app.parts.settings.set('secondFactor.isRequired', '1');
  const page = await visit('/', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Email').fill(gestor.user.email);
  await page.getByLabel('Senha', { exact: true }).fill(gestor.password);
  await page.getByRole('button', { name: 'Entrar no Studio' }).click();
  await page.getByRole('heading', { name: 'Ligue a verificação em duas etapas' }).waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret =
    /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await page.locator('main').innerText())?.[0].replaceAll(' ', '') ?? '';
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, stepAt(app.clock.now())));
  await page.getByRole('button', { name: 'Ligar e entrar' }).click();
  await page.getByRole('heading', { name: 'Guarde os códigos de recuperação' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').count(), 10);
  await page.getByRole('button', { name: /Guardei os códigos/ }).click();
  await page.getByRole('heading', { name: 'Studio Antessala' }).waitFor();
});
