/**
 * What memory the built server needs: idle, with 50 screens (socket, polls and heartbeats as players send them), and while
 * a video is converted (worker, ffmpeg and all that they start, beside the server). Resident memory from /proc; Linux only.
 * Usage: npm run build && node --import tsx scripts/bench/memory.ts
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../src/testing/client.ts';
import { ffmpeg } from '../../src/testing/media.ts';

const screens = 50;
const screensMs = 60_000;
const codes = { ADMIN_EMAIL: 'admin@antessala.local', ADMIN_PASSWORD: 'senha-de-teste', ACCESS_CODE: 'ACESSO1' };
const port = 18_080 + (process.pid % 1000);
const url = `http://127.0.0.1:${port}`;

interface Memory {
  residentMb: number;
  /** Without what is in files too (Node itself, libraries). */
  ownMb: number;
}

async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { residentMb: mb('VmRSS'), ownMb: mb('RssAnon') };
}

/** Of all processes that a process started, and that those started. */
async function memoryBelow(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (parents.get(pid) === root || isBelow(parents.get(pid)));
  const below = await Promise.all([...parents.keys()].filter(isBelow).map(memoryOf));
  return below.reduce((sum, { residentMb }) => sum + residentMb, 0);
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('It did not happen in five minutes.');
}

const video = (size: string, fps: number, file: string) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${fps}:duration=10`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  );

const folder = await mkdtemp(join(tmpdir(), 'antessala-bench-'));
const data = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
const server = spawn(process.execPath, ['dist/server.cjs'], {
  env: { ...process.env, ...codes, ...data },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const pid = server.pid ?? 0;
const say = (what: string, { residentMb, ownMb }: Memory) =>
  console.log(`${what.padEnd(34)} ${residentMb.toFixed(0).padStart(5)} MB resident, ${ownMb.toFixed(0)} MB its own`);

async function showScreens(person: Client, userId: number): Promise<void> {
  const end = performance.now() + screensMs;
  const one = async (activationCode: string) => {
    const device = new Client(url);
    const { token, playerId } = await device.call('POST /api/player/activate', {
      body: { activationCode, deviceInfo: 'bench' },
    });
    device.bearer = token;
    const socket = await device.socket();
    for (let turn = 0; performance.now() < end; turn += 1) {
      await device.call('GET /api/player/assigned-playlist');
      await device.call('GET /api/player/radio-settings');
      if (turn % 5 === 0) await device.call('POST /api/player/heartbeat', { body: { token, playerId } });
      await pause(3_000);
    }
    socket.close();
  };
  const made = [];
  while (made.length < screens)
    made.push(
      ...(await person.call('POST /api/admin/users/:userId/players/batch', {
        params: { userId },
        body: { quantity: 5 },
      })),
    );
  const running = Promise.all(made.map(({ activationCode }) => one(activationCode)));
  await pause(screensMs - 5_000);
  say(`${screens} screens, after a minute`, await memoryOf(pid));
  await running;
}

async function convert(person: Client, name: string, file: string): Promise<void> {
  const { id } = await person.upload(file, { name });
  let most = 0;
  await until(async () => {
    most = Math.max(most, await memoryBelow(pid));
    return (await person.call('GET /api/videos')).find(
      (each) => each.id === id && ['completed', 'failed'].includes(each.processingStatus),
    );
  });
  console.log(`${`converting ${name}, beside the server`.padEnd(34)} ${most.toFixed(0)} MB at most`);
}

try {
  const person = new Client(url);
  await until(async () => ((await person.request('/readyz')).ok ? true : undefined));
  const me = await person.call('POST /api/login', {
    body: { email: codes.ADMIN_EMAIL, password: codes.ADMIN_PASSWORD },
  });
  console.log(`Node ${process.version}, ${cpus().length} cores`);
  await pause(10_000);
  say('idle', await memoryOf(pid));
  await showScreens(person, me.id);
  // Too fast for a screen: it has to be converted.
  await video('1920x1080', 60, join(folder, '1080p.mkv'));
  await convert(person, '1080p60', join(folder, '1080p.mkv'));
  await video('3840x2160', 30, join(folder, '4k.mkv'));
  await convert(person, '4K30', join(folder, '4k.mkv'));
  say('afterwards', await memoryOf(pid));
} finally {
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  await rm(folder, { recursive: true, force: true });
}
