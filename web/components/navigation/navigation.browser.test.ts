/** Tests the navigation bar, the phone's menu and the search. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { faultsOf } from '../../testing/axe.ts';
import { fixture } from '../../../src/testing/media.ts';
import { asMember, openAccount, test } from '../../testing/studio-test.ts';

const phone = { viewport: { width: 390, height: 844 } };
const linksOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name, exact: true }).getByRole('link').allInnerTexts();

test('every page of the bar opens with one click, and the bar marks it', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer);
  const bar = page.getByRole('navigation', { name: 'Páginas', exact: true });
  const labels = await linksOf(page, 'Páginas');
  assert.ok(labels.length >= 9, labels.join());
  for (const label of labels) {
    await bar.getByRole('link', { name: label, exact: true }).click();
    await bar.locator(`[aria-current=page]`, { hasText: label }).waitFor();
    await page.locator('h1').waitFor();
  }
  assert.deepEqual(await faultsOf(page), []);
});

test("the bar contains only pages that the account's features and the person's role permit", async (t) => {
  const { app, enter, customer } = await openAccount(t, { quotas: { canAccessRadio: false } });
  assert.ok(!(await linksOf(await enter(customer), 'Páginas')).includes('Som'));
  const admin = await linksOf(await enter(app.admin), 'Páginas');
  for (const label of ['Usuários', 'Todas as telas', 'Configurações']) assert.ok(admin.includes(label), admin.join());
});

test('in a low window the button that collapses the bar is completely visible and covers no link', async (t) => {
  const { app, enter } = await openAccount(t);
  const page = await enter(app.admin, { viewport: { width: 1366, height: 480 } });
  const collapse = page.getByRole('button', { name: 'Recolher menu' });
  const isFullyVisible = () => collapse.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight);
  await collapse.waitFor();
  assert.equal(await isFullyVisible(), true);
  const last = page.getByRole('navigation', { name: 'Páginas', exact: true }).getByRole('link').last();
  await last.focus();
  const [link, button] = [await last.boundingBox(), await collapse.boundingBox()];
  assert.ok(link && button && link.y + link.height <= button.y, 'the button does not cover the focused last link');
});

test('the collapsed bar shows only icons, and stays collapsed after a reload', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer);
  await page.getByRole('button', { name: 'Recolher menu' }).click();
  await page.getByRole('button', { name: 'Expandir menu' }).waitFor();
  const word = page.getByRole('navigation', { name: 'Páginas', exact: true }).getByText('Chamada');
  assert.equal(await word.isVisible(), false);
  await page.reload();
  await page.getByRole('button', { name: 'Expandir menu' }).click();
  await word.waitFor();
});

test("a phone's bar links to four pages, which depend on the role, and Mais lists the others", async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const reception = await app.member(customer, 'reception');
  const owner = await enter(customer, phone);
  assert.deepEqual(await linksOf(owner, 'Páginas principais'), ['Início', 'Chamada', 'Conteúdos', 'Telas']);
  const page = await enter(asMember(reception), phone);
  assert.deepEqual(await linksOf(page, 'Páginas principais'), ['Início', 'Chamada', 'Conteúdos', 'Mensagens']);
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Mais páginas' });
  assert.deepEqual(await faultsOf(page), []);
  await menu.getByRole('link', { name: 'Programação' }).click();
  await page.getByRole('heading', { name: 'Programação', level: 1 }).waitFor();
  await menu.waitFor({ state: 'hidden' });
});

test('the search opens a page, a content, a screen and an action by keyboard; accents may be omitted', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await app.screen(customer);
  await customer.upload(await fixture('photo.jpg'), { name: 'Vacinação de idosos' });
  const page = await enter(customer);
  const find = async (words: string) => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: /^Buscar/ });
    await search.waitFor();
    await search.fill(words);
    await page.getByRole('dialog', { name: 'Buscar' }).getByRole('option').first().waitFor();
  };
  await find('programacao');
  assert.deepEqual(await faultsOf(page), []);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Programação', level: 1 }).waitFor();
  await find('vacinacao');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Meus Conteúdos', selected: true }).waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'Vacinação de idosos');
  await find('tela 1');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Minhas Telas', selected: true }).waitFor();
  assert.equal(await page.getByRole('searchbox', { name: /Buscar por tela/ }).inputValue(), 'Tela 1');
  await find('aviso urg');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Aviso urgente/ }).waitFor();
});
