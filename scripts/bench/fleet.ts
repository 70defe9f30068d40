/**
 * A day of 2,000 screens, compressed: every screen speaks as the player does (socket, poll every 3 s, radio every 5 s,
 * messages and notices every 30 s, heartbeat every 15 s), while the staff of their clinics do in a minute what they do in a
 * day. Then the server is stopped and started again, and every screen has to come back.
 * Usage: npm run build && sudo node --import tsx scripts/bench/fleet.ts [SECONDS]
 */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../src/contract/limits.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { sha256Hex } from '../../src/platform/random.ts';
import { connectWebSocket, type TestWebSocket } from '../../src/testing/ws.ts';
import { type Device, furnish, sizes } from './furnish.ts';
import { enterOwnNetwork, type Running, startServer, withFolder } from './rig.ts';
import { printTable } from './table.ts';

const seconds = Number(process.argv[2] ?? 60);
/** Of all clinics together, a second: 1,000 clinics that send 4 playlists, edit 6 items and call 40 patients a day, in a minute each hour of it. */
const staff = { sends: 2, edits: 3, calls: 10 };

interface Tally {
  latencies: number[];
  answers: Record<string, number>;
  /** Where the server could not be reached. */
  away: number;
}

const newTally = (): Tally => ({ latencies: [], answers: {}, away: 0 });
let tally = newTally();
let isOver = false;

/** Two screens of a clinic share an address: nobody else has it. */
const addressOf = ({ userId }: { userId: number }) =>
  `127.${1 + (userId >> 16)}.${(userId >> 8) & 255}.${userId & 255}`;

interface Line {
  port: number;
  agent: Agent;
  address: string;
}

/** The status, or 0 where nobody answers. */
function ask(
  line: Line,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const text = body && JSON.stringify(body);
    const call = request(
      {
        ...{ agent: line.agent, host: '127.0.0.1', port: line.port, localAddress: line.address, method, path },
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.resume().on('end', () => {
          tally.latencies.push(performance.now() - began);
          tally.answers[status] = (tally.answers[status] ?? 0) + 1;
          resolve(status);
        });
      },
    );
    call.on('error', () => {
      tally.away += 1;
      resolve(0);
    });
    call.end(text);
  });
}

class Screen {
  /** Since when it polls and hears again. */
  backAt: number | undefined;
  socket: TestWebSocket | undefined;
  readonly #line: Line;
  readonly #headers: Record<string, string>;

  constructor(
    readonly device: Device,
    port: number,
  ) {
    const agent = new Agent({ keepAlive: true, maxSockets: 2, timeout: 10_000 });
    this.#line = { port, agent, address: addressOf(device) };
    this.#headers = { authorization: `Bearer ${device.token}` };
  }

  /** Every `everyMs`, after a failure later and later, as web/player/server/poll.ts does it. */
  async #repeat(everyMs: number, run: () => Promise<number>): Promise<void> {
    await pause(Math.random() * everyMs);
    for (let failures = 0; !isOver;) {
      const status = await run();
      failures = status === 0 || status >= 500 ? failures + 1 : 0;
      const waitMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(15_000, everyMs));
      await pause(failures > 0 ? waitMs * (0.5 + Math.random() / 2) : waitMs);
    }
  }

  play(): void {
    const get = (path: string) => ask(this.#line, 'GET', path, this.#headers);
    void this.#repeat(3_000, async () => {
      const status = await get('/api/player/assigned-playlist');
      if (status === 200 && this.socket) this.backAt ??= performance.now();
      return status;
    });
    void this.#repeat(5_000, () => get('/api/player/radio-settings'));
    void this.#repeat(30_000, () => get('/api/player/admin-notices'));
    let beats = 0;
    void this.#repeat(limits.heartbeatMs, () =>
      ask(this.#line, 'POST', '/api/player/heartbeat', this.#headers, {
        ...{ token: this.device.token, playerId: this.device.playerId },
        state: { videoId: 1 + ((beats += 1) % 10), cachedItems: 10, totalItems: 10, version: 'bench' },
      }),
    );
    void this.#listen();
  }

  async #listen(): Promise<void> {
    await pause(Math.random() * 3_000);
    while (!isOver) {
      try {
        const socket = await connectWebSocket(`ws://127.0.0.1:${this.#line.port}/ws`, {
          localAddress: this.#line.address,
        });
        socket.onMessage((text) => {
          if (text.includes('"subscribed"')) this.socket = socket;
        });
        socket.send(JSON.stringify({ type: 'subscribe_player', token: this.device.token }));
        await socket.closed;
      } catch {
        tally.away += 1;
      }
      this.socket = undefined;
      await pause(limits.realtimeReconnectMs * (0.5 + Math.random()));
    }
  }
}

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

