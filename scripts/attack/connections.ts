/**
 * Runs two floods, each against a new server with a limited number of descriptors: 3,000 idle connections from one address; then
 * 900 connections from 30 addresses, with a request every 3 s on each. A connection that the server closes is replaced. Checks
 * that clients at other addresses are accepted, that a screen's polls are fast, and that a screen at a flooding address opens at
 * least half of its connections at the first attempt. Prints the figures; exits with 1 if one misses its target.
 *
 *   node --import tsx scripts/attack/connections.ts [CONNECTIONS] [SECONDS]
 */
import { connect, type Socket } from 'node:net';
import { measureBaseline, startPolling, startServer } from './server.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

const seconds = Number(process.argv[3] ?? fullOrQuick(30, 1));
const idle = { connections: Number(process.argv[2] ?? fullOrQuick(3_000, 100)), addresses: 1, sendsRequests: false };
const floods = [
  // The server reserves 200 descriptors for files (app.ts). Without the connection limiter the flood would take all the others.
  { ...idle, descriptors: idle.connections + 200 },
  { connections: fullOrQuick(900, 100), addresses: 30, sendsRequests: true, descriptors: 1_024 },
];
const maxP99Ms = 500;
const requestEveryMs = 3_000;

let isPassed = true;
for (const { connections, addresses, sendsRequests, descriptors } of floods) {
  const server = await startServer({ descriptors });
  const screen = await server.screen();
  await measureBaseline(server, screen.bearer ?? '');
  const openSockets = new Set<Socket>();
  let opened = 0;
  let isFlooding = true;

  const flood = (async () => {
    while (isFlooding) {
      for (let i = 0; i < 200 && openSockets.size < connections; i += 1) {
        const from = `127.0.2.${1 + (opened % addresses)}`;
        const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
        openSockets.add(socket);
        opened += 1;
        const sendRequest = () => socket.write('GET /api/contact HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
        const timer = sendsRequests ? setInterval(sendRequest, requestEveryMs) : undefined;
        socket.resume();
        socket.on('error', () => {});
        socket.on('close', () => {
          clearInterval(timer);
          openSockets.delete(socket);
        });
      }
      await pause(100);
    }
  })();
  await pause(3_000);

  const polling = startPolling(server, screen.bearer ?? '', '127.0.1.1');
  const isServed = (path: string, from: string, headers: Record<string, string> = {}) =>
    server.request(path, { from, headers }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const newcomers = { tried: 0, served: 0 };
  const sameAddress = { tried: 0, served: 0 };
  const count = async (group: typeof newcomers, served: Promise<boolean>) => {
    group.tried += 1;
    if (await served) group.served += 1;
  };
  let peak = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    peak = Math.max(peak, openSockets.size);
    // An address that the server has not seen yet.
    await count(newcomers, isServed('/api/contact', `127.0.3.${1 + (newcomers.tried % 250)}`));
    if (sendsRequests && newcomers.tried % 10 === 1) {
      const headers = { authorization: `Bearer ${screen.bearer ?? ''}` };
      await count(sameAddress, isServed('/api/player/info', '127.0.2.1', headers));
    }
    await pause(100);
  }
  const polls = await polling.stop();
  isFlooding = false;
  await flood;
  for (const socket of openSockets) socket.destroy();
  await pause(1_000);
  const isReady = (await server.request('/readyz')).status === 200;
  console.log(
    `${opened} connections from ${addresses} addresses in ${seconds + 3} s, ${peak} at most held of ${connections} wanted; ${newcomers.served} of ${newcomers.tried} newcomers got in; ${sameAddress.served} of ${sameAddress.tried} connections of a screen at the attacker's address; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; ${isReady ? 'ready' : 'NOT READY'} afterwards`,
  );
  await server.stop();
  // The server cannot distinguish the clients at one address: a screen there is refused at times, and tries again.
  const isReachable = newcomers.served === newcomers.tried && sameAddress.served >= sameAddress.tried / 2;
  if (!isReachable || polls.lost > 0 || polls.p99Ms >= maxP99Ms || !isReady) isPassed = false;
}
process.exit(isPassed ? 0 : 1);
