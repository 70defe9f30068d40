/**
 * Measures how long other requests wait while the server builds long lists: the managers' lists of 2,000 screens and 1,000
 * accounts, 2,000 screens of one account with 500 rules (each row shows what the rules play now), and 10,000 contents and 2,000
 * playlists of one account.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { addRules, fillDatabase, sizes } from '../support/fill-database.ts';
import { signIn } from '../support/admin-client.ts';
import { startServer, withFolder } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const requestsPerList = fullOrQuick(8, 1);
const managerPaths = ['/api/admin/players', '/api/admin/users', '/api/admin/users-with-counts'];

export async function longLists(folder: string): Promise<Row[]> {
  const managerRows = await measureLists(folder, '', managerPaths, () => void fillDatabase(folder));
  const rulesRows = await withFolder((rulesFolder) =>
    measureLists(rulesFolder, ', all of one account with 500 rules', ['/api/admin/players'], () => {
      const [screen] = fillDatabase(rulesFolder, { users: 1, screens: sizes.screens, contents: 20 });
      if (screen) addRules(rulesFolder, screen.userId);
    }),
  );
  const contentsRows = await withFolder((contentsFolder) =>
    measureLists(contentsFolder, ', all of one account', ['/api/videos', '/api/playlists'], () => {
      const [screen] = fillDatabase(contentsFolder, { users: 1, screens: 1, contents: sizes.contents });
      if (screen) moveToAdministrator(contentsFolder, screen.userId);
    }),
  );
  return [...managerRows, ...rulesRows, ...contentsRows];
}

/**
 * Gives an account's contents, and all playlists, to the administrator, whose password is known. Adds playlists with some of
 * these contents.
 */
function moveToAdministrator(dataDir: string, userId: number): void {
  const database = new Database(join(dataFolder(dataDir).database));
  database.connection.prepare('UPDATE videos SET user_id = (SELECT min(id) FROM users) WHERE user_id = ?').run(userId);
  database.connection.exec(`
    UPDATE playlists SET user_id = (SELECT min(id) FROM users);
    INSERT INTO playlists (user_id, name, is_random, created_at) SELECT user_id, name, 0, id FROM videos ORDER BY id LIMIT ${sizes.screens};
    INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
      SELECT v.id, p.id, 1, v.id FROM playlists p JOIN videos v ON v.id % 500 = p.id % 500 WHERE p.created_at <= ${sizes.screens}`);
  database.close();
}

async function measureLists(folder: string, labelSuffix: string, paths: string[], fill: () => void): Promise<Row[]> {
  await (await startServer(folder)).stop();
  fill();
  const iterationFile = join(folder, 'loop-iterations');
  process.env.BENCH_NODE_FLAGS = `--require=${resolve('scripts/bench/support/loop-iterations.cjs')}`;
  const server = await startServer(folder, { BENCH_LOOP_ITERATIONS_FILE: iterationFile });
  /** Returns the processor time of the longest event loop iteration since the last call, in ms. */
  const longestIteration = async () => {
    process.kill(server.pid, 'SIGURG');
    await pause(200);
    return parseFloat(await readFile(iterationFile, 'utf8'));
  };
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const { cookieHeader: cookie } = await signIn(server);
    const rows: Row[] = [];
    for (const path of paths) {
      const iterationsMs: number[] = [];
      const tookMs: number[] = [];
      for (let count = 0; count < requestsPerList; count += 1) {
        await longestIteration();
        const startedAt = performance.now();
        await fetch(url + path, { headers: { cookie, 'accept-encoding': 'gzip' } }).then((response) =>
          response.arrayBuffer(),
        );
        tookMs.push(performance.now() - startedAt);
        iterationsMs.push(await longestIteration());
      }
      rows.push({
        label: `${path}${labelSuffix}: longest iteration of the event loop, ms of processor`,
        result: `${tookMs.map((each) => each.toFixed(0)).join(', ')} ms for the list; longest iterations ${iterationsMs.map((each) => each.toFixed(1)).join(', ')}`,
        value: iterationsMs.sort((a, b) => a - b)[Math.floor(requestsPerList / 2)] ?? 0,
        target: { atMost: 10 },
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
