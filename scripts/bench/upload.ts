/**
 * What uploads cost: resident memory while eight send at once, at three speeds, and the speed of one against a plain
 * program that writes the same bytes and syncs them. Ends with 1 when memory rises by 40 MB or the speed is below 0.7.
 * Usage: npm run build && node --import tsx scripts/bench/upload.ts
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../src/testing/client.ts';

const megabyte = 1024 ** 2;
const uploads = 8;
const account = { email: 'admin@antessala.local', password: 'senha-de-teste' };
const port = 18_080 + (process.pid % 1000);
const url = `http://127.0.0.1:${port}`;
const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'antessala-bench-'));
/** Begins as a JPEG does, so that the server takes it. */
const piece = Buffer.alloc(256 * 1024, 0x61);
const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

const server = spawn(process.execPath, [process.env.BENCH_SERVER ?? 'dist/server.cjs'], {
  env: {
    ...process.env,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const residentMb = () =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Sends one file, no faster than `bytesPerSecond`; answers when the server has it. Then it is given up. */
async function send(person: Client, sizeBytes: number, bytesPerSecond: number): Promise<void> {
  const ticket = await person.call('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: sizeBytes } });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', resolve);
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (answer.includes('"complete"')) resolve();
    });
  });
  socket.write(
    `PUT ${ticket.uploadUrl} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${person.cookieHeader}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${sizeBytes}\r\n\r\n`,
  );
  const beganAt = performance.now();
  socket.write(start);
  for (let sent = start.length; sent < sizeBytes;) {
    const bytes = piece.subarray(0, sizeBytes - sent);
    if (!socket.write(bytes)) await new Promise<void>((resolve) => socket.once('drain', resolve));
    sent += bytes.length;
    const aheadMs = (sent / bytesPerSecond) * 1000 - (performance.now() - beganAt);
    if (aheadMs > 5) await pause(aheadMs);
  }
  await ended;
  socket.destroy();
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer.slice(0, 500));
  await person.call('DELETE /api/uploads/:key', { params: { key: ticket.r2Key } });
}

/** How much resident memory rises above what it was, MB, while eight uploads bring `totalMb` at `mbPerSecond` together. */
async function riseMb(person: Client, totalMb: number, mbPerSecond: number): Promise<number> {
  const before = residentMb();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMb())), 20);
  const each = Math.round((totalMb * megabyte) / uploads);
  const work = Array.from({ length: uploads }, () => send(person, each, (mbPerSecond * megabyte) / uploads));
  await Promise.all(work).finally(() => clearInterval(watch));
  return most - before;
}

/** MB/s of a plain program: the same bytes in pieces of 512 KB, then one sync. */
async function plainSpeed(sizeMb: number): Promise<number> {
  const beganAt = performance.now();
  const file = await open(join(folder, 'plain'), 'w');
  const bytes = Buffer.alloc(512 * 1024, 0x61);
  for (let sent = 0; sent < sizeMb * megabyte; sent += bytes.length) await file.write(bytes);
  await file.sync();
  await file.close();
  return sizeMb / ((performance.now() - beganAt) / 1000);
}

async function uploadSpeed(person: Client, sizeMb: number): Promise<number> {
  const beganAt = performance.now();
  await send(person, sizeMb * megabyte, Number.POSITIVE_INFINITY);
  return sizeMb / ((performance.now() - beganAt) / 1000);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  const person = new Client(url);
  for (let tries = 0; ; tries += 1) {
    if (
      await person.request('/readyz').then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (tries > 300) throw new Error('The server did not start.');
    await pause(100);
  }
  await person.call('POST /api/login', { body: account });
  // What any first uploads leave: compiled code, the blocks kept for later.
  await riseMb(person, 64, 400);
  let worst = 0;
  for (const [totalMb, mbPerSecond] of [
    [60, 5],
    [400, 40],
    [1600, 400],
  ] as const) {
    const rise = await riseMb(person, totalMb, mbPerSecond);
    worst = Math.max(worst, rise);
    console.log(`${uploads} uploads, ${totalMb} MB at ${mbPerSecond} MB/s: ${rise.toFixed(1)} MB more resident memory`);
  }
  const [plain, uploaded]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 5; turn += 1) {
    plain.push(await plainSpeed(400));
    uploaded.push(await uploadSpeed(person, 400));
  }
  const ratio = median(uploaded) / median(plain);
  console.log(
    `one upload of 400 MB: ${median(uploaded).toFixed(0)} MB/s; a plain program ${median(plain).toFixed(0)} MB/s; ratio ${ratio.toFixed(2)}`,
  );
  process.exitCode = worst < 40 && ratio >= 0.7 ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  await rm(folder, { recursive: true, force: true });
}
