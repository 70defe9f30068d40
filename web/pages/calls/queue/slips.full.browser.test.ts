/** Tests printed tickets (contract/README 15.5). */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAccount, test } from '../../../testing/studio-test.ts';

/** Runs in the page. Replaces the print dialog with a fake one that stays open until `closePrint` is called. */
function replacePrintDialog(): void {
  const prints: string[] = [];
  Object.assign(window, {
    prints,
    print() {
      const lines = document.querySelectorAll('body > :last-child p');
      prints.push(Array.from(lines, (line) => line.textContent).join('|'));
    },
    closePrint() {
      window.dispatchEvent(new Event('afterprint'));
    },
  });
}

const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: string[] }).prints);
async function untilPrinted(page: Page, count: number): Promise<string[]> {
  await page.waitForFunction((count) => (window as unknown as { prints: string[] }).prints.length >= count, count);
  return prints(page);
}
const closePrint = (page: Page) => page.evaluate(() => (window as unknown as { closePrint(): void }).closePrint());

test('"Imprimir cada senha" prints each new ticket once, and a waiting ticket can be printed again', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const page = await enter(owner, { path: 'about:blank' });
  await page.addInitScript(replacePrintDialog);
  await page.goto('/chamada');
  const waiting = page.getByRole('list', { name: 'Esperando' });
  await page.getByRole('button', { name: 'Senha Normal (N)' }).click();
  await waiting.getByText('N001').waitFor();
  assert.deepEqual(await prints(page), [], 'nothing is printed while the option is off');

  await page.getByRole('switch', { name: 'Imprimir cada senha' }).click();
  await page.getByRole('button', { name: 'Senha Preferencial (P)' }).click();
  const [printed = ''] = await untilPrinted(page, 1);
  assert.match(
    printed,
    /\|Senha\|P001\|Preferencial\|\d\d\/\d\d\/\d{4}.*\|Você é o próximo\|Aguarde: sua senha aparece na TV\.$/,
  );
  assert.ok(printed.startsWith(owner.user.username), printed);
  // Only the slip is printed, on a page of its own size.
  const slip = page.getByText('Aguarde: sua senha aparece na TV.');
  assert.equal(await slip.isVisible(), false, 'the slip is visible only in print');
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual([await slip.isVisible(), await waiting.isVisible()], [true, false]);
  await page.emulateMedia({ media: null });
  await closePrint(page);
  await slip.waitFor({ state: 'detached' });

  // The same ticket and an older ticket can be printed again.
  for (const [label, count] of [
    ['P001', 2],
    ['N001', 3],
  ] as const) {
    await page.getByRole('button', { name: `Imprimir ${label}` }).click();
    assert.match((await untilPrinted(page, count)).at(-1) ?? '', new RegExp(`\\|Senha\\|${label}\\|`));
    await closePrint(page);
    await slip.waitFor({ state: 'detached' });
  }
  assert.match((await prints(page)).at(-1) ?? '', /\|1 pessoa na frente\|/);
  assert.equal((await owner.call('GET /api/calls')).tickets.length, 2, 'printing creates no ticket');

  await page.getByRole('button', { name: 'Ver a senha impressa' }).click();
  const preview = page.getByRole('dialog', { name: 'Senha impressa' });
  await preview.getByText('3 pessoas na frente').waitFor();
  await preview.getByText('58 mm').click();
  const fits = () =>
    preview.getByText('P042').evaluate((line) => line.scrollWidth <= line.clientWidth && line.clientWidth < 200);
  assert.ok(await fits(), 'the ticket fits on narrow paper');
  await page.reload();
  await page.getByRole('button', { name: 'Ver a senha impressa' }).click();
  assert.ok(await preview.getByRole('radio', { name: '58 mm' }).isChecked(), 'the paper is remembered');

  const { id: serviceId } = await owner.call('POST /api/call-services', { body: { name: 'Coleta', prefix: 'C' } });
  await owner.call('POST /api/tickets', { body: { serviceId } });
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  await page.getByText('Coleta', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Imprimir C001' }).click();
  const ticketOfService = (await untilPrinted(page, 1)).at(-1) ?? '';
  assert.match(ticketOfService, /\|Senha\|C001\|Coleta\|\d\d\/\d\d\/\d{4}.*\|Você é o próximo\|/);
});
