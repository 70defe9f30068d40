/**
 * What the server carries, as ratios of one run: the screens' poll alone, beside 16 downloads, beside a transcoding.
 * Usage: npm run build && node --import tsx scripts/bench/serve.ts
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../src/testing/client.ts';
import { ffmpeg } from '../../src/testing/media.ts';

const seconds = 5;
const codes = { ADMIN_EMAIL: 'admin@antessala.local', ADMIN_PASSWORD: 'senha-de-teste', ACCESS_CODE: 'ACESSO1' };
const port = 18_080 + (process.pid % 1000);
const url = `http://127.0.0.1:${port}`;

interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** One keep-alive connection that asks again as soon as it is answered; answers the latencies, ms. */
async function ask(path: string, headers: string, until: number): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
  const latencies: number[] = [];
  let left = -1;
  let head = '';
  let sentAt = 0;
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      if (performance.now() > until) return socket.end(resolve);
      sentAt = performance.now();
      left = -1;
      head = '';
      socket.write(request);
    };
    socket.on('connect', send).on('error', reject);
    socket.on('data', (bytes) => {
      if (left < 0) {
        head += bytes.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 2')) return reject(new Error(head.slice(0, 200)));
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      } else left -= bytes.length;
      if (left > 0) return;
      latencies.push(performance.now() - sentAt);
      send();
    });
  });
  return latencies;
}

async function measure(path: string, headers: string, connections: number): Promise<Figures> {
  const until = performance.now() + seconds * 1000;
  const latencies = (await Promise.all(Array.from({ length: connections }, () => ask(path, headers, until))))
    .flat()
    .sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await pause(200);
  }
  throw new Error('It did not happen in two minutes.');
}

const folder = await mkdtemp(join(tmpdir(), 'antessala-bench-'));
const server = spawn(process.execPath, [process.env.BENCH_SERVER ?? 'dist/server.cjs'], {
  env: {
    ...process.env,
    ...codes,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  const person = new Client(url);
  await until(async () => ((await person.request('/readyz')).ok ? true : undefined));
  const me = await person.call('POST /api/login', {
    body: { email: codes.ADMIN_EMAIL, password: codes.ADMIN_PASSWORD },
  });
  const [short, long] = [join(folder, 'short.mp4'), join(folder, 'long.mkv')];
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=25:duration=20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    short,
  );
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=3840x2160:rate=60:duration=8',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    long,
  );
  const { id } = await person.upload(short, { name: 'Curto' });
  const ready = await until(async () =>
    (await person.call('GET /api/videos')).find((video) => video.id === id && video.processingStatus === 'completed'),
  );
  const playlist = await person.call('POST /api/playlists', { body: { name: 'Medida' } });
  await person.call('POST /api/videos/:videoId/assignments', {
    params: { videoId: id },
    body: { playlistId: playlist.id },
  });
  const [created] = await person.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: me.id },
    body: { quantity: 1 },
  });
  const device = new Client(url);
  const screen = await device.call('POST /api/player/activate', {
    body: { activationCode: created?.activationCode ?? '', deviceInfo: 'bench' },
  });
  await person.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: screen.playerId },
    body: { playlistId: playlist.id },
  });

  const bearer = `Authorization: Bearer ${screen.token}\r\n`;
  const poll = () => measure('/api/player/assigned-playlist', bearer, 32);
  await poll();
  const alone = await poll();
  const media = measure(ready.mediaUrl ?? '', '', 16);
  const beside = await poll();
  const downloads = await media;
  await person.upload(long, { name: 'Longo' });
  await until(async () =>
    (await person.call('GET /api/videos')).find((video) => video.processingStatus === 'processing'),
  );
  const transcoding = await poll();

  const line = (name: string, figures: Figures) =>
    `${name.padEnd(28)} ${figures.perSecond.toFixed(0).padStart(8)}/s  p50 ${figures.p50Ms.toFixed(2)} ms  p99 ${figures.p99Ms.toFixed(2)} ms` +
    `  ${(figures.perSecond / alone.perSecond).toFixed(2)} of alone, p99 ${(figures.p99Ms / alone.p99Ms).toFixed(2)} times`;
  console.log(
    `Node ${process.version}, ${cpus().length} cores, client and server on one machine, 32 screens polling without a pause`,
  );
  console.log(line('poll alone', alone));
  console.log(line('poll beside 16 downloads', beside));
  console.log(line('poll beside a transcoding', transcoding));
  console.log(
    `media to 16 connections      ${((downloads.perSecond * ready.sizeMb * 1024 * 1024) / 1e6).toFixed(0)} MB/s`,
  );
} finally {
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  await rm(folder, { recursive: true, force: true });
}
