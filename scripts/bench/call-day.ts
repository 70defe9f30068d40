/**
 * Measures a clinic's rush hours in three parts, each with a server of its own. `next`: 1,000 tickets called by as many parallel
 * requests. `day`: 5,000 calls, of which 2,000 are tickets, and the desk's requests between them. `hours`: three Chromium
 * screens, one per layout, with their clocks ten times faster; simulates two hours with one call every 6 s. Exits with 1 if a
 * call is lost, shown twice or out of order, if the p95 of one kind of the desk's requests exceeds 50 ms, or if a page's memory
 * grows by more than a tenth. Usage: npm run build, then node --import tsx scripts/bench/call-day.ts [PART ...] [MINUTES of
 * `hours`]
 */
import { cpus } from 'node:os';
import type { CallLayout } from '../../src/contract/display.ts';
import type { Client } from '../../src/testing/client.ts';
import type { CdpTv } from '../../web/player/testing/engines.ts';
import { createScreens, type Program, signInAdministrator, startProgram } from '../support/program.ts';
import { isQuick, fullOrQuick } from '../support/quick.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { openCallScreen, timesLine, withCleanUps } from './support/call-screen.ts';
import { quantile } from './support/table.ts';

const deskTargetMs = 50;
const speed = 10;
const callIntervalMs = 6_000;
const layouts: readonly CallLayout[] = ['lowerThird', 'fullScreen', 'panel'];
const minutes = Number(process.argv.slice(2).find((text) => Number(text) > 0) ?? fullOrQuick(120, 1));

