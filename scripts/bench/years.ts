/**
 * Measures a data folder with five years of data: 500 screens, 20,000 contents, 2 million entries of the audit log, 1 million
 * calls with receipts, 50,000 expired sessions. Prints how long starts take after a clean stop and after a kill. Prints the
 * longest iteration of the event loop during searches and a download of the audit log, the deletion of an account with 100,000
 * calls, and the nightly tasks. Usage: npm run build, then node --import tsx scripts/bench/years.ts
 */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { Client } from '../../src/testing/client.ts';
import { pause, fullOrQuick } from '../support/quick.ts';
import { fillDatabase } from './support/fill-database.ts';
import { admin, type Server, startServer, withFolder } from './support/rig.ts';
import { printTable, type Row } from './support/table.ts';

const sizes = {
  accounts: fullOrQuick(100, 10),
  entries: fullOrQuick(2_000_000, 2_000),
  calls: fullOrQuick(1_000_000, 1_000),
};
const rounds = fullOrQuick(3, 1);
const nightlyTasks = ['expired-sessions', 'orphaned-files', 'quota-recount', 'database-optimize'] as const;

/** Fills the database of a server that was started once. Returns the id of the first account, which has a tenth of the calls. */
function fillYears(dataDir: string): number {
  const [first] = fillDatabase(dataDir, {
    users: sizes.accounts,
    screens: fullOrQuick(500, 20),
    contents: fullOrQuick(20_000, 50),
  });
  const database = new Database(dataFolder(dataDir).database);
  const clinicId = first?.userId ?? 0;
  const [now, fiveYears] = [Date.now(), 5 * 365 * 86_400_000];
  const rowsOf = (count: number) =>
    `WITH RECURSIVE row (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row LIMIT ${count})`;
  // SQL for row n: times spread over five years; every tenth row belongs to the first account, the others to the other accounts.
  const timeOf = (count: number) => `${now - fiveYears} + n * ${fiveYears / count}`;
  const accountOf = `${clinicId} + (n % ${sizes.accounts}) * (n % 10 > 0)`;
  database.tx(() =>
    database.exec(`
      INSERT INTO audit_log (created_at, account_id, account_name, actor_user_id, actor_name, address, action, target_kind,
        target_id, target_name, details, for_gestores, search_text)
      ${rowsOf(sizes.entries)} SELECT ${timeOf(sizes.entries)}, ${accountOf}, 'Clínica', ${accountOf}, 'Ana Souza', '192.168.0.20',
        'screen.changed', 'screen', n % 500, 'Recepção ' || n, '{"changes":[["Nome","Sala 1","Sala 2"]]}', 1,
        'ana souza' || char(10) || 'recepcao ' || n || char(10) || 'clinica' || char(10) || '192.168.0.20' FROM row;
      INSERT INTO calls (user_id, day, label, is_name, room_name, colour, on_all, is_priority, times, is_test, created_at)
      ${rowsOf(sizes.calls)} SELECT ${accountOf}, date((${timeOf(sizes.calls)}) / 1000, 'unixepoch'), 'A' || n % 1000, 0, 'Consultório 3', '#0f766e', 1, 0, 1, 0,
        ${timeOf(sizes.calls)} FROM row;
      INSERT INTO call_receipts SELECT c.id, (SELECT min(id) FROM players WHERE user_id = c.user_id), 400, 1 FROM calls c;
      INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at)
      ${rowsOf(fullOrQuick(50_000, 500))} SELECT hex(randomblob(32)), ${accountOf}, 0, 0 FROM row`),
  );
  database.close();
  return clinicId;
}

const row = (label: string, result: string, value: number, atMost: number): Row => ({
  label,
  result,
  value,
  target: { atMost },
});

/** Measures how long starts take. `end` stops or kills each started server before the next start. */
async function measureStarts(folder: string, label: string, atMost: number, end: (server: Server) => Promise<unknown>) {
  const starts: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const server = await startServer(folder);
    if (round > 0) starts.push(server.startMs);
    await pause(1_000);
    await end(server);
  }
  const shown = starts.map((each) => each.toFixed(0)).join(', ');
  return row(`start ${label}, ms`, `${shown} ms`, starts.toSorted((a, b) => a - b)[rounds >> 1] ?? NaN, atMost);
}

const sizeMb = async (folder: string) => (await stat(dataFolder(folder).database)).size / 1024 ** 2;

async function measure(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const clinicId = fillYears(folder);
  const before = await sizeMb(folder);
  const rows = [
    await measureStarts(folder, 'after a clean stop', 1_000, (server) => server.stop()),
    // The kills come last: so the server measured below checks its database before it serves, and not during the measurements.
    await measureStarts(folder, 'after a kill', 60_000, async (server) => {
      process.kill(server.pid, 'SIGKILL');
      await server.stop();
    }),
  ];

  const iterationsFile = join(folder, 'loop-iterations');
  process.env.BENCH_NODE_FLAGS = `--require=${resolve('scripts/bench/support/loop-iterations.cjs')}`;
  const server = await startServer(folder, { BENCH_LOOP_ITERATIONS_FILE: iterationsFile });
  const manager = new Client(`http://127.0.0.1:${server.port}`);
  /** Returns the longest processor time and the longest duration of an event loop iteration since the last call, in ms. */
  const longestIteration = async () => {
    process.kill(server.pid, 'SIGURG');
    await pause(500);
    return (await readFile(iterationsFile, 'utf8')).split(' ').map(Number);
  };
  async function measureLoop(label: string, work: () => Promise<unknown>): Promise<void> {
    await longestIteration();
    const startedAt = performance.now();
    await work();
    const took = performance.now() - startedAt;
    const [processorMs = NaN, ms = NaN] = await longestIteration();
    const figures = `${took.toFixed(0)} ms; longest iteration ${processorMs.toFixed(1)} ms of processor, ${ms.toFixed(1)} ms in all`;
    rows.push(row(`${label}: longest iteration of the event loop, ms`, figures, processorMs, 10));
  }
  try {
    await manager.call('POST /api/login', { body: admin });
    await measureLoop('idle', () => pause(5_000));
    for (const query of ['text=nada-assim', 'text=recepcao'])
      await measureLoop(`page of the audit log, ${query}`, () => manager.request(`/api/admin/audit?${query}`));
    await measureLoop('download of the audit log', async () =>
      (await manager.request('/api/admin/audit/download')).text(),
    );
    await measureLoop('deletion of an account with 100,000 calls', async () => {
      await manager.call('DELETE /api/admin/users/:id', { params: { id: clinicId } });
      await pause(20_000);
    });
    for (const name of nightlyTasks)
      await measureLoop(`task ${name}`, async () => {
        await manager.call('POST /api/admin/tasks/:name/run', { params: { name } });
        for (;;) {
          await pause(500);
          const task = (await manager.call('GET /api/admin/tasks')).find((each) => each.name === name);
          if (task && !task.isRunning) return void console.log(`${name}: ${task.lastRun?.result}`);
        }
      });
  } finally {
    await server.stop();
  }
  const after = await sizeMb(folder);
  console.log(`${before.toFixed(0)} MB before the night, ${after.toFixed(0)} MB after it`);
  return rows;
}

printTable(await withFolder(measure));
