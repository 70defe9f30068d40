/** Tests the receptionist's desk; one test also opens the page of a paired TV (contract/README 15). */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { fillSignIn, openStudio } from '../../testing/browser.ts';
import { asMember, openAccount, renameScreen, test } from '../../testing/studio-test.ts';
import { pairedTv } from '../../testing/paired-tv.ts';

/** Waits until no action of the desk runs: a key pressed earlier would be ignored or would act on the previous call. */
const untilIdle = (page: Page) =>
  page.waitForFunction(
    () =>
      !(document.activeElement as HTMLInputElement | null)?.value &&
      document.querySelector('button[type=submit]')?.getAttribute('aria-busy') !== 'true',
  );

test('after 42 and Enter the TV shows the call, and the page shows the delay and the name of the offline TV', async (t) => {
  const studio = await openStudio(t);
  const owner = await studio.app.customer({ quotas: { maxPlayers: 10 } });
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const offlineScreen = await studio.app.screen(owner);
  await renameScreen(owner, offlineScreen.playerId, 'Corredor');
  const tv = await pairedTv(t, studio, owner);
  const reception = await studio.app.member(owner, 'reception');
  const page = await studio.enter(asMember(reception));
  await page.getByRole('main').getByRole('link', { name: 'Chamada' }).click();
  await page.getByRole('heading', { level: 1, name: 'Chamada' }).waitFor();

  const field = page.getByLabel('Senha', { exact: true });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await page.keyboard.type('42');
  const startedAt = performance.now();
  await page.keyboard.press('Enter');
  await tv.page.locator('.call.is-visible [data-testid=call-label]', { hasText: '42' }).waitFor();
  t.diagnostic(`on the TV after ${Math.round(performance.now() - startedAt)} ms`);
  assert.equal(await tv.page.getByTestId('call-room').textContent(), 'Guichê 1');
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await calls.getByText(/^na TV em \d+,\d s$/).waitFor();
  await calls.getByText('Corredor: offline').waitFor();
  assert.equal(await field.inputValue(), '');

  await untilIdle(page);
  await page.keyboard.press('F4');
  await calls.getByText('2 vezes').waitFor();
});

test('when the queue is off, F8 marks the last call as absent; Desfazer, or calling again, removes the mark', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const page = await enter(owner, { path: '/chamada' });
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  assert.equal(await page.getByRole('button', { name: 'Não compareceu' }).isDisabled(), true);
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Não compareceu' }).and(page.locator(':enabled')).waitFor();
  await untilIdle(page);
  await page.keyboard.press('F8');
  await calls.getByText('Não compareceu').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await calls.getByText('Não compareceu').waitFor({ state: 'detached' });
  await untilIdle(page);
  await page.keyboard.press('F8');
  await calls.getByText('Não compareceu').waitFor();
  assert.equal((await owner.call('GET /api/calls/report')).absent, 1);
  await untilIdle(page);
  await page.keyboard.press('F4');
  await calls.getByText('2 vezes').waitFor();
  await calls.getByText('Não compareceu').waitFor({ state: 'detached' });
});

test('tickets of the queue are created, called in turn by F2, marked absent by F8 and returned to the queue', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const page = await enter(owner, { path: '/chamada' });
  const waiting = page.getByRole('list', { name: 'Esperando' });
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  await page.getByRole('button', { name: 'Senha Normal (N)' }).click();
  await waiting.getByText('N001').waitFor();
  await page.getByRole('button', { name: 'Senha Preferencial (P)' }).click();
  await waiting.getByText('P001').waitFor();
  await untilIdle(page);
  await page.keyboard.press('F2');
  await calls.getByText('P001').waitFor();
  await waiting.getByText('P001').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Não compareceu' }).and(page.locator(':enabled')).waitFor();
  await untilIdle(page);
  await page.keyboard.press('F8');
  await page.getByRole('list', { name: 'Não compareceram' }).getByText('P001').waitFor();
  await calls.getByRole('button', { name: 'Voltar para a fila' }).click();
  await waiting.getByText('P001').waitFor();
  // Several tickets have the typed number, so the receptionist chooses one.
  const field = page.getByLabel('Senha', { exact: true });
  await field.fill('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'N001', exact: true }).and(page.locator(':focus')).press('Enter');
  await calls.getByText('N001').waitFor();
  await waiting.getByText('N001').waitFor({ state: 'detached' });
  await field.fill('p1');
  await page.keyboard.press('Enter');
  await waiting.getByText('P001').waitFor({ state: 'detached' });
  await untilIdle(page);
  await page.keyboard.press('F8');
  await calls.getByRole('button', { name: 'Chamar de novo' }).click();
  await calls.getByText('2 vezes').waitFor();
  await page.getByRole('list', { name: 'Não compareceram' }).waitFor({ state: 'detached' });
  await calls.getByText('nenhuma TV mostra este local').first().waitFor();

  await page.getByRole('tab', { name: 'Relatório' }).click();
  await page.getByRole('cell', { name: 'N001' }).waitFor();
});

