/** Checks with axe the states of pages of which `scripts/tour` takes screenshots, in both themes and a desktop-sized window. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { administratorShots } from '../../scripts/tour/administrator.ts';
import { fillInstallation } from '../../scripts/tour/clinic.ts';
import { customerShots } from '../../scripts/tour/customer.ts';
import { guestShots } from '../../scripts/tour/guest.ts';
import { manageShots } from '../../scripts/tour/manage.ts';
import { people, type Shot } from '../../scripts/tour/shot.ts';
import { urgentShots } from '../../scripts/tour/urgent.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApp, testAdmin, testCodes } from '../../src/testing/app.ts';
import { faultsInBothThemes } from './axe.ts';
import { webDir } from './browser.ts';
import { launchChromium } from './chromium.ts';

/** State with unreadable colours on purpose, next to the warning about them. */
const excludedState = 'aviso-editar-cores';
const states = [...guestShots, ...customerShots, ...urgentShots, ...manageShots, ...administratorShots].filter(
  ({ name }) => name !== excludedState,
);

/** Asserts that none of the chosen states fails WCAG 2.2 A or AA. */
export async function assertStatesAccessible(t: TestContext, isChosen: (state: Shot) => boolean): Promise<void> {
  const app = await startTestApp(t, { clock: systemClock, webDir });
  const { clients, stop } = await fillInstallation(app, { ...testAdmin, accessCode: testCodes.accessCode });
  t.after(stop);
  const browser = await launchChromium();
  t.after(() => browser.close());
  const chosen = states.filter(isChosen);
  assert.ok(chosen.length > 20, `${chosen.length} states`);
  for (const person of people) {
    const personStates = chosen.filter((state) => state.person === person);
    if (personStates.length === 0) continue;
    const context = await browser.newContext({
      ...{ baseURL: app.url, viewport: { width: 1366, height: 768 }, locale: 'pt-BR' },
      ...{ timezoneId: 'America/Sao_Paulo', colorScheme: 'light', reducedMotion: 'reduce' },
    });
    await context.addCookies([...clients[person].cookies].map(([name, value]) => ({ name, value, url: app.url })));
    await context.addInitScript({ content: 'window.__name = (value) => value;' });
    await t.test(person, async () => {
      const faults: string[] = [];
      for (const state of personStates) {
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        try {
          await state.prepare?.(page);
          await page.goto(state.path);
          await state.reach(page);
          faults.push(
            ...(await faultsInBothThemes(page, 'colours', state.showsViewport ? 'layer' : 'page')).map(
              (fault) => `${state.name}: ${fault}`,
            ),
          );
        } catch (error) {
          faults.push(`${state.name} was not reached: ${String(error)}`);
        }
        await page.close();
      }
      assert.deepEqual(faults, []);
    });
    await context.close();
  }
}
