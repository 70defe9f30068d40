/**
 * The setup of measurements: a separate network namespace (with the congestion control reno, because BBR limits the rate on
 * loopback), the server on the first core and the load on the second. The server and a minimal ("bare") program that does the
 * same are measured alternately; results are the medians of the rounds. Needs Linux and root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/testing/ports.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

export const serverCore = 0;
export const loadCore = 1;

/** Command prefix that raises the priority of server and load when BENCH_PRIORITY=high, for a machine that others use as well. */
const priorityPrefix =
  process.env.BENCH_PRIORITY === 'high'
    ? ['setsid', 'sh', '-c', 'echo -20 > /proc/self/autogroup; exec "$@"', 'sh', 'nice', '-n', '-20']
    : [];
/** Command prefix that ends a process when its parent process ends, even if the parent was killed. */
const endsWithParent = ['setpriv', '--pdeathsig', 'KILL'];
/** Returns program and arguments that run `command` on one core. */
export const onCore = (core: number, ...command: string[]): [string, string[]] => {
  const [program = '', ...args] = [...priorityPrefix, ...endsWithParent, 'taskset', '-c', String(core), ...command];
  return [program, args];
};

/** Space for the garbage of one second, because frequent collections in the load generator would delay its measurements. */
const loadFlags = ['--max-semi-space-size=32'];

/**
 * Runs the calling script again in a new network namespace. Returns true in the parent, after the child has ended; the
 * caller then has nothing to do. Returns false in the child.
 */
