/** Sending an urgent notice from any page of the studio, and seeing what becomes of it (contract/README 18). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../testing/axe.ts';
import { openStudio, skip } from '../../testing/browser.ts';

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test(
  'an urgent notice is sent by the keyboard, its receipts come in, and it is ended',
  { skip, timeout: 180_000 },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const clinic = await app.customer();
    const [first, second] = [await app.screen(clinic), await app.screen(clinic)];
    for (const [{ playerId: id }, name] of [
      [first, 'Recepção 1'],
      [second, 'Recepção 2'],
    ] as const)
      await clinic.call('PATCH /api/my-players/:id/rename', { params: { id }, body: { name } });
    await clinic.call('POST /api/screen-groups', { body: { name: 'Térreo', playerIds: [first.playerId] } });
    // Online for as long as it takes: a busy machine needs longer than the 45 s of one word.
    const beat = () =>
      first.call('POST /api/player/heartbeat', { body: { token: first.token, playerId: first.playerId } });
    await beat();
    const beats = setInterval(() => void beat().catch(() => undefined), 10_000);
    t.after(() => clearInterval(beats));

    const page = await enter(clinic, { viewport: { width: 1366, height: 768 } });
    const button = page.getByRole('button', { name: 'Aviso urgente', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mostrar em 2 telas, 1 offline' }).waitFor();
    await assertAccessible(page, 'form');
    await shoot(page, 'studio-form');
    await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    await assertAccessible(page, 'form, dark');
    await shoot(page, 'studio-form-dark');
    await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));

    await dialog.getByLabel('Falta de energia').check();
    assert.match(await dialog.getByLabel('Texto na tela').inputValue(), /sem energia/);
    await dialog.getByLabel('Escolher grupos e telas').check();
    await dialog.getByLabel('Térreo').check();
    await dialog.getByRole('button', { name: 'Mostrar em 1 tela', exact: true }).waitFor();
    await shoot(page, 'studio-targets');
    await dialog.getByLabel('Todas as minhas telas').check();
    await dialog.getByRole('button', { name: 'Mostrar em 2 telas, 1 offline' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText('2 telas, 1 offline', { exact: false }).waitFor();
    await shoot(page, 'studio-confirm');
    await question.getByRole('button', { name: 'Mostrar agora' }).click();

    await dialog.getByText('0 de 2 telas mostrando').waitFor();
    const [notice] = (await first.call('GET /api/player/urgent')).notices;
    assert.equal(notice?.preset, 'power');
    await first.call('POST /api/player/urgent/:id/shown', {
      params: { id: notice?.id ?? 0 },
      body: { hadSound: true },
    });
    await dialog.getByText('1 de 2 telas mostrando').waitFor();
    await dialog.getByText('Recepção 2 offline').waitFor();
    await assertAccessible(page, 'running');
    await shoot(page, 'studio-running');

    await dialog.getByRole('button', { name: 'Encerrar agora' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
    await dialog.getByLabel('Texto na tela').waitFor();
    assert.deepEqual((await first.call('GET /api/player/urgent')).notices, []);
    await dialog.getByText('Últimos avisos').click();
    await dialog.getByText('1 de 2 telas', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await button.evaluate((it) => it === document.activeElement), 'the focus is back where it was');

    const phone = await enter(clinic, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
    await phone.getByRole('button', { name: 'Mostrar em 2 telas, 1 offline' }).waitFor();
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    await assertAccessible(phone, 'phone');
    await shoot(phone, 'studio-phone');
  },
);

test(
  'more than ten that are over are read on, page by page, and the sign counts what is left',
  { skip, timeout: 120_000 },
  async (t) => {
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
    const shown = () => dialog.getByText(/^Aviso \d+\.$/).allTextContents();
    await dialog.getByText('Aviso 36.').waitFor();
    assert.equal((await shown()).length, 10);
    for (const last of [26, 16, 6, 1]) {
      await dialog.getByRole('button', { name: 'Mostrar mais antigos' }).click();
      await dialog.getByText(`Aviso ${last}.`, { exact: true }).waitFor();
    }
    assert.deepEqual(
      await shown(),
      Array.from({ length: 45 }, (_, at) => `Aviso ${45 - at}.`),
    );
    assert.equal(await dialog.getByRole('button', { name: 'Mostrar mais antigos' }).count(), 0);
    await page.keyboard.press('Escape');

    await page.clock.install();
    await send('Acaba sozinho.');
    const sign = page.getByRole('region', { name: 'Aviso urgente no ar' });
    await sign.getByText('mais 5 min').waitFor();
    await page.clock.fastForward(4.5 * 60_000);
    await sign.getByText('menos de 1 min').waitFor();
  },
);

test('who may not send urgent notices has no button', { skip, timeout: 120_000 }, async (t) => {
  const { app, enter } = await openStudio(t);
  const clinic = await app.customer({ quotas: { canAccessManagement: false } });
  const page = await enter(clinic);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Aviso urgente' }).count(), 0);
});
