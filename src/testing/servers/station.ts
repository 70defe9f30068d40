/** Runs a radio station on this machine, because tests must not connect to real stations. */
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { listenLocally } from '../ports.ts';

/** Starts a station that can become silent or close its connections. */
export async function startStation(t: TestContext) {
  let calls = 0;
  let isMute = false;
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders();
    const sender = setInterval(() => isMute || response.write('som '), 20);
    response.on('close', () => clearInterval(sender));
  });
  const upstreamUrl = `http://127.0.0.1:${await listenLocally(t, server)}/live`;
  const die = () => {
    server.closeAllConnections();
    server.close();
  };
  return { upstreamUrl, die, calls: () => calls, mute: () => (isMute = true) };
}
