/**
 * Measures how long other requests wait while long lists are requested: a reseller's 2,000 screens and 1,000 accounts;
 * as many screens under 500 rules, of which each row tells what plays now; and 10,000 contents of one account.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { addRules, furnish, sizes } from '../support/furnish.ts';
import { admin, startServer, withFolder } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pause, sized } from '../../support/quick.ts';

const asks = sized(8, 1);
const lists = ['/api/admin/players', '/api/admin/users', '/api/admin/users-with-counts'];

export async function longLists(folder: string): Promise<Row[]> {
  const ofReseller = await measureLists(folder, '', lists, () => void furnish(folder));
  const underRules = await withFolder((other) =>
    measureLists(other, ', all of one account under 500 rules', ['/api/admin/players'], () => {
      const [screen] = furnish(other, { users: 1, screens: sizes.screens, contents: 20 });
      if (screen) addRules(other, screen.userId);
    }),
  );
  const ofOne = await withFolder((other) =>
    measureLists(other, ', all of one account', ['/api/videos'], () => {
      const [screen] = furnish(other, { users: 1, screens: 1, contents: sizes.contents });
      if (screen) giveToAdministrator(other, screen.userId);
    }),
  );
  return [...ofReseller, ...underRules, ...ofOne];
}

/** Gives an account to the administrator, whose password is known. */
function giveToAdministrator(dataDir: string, userId: number): void {
  const database = new Database(join(dataFolder(dataDir).database));
  database.connection.prepare('UPDATE videos SET user_id = (SELECT min(id) FROM users) WHERE user_id = ?').run(userId);
  database.close();
}

async function measureLists(folder: string, of: string, paths: string[], fill: () => void): Promise<Row[]> {
  await (await startServer(folder)).stop();
  fill();
  const turns = join(folder, 'turns');
  process.env.BENCH_NODE_FLAGS = `--require=${resolve('scripts/bench/support/turns.cjs')}`;
  const server = await startServer(folder, { BENCH_TURNS: turns });
  /** Returns the longest turn of the loop since the last call, ms of processor time. */
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
    for (const path of paths) {
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
        what: `${path}${of}: the longest turn of the loop, ms of processor`,
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
