/** Tests sending an urgent notice from the studio, its receipts and its end (contract/README 18). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testAdmin } from '../../../src/testing/admin.ts';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip, untilFocused } from '../../testing/browser.ts';
import { press, tabTo } from '../../testing/keys.ts';
import { internalError } from '../../testing/studio-test.ts';
import { presets } from './urgent-texts.ts';

/** Waits until the focus is on the choice with this label. */
const untilChoiceFocused = (page: Page, name: string) =>
  page.waitForFunction((name) => document.activeElement?.closest('label')?.textContent?.startsWith(name), name);

test('an urgent notice can be sent, followed and ended by keyboard', { skip, timeout: 360_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  const [first, second] = [await app.screen(clinic), await app.screen(clinic)];
  for (const [{ playerId: id }, name] of [
    [first, 'Recepção 1'],
    [second, 'Recepção 2'],
  ] as const)
    await clinic.call('PATCH /api/my-players/:id/rename', { params: { id }, body: { name } });
  await clinic.call('POST /api/screen-groups', { body: { name: 'Térreo', playerIds: [first.playerId] } });
  // Heartbeats keep the screen online: on a busy machine the test takes longer than the 45 s of one heartbeat.
  const heartbeat = () =>
    first.call('POST /api/player/heartbeat', { body: { token: first.token, playerId: first.playerId } });
  await heartbeat();
  const heartbeats = setInterval(() => void heartbeat().catch(() => undefined), 10_000);
  t.after(() => clearInterval(heartbeats));

  const page = await enter(clinic, { viewport: { width: 1366, height: 768 } });
  const button = page.getByRole('button', { name: 'Aviso urgente', exact: true });
  await tabTo(page, 'Aviso urgente');
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog');
  const sendButton = dialog.getByRole('button', { name: 'Mostrar em 2 telas, 1 offline' });
  await sendButton.waitFor();
  assert.ok(await sendButton.isDisabled(), 'nothing is chosen yet');
  assert.equal(await dialog.getByRole('radio', { name: 'Evacuação' }).isChecked(), false);
  await assertAccessible(page, 'form');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await assertAccessible(page, 'form, dark');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));

  await tabTo(page, 'Evacuação');
  await press(page, 'ArrowDown');
  await untilChoiceFocused(page, 'Falta de energia');
  await tabTo(page, /^Texto na tela/);
  assert.match(await dialog.getByLabel('Texto na tela').inputValue(), /sem energia/);
  await tabTo(page, /^Todas as minhas telas/);
  await press(page, 'ArrowDown');
  await untilChoiceFocused(page, 'Escolher grupos e telas');
  await tabTo(page, /^Térreo/);
  await press(page, 'Space');
  await dialog.getByRole('button', { name: 'Mostrar em 1 tela', exact: true }).waitFor();
  await press(page, 'Shift+Tab', 'ArrowUp');
  await untilChoiceFocused(page, 'Todas as minhas telas');
  await tabTo(page, 'Mostrar em 2 telas, 1 offline');
  await press(page, 'Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('2 telas, 1 offline', { exact: false }).waitFor();
  await tabTo(page, 'Mostrar agora');
  await press(page, 'Enter');

  await dialog.getByText('0 de 2 telas mostrando').waitFor();
  const [notice] = (await first.call('GET /api/player/urgent')).notices;
  assert.equal(notice?.preset, 'power');
  await first.call('POST /api/player/urgent/:id/shown', { params: { id: notice?.id ?? 0 }, body: { hadSound: true } });
  await dialog.getByText('1 de 2 telas mostrando').waitFor();
  await dialog.getByText('Recepção 2 offline').waitFor();
  await assertAccessible(page, 'running');

  await tabTo(page, 'Encerrar agora');
  await press(page, 'Enter');
  await page.getByRole('alertdialog').waitFor();
  await tabTo(page, 'Encerrar');
  await press(page, 'Enter');
  await dialog.getByLabel('Texto na tela').waitFor();
  assert.deepEqual((await first.call('GET /api/player/urgent')).notices, []);
  await tabTo(page, /^Últimos avisos/);
  await press(page, 'Enter');
  await dialog.getByText('1 de 2 telas', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await untilFocused(page, button);

  const phone = await enter(clinic, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
  await phone.getByRole('button', { name: 'Mostrar em 2 telas, 1 offline' }).waitFor();
  assert.ok(
    await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the window',
  );
  await assertAccessible(phone, 'phone');
});

test('ended notices load page by page; the banner shows the remaining time', { skip, timeout: 360_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  await app.screen(clinic);
  const send = (text: string) => clinic.call('POST /api/urgent', { body: { text, isForAll: true, minutes: 5 } });
  for (let number = 1; number <= 45; number += 1) {
    const { id } = await send(`Aviso ${number}.`);
    await clinic.call('POST /api/urgent/:id/end', { params: { id } });
  }
  const page = await enter(clinic);
  await page.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Últimos avisos').click();
  const shownTexts = () => dialog.getByText(/^Aviso \d+\.$/).allTextContents();
  await dialog.getByText('Aviso 36.').waitFor();
  assert.equal((await shownTexts()).length, 10);
  for (const last of [26, 16, 6, 1]) {
    await dialog.getByRole('button', { name: 'Mostrar mais antigos' }).click();
    await dialog.getByText(`Aviso ${last}.`, { exact: true }).waitFor();
  }
  assert.deepEqual(
    await shownTexts(),
    Array.from({ length: 45 }, (_, index) => `Aviso ${45 - index}.`),
  );
  assert.equal(await dialog.getByRole('button', { name: 'Mostrar mais antigos' }).count(), 0);
  await page.keyboard.press('Escape');

  await page.clock.install();
  await send('Acaba sozinho.');
  const banner = page.getByRole('region', { name: 'Aviso urgente no ar' });
  await banner.getByText('mais 5 min').waitFor();
  await page.clock.fastForward(4.5 * 60_000);
  await banner.getByText('menos de 1 min').waitFor();
});

test('each preset puts its text on the screens; accounts without the feature have no button', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  const page = await enter(clinic);
  await page.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByLabel('Texto na tela');
  assert.equal(presets.length, 5);
  for (const preset of presets) {
    await dialog.getByLabel(preset.label, { exact: true }).check();
    assert.equal(await text.inputValue(), preset.text);
    if (preset.text === '') {
      assert.ok(await dialog.getByRole('button', { name: /^Mostrar em 1 tela/ }).isDisabled());
      await text.fill('a\n'.repeat(60));
      await dialog.getByText('Cabem 20 linhas na tela, e o aviso tem 60.').waitFor();
      await dialog.getByText('0 de 1 TV ligada: ninguém verá agora').waitFor();
      await text.fill('Chegou a vacina.');
    }
    await dialog.getByRole('button', { name: /^Mostrar em 1 tela/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mostrar agora' }).click();
    await dialog.getByText('0 de 1 tela mostrando').waitFor();
    const { notices } = await screen.call('GET /api/player/urgent');
    const expected = { preset: preset.value, text: preset.text || 'Chegou a vacina.' };
    assert.deepEqual(
      notices.map(({ preset, text }) => ({ preset, text })),
      [expected],
    );
    await dialog.getByRole('button', { name: 'Encerrar agora' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
    await text.waitFor();
  }

  const withoutPermission = await enter(await app.customer({ quotas: { canAccessManagement: false } }));
  assert.equal(await withoutPermission.getByRole('button', { name: 'Aviso urgente' }).count(), 0);
});

test('a manager finds an account and shows a notice on its screens only', { skip, timeout: 360_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const [chosen, other] = [await app.customer(), await app.customer()];
  const [targetScreen, otherScreen] = [await app.screen(chosen), await app.screen(other)];
  const page = await enter(
    { user: testAdmin, password: testAdmin.password },
    { viewport: { width: 390, height: 844 } },
  );
  await page.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Evacuação', { exact: true }).check();
  await page.route('**/api/admin/players/by-account', (route) => route.fulfill(internalError));
  await dialog.getByLabel('Escolher clientes').check();
  await dialog.getByText('Não foi possível carregar a lista').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Mostrar em 0 telas' }).isDisabled(), 'nobody can be chosen yet');
  await page.unroute('**/api/admin/players/by-account');
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  const accounts = dialog.getByRole('group', { name: 'Clientes' });
  await accounts.getByText(chosen.user.email, { exact: false }).waitFor();
  await accounts.getByText(other.user.email, { exact: false }).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Mostrar em 0 telas' }).isDisabled(), 'nobody is chosen yet');
  await dialog.getByLabel('Buscar por nome ou e-mail').fill('unknown account');
  await dialog.getByText('Nada encontrado.').waitFor();
  await dialog.getByLabel('Buscar por nome ou e-mail').fill(chosen.user.email);
  await accounts.getByText(other.user.email, { exact: false }).waitFor({ state: 'detached' });
  await accounts.getByRole('checkbox').check();
  // A chosen account stays visible while others are searched.
  await dialog.getByLabel('Buscar por nome ou e-mail').fill(other.user.email);
  await accounts.getByText(other.user.email, { exact: false }).waitFor();
  assert.equal(await accounts.getByRole('checkbox').count(), 2);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the window',
  );
  await assertAccessible(page, 'accounts, phone');
  await dialog.getByRole('button', { name: /^Mostrar em 1 tela/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(`${chosen.user.username}: 1 tela`, { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Mostrar agora' }).click();
  await dialog.getByText('0 de 1 tela mostrando').waitFor();
  assert.equal((await targetScreen.call('GET /api/player/urgent')).notices[0]?.preset, 'evacuation');
  assert.deepEqual((await otherScreen.call('GET /api/player/urgent')).notices, []);
});
