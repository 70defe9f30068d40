import { type AddressInfo, createServer } from 'node:net';

/**
 * A port to bind by its number: uWebSockets.js lets connections that linger after a stop share the port with the
 * next start (SO_REUSEADDR) only then, not on port 0.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
