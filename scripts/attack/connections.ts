/**
 * Floods a server with idle connections from one address, and opens new ones as soon as they are closed. The server has few
 * descriptors more than the flood takes. Checks that clients of other addresses are still accepted and that known screens get
 * responses. Prints the figures; exits with 1 if one is wrong.
 *
 *   node --import tsx scripts/attack/connections.ts [CONNECTIONS] [SECONDS]
 */
import { connect, type Socket } from 'node:net';
import { measureQuiet, startPolling, startServer } from './server.ts';
import { pause, sized } from '../support/quick.ts';

const connections = Number(process.argv[2] ?? sized(3_000, 100));
const seconds = Number(process.argv[3] ?? sized(30, 1));
const maxP99Ms = 500;

// Without the connection limiter the flood would take all descriptors.
const server = await startServer({ descriptors: connections + 200 });
const screen = await server.screen();
await measureQuiet(server, screen.bearer ?? '');
const open = new Set<Socket>();
let opened = 0;
let isFlooding = true;

const flood = (async () => {
  while (isFlooding) {
    for (let i = 0; i < 200 && open.size < connections; i += 1) {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.2.1' });
      open.add(socket);
      opened += 1;
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    await pause(100);
  }
})();
await pause(3_000);

const polling = startPolling(server, screen.bearer ?? '', '127.0.1.1');
let accepted = 0;
let tried = 0;
let peak = 0;
const until = performance.now() + seconds * 1000;
while (performance.now() < until) {
  tried += 1;
  peak = Math.max(peak, open.size);
  // An address that the server has not seen yet.
  const from = `127.0.3.${1 + (tried % 250)}`;
  if (
    await server
      .request('/api/contact', { from })
      .then(({ status }) => status === 200)
      .catch(() => false)
  )
    accepted += 1;
  await pause(100);
}
const polls = await polling.stop();
isFlooding = false;
await flood;
for (const socket of open) socket.destroy();
await pause(1_000);
const isReady = (await server.request('/readyz')).status === 200;
console.log(
  `${opened} connections from one address in ${seconds + 3} s, ${peak} at most held of ${connections} wanted; ${accepted} of ${tried} newcomers got in; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; ${isReady ? 'ready' : 'NOT READY'} afterwards`,
);
await server.stop();
process.exit(accepted === tried && polls.lost === 0 && polls.p99Ms < maxP99Ms && isReady ? 0 : 1);