function check(isMet: boolean, text: string): void {
  console.log(`${text}: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet && !isQuick) process.exitCode = 1;
}

const setUpClinic = async ({ url }: Program) => {
  const person = await signInAdministrator(url);
  await person.call('PUT /api/call-settings', { body: { seconds: 5, chime: false, voice: false, queueEnabled: true } });
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  return { person, roomId };
};

/** Returns the labels of a day's first `count` tickets. */
const ticketLabels = (count: number) => Array.from({ length: count }, (_, i) => `N${String(i + 1).padStart(3, '0')}`);

/** Measures the desk's requests. `times` contains their durations in ms by the name of the request. */
function createStopwatch() {
  const times = new Map<string, number[]>();
  return {
    times,
    async measure<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
      const since = performance.now();
      const result = await run();
      times.set(name, [...(times.get(name) ?? []), performance.now() - since]);
      return result;
    },
  };
}

async function measureNext(program: Program): Promise<void> {
  const { person, roomId } = await setUpClinic(program);
  const count = fullOrQuick(1_000, 20);
  for (let i = 0; i < count; i += 1) await person.call('POST /api/tickets', { body: { kind: 'normal' } });
  const since = performance.now();
  const made = await Promise.all(
    Array.from({ length: count }, () => person.call('POST /api/calls/next', { body: { roomId } })),
  );
  const labels = made.toSorted((a, b) => a.id - b.id).map(({ label }) => label);
  const isExact = labels.join() === ticketLabels(count).join();
  const status = await person.status('POST /api/calls/next', { body: { roomId } });
  check(
    isExact && status === 409,
    `${count} parallel requests for the next ticket in ${((performance.now() - since) / 1_000).toFixed(1)} s, each ticket once and in order`,
  );
}

async function measureDay(program: Program): Promise<void> {
  const { person, roomId } = await setUpClinic(program);
  const [tickets, typed] = [fullOrQuick(2_000, 10), fullOrQuick(3_000, 20)];
  const { times, measure } = createStopwatch();
  for (let i = 0; i < tickets + typed; i += 1) {
    if (i < tickets) {
      await measure('ticket issued', () => person.call('POST /api/tickets', { body: { kind: 'normal' } }));
      await measure('next ticket called', () => person.call('POST /api/calls/next', { body: { roomId } }));
    } else await measure('typed call', () => person.call('POST /api/calls', { body: { label: `P${i}`, roomId } }));
    if (i % 10 === 0) await measure('the desk', () => person.call('GET /api/calls'));
    if (i % 100 === 0) await measure('the report', () => person.call('GET /api/calls/report'));
  }
  for (const [name, values] of times) console.log(timesLine(`${name}, ${values.length} times`, values));
  // The report is not a request of the desk: the target does not apply to it.
  times.delete('the report');
  const p95 = Math.max(...[...times.values()].map((values) => quantile(values, 0.95)));
  const { calls } = await person.call('GET /api/calls/report');
  check(p95 <= deskTargetMs && calls === tickets + typed, `${calls} calls in a day, largest p95 ${p95.toFixed(1)} ms`);
}

/** Returns the size of the page's objects in KB after a garbage collection, and the number of its nodes. */
async function memoryOf(tv: CdpTv): Promise<{ kb: number; nodes: number }> {
  await tv.send('Performance.enable');
  for (let i = 0; i < 2; i += 1) await tv.send('HeapProfiler.collectGarbage');
  const { metrics } = (await tv.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { kb: Math.round(value('JSHeapUsedSize') / 1024), nodes: value('Nodes') };
}

/** Makes the calls of the part `hours`. Returns their ids, and each page's memory after a tenth of them. */
async function callRegularly(person: Client, roomId: number, tvs: readonly CdpTv[]) {
  const count = Math.round((minutes * 60_000) / callIntervalMs);
  const made: number[] = [];
  let memory: Awaited<ReturnType<typeof memoryOf>>[] = [];
  for (let dueAt = performance.now(); made.length < count; dueAt += callIntervalMs / speed) {
    const label = `N${String(made.length + 1).padStart(3, '0')}`;
    made.push((await person.call('POST /api/calls', { body: { label, roomId } })).id);
    if (made.length === Math.ceil(count / 10)) memory = await Promise.all(tvs.map(memoryOf));
    await pause(Math.max(0, dueAt + callIntervalMs / speed - performance.now()));
  }
  return { made, memory };
}

const measureHours = (program: Program): Promise<void> =>
  withCleanUps(async (t) => {
    const { person, roomId } = await setUpClinic(program);
    const tvs: CdpTv[] = [];
    for (const code of await createScreens(person, layouts.length))
      tvs.push(await openCallScreen(t, program.port, code, { speed }));
    for (const [index, { id }] of (await person.call('GET /api/my-players')).toSorted((a, b) => a.id - b.id).entries())
      await person.call('PUT /api/my-players/:id/call-layout', {
        params: { id },
        body: { callLayout: layouts[index] ?? null },
      });
    await tvs.at(-1)?.until('.has-panel');

    const { made, memory } = await callRegularly(person, roomId, tvs);
    const shownOn = (tv: CdpTv) => tv.evaluate<number[]>('shown');
    for (const end = performance.now() + 60_000; performance.now() < end; await pause(200))
      if ((await Promise.all(tvs.map(shownOn))).every((shown) => shown.length >= made.length)) break;
    await pause(2_000);
    for (const [index, tv] of tvs.entries()) {
      const shown = await shownOn(tv);
      const lost = made.filter((id) => !shown.includes(id)).length;
      const [before, after] = [memory[index], await memoryOf(tv)];
      const growth = after.kb / (before?.kb ?? NaN);
      check(
        shown.join() === made.join() && growth <= 1.1 && tv.faults.length === 0,
        `${layouts[index]}: ${made.length} calls in ${minutes} minutes, ${lost} lost, ${shown.length - new Set(shown).size} shown twice; ${before?.kb} to ${after.kb} KB, ${before?.nodes} to ${after.nodes} nodes`,
      );
    }
  });

const parts = { next: measureNext, day: measureDay, hours: measureHours };
const wanted = Object.entries(parts).filter(([name]) => process.argv.includes(name));
console.log(`Node ${process.version}, ${cpus().length} cores, server and screens on one machine`);
for (const [, measure] of wanted.length > 0 ? wanted : Object.entries(parts)) {
  const program = await startProgram();
  await measure(program).finally(() => program.stop());
}