/** What staff do, spread over the accounts that are signed in. */
function work(port: number, devices: readonly Device[], cookies: Map<number, string>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const owned = devices.filter(({ userId }) => cookies.has(userId));
  const someone = () => owned[Math.floor(Math.random() * owned.length)] as Device;
  const every = async (
    perSecond: number,
    run: (device: Device, line: Line, headers: Record<string, string>) => Promise<unknown>,
  ) => {
    while (!isOver) {
      await pause(1000 / perSecond);
      const device = someone();
      const headers = { cookie: cookies.get(device.userId) ?? '', 'sec-fetch-site': 'same-origin' };
      await run(device, { port, agent, address: addressOf(device) }, headers);
    }
  };
  // The first playlist, the first items of an account have the numbers that furnish.ts gave them in turn.
  const first = owned[0]?.userId ?? 0;
  const playlistOf = ({ userId }: Device) => 1 + userId - first;
  void every(staff.sends, (device, line, headers) =>
    ask(line, 'POST', `/api/my-players/${device.playerId}/assign-playlist`, headers, {
      playlistId: playlistOf(device),
    }),
  );
  void every(staff.edits, (device, line, headers) =>
    ask(line, 'PATCH', `/api/playlists/${playlistOf(device)}`, headers, { isRandom: Math.random() < 0.5 }),
  );
  void every(staff.calls, (_, line, headers) => ask(line, 'GET', '/api/my-players', headers));
}

const share = (values: number[], part: number) => values.sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

async function measured(server: Running): Promise<{ core: number; tally: Tally }> {
  tally = newTally();
  const before = await server.processorUs();
  await pause(seconds * 1000);
  return { core: ((await server.processorUs()) - before) / (seconds * 1e6), tally };
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
  tally = newTally();
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
  const after = tally;
  isOver = true;
  await server.stop();
  const failed = ({ answers }: Tally) =>
    Object.entries(answers).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), 0);
  const told = ({ answers }: Tally) =>
    Object.entries(answers)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ');
  printTable([
    {
      what: `processor of one core, ${sizes.screens} screens and their staff`,
      ours: `${(day.core * 100).toFixed(0)} %, ${memory.residentMb.toFixed(0)} MB`,
      value: day.core,
      promise: { atMost: 0.6 },
    },
    {
      what: 'p99 of all answers, ms',
      ours: told(day.tally),
      value: share(day.tally.latencies, 0.99),
      promise: { atMost: 20 },
    },
    {
      what: 'errors in that time',
      ours: told(day.tally),
      value: failed(day.tally) + day.tally.away,
      promise: { atMost: 0 },
    },
    {
      what: 'all back after a restart, s',
      ours: `${isBack} of ${screens.length}; ${((startedAt - stoppedAt) / 1000).toFixed(1)} s without a server`,
      value: backS,
      promise: { atMost: 30 },
    },
    { what: 'refused after the restart', ours: told(after), value: failed(after), promise: { atMost: 0 } },
  ]);
}

if (!enterOwnNetwork()) {
  await withFolder(run);
  process.exit(0);
}
