/** The attacked server: a process of its own, so that what is measured is its load and not the attack's. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Client } from '../../src/testing/client.ts';
import { accessCode, pairScreens, type ProgramOptions, signInAdministrator, startProgram } from '../support/program.ts';
import { pause } from '../support/quick.ts';

const metricsToken = 'metricas-do-ataque-1234567890123456';

export interface Response {
  status: number;
  ms: number;
  cookies: string[];
}

export interface Strain {
  lateP99Ms: number;
  lateMaxMs: number;
  cores: number;
}

/** Asks the server at `url`. */
function createAsk(url: string) {
  const agent = new Agent({ keepAlive: true });

  /** One request, `isAlone` on a connection of its own, from any address of 127.0.0.0/8; rejects when there is no answer within 20 s. */
  return function ask(
    path: string,
    {
      from = '127.0.0.1',
      body,
      headers = {},
      isAlone = true,
    }: { from?: string; body?: object; headers?: Record<string, string>; isAlone?: boolean } = {},
  ): Promise<Response> {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const call = request(url + path, {
        // Each address has connections of its own that it uses again.
        agent: isAlone ? false : agent,
        localAddress: from,
        method: body ? 'POST' : 'GET',
        timeout: 20_000,
        headers: {
          ...(body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}),
          ...headers,
        },
      });
      call.on('timeout', () => call.destroy(new Error('no answer within 20 s')));
      call.on('error', reject);
      call.on('response', (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - begun,
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? ''),
          }),
        );
      });
      call.end(body && JSON.stringify(body));
    });
  };
}

export type AttackedServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the program with an administrator signed in, and what attacks ask of it. */
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

  const ask = createAsk(url);
  let strainAt: [at: number, processorS: number] = [performance.now(), 0];

  return {
    ...program,
    ask,
    manager,
    async customer(name: string) {
      const person = { username: name, email: `${name}@clinica.test`, password: 'segredo-da-clinica' };
      await new Client(url).call('POST /api/register', { body: { ...person, accessCode } });
      const id = (await manager.call('GET /api/admin/users')).find(({ email }) => email === person.email)?.id ?? 0;
      await manager.call('POST /api/admin/users/:id/approve', { params: { id } });
      const client = new Client(url);
      await client.call('POST /api/login', { body: person });
      return { ...person, id, client };
    },
    /** Returns a paired screen of the administrator's. */
    async screen(): Promise<Client> {
      const [device] = await pairScreens(manager, 1);
      return device as Client;
    },
    /** Returns the memory of the process in MB. */
    async memoryMb(): Promise<number> {
      const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
    },
    /**
     * Returns the delay of the event loop and the processor time since the last call: of the server alone, however busy
     * the machine.
     */
    async strain(): Promise<Strain> {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      const text = await response.text();
      const figure = (name: string, label: string) =>
        Number(new RegExp(`^antessala_${name}\\{\\w+="${label}"\\} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
      const processorS = figure('cpu_seconds_total', 'user') + figure('cpu_seconds_total', 'system');
      const [at, before] = strainAt;
      strainAt = [performance.now(), processorS];
      return {
        lateP99Ms: figure('event_loop_lag_seconds', 'p99') * 1_000,
        lateMaxMs: figure('event_loop_lag_seconds', 'max') * 1_000,
        cores: ((processorS - before) * 1_000) / (strainAt[0] - at),
      };
    },
  };
}

const priority = getPriority();

/**
 * Lowers this thread's priority, because attackers run on other machines: so this thread, from now on, takes only what
 * the server and its screens leave. Linux priorities belong to threads.
 */
export function giveWay(): void {
  if (process.platform === 'linux' && priority < attackersPriority) setPriority(attackersPriority);
}
const attackersPriority = 15;

/**
 * In a thread of its own, so that what the attack does here makes no answer late. Each poll opens a connection: more than 20 a
 * second of one address are refused when there are many.
 */
const poller = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
try { require('node:os').setPriority(workerData.priority); } catch {}
const times = [];
let lost = 0;
let goesOn = true;
parentPort.once('message', () => (goesOn = false));
const poll = () => {
  if (!goesOn) return parentPort.postMessage({ times, lost });
  const begun = performance.now();
  let isOver = false;
  const over = (isRight) => {
    if (isOver) return;
    isOver = true;
    if (isRight) times.push(performance.now() - begun);
    else lost += 1;
    setTimeout(poll, 60);
  };
  const call = request(workerData.url, { agent: false, timeout: 20000, localAddress: workerData.from, headers: workerData.headers });
  call.on('timeout', () => call.destroy());
  call.on('error', () => over(false));
  call.on('response', (response) => response.resume().on('error', () => over(false)).on('end', () => over(response.statusCode === 200)));
  call.end();
};
poll();`;

/** A screen's polls, each on a connection of its own, until `stop`, which returns how long they took. */
export function startPolling(server: AttackedServer, token: string, from = '127.0.0.1') {
  const worker = new Worker(poller, {
    eval: true,
    workerData: {
      url: `${server.url}/api/player/assigned-playlist`,
      from,
      headers: { authorization: `Bearer ${token}` },
      priority,
    },
  });
  return {
    async stop() {
      const reported = once(worker, 'message') as Promise<[{ times: number[]; lost: number }]>;
      worker.postMessage('stop');
      const [{ times, lost }] = await reported;
      await worker.terminate();
      times.sort((a, b) => a - b);
      return { count: times.length, lost, p99Ms: times[Math.floor(times.length * 0.99)] ?? Infinity };
    },
  };
}

/** The same with nothing beside it: what the machine itself makes late. */
export async function measureQuiet(server: AttackedServer, token: string): Promise<number> {
  const polling = startPolling(server, token);
  await pause(5_000);
  const { p99Ms } = await polling.stop();
  console.log(`a screen's polls with nothing beside them: p99 ${p99Ms.toFixed(0)} ms`);
  return p99Ms;
}
