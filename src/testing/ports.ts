import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections and to port 0: nobody takes one between two starts of a server. */
const first = 12_000;
const count = 20_000;
/** Test processes that run beside each other begin far apart: one of them takes some hundreds. */
let next = (process.pid * 617) % count;

/** Returns a free port to bind by its number: only so (SO_REUSEADDR) may connections linger from the start before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + next;
    next = (next + 1) % count;
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
