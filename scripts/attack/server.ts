/** Starts the attacked server in a separate process, so that its load is measured without the load of the attack. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { accountIdOf } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { accessCode, pairScreens, type ProgramOptions, signInAdministrator, startProgram } from '../support/program.ts';
import { pause } from '../support/quick.ts';

const metricsToken = 'metricas-do-ataque-1234567890123456';

export interface Response {
  status: number;
  ms: number;
  cookies: string[];
}

interface ServerLoad {
  eventLoopDelayP99Ms: number;
  eventLoopDelayMaxMs: number;
  cores: number;
}

/** Returns a function that sends requests to the server at `url`. */
function createRequest(url: string) {
  const agent = new Agent({ keepAlive: true });

  /** Sends a request from an address of 127.0.0.0/8. Rejects if there is no response within 20 s. */
  return function send(
    path: string,
    {
      from = '127.0.0.1',
      body,
      headers = {},
      usesNewConnection = true,
    }: { from?: string; body?: object; headers?: Record<string, string>; usesNewConnection?: boolean } = {},
  ): Promise<Response> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const call = request(url + path, {
        // The agent keeps separate connections for each local address.
        agent: usesNewConnection ? false : agent,
        localAddress: from,
        method: body ? 'POST' : 'GET',
        timeout: 20_000,
        headers: {
          ...(body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}),
          ...headers,
        },
      });
      call.on('timeout', () => call.destroy(new Error('no response within 20 s')));
      call.on('error', reject);
      call.on('response', (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - startedAt,
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? ''),
          }),
        );
      });
      call.end(body && JSON.stringify(body));
    });
  };
}

type AttackedServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the program and signs an administrator in. Returns both with helpers for attacks. */
export async function startServer({ descriptors, env = {} }: Pick<ProgramOptions, 'descriptors' | 'env'> = {}) {
  const program = await startProgram({
    descriptors,
    env: {
      PLAYER_EXIT_CODE: '4711',
      PLAYER_RESET_CODE: '4713',
      DEVICE_RESET_CODE: '4712',
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: metricsToken,
      ...env,
    },
  });
  const { url } = program;
  const manager = await signInAdministrator(url);

  const send = createRequest(url);
  let previous: [at: number, processorS: number] = [performance.now(), 0];

  return {
    ...program,
    request: send,
    manager,
    /** Registers and approves an account. Returns it with a client that is signed in. */
    async customer(name: string) {
      const person = { username: name, email: `${name}@clinica.test`, password: 'segredo-da-clinica' };
      await new Client(url).call('POST /api/register', { body: { ...person, accessCode } });
      const id = await accountIdOf(manager, person.email);
      await manager.call('POST /api/admin/users/:id/approve', { params: { id } });
      const client = new Client(url);
      await client.call('POST /api/login', { body: person });
      return { ...person, id, client };
    },
    /** Creates and pairs a screen of the administrator. Returns its client. */
    async screen(): Promise<Client> {
      const [device] = await pairScreens(manager, 1);
      return device as Client;
    },
    /** Returns the memory of the process in MB. */
    async memoryMb(): Promise<number> {
      const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
    },
    /** Returns the server's event loop delay and processor time since the last call. */
    async loadSinceLastCall(): Promise<ServerLoad> {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      const text = await response.text();
      const figure = (name: string, label: string) =>
        Number(new RegExp(`^antessala_${name}\\{\\w+="${label}"\\} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
      const processorS = figure('cpu_seconds_total', 'user') + figure('cpu_seconds_total', 'system');
      const [at, previousProcessorS] = previous;
      previous = [performance.now(), processorS];
      return {
        eventLoopDelayP99Ms: figure('event_loop_lag_seconds', 'p99') * 1_000,
        eventLoopDelayMaxMs: figure('event_loop_lag_seconds', 'max') * 1_000,
        cores: ((processorS - previousProcessorS) * 1_000) / (previous[0] - at),
      };
    },
  };
}

const initialPriority = getPriority();

/**
 * Lowers the priority of this thread (on Linux), so that the attack only uses processor time that the server and its screens do
 * not need: real attackers run on other machines.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux' && initialPriority < attackersPriority) setPriority(attackersPriority);
}
const attackersPriority = 15;

/**
 * Source of a worker thread that polls as a screen does: in the main thread the attack would delay the measured responses. Each
 * poll opens a connection. The next poll follows after 60 ms, because the server limits an address that opens many connections.
 */
const pollerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
try { require('node:os').setPriority(workerData.priority); } catch {}
const times = [];
let lost = 0;
let isStopped = false;
parentPort.once('message', () => (isStopped = true));
const poll = () => {
  if (isStopped) return parentPort.postMessage({ times, lost });
  const startedAt = performance.now();
  let isFinished = false;
  const finish = (isOk) => {
    if (isFinished) return;
    isFinished = true;
    if (isOk) times.push(performance.now() - startedAt);
    else lost += 1;
    setTimeout(poll, 60);
  };
  const call = request(workerData.url, { agent: false, timeout: 20000, localAddress: workerData.from, headers: workerData.headers });
  call.on('timeout', () => call.destroy());
  call.on('error', () => finish(false));
  call.on('response', (response) => response.resume().on('error', () => finish(false)).on('end', () => finish(response.statusCode === 200)));
  call.end();
};
poll();`;

/** Polls as a screen until `stop`, which returns how many polls succeeded and failed (`lost`), and the p99 and slowest in ms. */
export function startPolling(server: AttackedServer, token: string, from = '127.0.0.1') {
  const worker = new Worker(pollerSource, {
    eval: true,
    workerData: {
      url: `${server.url}/api/player/assigned-playlist`,
      from,
      headers: { authorization: `Bearer ${token}` },
      priority: initialPriority,
    },
  });
  return {
    async stop() {
      const reported = once(worker, 'message') as Promise<[{ times: number[]; lost: number }]>;
      worker.postMessage('stop');
      const [{ times, lost }] = await reported;
      await worker.terminate();
      times.sort((a, b) => a - b);
      return {
        count: times.length,
        lost,
        p99Ms: times[Math.floor(times.length * 0.99)] ?? Infinity,
        slowestMs: times.at(-1) ?? Infinity,
      };
    },
  };
}

/** Measures a screen's polls without an attack, as a baseline. Prints and returns their p99 in ms. */
export async function measureBaseline(server: AttackedServer, token: string): Promise<number> {
  const polling = startPolling(server, token);
  await pause(5_000);
  const { p99Ms } = await polling.stop();
  console.log(`a screen's polls without an attack: p99 ${p99Ms.toFixed(0)} ms`);
  return p99Ms;
}
