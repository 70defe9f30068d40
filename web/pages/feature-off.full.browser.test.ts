import assert from 'node:assert/strict';
import { openStudio } from '../testing/browser.ts';
import { test } from '../testing/studio-test.ts';

const cases = [
  [{ canAccessManagement: false }, ['/players', '/test-new-system', '/programacao']],
  [{ canAccessBreakingNews: false }, ['/breaking-news']],
  [{ canAccessRadio: false }, ['/radio']],
] as const;

test('the pages of a feature show a note to an account without the feature, and the sign-in page to a guest', async (t) => {
  const { app, enter, visit } = await openStudio(t);
  for (const [quotas, paths] of cases) {
    const page = await enter(await app.customer({ quotas }));
    if ('canAccessManagement' in quotas)
      assert.equal(await page.getByRole('link', { name: 'Dashboard de TV Box' }).count(), 0);
    for (const path of paths) {
      await page.goto(path);
      await page.getByText('Este recurso não está liberado para a sua conta').waitFor();
    }
  }
  const guest = await visit('/players');
  await guest.getByRole('heading', { level: 1, name: 'Acesse o Antessala' }).waitFor();
});
