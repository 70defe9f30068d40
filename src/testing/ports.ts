import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Lifetime } from './app.ts';

/** Start of a range below the ephemeral ports: the system gives these to no other program while a test restarts its server. */
const firstPort = 12_000;
const portCount = 20_000;
/** Parallel test processes start far apart in the range; each of them uses a few hundred ports. */
let next = (process.pid * 617) % portCount;

/** Returns a free port. A restarted server can bind it again while connections of its predecessor linger (SO_REUSEADDR). */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + next;
    next = (next + 1) % portCount;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Starts a server on a free port of this machine; after the test closes it with its connections. Returns the port. */
export async function listenLocally(t: Lifetime, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
