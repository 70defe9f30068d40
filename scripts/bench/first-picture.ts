/**
 * How soon a paired screen with everything on its device shows its first picture: from the navigation to the frame that has
 * it, in a browser that has just started. At full speed and at a quarter of it.
 * Usage: npm run build && node --import tsx scripts/bench/first-picture.ts [ROUNDS]
 */
import { fixture } from '../../src/testing/media.ts';
import { goBeforeOthers } from './browser-cost.ts';
import { film, pairScreen, withCleanUp } from './support/paired-screen.ts';
import { printTable, type Row } from './support/table.ts';

const rounds = Number(process.argv[2] ?? 5);
const slowdowns = [1, 4];

type Timed = Window & { firstPictureMs?: number };

/** Runs in the page before its script. The player names the item after the frame that shows it. */
function timeInPage(): void {
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      if (document.body.dataset.itemId) (window as Timed).firstPictureMs ??= performance.now();
    }).observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] });
  });
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await withCleanUp(async (t) => {
  const rows: Row[] = [];
  for (const [what, files] of [
    ['photo', [await fixture('photo.jpg')]],
    ['video', [await film(30)]],
  ] as const) {
    const screen = await pairScreen(t, files);
    const found = new Map<number, number[]>(slowdowns.map((rate) => [rate, []]));
    for (let round = 1; round <= rounds; round += 1)
      for (const rate of slowdowns) {
        const tv = await screen.open();
        await tv.page.addInitScript(timeInPage);
        await (await tv.context.newCDPSession(tv.page)).send('Emulation.setCPUThrottlingRate', { rate });
        await goBeforeOthers();
        await tv.page.goto('/play');
        await tv.page.waitForFunction(() => (window as Timed).firstPictureMs !== undefined, undefined, { polling: 50 });
        const ms = await tv.page.evaluate(() => (window as Timed).firstPictureMs ?? NaN);
        found.get(rate)?.push(ms);
        console.log(`${what}, processor ${rate} times slower: ${ms.toFixed(0)} ms`);
        await tv.turnOff();
      }
    for (const [rate, times] of found)
      rows.push({
        what: `first ${what}${rate === 1 ? '' : `, processor ${rate} times slower`}`,
        ours: `${middle(times).toFixed(0)} ms`,
        value: middle(times) / 1000,
        promise: { atMost: rate === 1 ? 1 : 2 },
      });
  }
  printTable(rows);
});
