/**
 * Requests /api/openapi.json and a file of /media from twenty addresses and reads almost nothing of the responses. Measures the
 * server's memory for each reader and the polls of a screen meanwhile. Runs in a new network namespace (needs root) with packets
 * of 1,500 bytes and small buffers, so that responses block at once. Prints the figures; exits with 1 if one misses its target.
 *
 *   node --import tsx scripts/attack/slow-readers.ts [READERS]
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { measureBaseline, startPolling, startServer } from './server.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

const readers = Number(process.argv[2] ?? fullOrQuick(2_000, 40));
const max = { readersPerAddress: 64, readers: 1_024, kbEach: 128, p99Ms: 500 };

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
await measureBaseline(server, screen.bearer ?? '');
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

let isPassed = true;
for (const path of ['/api/openapi.json', mediaPath]) {
  await server.request(path);
  const initialMb = await server.memoryMb();
  const polling = startPolling(server, screen.bearer ?? '', '127.0.1.1');
  const open = new Map<Socket, string>();
  let closed = 0;
  for (let i = 0; i < readers; i += 1) {
    const from = `127.0.2.${1 + (i % 20)}`;
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
    socket.pause();
    open.set(socket, from);
    socket.on('error', () => {});
    socket.on('close', () => {
      closed += 1;
      open.delete(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    if (i % 50 === 0) await pause(20);
  }
  let peakMb = initialMb;
  // In 28 s the server looks for slow readers seven times; it recognizes each at the first or second look.
  for (let second = 0; second < fullOrQuick(28, 3); second += 1) {
    await pause(1_000);
    peakMb = Math.max(peakMb, await server.memoryMb());
    // A paused socket does not report that it was closed: read a little from each every 6 s.
    if (second % 6 === 5)
      for (const socket of open.keys()) {
        socket.once('data', () => socket.pause());
        socket.resume();
      }
  }
  const finalMb = await server.memoryMb();
  const countByAddress = new Map<string, number>();
  for (const from of open.values()) countByAddress.set(from, (countByAddress.get(from) ?? 0) + 1);
  const kbEach = (Math.max(0, finalMb - initialMb) * 1024) / Math.max(1, open.size);
  const polls = await polling.stop();
  const mostPerAddress = Math.max(0, ...countByAddress.values());
  if (mostPerAddress > max.readersPerAddress || open.size > max.readers || kbEach > max.kbEach) isPassed = false;
  if (polls.p99Ms >= max.p99Ms || polls.lost > 0 || server.hasEnded()) isPassed = false;
  console.log(
    `${path.split('?', 1)[0]}: ${open.size} still read (${mostPerAddress} from one address), ${closed} were closed; memory ${initialMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} at most, ${finalMb.toFixed(0)} at the end: ${kbEach.toFixed(1)} KB each; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost`,
  );
  for (const socket of open.keys()) socket.destroy();
  await pause(2_000);
}
await server.stop();
process.exit(isPassed ? 0 : 1);
