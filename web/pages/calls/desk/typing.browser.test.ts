/** Tests the field of the desk while earlier calls are in progress (contract/README 15.2). */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { internalError, openAccount, test, toastOf } from '../../../testing/studio-test.ts';

async function openDesk(t: Parameters<typeof openAccount>[0]) {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const page = await enter(owner, { path: '/chamada' });
  const field = page.getByLabel('Senha', { exact: true });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  return { owner, page, field, calls: page.getByRole('list', { name: 'Últimas chamadas' }) };
}

const typeAndCall = async (page: Page, text: string) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

/**
 * Holds back the requests that call patients. Returns a function that waits for the next request, and resolves with a function
 * that lets it continue.
 */
async function holdCalls(page: Page) {
  const held: Route[] = [];
  let notify = (): void => undefined;
  await page.route('**/api/calls', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    held.push(route);
    notify();
  });
  return async (): Promise<() => Promise<void>> => {
    if (held.length === 0) await new Promise<void>((resolve) => (notify = resolve));
    const route = held.shift();
    return async () => route?.continue();
  };
}

test('Enter clears the field at once: what is typed before the response belongs to the next call', async (t) => {
  const { owner, page, field, calls } = await openDesk(t);
  const nextHeldCall = await holdCalls(page);
  await typeAndCall(page, 'P1');
  const continueFirst = await nextHeldCall();
  assert.equal(await field.inputValue(), '');
  await typeAndCall(page, 'P2');
  await page.keyboard.type('P3');
  await continueFirst();
  await (
    await nextHeldCall()
  )();
  await calls.getByText('P2', { exact: true }).waitFor();
  assert.equal(await field.inputValue(), 'P3');
  const labels = (await owner.call('GET /api/calls')).calls.map(({ label }) => label);
  assert.deepEqual(labels, ['P2', 'P1']);
});

test('a refused text is put back into the field, or named in a toast if another text was typed meanwhile', async (t) => {
  const { page, field } = await openDesk(t);
  const nextHeldCall = await holdCalls(page);
  const refusal = page.getByText('Sua clínica chama só por senha').first();
  await page.getByLabel('Atendimento preferencial').check();
  await field.focus();
  await typeAndCall(page, 'Ana Lima');
  await (
    await nextHeldCall()
  )();
  await refusal.waitFor();
  assert.equal(await field.inputValue(), 'Ana Lima');
  assert.equal(await page.getByLabel('Atendimento preferencial').isChecked(), true);
  await page.keyboard.press('Enter');
  const continueCall = await nextHeldCall();
  await page.keyboard.type('7');
  await continueCall();
  await toastOf(page).getByText('Não foi possível chamar Ana Lima').waitFor();
  await refusal.waitFor();
  assert.equal(await field.inputValue(), '7');
});

test('a held Enter shows which tickets match, and calls none of them', async (t) => {
  const { owner, page, field, calls } = await openDesk(t);
  for (const kind of ['normal', 'preferential'] as const) await owner.call('POST /api/tickets', { body: { kind } });
  await page.reload();
  await page.getByText('Ninguém foi chamado hoje').waitFor();
  await field.focus();
  await page.keyboard.type('1');
  await page.keyboard.down('Enter');
  await page.getByRole('button', { name: 'N001', exact: true }).and(page.locator(':focus')).waitFor();
  // The key is still down, so this is a repetition.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.getByRole('group', { name: 'Qual senha?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await calls.getByText('P001').waitFor();
  assert.equal((await owner.call('GET /api/calls')).calls.length, 1);
});

test('of several keys pressed during an action one has an effect after the action, or none if the action fails', async (t) => {
  const { owner, page, calls } = await openDesk(t);
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  for (let issued = 0; issued < 4; issued += 1) await owner.call('POST /api/tickets', { body: { kind: 'normal' } });
  await page.getByRole('button', { name: 'Próxima (4)' }).waitFor();
  let hold: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => (hold = resolve));
  await page.route('**/api/calls/*', (route) =>
    route.request().method() === 'PATCH' ? hold(route) : route.continue(),
  );

  await page.keyboard.press('F2');
  await calls.getByText('N001').waitFor();
  await page.getByRole('button', { name: 'Não compareceu' }).and(page.locator(':enabled')).waitFor();
  await page.locator('button[aria-busy=true], form circle').waitFor({ state: 'detached' });
  for (const key of ['F8', 'F8', 'F2', 'F2', 'F4']) await page.keyboard.press(key);
  await (await held).continue();
  await calls.getByText('N002').waitFor();
  await page.getByRole('list', { name: 'Não compareceram' }).getByText('N001').waitFor();

  await page.route('**/api/calls/*', (route) => route.fulfill(internalError));
  await page.getByRole('region', { name: 'Chamar' }).getByRole('button', { name: 'Repetir N002' }).waitFor();
  await page.locator('button[aria-busy=true], form circle').waitFor({ state: 'detached' });
  for (const key of ['F8', 'F2']) await page.keyboard.press(key);
  await toastOf(page).getByText('Não foi possível chamar').waitFor();
  await page.locator('form circle').waitFor({ state: 'detached' });
  const { calls: made } = await owner.call('GET /api/calls');
  assert.deepEqual(
    made.map(({ label, times }) => [label, times]),
    [
      ['N002', 1],
      ['N001', 1],
    ],
  );
});
