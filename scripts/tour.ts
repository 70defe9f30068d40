/**
 * Takes screenshots of every page, dialog and state of studio and player: light and dark, in a desktop and a phone window.
 * Starts the program in a temporary directory, filled with the demo and more data.
 *
 *   node --import tsx scripts/tour.ts --out DIR [--web DIR] [--only NAME]...
 *
 * `--web`: another build than dist/web; `--only`: states whose names contain NAME (`--only gestao --only player`). DIR/index.html
 * shows all pictures. Exits with 1 if a state is not reached, a page logs an error, or something is wider than its window.
 */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { builtWebDir } from '../src/platform/process/assets.ts';
import { systemClock } from '../src/platform/clock.ts';
import { startTestApp, testAdmin, testCodes } from '../src/testing/app.ts';
import { launchChromium } from '../web/testing/chromium.ts';
import { administratorShots } from './tour/administrator.ts';
import { createScreenshotRecorder } from './tour/screenshot-recorder.ts';
import { fillInstallation } from './tour/clinic.ts';
import { customerShots } from './tour/customer.ts';
import { guestShots } from './tour/guest.ts';
import { manageShots } from './tour/manage.ts';
import { writeIndex, writeSheets } from './tour/sheets.ts';
import { capturePlayer } from './tour/player.ts';
import { urgentShots } from './tour/urgent.ts';

/** Number of states that are captured at the same time. */
const atOnce = 2;

async function main(): Promise<number> {
  const {
    out,
    web,
    only = [],
  } = parseArgs({
    options: { out: { type: 'string' }, web: { type: 'string' }, only: { type: 'string', multiple: true } },
  }).values;
  const isChosen = (name: string) => only.length === 0 || only.some((part) => name.includes(part));
  if (!out) throw new Error('--out DIR is needed.');
  await mkdir(out, { recursive: true });

  const cleanUps: (() => unknown)[] = [];
  const startedAt = performance.now();
  try {
    const app = await startTestApp(
      { after: (work) => cleanUps.unshift(work) },
      { clock: systemClock, webDir: web ?? builtWebDir },
    );
    const { clients, stop } = await fillInstallation(app, { ...testAdmin, accessCode: testCodes.accessCode });
    cleanUps.unshift(stop);
    const browser = await launchChromium();
    cleanUps.unshift(() => browser.close());

    const recorder = createScreenshotRecorder({ browser, url: app.url, directory: out, clients });
    const shots = [...guestShots, ...customerShots, ...urgentShots, ...manageShots, ...administratorShots].filter(
      ({ name }) => isChosen(name),
    );
    const isPlayerChosen = only.length === 0 || only.some((part) => part.startsWith('player'));
    const unknownNames = only.filter(
      (part) => !part.startsWith('player') && !shots.some(({ name }) => name.includes(part)),
    );
    if (unknownNames.length > 0) throw new Error(`No state is named ${unknownNames.join(' or ')}.`);
    const waiting = [...shots];
    const takeShots = async () => {
      for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
        const previousCount = recorder.faults.length;
        await recorder.take(shot);
        for (const fault of recorder.faults.slice(previousCount)) console.error(`FAULT ${fault}`);
        await writeSheets(out, shot.name, recorder.pictures);
        console.log(`${shots.length - waiting.length}/${shots.length} ${shot.name}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, takeShots));
    if (isPlayerChosen) {
      const names = await capturePlayer(app, browser, recorder);
      const missing = only.filter((part) => part.startsWith('player') && !names.some((name) => name.includes(part)));
      if (missing.length > 0) throw new Error(`No state is named ${missing.join(' or ')}.`);
      for (const name of names) await writeSheets(out, name, recorder.pictures);
    }

    await writeIndex(out, recorder.pictures);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    for (const fault of recorder.faults.filter((each) => each.startsWith('player'))) console.error(`FAULT ${fault}`);
    console.log(
      `${recorder.pictures.length} pictures in ${out} after ${minutes} min, ${recorder.faults.length} faults.`,
    );
    return recorder.faults.length > 0 ? 1 : 0;
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
