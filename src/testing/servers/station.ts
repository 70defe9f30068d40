/** A radio station on this machine, because tests must not connect to real stations. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const die = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(die);
  const upstreamUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
  return { upstreamUrl, die, calls: () => calls, mute: () => (isMute = true) };
}
