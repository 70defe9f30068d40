/**
 * Measures a small computer: the server with a third of a core and 1 GB serves 50 screens (49 simulated, one a real Chromium on
 * the other core), a call every 10 s, and uploads of a picture or a short film, one at a time. Exits with 1 if the studio's first
 * page takes more than 3 s, the p95 until a call's card is painted exceeds 1.5 s, or a process was killed. Needs root, ffmpeg.
 *
 *   npm run build && node --import tsx scripts/bench/small-computer.ts [MINUTES]
 */
import type { TestContext } from 'node:test';
import { chromium } from 'playwright-core';
import type { Client } from '../../src/testing/client.ts';
import { bytesOf } from '../../src/testing/media.ts';
import { chromiumArgs, chromiumPath } from '../../web/testing/chromium.ts';
import { createScreens, pairScreens, type Program, signInAdministrator, startProgram } from '../support/program.ts';
import { isQuick, pause, fullOrQuick } from '../support/quick.ts';
import { playableFilm } from './films.ts';
import { openCallScreen, simulateCallScreen, withCleanUps } from './support/call-screen.ts';
import { type Cgroup, createCgroup } from './support/cgroup.ts';
import { waitUntilProcessed } from './support/admin-client.ts';
import { printTable, quantile, type Row } from './support/table.ts';

const minutes = Number(process.argv[2] ?? fullOrQuick(60, 0.2));
const screens = fullOrQuick(50, 3);
const memoryMb = 1_024;
const cores = 1 / 3;
const rowOf = (label: string, value: number, unit: string, atMost: number): Row => ({
  ...{ label, result: `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`, value, target: { atMost } },
});

/** Returns the seconds from the navigation until the page's heading is shown, in a browser without cache. */
async function timePage(url: string, person: Client, path: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    const context = await browser.newContext();
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const since = performance.now();
    await page.goto(url + path);
    await page.locator('h1').first().waitFor();
    return (performance.now() - since) / 1_000;
  } finally {
    await browser.close();
  }
}

/** Uploads and deletes pictures and films, one at a time, until `hasEnded`. Returns how many were processed and failed. */
async function upload(person: Client, hasEnded: () => boolean): Promise<{ processed: number; failed: number }> {
  const files = [await bytesOf('turned.jpg'), await playableFilm()];
  const counts = { processed: 0, failed: 0 };
  for (let i = 0; !hasEnded(); i += 1) {
    const { id } = await person.upload(files[i % 2] as Buffer | string, { name: `Item ${i}` });
    const { processingStatus } = await waitUntilProcessed(person, id);
    counts[processingStatus === 'completed' ? 'processed' : 'failed'] += 1;
    await person.call('DELETE /api/videos/:id', { params: { id } });
    await pause(fullOrQuick(20_000, 100));
  }
  return counts;
}

async function measure(t: TestContext, { url, port }: Program, cgroup: Cgroup): Promise<Row[]> {
  const person = await signInAdministrator(url);
  const pagesAtStartS = [await timePage(url, person, '/'), await timePage(url, person, '/gestao')];
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await person.call('PUT /api/call-settings', { body: { seconds: 5 } });
  const [code = ''] = await createScreens(person, 1);
  const tv = await openCallScreen(t, port, code);
  const endsAt = performance.now() + minutes * 60_000;
  const hasEnded = () => performance.now() > endsAt;
  const simulatedScreens = await Promise.all(
    (await pairScreens(person, screens - 1)).map((device) => simulateCallScreen(device, hasEnded)),
  );
  const uploading = upload(person, hasEnded);
  const paintedAfterS: number[] = [];
  let usedMb = 0;
  for (let i = 0; !hasEnded(); i += 1) {
    const since = Date.now();
    const { id } = await person.call('POST /api/calls', { body: { label: `P${i}`, roomId } });
    await tv.until(`.call.is-visible[data-call-id="${id}"]`);
    await tv.until('.call:not(.is-visible)');
    paintedAfterS.push(((await tv.evaluate<number>(`painted[${id}]`)) - since) / 1_000);
    usedMb = Math.max(usedMb, (await cgroup.memoryUse()).usedMb);
    await pause(Math.max(0, since + fullOrQuick(10_000, 300) - Date.now()));
  }
  const { processed, failed } = await uploading;
  await Promise.all(simulatedScreens.map(({ ended }) => ended));
  const pageAtEndS = await timePage(url, person, '/');
  return [
    rowOf('first page of the studio, first time', Math.max(...pagesAtStartS), 's', 3),
    rowOf('first page of the studio, at the end', pageAtEndS, 's', 3),
    rowOf(`call to painted card, ${paintedAfterS.length} calls, p50`, quantile(paintedAfterS, 0.5), 's', 1.5),
    rowOf(`call to painted card, p95`, quantile(paintedAfterS, 0.95), 's', 1.5),
    rowOf(`largest memory of all processes, ${processed} uploads processed`, usedMb, 'MB', memoryMb),
    rowOf('uploads failed', failed, '', 0),
    rowOf('processes killed for lack of memory', await cgroup.oomKills(), '', 0),
  ];
}

const cgroup = await createCgroup({ memoryMb, cores });
try {
  const server = await startProgram({ commandPrefix: cgroup.commandPrefix });
  await withCleanUps(async (t) => {
    t.after(() => server.stop());
    const rows = await measure(t, server, cgroup);
    console.log(`${screens} screens, ${minutes} minutes, a third of a core and 1 GB`);
    printTable(rows);
    const isMissed = rows.some(({ value, target }) => 'atMost' in target && value > target.atMost);
    if (isMissed && !isQuick) process.exitCode = 1;
  });
} finally {
  await cgroup.remove().catch(() => undefined);
}
