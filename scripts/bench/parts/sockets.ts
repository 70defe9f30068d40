/** 10,000 idle sockets, and a word to half of them. */
import { connect, type Socket } from 'node:net';
import { type Device, furnish } from '../support/furnish.ts';
import { admin, median, type Running, startBare, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pause, sized } from '../../support/quick.ts';

const sockets = sized(10_000, 200);
const reached = sized(5_000, 100);

/** Opens a minimal socket client: upgraded, then the bytes of the frames. */
function open(port: number, at: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (at >> 7)}.1` });
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(
        'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
    socket.once('data', (bytes) =>
      bytes.toString('latin1').startsWith('HTTP/1.1 101') ? resolve(socket) : reject(new Error('not upgraded')),
    );
  });
}

/** A client's text frame; a mask of zeros leaves the text as it is. */
function say(socket: Socket, message: object): void {
  const text = Buffer.from(JSON.stringify(message));
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
  socket.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), text]));
}

/** Opens `count`, each subscribed; returns the server's growth in kB a connection, and those that stay open. */
async function fill(
  server: Running,
  count: number,
  devices: readonly Device[],
): Promise<{ all: Socket[]; kb: number }> {
  const before = (await server.memory()).ownMb;
  const all: Socket[] = [];
  while (all.length < count) {
    const some = await Promise.all(Array.from({ length: 100 }, (_, at) => open(server.port, all.length + at)));
    for (const [at, socket] of some.entries())
      say(socket, { type: 'subscribe_player', token: devices[(all.length + at) % devices.length]?.token });
    all.push(...some);
  }
  await pause(3_000);
  const kb = (((await server.memory()).ownMb - before) * 1024) / count;
  // Those that are not to hear the change.
  for (const socket of all.splice(reached)) socket.destroy();
  await pause(1_000);
  return { all, kb };
}

/** From the first to the last that is notified of `change`, ms. */
async function spread(all: readonly Socket[], change: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const done = new Promise<void>((resolve) => {
    for (const socket of all)
      socket.once('data', () => {
        times.push(performance.now());
        if (times.length === all.length) resolve();
      });
  });
  await change();
  await Promise.race([done, pause(5_000)]);
  for (const socket of all) socket.removeAllListeners('data').resume();
  return times.length === all.length ? (times.at(-1) ?? 0) - (times[0] ?? 0) : Infinity;
}

export async function idleSockets(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder);
  const [ours, bare] = [await startServer(folder), await startBare('sockets')];
  try {
    const grown = { bare: await fill(bare, sockets, devices), ours: await fill(ours, sockets, devices) };
    const post = (server: Running, path: string, cookie: string, body: object) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify(body),
      });
    const login = await post(ours, '/api/login', '', { email: admin.email, password: admin.password });
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const notice = { title: 'Aviso', message: 'Amanhã', noticeType: 'global' };
    const spreads = { bare: [] as number[], ours: [] as number[] };
    for (let round = 0; round < sized(5, 1); round += 1) {
      spreads.bare.push(await spread(grown.bare.all, () => post(bare, '/publish', '', {})));
      spreads.ours.push(await spread(grown.ours.all, () => post(ours, '/api/admin/notices', cookie, notice)));
    }
    const times = { bare: median(spreads.bare), ours: median(spreads.ours) };
    for (const { all } of [grown.bare, grown.ours]) for (const socket of all) socket.destroy();
    return [
      {
        what: `memory of an idle socket (${sockets}), kB`,
        ours: `${grown.ours.kb.toFixed(1)} kB`,
        bare: `${grown.bare.kb.toFixed(1)} kB`,
        value: grown.ours.kb / grown.bare.kb,
        promise: { atMost: 1.5 },
      },
      {
        what: `a change to ${reached} screens, first to last, ms`,
        ours: `${times.ours.toFixed(0)} ms`,
        bare: `${times.bare.toFixed(0)} ms`,
        value: times.ours / times.bare,
        promise: { atMost: 1.5 },
      },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}
