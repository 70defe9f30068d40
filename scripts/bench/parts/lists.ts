/** How long other requests wait while a reseller's lists are asked for: 2,000 screens, 1,000 accounts. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { furnish } from '../furnish.ts';
import { admin, startServer } from '../rig.ts';
import type { Row } from '../table.ts';

const asks = 8;
const lists = ['/api/admin/players', '/api/admin/users', '/api/admin/users-with-counts'];

export async function longLists(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  furnish(folder);
  const turns = join(folder, 'turns');
  process.env.BENCH_NODE_FLAGS = `--require=${resolve('scripts/bench/turns.cjs')}`;
  const server = await startServer(folder, { BENCH_TURNS: turns });
  /** Since it was asked last, ms of processor. */
  const longestTurn = async () => {
    process.kill(server.pid, 'SIGURG');
    await pause(200);
    return Number(await readFile(turns, 'utf8'));
  };
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    });
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const rows: Row[] = [];
    for (const path of lists) {
      const waits: number[] = [];
      const took: number[] = [];
      for (let ask = 0; ask < asks; ask += 1) {
        await longestTurn();
        const began = performance.now();
        await fetch(url + path, { headers: { cookie, 'accept-encoding': 'gzip' } }).then((response) =>
          response.arrayBuffer(),
        );
        took.push(performance.now() - began);
        waits.push(await longestTurn());
      }
      rows.push({
        what: `${path}: the longest turn of the loop, ms of processor`,
        ours: `${took.map((each) => each.toFixed(0)).join(', ')} ms for the list; longest turns ${waits.map((each) => each.toFixed(1)).join(', ')}`,
        value: waits.sort((a, b) => a - b)[Math.floor(asks / 2)] ?? 0,
        promise: { atMost: 10 },
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
