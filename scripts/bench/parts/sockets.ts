/** Measures the memory of 10,000 idle sockets, and the time to notify half of them. */
import { connect, type Socket } from 'node:net';
import { type Device, fillDatabase } from '../support/fill-database.ts';
import { signIn } from '../support/admin-client.ts';
import { median, type Server, startBare, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const sockets = fullOrQuick(10_000, 200);
const notified = fullOrQuick(5_000, 100);

/** Opens a WebSocket without a client library, which would use too much memory and processor time. */
function open(port: number, index: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (index >> 7)}.1` });
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

/** Sends a masked text frame; a mask of zeros leaves the text unchanged. */
function sendText(socket: Socket, message: object): void {
  const text = Buffer.from(JSON.stringify(message));
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
  socket.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), text]));
}

/** Opens and subscribes `count` sockets, then closes all but `notified`. Returns these, and the server's kB per opened socket. */
async function openSockets(
  server: Server,
  count: number,
  devices: readonly Device[],
): Promise<{ all: Socket[]; kb: number }> {
  const before = (await server.memory()).privateMb;
  const all: Socket[] = [];
  while (all.length < count) {
    const batch = await Promise.all(Array.from({ length: 100 }, (_, i) => open(server.port, all.length + i)));
    for (const [index, socket] of batch.entries())
      sendText(socket, { type: 'subscribe_player', token: devices[(all.length + index) % devices.length]?.token });
    all.push(...batch);
  }
  await pause(3_000);
  const kb = (((await server.memory()).privateMb - before) * 1024) / count;
  for (const socket of all.splice(notified)) socket.destroy();
  await pause(1_000);
  return { all, kb };
}

/** Returns the milliseconds between the notifications of the first and the last socket about `change`. */
async function notificationSpreadMs(all: readonly Socket[], change: () => Promise<unknown>): Promise<number> {
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
  const devices = fillDatabase(folder);
  const [antessala, bare] = [await startServer(folder), await startBare('sockets')];
  try {
    const opened = {
      bare: await openSockets(bare, sockets, devices),
      antessala: await openSockets(antessala, sockets, devices),
    };
    const post = (server: Server, path: string, cookie: string, body: object) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify(body),
      });
    const { cookieHeader: cookie } = await signIn(antessala);
    const notice = { title: 'Aviso', message: 'Amanhã', noticeType: 'global' };
    const spreads = { bare: [] as number[], antessala: [] as number[] };
    for (let round = 0; round < fullOrQuick(5, 1); round += 1) {
      spreads.bare.push(await notificationSpreadMs(opened.bare.all, () => post(bare, '/publish', '', {})));
      spreads.antessala.push(
        await notificationSpreadMs(opened.antessala.all, () => post(antessala, '/api/admin/notices', cookie, notice)),
      );
    }
    const times = { bare: median(spreads.bare), antessala: median(spreads.antessala) };
    for (const { all } of [opened.bare, opened.antessala]) for (const socket of all) socket.destroy();
    return [
      {
        label: `memory of an idle socket (${sockets}), kB`,
        result: `${opened.antessala.kb.toFixed(1)} kB`,
        bare: `${opened.bare.kb.toFixed(1)} kB`,
        value: opened.antessala.kb / opened.bare.kb,
        target: { atMost: 1.5 },
      },
      {
        label: `a notice to ${notified} screens, from the first to the last, ms`,
        result: `${times.antessala.toFixed(0)} ms`,
        bare: `${times.bare.toFixed(0)} ms`,
        value: times.antessala / times.bare,
        target: { atMost: 1.5 },
      },
    ];
  } finally {
    await Promise.all([antessala.stop(), bare.stop()]);
  }
}
