/** Media beside nginx without sendfile, a poll beside them, and readers that are slow or leave. */
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { playableFilm } from '../films.ts';
import { furnish } from '../support/furnish.ts';
import { inTurn, load, type Load, type Running, start, startServer, type WrkRequest } from '../support/rig.ts';
import { ended, riseMb, signIn } from '../support/staff.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { pause, sized } from '../../support/quick.ts';

const connections = 16;
const rangeBytes = 1024 ** 2;
const readers = sized(1_000, 10);

/** One process that reads files and writes them to its sockets, as ours does. */
async function startNginx(folder: string, bytes: Uint8Array): Promise<Running> {
  const home = join(folder, 'nginx');
  await mkdir(home);
  await writeFile(join(home, 'film.mp4'), bytes);
  const port = 17_999;
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home};`);
  await writeFile(
    join(home, 'conf'),
    `daemon off; master_process off; pid ${home}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  sendfile off; access_log off; keepalive_requests 100000000; ${places.join(' ')}
  types { video/mp4 mp4; }
  server { listen 127.0.0.1:${port}; root ${home}; location = /readyz { return 200 ok; } }
}`,
  );
  return start(['nginx', '-p', home, '-c', join(home, 'conf')], { PORT: String(port) });
}

/** Returns ranges of a film of `size` bytes, one after the other. */
const rangesOf = (path: string, size: number): WrkRequest[] =>
  Array.from({ length: Math.floor(size / rangeBytes) }, (_, at) => ({
    path,
    headers: { Range: `bytes=${at * rangeBytes}-${(at + 1) * rangeBytes - 1}` },
  }));

/** Asks for a file and takes nothing of it, or its first bytes only. Eight of an address: more would be refused. */
function reader(port: number, path: string, at: number, leavesAtOnce: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.${2 + (at >> 10)}.${1 + ((at >> 3) & 127)}`,
    });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`));
    socket.once('data', () => {
      socket.pause();
      socket.on('error', () => {});
      if (leavesAtOnce) socket.destroy();
      resolve(socket);
    });
  });
}

/** Slow ones stay for two sweeps of the server's, while others come and leave. */
async function readersCome(server: Running, path: string): Promise<void> {
  const slow: Socket[] = [];
  for (let at = 0; at < readers; at += 1) {
    slow.push(await reader(server.port, path, at, false));
    await reader(server.port, path, at + 1_024, true);
  }
  await pause(9_000);
  for (const socket of slow) socket.destroy();
}

/** With small buffers of the kernel's, so that a reader who takes nothing stalls at once. */
async function withSmallBuffers(work: () => Promise<void>): Promise<void> {
  const set = (write: string, read: string) =>
    Promise.all([writeFile('/proc/sys/net/ipv4/tcp_wmem', write), writeFile('/proc/sys/net/ipv4/tcp_rmem', read)]);
  await set('4096 16384 65536', '4096 16384 65536');
  await work().finally(() => set('4096 16384 4194304', '4096 131072 6291456'));
}

/** Number of crowds whose traces are compared: what the first of them leaves is room that the next ones use again. */
const crowds = sized(6, 2);

/**
 * Returns what a crowd left behind: descriptors, and the server's own memory after each crowd, its garbage collected
 * (collect.cjs).
 */
async function left(server: Running, path: string): Promise<{ descriptors: number; mb: number[] }> {
  const before = await server.descriptors();
  const mb: number[] = [];
  for (let crowd = 0; crowd < crowds; crowd += 1) {
    await withSmallBuffers(() => readersCome(server, path));
    for (let tries = 0; tries < 100 && (await server.descriptors()) > before; tries += 1) await pause(100);
    process.kill(server.pid, 'SIGURG');
    await pause(1_000);
    mb.push((await server.memory()).ownMb);
  }
  return { descriptors: Math.max(0, (await server.descriptors()) - before), mb };
}

/**
 * Returns how far the smallest value of the later half is above that of the earlier half: what is in the way of
 * collecting only ever adds.
 */
const growth = (mb: readonly number[]): number =>
  Math.min(...mb.slice(crowds / 2)) - Math.min(...mb.slice(0, crowds / 2));

export async function media(folder: string): Promise<Row[]> {
  const data = join(folder, 'data');
  await (await startServer(data)).stop();
  const poll = furnish(data, { users: 25, screens: 50, contents: 250 }).map(pollOf);
  const server = await startServer(data, { NODE_OPTIONS: `--require=${resolve('scripts/bench/support/collect.cjs')}` });
  const person = await signIn(server);
  const { id } = await person.upload(await playableFilm(), { name: 'Filme' });
  const path = (await ended(person, id)).mediaUrl ?? '';
  const bytes = Buffer.from(await (await person.request(path)).arrayBuffer());
  const nginx = await startNginx(folder, bytes);
  try {
    const [whole, ranges] = [(each: string) => [{ path: each }], (each: string) => rangesOf(each, bytes.length)];
    const beside = (what: typeof whole) =>
      inTurn({
        bare: () => load(nginx, what('/film.mp4'), { connections }),
        ours: () => load(server, what(path), { connections }),
      });
    const [files, parts] = [await beside(whole), await beside(ranges)];
    const grown = await riseMb(server, () => load(server, whole(path), { connections, seconds: 5 }));
    const polls = () => load(server, poll, { connections: 4, seconds: 2, goesFirst: true });
    const besideDownloads = async () => {
      const downloads = load(server, ranges(path), { connections, seconds: 3 });
      await pause(500);
      const polled = await polls();
      await downloads;
      return polled;
    };
    const polled = await inTurn({ alone: polls, beside: besideDownloads });
    const after = await left(server, path);
    return [
      speed(`media, whole files of ${(bytes.length / 1024 ** 2).toFixed(0)} MB, ${connections} connections`, files),
      speed('media, ranges of 1 MB', parts),
      { what: 'memory grown meanwhile, MB', ours: `${grown.toFixed(1)} MB`, value: grown, promise: { atMost: 24 } },
      {
        what: `a poll's p99 beside ${connections} downloads, ms`,
        ours: `${polled.beside.p99Ms.toFixed(1)} ms, ${polled.beside.perSecond.toFixed(0)}/s (alone ${polled.alone.p99Ms.toFixed(1)} ms)`,
        value: polled.beside.p99Ms,
        promise: { atMost: 5 },
      },
      {
        what: `descriptors left by ${readers} slow and ${readers} aborted readers, ${crowds} times`,
        ours: String(after.descriptors),
        value: after.descriptors,
        promise: { atMost: 0 },
      },
      {
        what: 'memory that the later half of these crowds leaves above the earlier one, MB',
        ours: `after each: ${after.mb.map((mb) => mb.toFixed(0)).join(', ')} MB`,
        value: growth(after.mb),
        promise: { atMost: 4 },
      },
    ];
  } finally {
    await Promise.all([server.stop(), nginx.stop()]);
  }
}

const figures = ({ mbPerSecond, processorUsPerMb, failed }: Load) =>
  `${mbPerSecond.toFixed(0)} MB/s, ${processorUsPerMb.toFixed(0)} us of processor a MB${failed > 0 ? `, ${failed} FAILED` : ''}`;

/** By processor time a MB: with a core for itself that is the ratio of what goes out a second. */
const speed = (what: string, { ours, bare }: { ours: Load; bare: Load }): Row => ({
  what,
  ours: figures(ours),
  bare: figures(bare),
  value: bare.processorUsPerMb / ours.processorUsPerMb,
  promise: { atLeast: 0.85 },
});
