/** A radio station on this machine, because tests must not connect to real stations. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts a station that can become silent or close its connections. */
export async function startStation(t: TestContext) {
  const onAir = new Set<ServerResponse>();
  let calls = 0;
  let isMute = false;
  const server = createServer((_, response) => {
    calls += 1;
    onAir.add(response.writeHead(200, { 'content-type': 'audio/mpeg' }));
    response.flushHeaders();
    const voice = setInterval(() => isMute || response.write('som '), 20);
    response.on('close', () => clearInterval(voice));
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