export function rerunInNetworkNamespace(): boolean {
  if (process.env.BENCH_NETWORK === 'own') {
    for (const line of ['ip link set lo up', 'sysctl -qw net.ipv4.tcp_congestion_control=reno'])
      spawnSync('sh', ['-c', line], { stdio: 'inherit' });
    return false;
  }
  const load = [process.execPath, ...loadFlags, ...process.execArgv, ...process.argv.slice(1)];
  const [program, args] = onCore(loadCore, ...load);
  const env = { ...process.env, BENCH_NETWORK: 'own' };
  const { status } = spawnSync('unshare', ['-n', program, ...args], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
  return true;
}

/** Raises the limit of open files to what this number of screens needs. Exits with an error message if that is not allowed. */
export function requireOpenFiles(screens: number): void {
  const fileCount = Math.ceil(screens * filesPerScreen) + 1_000;
  const limit = Number(spawnSync('sh', ['-c', 'ulimit -Hn']).stdout.toString());
  if (!(limit < fileCount) || spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${fileCount}`]).status === 0)
    return;
  console.error(
    `${screens} screens need ${fileCount} open files, but the limit is ${limit}: ulimit -Hn ${fileCount} (as root)`,
  );
  process.exit(1);
}
/** Mean number of open files: a WebSocket, a connection for polls, and at times a second one. */
const filesPerScreen = 2.5;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Calls `work` with a temporary folder, which is deleted afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // Delete the folders of measurements that were killed.
  for (const name of await readdir(tmpdir())) {
    const [, owner] = /^antessala-bench-(\d+)-/.exec(name) ?? [];
    if (owner && !existsSync(`/proc/${owner}`)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(tmpdir(), `antessala-bench-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Time from the start to the first response. */
  readonly startMs: number;
  stop(): Promise<void>;
  /** Returns the processor time of the main thread in microseconds. */
  processorUs(): Promise<number>;
  /** Returns the processor time of all threads, also of those that read and write files, in microseconds. */
  allProcessorUs(): Promise<number>;
  memory(): Promise<{ residentMb: number; privateMb: number }>;
  descriptors(): Promise<number>;
}

/** Starts `command` with PORT set and waits for a response on that port. */
export async function start(command: string[], env: Record<string, string> = {}): Promise<Server> {
  const port = Number(env.PORT ?? (await freePort()));
  const startedAt = performance.now();
  const [program, args] = onCore(serverCore, ...command);
  const child = spawn(program, args, {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => (await response.arrayBuffer(), true),
      () => false,
    );
    if (isUp) break;
    if (tries > 1_500 || child.exitCode !== null) throw new Error(`${command.join(' ')} does not respond`);
    await pause(20);
  }
  return createHandle(child, port, performance.now() - startedAt, ended);
}

function createHandle(child: ChildProcess, port: number, startMs: number, ended: Promise<unknown>): Server {
  const pid = child.pid ?? 0;
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8');
  return {
    ...{ pid, port, startMs },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    processorUs: async () => Number((await read('schedstat')).split(' ')[0]) / 1000,
    async allProcessorUs() {
      const threads = await readdir(`/proc/${pid}/task`);
      const times = threads.map((id) => read(`task/${id}/schedstat`).catch(() => ''));
      return (await Promise.all(times)).reduce((sum, each) => sum + Number(each.split(' ')[0]), 0) / 1000;
    },
    async memory() {
      const status = await read('status');
      const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
      return { residentMb: mb('VmRSS'), privateMb: mb('RssAnon') };
    },
    descriptors: async () => Number(spawnSync('sh', ['-c', `ls /proc/${pid}/fd | wc -l`]).stdout.toString()),
  };
}

/** Returns Node's flags, as in start.sh, npm start and the image. */
const flags = () => ['--max-semi-space-size=4', ...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? [])];

export const startServer = (dataDir: string, env: Record<string, string> = {}): Promise<Server> =>
  start([process.execPath, ...flags(), 'dist/server.cjs'], {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...admin.env,
    ...env,
  });

export const admin = {
  email: 'admin@antessala.local',
  password: 'senha-de-teste',
  env: { ADMIN_EMAIL: 'admin@antessala.local', ADMIN_PASSWORD: 'senha-de-teste', ACCESS_CODE: 'ACESSO1' },
};

/** Starts a minimal server (bare.mjs) that does what the measured part of the server does. */
export const startBare = (kind: string, env: Record<string, string> = {}): Promise<Server> =>
  start([process.execPath, ...flags(), 'scripts/bench/support/bare.mjs', kind], env);

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
  /** Processor time of the server in microseconds per request; depends least on other programs of the machine. */
  processorUs: number;
  /** Megabytes read per second, incomplete responses included. */
  mbPerSecond: number;
  /** Processor time of all threads of the server, microseconds per MB read. */
  processorUsPerMb: number;
}

const toMb = (text: string): number => {
  const [, value = '0', unit = 'MB'] = /^([\d.]+)(B|KB|MB|GB)$/.exec(text) ?? [];
  return Number(value) * ({ B: 1024 ** -2, KB: 1024 ** -1, MB: 1, GB: 1024 }[unit] ?? 1);
};

const toMs = (text: string): number => {
  const [, value = '0', unit = 'ms'] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit] ?? 1);
};

/**
 * Sends `requests` in turn, without pauses, from `connections` connections (wrk). `goesFirst`: gives wrk real-time priority, so
 * that other load on the same core does not delay the measured requests.
 */
