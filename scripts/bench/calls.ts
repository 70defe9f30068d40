/**
 * Measures the time from the request for a patient's call until 50 screens have received it. 49 screens are simulated (socket,
 * polls, receipts); one is a real Chromium, in which the time ends when the card is painted. Exits with 1 if the p95 in
 * Chromium exceeds 1 s or a screen sent no receipt for the last call. Usage: npm run build (for the pages), then
 * node --import tsx scripts/bench/calls.ts [CALLS] [CHROMIUM: 64, 69, 79 or 83; default: the installed one]
 */
import { cpus } from 'node:os';
import type { TestContext } from 'node:test';
import { createScreens, pairScreens, type Program, signInAdministrator, startProgram } from '../support/program.ts';
import { isQuick, pause, fullOrQuick } from '../support/quick.ts';
import { openCallScreen, simulateCallScreen, timesLine, withCleanUps } from './support/call-screen.ts';
import { quantile } from './support/table.ts';

const screens = fullOrQuick(50, 3);
const targetMs = 1_000;
const [count = fullOrQuick(40, 1), engine] = process.argv.slice(2).map(Number);

async function measure(t: TestContext, { url, port }: Program): Promise<void> {
  const person = await signInAdministrator(url);
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await person.call('PUT /api/call-settings', { body: { seconds: 5 } });
  const [code = ''] = await createScreens(person, 1);
  const tv = await openCallScreen(t, port, code, { engine });
  let isStopped = false;
  const simulatedScreens = await Promise.all(
    (await pairScreens(person, screens - 1)).map((device) => simulateCallScreen(device, () => isStopped)),
  );
  await pause(3_000);

  const [paintTimes, receiveTimes, responseTimes]: number[][] = [[], [], []];
  for (let i = 0; i < count; i += 1) {
    const since = Date.now();
    const { id } = await person.call('POST /api/calls', { body: { label: `P${String(i).padStart(3, '0')}`, roomId } });
    responseTimes?.push(Date.now() - since);
    await tv.until(`.call.is-visible[data-call-id="${id}"]`);
    await tv.until('.call:not(.is-visible)');
    paintTimes?.push((await tv.evaluate<number>(`painted[${id}]`)) - since);
    for (const { received } of simulatedScreens) receiveTimes?.push((received.get(id) ?? Infinity) - since);
  }
  isStopped = true;
  await Promise.all(simulatedScreens.map(({ ended }) => ended));
  const [lastCall] = (await person.call('GET /api/calls')).calls;
  console.log(
    `Node ${process.version}, ${cpus().length} cores, server and ${screens} screens on one machine, ${count} calls`,
  );
  console.log(await tv.evaluate<string>('navigator.userAgent.replace(/.*(Chrome.[0-9]+).*/, "$1")'));
  console.log(timesLine('response to the request for the call', responseTimes ?? []));
  console.log(timesLine(`call received by ${screens - 1} simulated screens`, receiveTimes ?? []));
  console.log(timesLine('card painted in Chromium', paintTimes ?? []));
  console.log(`receipts of the last call: ${lastCall?.receipts.length} of ${screens}`);
  if (isQuick) return;
  if (quantile(paintTimes ?? [], 0.95) > targetMs || lastCall?.receipts.length !== screens) process.exitCode = 1;
}

const server = await startProgram();
try {
  await withCleanUps((t) => measure(t, server));
} finally {
  await server.stop();
}
