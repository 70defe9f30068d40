/**
 * Measures the time from the request for a patient's call until 50 screens have it. 49 screens are simulated (socket, polls,
 * receipts); one is a real Chromium, in which the time ends when the card is painted. Exits with 1 if the p95 in Chromium
 * exceeds 1 s or a screen sent no receipt for the last call. Usage: npm run build (for the pages), then
 * node --import tsx scripts/bench/calls.ts [CALLS] [CHROMIUM: 64, 69, 79 or 83; default: the installed one]
 */
import { cpus } from 'node:os';
import type { TestContext } from 'node:test';
import type { Client } from '../../src/testing/client.ts';
import { createScreens, pairScreens, type Program, signInAdministrator, startProgram } from '../support/program.ts';
import { isQuick, pause, sized } from '../support/quick.ts';
import { openCallScreen, timesLine, withCleanUps } from './support/call-screen.ts';
import { quantile } from './support/table.ts';

const screens = sized(50, 3);
const targetMs = 1_000;
const [count = sized(40, 1), engine] = process.argv.slice(2).map(Number);

/**
 * Simulates a screen until `isStopped`. Returns `received`, the times at which it received each call, and `ended`, which resolves
 * when it has stopped.
 */
async function simulateScreen(device: Client, isStopped: () => boolean) {
  const received = new Map<number, number>();
  const socket = await device.socket();
  let handledEvents = 0;
  let after = 0;
  const fetchCalls = async () => {
    const response = await device.call('GET /api/player/calls', { query: { after } });
    after = Math.max(after, response.lastCallId);
    for (const { id } of response.calls) {
      received.set(id, Date.now());
      // A real screen sends the receipt after it has painted the card and started the chime.
      await pause(150 + Math.random() * 150);
      await device.call('POST /api/player/calls/:id/shown', { params: { id }, body: { hadSound: true } });
    }
  };
  const listen = async () => {
    while (!isStopped()) {
      const events = socket.messages.filter(({ type }) => type === 'patientCalled').length;
      if (events > handledEvents) await fetchCalls();
      handledEvents = events;
      await pause(5);
    }
    socket.close();
  };
  const poll = async () => {
    await pause(Math.random() * 3_000);
    while (!isStopped()) {
      await device.call('GET /api/player/assigned-playlist');
      await pause(3_000);
    }
  };
  return { received, ended: Promise.all([listen(), poll()]) };
}

async function measure(t: TestContext, { url, port }: Program): Promise<void> {
  const person = await signInAdministrator(url);
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await person.call('PUT /api/call-settings', { body: { seconds: 5 } });
  const [code = ''] = await createScreens(person, 1);
  const tv = await openCallScreen(t, port, code, { engine });
  let isStopped = false;
  const others = await Promise.all(
    (await pairScreens(person, screens - 1)).map((device) => simulateScreen(device, () => isStopped)),
  );
  await pause(3_000);

  const [page, protocol, responses]: number[][] = [[], [], []];
  for (let at = 0; at < count; at += 1) {
    const since = Date.now();
    const { id } = await person.call('POST /api/calls', { body: { label: `P${String(at).padStart(3, '0')}`, roomId } });
    responses?.push(Date.now() - since);
    await tv.until(`.call.is-visible[data-call-id="${id}"]`);
    await tv.until('.call:not(.is-visible)');
    page?.push((await tv.evaluate<number>(`painted[${id}]`)) - since);
    for (const { received } of others) protocol?.push((received.get(id) ?? Infinity) - since);
  }
  isStopped = true;
  await Promise.all(others.map(({ ended }) => ended));
  const [lastCall] = (await person.call('GET /api/calls')).calls;
  console.log(
    `Node ${process.version}, ${cpus().length} cores, server and ${screens} screens on one machine, ${count} calls`,
  );
  console.log(await tv.evaluate<string>('navigator.userAgent.replace(/.*(Chrome.[0-9]+).*/, "$1")'));
  console.log(timesLine('response to the request for the call', responses ?? []));
  console.log(timesLine(`call received by ${screens - 1} simulated screens`, protocol ?? []));
  console.log(timesLine('card painted in Chromium', page ?? []));
  console.log(`receipts of the last call: ${lastCall?.receipts.length} of ${screens}`);
  if (isQuick) return;
  if (quantile(page ?? [], 0.95) > targetMs || lastCall?.receipts.length !== screens) process.exitCode = 1;
}

const server = await startProgram();
try {
  await withCleanUps((t) => measure(t, server));
} finally {
  await server.stop();
}