export async function load(
  server: Server,
  requests: readonly WrkRequest[],
  { connections = 64, seconds = 2, goesFirst = false } = {},
): Promise<Load> {
  return withFolder(async (folder) => {
    const script = join(folder, 'load.lua');
    await writeFile(script, luaOf(requests));
    const [beforeUs, allBeforeUs] = [await server.processorUs(), await server.allProcessorUs()];
    const wrk = ['wrk', '-t1', `-c${connections}`, `-d${fullOrQuick(seconds, 1)}s`, '--latency', '-s', script];
    const command = [...(goesFirst ? ['chrt', '-f', '1'] : []), ...wrk, `http://127.0.0.1:${server.port}`];
    const [program, args] = onCore(loadCore, ...command);
    const text = await output(program, args);
    if (process.env.BENCH_DEBUG) console.log(text);
    const usedUs = (await server.processorUs()) - beforeUs;
    const allUsedUs = (await server.allProcessorUs()) - allBeforeUs;
    const [, tookS = '', read = ''] = /requests in ([\d.]+)s, (\S+) read/.exec(text) ?? [];
    const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    const count = number(/(\d+) requests in/);
    const socketErrors = [...(/Socket errors: (.*)/.exec(text)?.[1] ?? '').matchAll(/\d+/g)];
    return {
      perSecond: number(/Requests\/sec:\s+([\d.]+)/),
      p50Ms: toMs(/50%\s+(\S+)/.exec(text)?.[1] ?? ''),
      p99Ms: toMs(/99%\s+(\S+)/.exec(text)?.[1] ?? ''),
      failed: number(/Non-2xx or 3xx responses: (\d+)/) + socketErrors.reduce((sum, [each]) => sum + Number(each), 0),
      processorUs: usedUs / Math.max(1, count),
      mbPerSecond: toMb(read) / Math.max(0.001, Number(tookS)),
      processorUsPerMb: allUsedUs / Math.max(0.001, toMb(read)),
    };
  });
}

export interface WrkRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

function luaOf(requests: readonly WrkRequest[]): string {
  const lines = requests.map(({ method = 'GET', path, headers = {}, body }) => {
    const headerFields = Object.entries(headers).map(
      ([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
    );
    return `all[#all + 1] = wrk.format("${method}", "${path}", {${headerFields.join()}}, ${body === undefined ? 'nil' : `[[${body}]]`})`;
  });
  return `local all, at = {}, 0
init = function()
  wrk.headers["Host"] = "127.0.0.1"
  ${lines.join('\n  ')}
end
request = function()
  at = at % #all + 1
  return all[at]
end`;
}

/** Runs a program. Returns its standard output. */
export function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => void (text += bytes.toString()));
    child.once('error', reject);
    child.once('exit', () => resolve(text));
  });
}

/** Returns the peak growth of the server's memory in MB while `work` runs. */
export async function memoryGrowthMb(server: Server, work: () => Promise<unknown>): Promise<number> {
  const initialMb = (await server.memory()).residentMb;
  let [peakMb, isStopped] = [initialMb, false];
  const sampling = (async () => {
    while (!isStopped) {
      peakMb = Math.max(peakMb, (await server.memory()).residentMb);
      await pause(20);
    }
  })();
  await work().finally(() => (isStopped = true));
  await sampling;
  return peakMb - initialMb;
}

/** Runs every measurement once to warm up, then all alternately. Returns the medians of the rounds; of `failed`, the sum. */
export async function measureAlternately<Name extends string>(
  measures: Record<Name, () => Promise<Load>>,
  rounds = 5,
): Promise<Record<Name, Load>> {
  const results = Object.fromEntries(Object.keys(measures).map((name) => [name, [] as Load[]])) as Record<Name, Load[]>;
  for (let round = fullOrQuick(0, 1); round <= fullOrQuick(rounds, 1); round += 1)
    for (const name of Object.keys(measures) as Name[]) {
      const result = await measures[name]();
      if (round > 0) results[name].push(result);
    }
  const medianOf = (loads: readonly Load[]): Load => ({
    perSecond: median(loads.map((each) => each.perSecond)),
    p50Ms: median(loads.map((each) => each.p50Ms)),
    p99Ms: median(loads.map((each) => each.p99Ms)),
    failed: loads.reduce((sum, each) => sum + each.failed, 0),
    processorUs: median(loads.map((each) => each.processorUs)),
    mbPerSecond: median(loads.map((each) => each.mbPerSecond)),
    processorUsPerMb: median(loads.map((each) => each.processorUsPerMb)),
  });
  return Object.fromEntries(Object.entries<Load[]>(results).map(([name, loads]) => [name, medianOf(loads)])) as Record<
    Name,
    Load
  >;
}