test('when the session ends, the desk keeps the typed number and is shown again after the sign-in', async (t) => {
  const { app, enterByForm } = await openStudio(t);
  const owner = await app.customer();
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const page = await enterByForm(owner);
  await page.goto('/chamada');
  const field = page.getByLabel('Senha', { exact: true });
  await page.getByText('Chame pela senha: aparece e toca nas TVs').waitFor();
  await field.fill('P07');
  const sessions = await owner.call('GET /api/user/sessions');
  for (const { key, isCurrent } of sessions)
    if (!isCurrent) await owner.call('DELETE /api/user/sessions/:key', { params: { key } });
  await page.getByText('Sua sessão terminou').waitFor();
  await fillSignIn(page, owner);
  await page.waitForURL('**/chamada');
  assert.equal(await field.inputValue(), 'P07');
});

test('the first room is created in one step, full names need a confirmation, and a reader can change nothing', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  const page = await enter(owner, { path: '/chamada' });
  await page.getByText('Crie o primeiro local').waitFor();
  await page.getByLabel('Nome do local').fill('Consultório 3');
  await page.keyboard.press('Enter');
  await page.getByLabel('Senha', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Ajustes' }).click();
  await page.getByRole('radio', { name: /Nome completo/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  assert.equal((await owner.call('GET /api/call-settings')).namePolicy, 'ticket');
  await page.getByRole('radio', { name: /Nome completo/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mostrar nomes completos' }).click();
  await page.locator('input[value=full]:checked').waitFor();
  await page.waitForFunction(
    async () => ((await (await fetch('/api/call-settings')).json()) as { namePolicy: string }).namePolicy === 'full',
  );

  const reader = await enter(asMember(await app.member(owner, 'reader')), { path: '/chamada' });
  await reader.getByText('Você pode ver, mas não mudar').waitFor();
  assert.equal(await reader.getByLabel('Senha', { exact: true }).count(), 0);
  assert.equal(await reader.getByRole('tab', { name: 'Ajustes' }).count(), 0);
});

test('the report shows older calls on a second page, which a new call does not change', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  const { id: roomId } = await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const callNumbers = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1)
      await owner.call('POST /api/calls', { body: { label: String(number), roomId } });
  };
  await callNumbers(101, 140);
  const page = await enter(owner, { path: '/chamada' });
  await page.getByRole('tab', { name: 'Relatório' }).click();
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  await cell('140').waitFor();
  await page.getByRole('button', { name: 'Mais antigas' }).click();
  await cell('110').waitFor();
  assert.equal(await page.getByRole('row').count(), 11);
  await callNumbers(141, 142);
  await page.getByText('42', { exact: true }).waitFor();
  assert.equal(await page.getByRole('row').count(), 11);
  await cell('110').waitFor();
  await page.getByRole('button', { name: 'Mais novas' }).click();
  await cell('142').waitFor();
  assert.equal(await cell('112').count(), 0);
});

test('the queue lists sixty patients in the order in which they are called, and the desk fits into the window', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true, alternation: 2 } });
  for (let index = 0; index < 60; index += 1)
    app.parts.calls.service.issueTicket(owner.user.id, {
      kind: index % 7 === 0 ? 'over80' : index % 3 === 0 ? 'preferential' : 'normal',
    });
  app.parts.database.exec('UPDATE tickets SET created_at = created_at - 1860000 WHERE number = 1');
  const page = await enter(owner, { path: '/chamada', viewport: { width: 1366, height: 768 } });
  const waiting = page.getByRole('list', { name: 'Esperando' });
  const labels = () => waiting.locator('li > :first-child > :first-child').allInnerTexts();
  await waiting.getByText('31 min').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 768);
  const expected = await labels();
  assert.equal(expected.length, 60);
  const lastCall = page.getByRole('list', { name: 'Últimas chamadas' }).getByRole('listitem').first();
  const called: string[] = [];
  for (const label of expected.slice(0, 8)) {
    await page.keyboard.press('F2');
    await lastCall.getByText(label, { exact: true }).waitFor();
    called.push(label);
    await page.getByRole('button', { name: 'Chamar', exact: true }).and(page.locator(':enabled')).waitFor();
  }
  assert.deepEqual([...called, ...(await labels())], expected, 'the order is that of the server');

  await page.keyboard.press('F7');
  await waiting.getByText('N035').waitFor();
  const normal = page.getByRole('group', { name: 'Esta mesa chama' }).getByRole('button', { name: /^Normal/ });
  await normal.click();
  assert.match((await labels())[0] ?? '', /^(80-|P)/);
  const { tickets } = await owner.call('GET /api/calls');
  await page.getByLabel('Buscar na fila').fill('p01');
  const found = tickets.filter(({ label, status }) => status === 'waiting' && label.startsWith('P01'));
  await page.waitForFunction(
    (count) => document.querySelectorAll('[aria-label=Esperando] li').length === count,
    found.length,
  );
  await page.getByLabel('Buscar na fila').fill('');
  await page.reload();
  await normal.and(page.locator('[aria-pressed=false]')).waitFor();
  await page.keyboard.press('F6');
  await lastCall
    .getByText(/^(80-|P)/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const receipts = lastCall.getByText('nenhuma TV').or(lastCall.getByText('nenhuma tela')).first();
  const top = await receipts.evaluate((line) => line.getBoundingClientRect().top);
  assert.ok(top < 844, `the receipts of the last call are at ${top} px`);
});
