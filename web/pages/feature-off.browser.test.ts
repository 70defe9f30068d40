import assert from 'node:assert/strict';
import { openAccount, test } from '../testing/studio-test.ts';

test('the pages of a feature say that an account does not have it, and a guest gets the sign-in page', async (t) => {
  const quotas = { canAccessManagement: false, canAccessBreakingNews: false, canAccessRadio: false };
  const { enter, visit, customer } = await openAccount(t, { quotas });
  const page = await enter(customer);
  assert.equal(await page.getByRole('link', { name: 'Dashboard de TV Box' }).count(), 0);
  for (const path of ['/players', '/test-new-system', '/programacao', '/breaking-news', '/radio']) {
    await page.goto(path);
    await page.getByText('Este recurso não está liberado para a sua conta').waitFor();
  }
  const guest = await visit('/players');
  await guest.getByRole('heading', { level: 1, name: 'Acesse o Antessala' }).waitFor();
});
