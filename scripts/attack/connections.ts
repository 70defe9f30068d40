/**
 * A flood of connections from one address that ask for nothing, opened again as soon as they are closed, on a server that
 * can hold few more: others still get in, and known screens are answered. Ends with the figures, and with 1 when one is wrong.
 *
 *   node --import tsx scripts/attack/connections.ts [CONNECTIONS] [SECONDS]
 */
import { connect, type Socket } from 'node:net';
import { measureQuiet, startPolling, startServer } from './server.ts';
import { pause, sized } from '../support/quick.ts';

const connections = Number(process.argv[2] ?? sized(3_000, 100));
const seconds = Number(process.argv[3] ?? sized(30, 1));
const mostP99Ms = 500;

// Without the connection limiter the flood would take every one of them.
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
let entered = 0;
let tried = 0;
let held = 0;
const until = performance.now() + seconds * 1000;
while (performance.now() < until) {
  tried += 1;
  held = Math.max(held, open.size);
  // A newcomer each time: nobody knows his address.
  const from = `127.0.3.${1 + (tried % 250)}`;
  if (
    await server
      .ask('/api/contact', { from })
      .then(({ status }) => status === 200)
      .catch(() => false)
  )
    entered += 1;
  await pause(100);
}
const polls = await polling.stop();
isFlooding = false;
await flood;
for (const socket of open) socket.destroy();
await pause(1_000);
const isWell = (await server.ask('/readyz')).status === 200;
console.log(
  `${opened} connections from one address in ${seconds + 3} s, ${held} at most held of ${connections} wanted; ${entered} of ${tried} newcomers got in; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; ${isWell ? 'ready' : 'NOT READY'} afterwards`,
);
await server.stop();
process.exit(entered === tried && polls.lost === 0 && polls.p99Ms < mostP99Ms && isWell ? 0 : 1);
