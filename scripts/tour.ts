/**
 * A picture of every page, dialog and state of the studio and the player, from the real program on a temporary
 * directory, filled with the demo and more: light and dark, at a desk and on a phone.
 *
 *   node --import tsx scripts/tour.ts --out DIR [--web DIR] [--only NAME]...
 *
 * `--web`: another build than dist/web; `--only`: states whose name contains it (`--only gestao --only player`). DIR/index.html leads
 * through the sheets. Ends with 1 when a state is not reached, a page logs an error, or something is wider than its window.
 */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { builtWebDir } from '../src/platform/process/assets.ts';
import { systemClock } from '../src/platform/clock.ts';
import { startTestApp, testAdmin, testCodes } from '../src/testing/app.ts';
import { launchChromium } from '../web/testing/chromium.ts';
import { administratorShots } from './tour/administrator.ts';
import { createCamera } from './tour/camera.ts';
import { furnish } from './tour/clinic.ts';
import { customerShots } from './tour/customer.ts';
import { guestShots } from './tour/guest.ts';
import { manageShots } from './tour/manage.ts';
import { writeIndex, writeSheets } from './tour/sheet.ts';
import { tourTelevision } from './tour/television.ts';
import { urgentShots } from './tour/urgent.ts';

/** States in work at the same time. */
const atOnce = 2;

async function main(): Promise<number> {
  const {
    out,
    web,
    only = [],
  } = parseArgs({
    options: { out: { type: 'string' }, web: { type: 'string' }, only: { type: 'string', multiple: true } },
  }).values;
  const isAsked = (name: string) => only.length === 0 || only.some((part) => name.includes(part));
  if (!out) throw new Error('--out DIR is needed.');
  await mkdir(out, { recursive: true });

  const endings: (() => unknown)[] = [];
  const startedAt = performance.now();
  try {
    const app = await startTestApp(
      { after: (work) => endings.unshift(work) },
      { clock: systemClock, webDir: web ?? builtWebDir },
    );
    const { clients, stop } = await furnish(app, { ...testAdmin, accessCode: testCodes.accessCode });
    endings.unshift(stop);
    const browser = await launchChromium();
    endings.unshift(() => browser.close());

    const camera = createCamera({ browser, url: app.url, directory: out, clients });
    const shots = [...guestShots, ...customerShots, ...urgentShots, ...manageShots, ...administratorShots].filter(
      ({ name }) => isAsked(name),
    );
    const isPlayerAsked = only.length === 0 || only.some((part) => part.startsWith('player'));
    if (shots.length === 0 && !isPlayerAsked) throw new Error(`No state is named ${only.join(' or ')}.`);
    const waiting = [...shots];
    const work = async () => {
      for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
        const before = camera.faults.length;
        await camera.take(shot);
        for (const fault of camera.faults.slice(before)) console.error(`FAULT ${fault}`);
        await writeSheets(out, shot.name, camera.pictures);
        console.log(`${shots.length - waiting.length}/${shots.length} ${shot.name}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (isPlayerAsked) {
      for (const name of await tourTelevision(app, browser, camera)) await writeSheets(out, name, camera.pictures);
    }

    await writeIndex(out, camera.pictures);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    for (const fault of camera.faults.filter((each) => each.startsWith('player'))) console.error(`FAULT ${fault}`);
    console.log(`${camera.pictures.length} pictures in ${out} after ${minutes} min, ${camera.faults.length} faults.`);
    return camera.faults.length > 0 ? 1 : 0;
  } finally {
    for (const end of endings) await end();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
