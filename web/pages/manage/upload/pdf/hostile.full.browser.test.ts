/** Tests PDFs that attack the reader. */
import assert from 'node:assert/strict';
import { numberedPdf } from '../../../../testing/pdf/build-pdf.ts';
import { hostilePdfs } from '../../../../testing/pdf/hostile-pdfs.ts';
import { choosePdf, option, picker } from '../../../../testing/pdf/pdf-picker.ts';
import { openAccount, test } from '../../../../testing/studio-test.ts';
import { pdfLimits } from './pdf-limits.ts';

test('every hostile PDF results in a picture or one error text without requests to other servers, and the page remains usable', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await page.context().clock.install();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  assert.ok(hostilePdfs.length >= 30);
  const faults: string[] = [];
  for (const { name, bytes, refusal, hangs } of hostilePdfs) {
    await choosePdf(page, `${name}.pdf`, bytes);
    const first = picker(page).getByRole('option').first();
    if (hangs) {
      await first.waitFor();
      await page.clock.fastForward(pdfLimits.responseMs);
    }
    const errorText = picker(page)
      .getByRole('alert')
      .or(first.getByText(/^(Não|Esta|Este) /));
    await errorText.or(first.locator('img')).waitFor();
    const text = (await errorText.allInnerTexts()).join(' ');
    if (!(refusal ?? /^$/).test(text)) faults.push(`${name}: ${text || 'a picture'}`);
    await picker(page).getByRole('button', { name: 'Fechar' }).first().click();
    await picker(page).waitFor({ state: 'detached' });
  }
  assert.deepEqual(faults, []);
  const isForeign = (url: string) => !url.startsWith(new URL(page.url()).origin) && !url.startsWith('blob:');
  assert.deepEqual(requests.filter(isForeign), []);
  await choosePdf(page, 'Aviso.pdf', numberedPdf(1));
  await option(page, 1).click();
  await picker(page).getByRole('button', { name: 'Só adicionar' }).click();
  await page.getByLabel('Nome de Aviso – página 1.png').waitFor();
});
