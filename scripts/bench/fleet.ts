/**
 * Simulates the usual load of 2,000 screens (or SCREENS) for a minute (or SECONDS): every screen sends what the player sends
 * (socket, poll every 3 s, radio every 5 s, notices every 30 s, heartbeat every 15 s), while the staff of their clinics sends and
 * edits playlists and reads lists. Then restarts the server and waits until every screen is connected again. Finally sends the
 * same load to a minimal server (bare.mjs), which shows how much of the time and the delays is due to the machine and the load
 * generator. Usage: npm run build && sudo node --import tsx scripts/bench/fleet.ts [SCREENS] [SECONDS]
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Database } from '../../src/platform/storage/database.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { sha256Hex } from '../../src/platform/random.ts';
import { type Device, fillDatabase, sizes } from './support/fill-database.ts';
import { type HttpRequest, KeepAliveClient } from './support/keep-alive-client.ts';
import {
  rerunInNetworkNamespace,
  requireOpenFiles,
  type Server,
  startBare,
  startServer,
  withFolder,
} from './support/rig.ts';
import {
  addressOf,
  countFailures,
  simulation,
  latencyQuantile,
  newTally,
  Screen,
  sendCounted,
  type Tally,
} from './support/screen.ts';
import { printTable } from './support/table.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

const count = Number(process.argv[2] ?? sizes.screens);
const seconds = Number(process.argv[3] ?? fullOrQuick(60, 1));
/**
 * Actions of all clinics' staff per second: playlists sent, playlists edited, lists of screens read. This is far more
 * than the average of 1,000 clinics if each sends 4 playlists, edits 6 and reads 40 lists a day.
 */
const staff = { sends: 2, edits: 3, lists: 10 };

/** Writes a session for each user into the database, as a sign-in does. Returns the cookies by user. */
function createSessions(dataDir: string, users: readonly number[]): Map<number, string> {
  const database = new Database(dataFolder(dataDir).database);
  const insert = database.prepare<[string, number, number, number]>(
    'INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at) VALUES (?, ?, ?, ?)',
  );
  const cookies = new Map<number, string>();
  for (const userId of users) {
    const token = `studio${String(userId).padStart(37, '0')}`;
    insert.run(sha256Hex(token), userId, Date.now(), Date.now());
    cookies.set(userId, `antessala_session=${token}`);
  }
  database.close();
  return cookies;
}

/** Performs staff actions at random among the signed-in accounts, until `simulation.isStopped`. */
function simulateStaff(port: number, devices: readonly Device[], cookies: Map<number, string>): void {
  const clients = devices
    .filter(({ userId }) => cookies.has(userId))
    .map((device) => ({ ...device, client: new KeepAliveClient(port, addressOf(device)) }));
  const repeat = async (perSecond: number, requestOf: (device: Device) => HttpRequest) => {
    while (!simulation.isStopped) {
      await pause(1000 / perSecond);
      const chosen = clients[Math.floor(Math.random() * clients.length)] as (typeof clients)[number];
      const headers = { cookie: cookies.get(chosen.userId) ?? '', 'sec-fetch-site': 'same-origin' };
      await sendCounted(chosen.client, { ...requestOf(chosen), headers });
    }
  };
  // fill-database.ts creates one playlist for each account, in the order of the accounts.
  const firstUserId = clients[0]?.userId ?? 0;
  const playlistOf = ({ userId }: Device) => 1 + userId - firstUserId;
  void repeat(staff.sends, (device) => ({
    ...{ method: 'POST', path: `/api/my-players/${device.playerId}/assign-playlist` },
    body: { playlistId: playlistOf(device) },
  }));
  void repeat(staff.edits, (device) => ({
    ...{ method: 'PATCH', path: `/api/playlists/${playlistOf(device)}` },
    body: { isRandom: Math.random() < 0.5 },
  }));
  void repeat(staff.lists, () => ({ method: 'GET', path: '/api/my-players' }));
}

