/**
 * From the sending of an urgent notice to the receipts of 300 screens, by socket and by poll (contract/README 18), on a server
 * of its own. `node --import tsx scripts/bench/urgent.ts [SCREENS]`. Exit code 1 beyond 1 s by socket or 4 s by poll (p95). The
 * screens share a process: on a busy machine look at the processor's time.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../src/contract/limits.ts';
import { testAdmin } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment, programFile } from '../../src/testing/program.ts';
import { connectWebSocket } from '../../src/testing/ws.ts';

const screens = Number(process.argv[2] ?? 300);
/** Time that a box takes to paint the notice. */
const paintMs = 50;
const rounds = 3;
const dataDir = mkdtempSync(join(tmpdir(), 'antessala-urgent-bench-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [programFile('server')], {
  env: { ...programEnvironment(dataDir, port), ESPEAK_PATH: '/nonexistent' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

interface Tv {
  token: string;
  shown: Set<number>;
}

/** A cheap HTTP agent: 300 screens are to cost less than the server that they ask. */
const agent = new Agent({ keepAlive: true, maxSockets: 2 * screens, timeout: 9_000 });
function ask<Reply>({ token }: Tv, method: 'GET' | 'POST', path: string, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
    };
    const call = request({ port, host: '127.0.0.1', method, path, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve((text ? JSON.parse(text) : undefined) as Reply));
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      // A connection that the server closed at that moment.
      call.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(ask({ token } as Tv, method, path, body))
        : reject(error),
    );
    call.end(body);
  });
}

/** Returns the processor time of the server so far, in milliseconds; 0 where there is no /proc. */
function processorMs(): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

async function measure(): Promise<boolean> {
  const admin = new Client(url);
  while ((await admin.status('POST /api/login', { body: testAdmin }).catch(() => 0)) !== 200) await sleep(100);
  const { id: userId } = await admin.call('GET /api/user');
  const tvs: Tv[] = [];
  while (tvs.length < screens) {
    const batch = await admin.call('POST /api/admin/users/:userId/players/batch', {
      params: { userId },
      body: { quantity: 5 },
    });
    for (const { activationCode } of batch) tvs.push(await activate(activationCode));
  }

  /** The newest that runs is painted and told, once. */
  async function check(tv: Tv): Promise<void> {
    const { notices } = await ask<{ notices: { id: number }[] }>(tv, 'GET', '/api/player/urgent');
    const [notice] = notices;
    if (!notice || tv.shown.has(notice.id)) return;
    tv.shown.add(notice.id);
    await sleep(paintMs);
    await ask(tv, 'POST', `/api/player/urgent/${notice.id}/shown`, '{"hadSound":true}');
  }

  async function send(): Promise<{ p50: number; p95: number; most: number; missing: number; serverMs: number }> {
    const before = processorMs();
    const { id } = await admin.call('POST /api/urgent', { body: { text: 'Saiam com calma', isForAll: true } });
    const params = { id };
    for (const end = performance.now() + 30_000; performance.now() < end; await sleep(250))
      if ((await admin.call('GET /api/urgent/:id', { params })).screens.shown >= tvs.length) break;
    const { receipts } = await admin.call('GET /api/urgent/:id', { params });
    const serverMs = processorMs() - before;
    const delays = receipts.flatMap(({ delayMs }) => delayMs ?? []).sort((a, b) => a - b);
    const part = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Infinity;
    await admin.call('POST /api/urgent/:id/end', { params });
    return { p50: part(0.5), p95: part(0.95), most: part(1), missing: tvs.length - delays.length, serverMs };
  }

  let isGood = true;
  async function report(how: string, mostMs: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const { p50, p95, most, missing, serverMs } = await send();
      console.log(
        `${how}: p50 ${p50} ms, p95 ${p95} ms, all within ${most} ms, ${missing} missing; server ${serverMs} ms of processor, load ${loadavg()[0]?.toFixed(1)}`,
      );
      if (p95 > mostMs || missing > 0) isGood = false;
      await sleep(1_000);
    }
  }

  let isPolling = true;
  const polls = tvs.map(async (tv, index) => {
    await sleep((index * limits.assignedPlaylistPollMs) / tvs.length);
    while (isPolling) {
      const { urgent = [] } = await ask<{ urgent?: number[] }>(tv, 'GET', '/api/player/assigned-playlist');
      if (urgent.some((id) => !tv.shown.has(id))) await check(tv);
      await sleep(limits.assignedPlaylistPollMs);
    }
  });
  await sleep(limits.assignedPlaylistPollMs);
  await report(`${screens} screens by poll`, 4_000);
  isPolling = false;
  await Promise.all(polls);

  const sockets = await Promise.all(
    tvs.map(async (tv) => {
      const socket = await connectWebSocket(`${url}/ws`, { headers: { origin: url } });
      socket.onMessage((text) => {
        if ((JSON.parse(text) as { type: string }).type === 'urgentChanged') void check(tv);
      });
      socket.send(JSON.stringify({ type: 'subscribe_player', token: tv.token }));
      return socket;
    }),
  );
  await sleep(2_000);
  await report(`${screens} screens by socket`, 1_000);
  for (const socket of sockets) socket.close();
  return isGood;
}

async function activate(activationCode: string): Promise<Tv> {
  const { token } = await new Client(url).call('POST /api/player/activate', { body: { activationCode } });
  return { token, shown: new Set() };
}

try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  server.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
