/**
 * A day of 2,000 screens, compressed: every screen speaks as the player does (socket, poll every 3 s, radio every 5 s,
 * messages and notices every 30 s, heartbeat every 15 s), while the staff of their clinics do in a minute what they do in a
 * day. Then the server is stopped and started again, and every screen has to come back. At last they speak with a bare server:
 * what it takes is the machine's and the load's own.
 * Usage: npm run build && sudo node --import tsx scripts/bench/fleet.ts [SECONDS]
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Database } from '../../src/platform/storage/database.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { sha256Hex } from '../../src/platform/random.ts';
import { type Device, furnish, sizes } from './support/furnish.ts';
import { Line, type Question } from './support/line.ts';
import { enterOwnNetwork, type Running, startBare, startServer, withFolder } from './support/rig.ts';
import { addressOf, ask, crowd, failedOf, newTally, Screen, shareOf, type Tally } from './support/screen.ts';
import { printTable } from './support/table.ts';
import { pause, sized } from '../support/quick.ts';

const seconds = Number(process.argv[2] ?? sized(60, 1));
/**
 * Staff actions per second of all clinics together: 1,000 clinics that send 4 playlists, edit 6 items and call 40
 * patients a day, in a minute each hour of it.
 */
const staff = { sends: 2, edits: 3, calls: 10 };

/** A studio's session for each of the first accounts, as a sign-in leaves it. */
function signIn(dataDir: string, users: readonly number[]): Map<number, string> {
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

/** Performs staff actions, spread over the signed-in accounts. */
function work(port: number, devices: readonly Device[], cookies: Map<number, string>): void {
  const owned = devices
    .filter(({ userId }) => cookies.has(userId))
    .map((device) => ({ ...device, line: new Line(port, addressOf(device)) }));
  const every = async (perSecond: number, question: (device: Device) => Question) => {
    while (!crowd.isOver) {
      await pause(1000 / perSecond);
      const someone = owned[Math.floor(Math.random() * owned.length)] as (typeof owned)[number];
      const headers = { cookie: cookies.get(someone.userId) ?? '', 'sec-fetch-site': 'same-origin' };
      await ask(someone.line, { ...question(someone), headers });
    }
  };
  // The first playlist, the first items of an account have the numbers that furnish.ts gave them in turn.
  const first = owned[0]?.userId ?? 0;
  const playlistOf = ({ userId }: Device) => 1 + userId - first;
  void every(staff.sends, (device) => ({
    ...{ method: 'POST', path: `/api/my-players/${device.playerId}/assign-playlist` },
    body: { playlistId: playlistOf(device) },
  }));
  void every(staff.edits, (device) => ({
    ...{ method: 'PATCH', path: `/api/playlists/${playlistOf(device)}` },
    body: { isRandom: Math.random() < 0.5 },
  }));
  void every(staff.calls, () => ({ method: 'GET', path: '/api/my-players' }));
}

interface Measured {
  /** Share of one core that the server took. */
  core: number;
  tally: Tally;
  /** Delay of the load generator's own loop, ms: no answer is taken sooner than its loop comes round. */
  loadLate: { p99: number; most: number };
}

async function measured(server: Running): Promise<Measured> {
  crowd.tally = newTally();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const before = await server.processorUs();
  loop.enable();
  await pause(seconds * 1000);
  loop.disable();
  return {
    core: ((await server.processorUs()) - before) / (seconds * 1e6),
    tally: crowd.tally,
    loadLate: { p99: loop.percentile(99) / 1e6, most: loop.max / 1e6 },
  };
}

async function run(folder: string): Promise<void> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder);
  const cookies = signIn(folder, [...new Set(devices.slice(0, 200).map(({ userId }) => userId))]);
  let server = await startServer(folder);
  const screens = devices.map((device) => new Screen(device, server.port));
  for (const screen of screens) screen.play();
  work(server.port, devices, cookies);
  // Everybody is there, and the code is warm.
  await pause(20_000);
  const day = await measured(server);
  const memory = await server.memory();

  for (const screen of screens) screen.backAt = undefined;
  crowd.tally = newTally();
  await server.stop();
  const stoppedAt = performance.now();
  server = await startServer(folder, { PORT: String(server.port) });
  const startedAt = performance.now();
  while (
    screens.some(({ backAt, socket }) => backAt === undefined || !socket) &&
    performance.now() - startedAt < 60_000
  )
    await pause(100);
  const isBack = screens.filter(({ backAt, socket }) => backAt !== undefined && socket).length;
  const backS = (Math.max(...screens.map(({ backAt }) => backAt ?? Infinity)) - startedAt) / 1000;
  const after = crowd.tally;
  crowd.tally = newTally();
  await server.stop();
  const bare = await startBare('fleet', { PORT: String(server.port) });
  // Who failed meanwhile waits for 15 s at most.
  await pause(20_000);
  const bareDay = await measured(bare);
  crowd.isOver = true;
  await bare.stop();
  const reported = ({ responses }: Tally) =>
    Object.entries(responses)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ');
  printTable([
    {
      what: `processor of one core, ${sizes.screens} screens and their staff`,
      ours: `${(day.core * 100).toFixed(0)} %, ${memory.residentMb.toFixed(0)} MB`,
      bare: `${(bareDay.core * 100).toFixed(0)} %`,
      value: day.core,
      promise: { atMost: 0.6 },
    },
    {
      what: 'p99 of all answers, ms',
      ours: reported(day.tally),
      bare: shareOf(bareDay.tally, 0.99).toFixed(1),
      value: shareOf(day.tally, 0.99),
      promise: { atMost: 20 },
    },
    {
      what: "how late the load's own loop was, p99, ms: what the row above may owe to it",
      ours: `at most ${day.loadLate.most.toFixed(1)}`,
      bare: `${bareDay.loadLate.p99.toFixed(1)}, at most ${bareDay.loadLate.most.toFixed(1)}`,
      value: day.loadLate.p99,
      promise: { atMost: 5 },
    },
    {
      what: 'errors in that time',
      ours: reported(day.tally),
      value: failedOf(day.tally),
      promise: { atMost: 0 },
    },
    {
      what: 'all back after a restart, s',
      ours: `${isBack} of ${screens.length}; ${((startedAt - stoppedAt) / 1000).toFixed(1)} s without a server`,
      value: backS,
      promise: { atMost: 30 },
    },
    {
      what: 'refused after the restart',
      ours: reported(after),
      value: failedOf({ ...after, away: 0 }),
      promise: { atMost: 0 },
    },
  ]);
}

if (!enterOwnNetwork()) {
  await withFolder(run);
  process.exit(0);
}