interface Measurement {
  /** Share of one core that the server used. */
  core: number;
  tally: Tally;
  /** Event loop delay of the load generator in ms; the measured latencies include it. */
  loadLag: { p99: number; max: number };
}

async function measure(server: Server): Promise<Measurement> {
  simulation.tally = newTally();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const before = await server.processorUs();
  loop.enable();
  await pause(seconds * 1000);
  loop.disable();
  return {
    core: ((await server.processorUs()) - before) / (seconds * 1e6),
    tally: simulation.tally,
    loadLag: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
  };
}

async function run(folder: string): Promise<void> {
  await (await startServer(folder)).stop();
  const devices = fillDatabase(folder, { ...sizes, screens: count });
  const cookies = createSessions(folder, [...new Set(devices.slice(0, 200).map(({ userId }) => userId))]);
  let server = await startServer(folder);
  const screens = devices.map((device) => new Screen(device, server.port));
  for (const screen of screens) screen.play();
  simulateStaff(server.port, devices, cookies);
  // In this time all screens connect, and Node compiles the code.
  await pause(20_000);
  const usual = await measure(server);
  const memory = await server.memory();

  for (const screen of screens) screen.reconnectedAt = undefined;
  simulation.tally = newTally();
  await server.stop();
  const stoppedAt = performance.now();
  server = await startServer(folder, { PORT: String(server.port) });
  const startedAt = performance.now();
  while (
    screens.some(({ reconnectedAt, socket }) => reconnectedAt === undefined || !socket) &&
    performance.now() - startedAt < 60_000
  )
    await pause(100);
  const reconnectedCount = screens.filter(({ reconnectedAt, socket }) => reconnectedAt !== undefined && socket).length;
  const reconnectedS = (Math.max(...screens.map(({ reconnectedAt }) => reconnectedAt ?? Infinity)) - startedAt) / 1000;
  const afterRestart = simulation.tally;
  simulation.tally = newTally();
  await server.stop();
  const bare = await startBare('fleet', { PORT: String(server.port) });
  // After a failed request a screen retries within 15 s.
  await pause(20_000);
  const bareUsual = await measure(bare);
  simulation.isStopped = true;
  await bare.stop();
  const countsOf = ({ responses }: Tally) =>
    Object.entries(responses)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ');
  printTable([
    {
      label: `processor of one core, ${devices.length} screens and their staff`,
      result: `${(usual.core * 100).toFixed(0)} %, ${memory.residentMb.toFixed(0)} MB`,
      bare: `${(bareUsual.core * 100).toFixed(0)} %`,
      value: usual.core,
      target: { atMost: 0.6 },
    },
    {
      label: 'p99 of all responses, ms',
      result: countsOf(usual.tally),
      bare: latencyQuantile(bareUsual.tally, 0.99).toFixed(1),
      value: latencyQuantile(usual.tally, 0.99),
      target: { atMost: 20 },
    },
    {
      label: 'event loop delay of the load generator, p99, ms (part of the row above)',
      result: `at most ${usual.loadLag.max.toFixed(1)}`,
      bare: `${bareUsual.loadLag.p99.toFixed(1)}, at most ${bareUsual.loadLag.max.toFixed(1)}`,
      value: usual.loadLag.p99,
      target: { atMost: 5 },
    },
    {
      label: 'errors in that time',
      result: countsOf(usual.tally),
      value: countFailures(usual.tally),
      target: { atMost: 0 },
    },
    {
      label: 'until all screens are connected after a restart, s',
      result: `${reconnectedCount} of ${screens.length}; ${((startedAt - stoppedAt) / 1000).toFixed(1)} s without a server`,
      value: reconnectedS,
      target: { atMost: 30 },
    },
    {
      label: 'requests refused after the restart',
      result: countsOf(afterRestart),
      value: countFailures({ ...afterRestart, unreachable: 0 }),
      target: { atMost: 0 },
    },
  ]);
}

requireOpenFiles(count);
if (!rerunInNetworkNamespace()) {
  await withFolder(run);
  process.exit(0);
}
