/** Compares downloads with nginx (without sendfile). Measures polls during downloads, and leaks by slow and aborting readers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { playableFilm } from '../films.ts';
import { fillDatabase } from '../support/fill-database.ts';
import {
  load,
  type Load,
  measureAlternately,
  memoryGrowthMb,
  type Server,
  start,
  startServer,
  type WrkRequest,
} from '../support/rig.ts';
import { signIn, waitUntilProcessed } from '../support/admin-client.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const connections = 16;
const rangeBytes = 1024 ** 2;
const readers = fullOrQuick(1_000, 10);

/** Starts nginx as a single process that reads files and writes them to its sockets, as our server does. */
async function startNginx(folder: string, bytes: Uint8Array): Promise<Server> {
  const home = join(folder, 'nginx');
  await mkdir(home);
  await writeFile(join(home, 'film.mp4'), bytes);
  const port = 17_999;
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home};`);
  await writeFile(
    join(home, 'conf'),
    `daemon off; master_process off; pid ${home}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  sendfile off; access_log off; keepalive_requests 100000000; ${tempPaths.join(' ')}
  types { video/mp4 mp4; }
  server { listen 127.0.0.1:${port}; root ${home}; location = /readyz { return 200 ok; } }
}`,
  );
  return start(['nginx', '-p', home, '-c', join(home, 'conf')], { PORT: String(port) });
}

/** Returns requests for the consecutive ranges of a film of `size` bytes. */
const rangesOf = (path: string, size: number): WrkRequest[] =>
  Array.from({ length: Math.floor(size / rangeBytes) }, (_, i) => ({
    path,
    headers: { Range: `bytes=${i * rangeBytes}-${(i + 1) * rangeBytes - 1}` },
  }));

/** Requests a file. Stops reading, or aborts, after the first bytes. Eight share an address: the server allows 64 slow ones. */
function openReader(port: number, path: string, index: number, aborts: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.${2 + (index >> 10)}.${1 + ((index >> 3) & 127)}`,
    });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`));
    socket.once('data', () => {
      socket.pause();
      socket.on('error', () => {});
      if (aborts) socket.destroy();
      resolve(socket);
    });
  });
}

/** Opens slow and aborting readers; the slow ones stay open until the server has looked for slow readers twice. */
async function runReaders(server: Server, path: string): Promise<void> {
  const slow: Socket[] = [];
  for (let i = 0; i < readers; i += 1) {
    slow.push(await openReader(server.port, path, i, false));
    await openReader(server.port, path, i + 1_024, true);
  }
  await pause(9_000);
  for (const socket of slow) socket.destroy();
}

/** Runs `work` with small socket buffers in the kernel, so that the server's writes block as soon as a reader stops. */
async function withSmallBuffers(work: () => Promise<void>): Promise<void> {
  const set = (write: string, read: string) =>
    Promise.all([writeFile('/proc/sys/net/ipv4/tcp_wmem', write), writeFile('/proc/sys/net/ipv4/tcp_rmem', read)]);
  await set('4096 16384 65536', '4096 16384 65536');
  await work().finally(() => set('4096 16384 4194304', '4096 131072 6291456'));
}

/** Repetitions of `runReaders`. The first ones allocate memory that the next ones reuse, so only later growth counts. */
const repetitions = fullOrQuick(6, 2);

/**
 * Repeats `runReaders`. Returns the number of descriptors that are still open, and the server's private memory, each time after
 * a repetition and a garbage collection (collect.cjs).
 */
async function measureLeaks(server: Server, path: string): Promise<{ descriptors: number; mb: number[] }> {
  const before = await server.descriptors();
  const mb: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    await withSmallBuffers(() => runReaders(server, path));
    for (let tries = 0; tries < 100 && (await server.descriptors()) > before; tries += 1) await pause(100);
    process.kill(server.pid, 'SIGURG');
    await pause(1_000);
    mb.push((await server.memory()).privateMb);
  }
  return { descriptors: Math.max(0, (await server.descriptors()) - before), mb };
}

/** Returns the growth of the minimum from the first half to the second. Delayed garbage collections do not raise a minimum. */
const growth = (mb: readonly number[]): number =>
  Math.min(...mb.slice(repetitions / 2)) - Math.min(...mb.slice(0, repetitions / 2));

export async function media(folder: string): Promise<Row[]> {
  const data = join(folder, 'data');
  await (await startServer(data)).stop();
  const poll = fillDatabase(data, { users: 25, screens: 50, contents: 250 }).map(pollOf);
  const server = await startServer(data, { NODE_OPTIONS: `--require=${resolve('scripts/bench/support/collect.cjs')}` });
  const person = await signIn(server);
  const { id } = await person.upload(await playableFilm(), { name: 'Filme' });
  const path = (await waitUntilProcessed(person, id)).mediaUrl ?? '';
  const bytes = Buffer.from(await (await person.request(path)).arrayBuffer());
  const nginx = await startNginx(folder, bytes);
  try {
    const wholeFile = (path: string) => [{ path }];
    const ranges = (path: string) => rangesOf(path, bytes.length);
    const compare = (requestsFor: typeof wholeFile) =>
      measureAlternately({
        bare: () => load(nginx, requestsFor('/film.mp4'), { connections }),
        antessala: () => load(server, requestsFor(path), { connections }),
      });
    const [wholeFiles, parts] = [await compare(wholeFile), await compare(ranges)];
    const growthMb = await memoryGrowthMb(server, () => load(server, wholeFile(path), { connections, seconds: 5 }));
    const polls = () => load(server, poll, { connections: 4, seconds: 2, goesFirst: true });
    const pollsDuringDownloads = async () => {
      const downloads = load(server, ranges(path), { connections, seconds: 3 });
      await pause(500);
      const result = await polls();
      await downloads;
      return result;
    };
    const polled = await measureAlternately({ alone: polls, beside: pollsDuringDownloads });
    const leaks = await measureLeaks(server, path);
    return [
      speedRow(
        `media, whole files of ${(bytes.length / 1024 ** 2).toFixed(0)} MB, ${connections} connections`,
        wholeFiles,
      ),
      speedRow('media, ranges of 1 MB', parts),
      {
        label: 'memory growth meanwhile, MB',
        result: `${growthMb.toFixed(1)} MB`,
        value: growthMb,
        target: { atMost: 24 },
      },
      {
        label: `p99 of a poll during ${connections} downloads, ms`,
        result: `${polled.beside.p99Ms.toFixed(1)} ms, ${polled.beside.perSecond.toFixed(0)}/s (alone ${polled.alone.p99Ms.toFixed(1)} ms)`,
        value: polled.beside.p99Ms,
        target: { atMost: 5 },
      },
      {
        label: `descriptors left by ${readers} slow and ${readers} aborting readers, ${repetitions} times`,
        result: String(leaks.descriptors),
        value: leaks.descriptors,
        target: { atMost: 0 },
      },
      {
        label: 'memory growth from the earlier to the later half of these repetitions, MB',
        result: `after each: ${leaks.mb.map((mb) => mb.toFixed(0)).join(', ')} MB`,
        value: growth(leaks.mb),
        target: { atMost: 4 },
      },
    ];
  } finally {
    await Promise.all([server.stop(), nginx.stop()]);
  }
}

const figures = ({ mbPerSecond, processorUsPerMb, failed }: Load) =>
  `${mbPerSecond.toFixed(0)} MB/s, ${processorUsPerMb.toFixed(0)} us of processor a MB${failed > 0 ? `, ${failed} FAILED` : ''}`;

/** Compares processor times per MB. As each server has one core, this is the ratio of their transfer rates. */
const speedRow = (label: string, { antessala, bare }: { antessala: Load; bare: Load }): Row => ({
  label,
  result: figures(antessala),
  bare: figures(bare),
  value: bare.processorUsPerMb / antessala.processorUsPerMb,
  target: { atLeast: 0.85 },
});
