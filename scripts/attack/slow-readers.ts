/**
 * Readers that take next to nothing of /api/openapi.json and of a file under /media, from twenty addresses: what each
 * costs the server, and whether a screen beside them is answered. In a network namespace of its own (root), with packets of
 * 1,500 bytes and small buffers, so that they stall at once. Ends with the figures, and with 1 when one is wrong.
 *
 *   node --import tsx scripts/attack/slow-readers.ts [READERS]
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { measureQuiet, startPolling, startServer } from './server.ts';
import { pause, sized } from '../support/quick.ts';

const readers = Number(process.argv[2] ?? sized(2_000, 40));
const most = { readersAtAddress: 64, readers: 1_024, kbEach: 128, p99Ms: 500 };

if (!process.env.IN_ITS_OWN_NETWORK) {
  const { status } = spawnSync('unshare', ['-n', process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, IN_ITS_OWN_NETWORK: '1' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
spawnSync('ip', ['link', 'set', 'dev', 'lo', 'mtu', '1500', 'up'], { stdio: 'inherit' });
writeFileSync('/proc/sys/net/ipv4/tcp_wmem', '4096 16384 32768');
writeFileSync('/proc/sys/net/ipv4/tcp_rmem', '4096 8192 16384');

const server = await startServer();
const screen = await server.screen();
await measureQuiet(server, screen.bearer ?? '');
const { data, info } = await sharp({
  create: {
    width: 1920,
    height: 1080,
    channels: 3,
    background: '#888888',
    noise: { type: 'gaussian', mean: 128, sigma: 80 },
  },
})
  .jpeg({ quality: 100 })
  .toBuffer({ resolveWithObject: true });
const { id } = await server.manager.upload(data, { name: 'Ruído', fileName: 'ruido.jpg', mediaType: 'image' });
let media = '';
for (let tries = 0; media === '' && tries < 300; tries += 1) {
  media = (await server.manager.call('GET /api/videos')).find((video) => video.id === id)?.mediaUrl ?? '';
  await pause(200);
}
const mediaPath = media.replace(server.url, '');
console.log(`a picture of ${(info.size / 1024 ** 2).toFixed(1)} MB, ${readers} readers`);

let isRight = true;
for (const path of ['/api/openapi.json', mediaPath]) {
  await server.ask(path);
  const before = await server.memoryMb();
  const polling = startPolling(server, screen.bearer ?? '', '127.0.1.1');
  const open = new Map<Socket, string>();
  let refused = 0;
  for (let i = 0; i < readers; i += 1) {
    const from = `127.0.2.${1 + (i % 20)}`;
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
    socket.pause();
    open.set(socket, from);
    socket.on('error', () => {});
    socket.on('close', () => {
      refused += 1;
      open.delete(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    if (i % 50 === 0) await pause(20);
  }
  let peak = before;
  // Seven sweeps of the server's: who is slow is known after the second.
  for (let second = 0; second < sized(28, 3); second += 1) {
    await pause(1_000);
    peak = Math.max(peak, await server.memoryMb());
    // A paused socket tells nothing of its end: now and then a little is read of each.
    if (second % 6 === 5)
      for (const socket of open.keys()) {
        socket.once('data', () => socket.pause());
        socket.resume();
      }
  }
  const during = await server.memoryMb();
  const atAddress = new Map<string, number>();
  for (const from of open.values()) atAddress.set(from, (atAddress.get(from) ?? 0) + 1);
  const kbEach = (Math.max(0, during - before) * 1024) / Math.max(1, open.size);
  const polls = await polling.stop();
  const fullest = Math.max(0, ...atAddress.values());
  if (fullest > most.readersAtAddress || open.size > most.readers || kbEach > most.kbEach) isRight = false;
  if (polls.p99Ms >= most.p99Ms || polls.lost > 0 || server.hasEnded()) isRight = false;
  console.log(
    `${path.split('?', 1)[0]}: ${open.size} still read (${fullest} of one address), ${refused} were cut; memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${during.toFixed(0)} at the end: ${kbEach.toFixed(1)} KB each; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost`,
  );
  for (const socket of open.keys()) socket.destroy();
  await pause(2_000);
}
await server.stop();
process.exit(isRight ? 0 : 1);
