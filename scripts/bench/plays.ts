/**
 * Measures the report on plays with ten million daily totals of one account: five years of 100 screens that show 55 contents each
 * day. Prints how long each page of the report takes (target: 300 ms), and the processor time of the longest iteration of the
 * event loop during a page and while 50 screens send their stored plays (target: 20 ms). Usage: npm run build, then node --import
 * tsx scripts/bench/plays.ts
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { limits } from '../../src/contract/limits.ts';
import type { Play } from '../../src/contract/plays.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { Database } from '../../src/platform/storage/database.ts';
import type { Client } from '../../src/testing/client.ts';
import { pairScreens, type Program, signInAdministrator, startProgram } from '../support/program.ts';
import { pause, fullOrQuick } from '../support/quick.ts';
import { printTable, quantile, type Row } from './support/table.ts';

const dayMs = 86_400_000;
const [screens, contents, days] = [fullOrQuick(100, 3), 55, fullOrQuick(limits.plays.retentionDays, 40)];
const [senders, batches, repeats] = [fullOrQuick(50, 2), fullOrQuick(10, 2), fullOrQuick(10, 1)];
const [pageTargetMs, iterationTargetMs] = [300, 20];

/** Writes the daily totals of the administrator's account. Returns the size of one daily total on the disk, in bytes. */
async function fillDailyTotals(dataDir: string, userId: number): Promise<number> {
  const database = new Database(dataFolder(dataDir).database);
  const run = (sql: string, values: object) => database.connection.prepare(sql).run(values);
  const series = (name: string) => `${name} (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${name} WHERE n < @${name})`;
  const today = Math.floor(Date.now() / dayMs);
  const bytes = async () => {
    database.connection.pragma('wal_checkpoint(TRUNCATE)');
    return (await stat(dataFolder(dataDir).database)).size;
  };
  const before = await bytes();
  database.tx(() =>
    run(
      `WITH RECURSIVE ${series('days')}, ${series('contents')}, ${series('screens')}
       INSERT INTO plays_daily SELECT @userId, @today - @days + days.n, 100000 + contents.n, 100000 + screens.n, 1000 + screens.n % 3,
         30 + contents.n, 29 + contents.n, contents.n, 15000 * (30 + contents.n), '[0,0,0,0,0,0,0,3,4,4,5,3,2,2,4,5,4,3,0,0,0,0,0,0]'
       FROM days, contents, screens`,
      { userId, today, days, contents, screens },
    ),
  );
  const after = await bytes();
  for (const [kind, count] of Object.entries({ content: contents, screen: screens }))
    run(
      `WITH RECURSIVE ${series('count')} INSERT INTO plays_names SELECT @userId, @kind, 100000 + n, @kind || ' ' || n, @today FROM count`,
      { userId, kind, count, today },
    );
  database.close();
  return (after - before) / (days * contents * screens);
}

/** Returns the median times in ms until the first byte of a response and until the whole response has arrived. */
async function medianTimes(person: Client, path: string) {
  const times: [first: number, whole: number][] = [];
  for (let i = 0; i < repeats; i += 1) {
    const since = performance.now();
    const response = await person.request(path);
    const first = performance.now() - since;
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.text();
    times.push([first, performance.now() - since]);
  }
  const median = (index: 0 | 1) =>
    quantile(
      times.map((time) => time[index]),
      0.5,
    );
  return { first: median(0), whole: median(1) };
}

/** Makes the screens send stored plays, with a real screen's pauses. Returns when the daily totals include all these plays. */
async function sendPlays(person: Client, devices: readonly Client[]): Promise<void> {
  const begin = Date.now() - 2 * dayMs;
  const batch = (number: number, screen: number) =>
    Array.from({ length: limits.plays.batch }, (_, i): Play => ({
      ...{ uuid: randomUUID(), item: 1 + ((i + screen) % contents), sha256: 'a'.repeat(64), playlist: 1, rule: null },
      startedAt: new Date(begin + (number * limits.plays.batch + i) * 20_000).toISOString(),
      ...{ ms: 20_000, end: 'complete', hadSound: false },
    }));
  await Promise.all(
    devices.map(async (device, screen) => {
      for (let number = 0; number < batches; number += 1) {
        await pause(2_000 * (number === 0 ? Math.random() : 0.5 + Math.random()));
        await device.call('POST /api/player/plays', { body: { plays: batch(number, screen) } });
      }
    }),
  );
  const countPlays = async () =>
    (await person.call('GET /api/plays/report', { query: { videoId: 1, period: 'week' } })).plays;
  for (let before = -1, now = 0; now !== before; before = now, now = await countPlays()) await pause(500);
}

async function measure(
  { pid }: Program,
  person: Client,
  devices: readonly Client[],
  iterationsFile: string,
): Promise<Row[]> {
  /** Returns the processor time of the longest event loop iteration since the last call, in ms. */
  const longestIteration = async () => {
    process.kill(pid, 'SIGURG');
    await pause(200);
    return parseFloat(await readFile(iterationsFile, 'utf8'));
  };
  const day = new Date(Date.now() - 45 * dayMs).toISOString().slice(0, 10);
  const pages = ['day', 'week', 'month'].map((period) => `report?period=${period}&day=${day}`);
  const month = pages[2] ?? '';
  pages.push(`${month}&videoId=100001`, `${month}&playerId=100001`, month.replace('report', 'report.csv'));
  const rows: Row[] = [];
  const row = (label: string, value: number, atMost: number) =>
    rows.push({ label, result: `${value.toFixed(1)} ms`, value, target: { atMost } });
  for (const page of pages) {
    await longestIteration();
    const { first, whole } = await medianTimes(person, `/api/plays/${page}`);
    const isCsv = page.includes('csv');
    row(isCsv ? `${page}, first byte (whole ${whole.toFixed(0)} ms)` : page, isCsv ? first : whole, pageTargetMs);
    row(`${page}: longest iteration of the event loop`, await longestIteration(), iterationTargetMs);
  }
  const since = performance.now();
  await sendPlays(person, devices);
  const seconds = (performance.now() - since) / 1_000;
  const sentCount = senders * batches * limits.plays.batch;
  row(
    `${sentCount} plays of ${senders} screens in ${seconds.toFixed(1)} s: longest iteration`,
    await longestIteration(),
    iterationTargetMs,
  );
  return rows;
}

const dataDir = await mkdtemp(join(tmpdir(), 'antessala-plays-'));
const iterationsFile = join(dataDir, 'loop-iterations');
const env = {
  BENCH_LOOP_ITERATIONS_FILE: iterationsFile,
  NODE_OPTIONS: `--require=${resolve('scripts/bench/support/loop-iterations.cjs')}`,
};
try {
  const first = await startProgram({ dataDir });
  const { id: userId } = await (await signInAdministrator(first.url)).call('GET /api/user');
  await first.stop();
  const bytes = await fillDailyTotals(dataDir, userId);
  const program = await startProgram({ dataDir, env });
  try {
    const person = await signInAdministrator(program.url);
    printTable(await measure(program, person, await pairScreens(person, senders), iterationsFile));
  } finally {
    await program.stop();
  }
  console.log(
    `${days * contents * screens} daily totals of ${bytes.toFixed(0)} bytes: ${((bytes * contents * 365) / 1e6).toFixed(1)} MB per screen and year of ${contents} contents`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
