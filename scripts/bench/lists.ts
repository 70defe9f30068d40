/**
 * Measures long lists: the 10,000 contents and 10,000 screens of one account, 10,000 platform contents, and the managers' lists
 * of all screens and of 10,000 accounts. Prints time and size of each response, and the longest poll of a screen meanwhile.
 * Usage: npm run build && sudo node --import tsx scripts/bench/lists.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { pause, fullOrQuick } from '../support/quick.ts';
import { type Device, fillDatabase } from './support/fill-database.ts';
import { KeepAliveClient } from './support/keep-alive-client.ts';
import { signIn, signInClinic } from './support/admin-client.ts';
import { rerunInNetworkNamespace, median, startServer, withFolder } from './support/rig.ts';
import { printTable, type Row } from './support/table.ts';

const rows = fullOrQuick(10_000, 600);
const rounds = fullOrQuick(9, 1);
/** Label and path of each measured list. */
const lists = [
  ['first contents', '/api/videos?limit=200'],
  ['contents found by name', '/api/videos?limit=200&search=video%2099&sort=name-asc'],
  ['first platform contents', '/api/platform-videos?limit=200'],
  ['platform contents found by name', '/api/platform-videos?limit=200&search=video%2099'],
  ['first screens', '/api/my-players?limit=200'],
  ['screens found by name', '/api/my-players?limit=200&search=tela%2099'],
  ['screens with problems', '/api/my-players?limit=200&state=problem'],
  ['first screens of all accounts', '/api/admin/players?limit=200'],
  ['screens of all accounts found by name', '/api/admin/players?limit=200&search=tela%2099'],
  ['screens of all accounts with problems', '/api/admin/players?limit=200&state=problem'],
  ['screens of all accounts counted', '/api/admin/players/count'],
  ['first accounts', '/api/admin/users?limit=200'],
  ['accounts found by name', '/api/admin/users?limit=200&search=conta%2099'],
  ['accounts with screens', '/api/admin/users?limit=200&only=withScreens'],
  ['all contents in one response', '/api/videos'],
  ['all screens in one response', '/api/my-players'],
  ['screens of all accounts in one response', '/api/admin/players'],
] as const;

/** Requests a path in a process of its own, which shares no event loop with the polls. Returns milliseconds and bytes. */
async function request(url: string, cookie: string): Promise<{ ms: number; bytes: number }> {
  const format = '%{http_code} %{time_total} %{size_download}';
  const curl = spawn('curl', ['-s', '-o', '/dev/null', '-w', format, '-H', `cookie: ${cookie}`, url]);
  let text = '';
  curl.stdout.on('data', (bytes) => (text += String(bytes)));
  await once(curl, 'close');
  const [status, seconds = NaN, bytes = NaN] = text.split(' ').map(Number);
  if (status !== 200) throw new Error(`${url}: ${text}`);
  return { ms: seconds * 1000, bytes };
}

async function run(folder: string): Promise<void> {
  await (await startServer(folder)).stop();
  const devices = fillDatabase(folder, { users: 1, screens: rows, contents: rows });
  addAccountsAndPlatform(folder);
  const server = await startServer(folder);
  const url = `http://127.0.0.1:${server.port}`;
  const manager = await signIn(server);
  const person = await signInClinic(manager, devices[0]?.userId ?? 0);
  const waits = startPolls(server.port, devices.slice(0, 20));
  const table: Row[] = [];
  for (const [label, path] of lists) {
    const results: { ms: number; bytes: number; wait: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(300);
      waits.length = 0;
      const { cookieHeader } = path.startsWith('/api/admin') ? manager : person;
      const result = await request(url + path, cookieHeader);
      results.push({ ...result, wait: Math.max(...waits, 0) });
    }
    const medianOf = (name: 'ms' | 'bytes' | 'wait') => median(results.map((each) => each[name]));
    const isPage = path.includes('limit') || path.endsWith('count');
    table.push(
      {
        label: `${label}, ms`,
        result: `${medianOf('ms').toFixed(0)} ms, ${(medianOf('bytes') / 1000).toFixed(0)} kB`,
        value: medianOf('ms'),
        target: { atMost: isPage ? 300 : 1_000 },
      },
      {
        label: 'polls meanwhile, longest wait, ms',
        result: `${medianOf('wait').toFixed(1)} ms`,
        value: medianOf('wait'),
        target: { atMost: 20 },
      },
    );
  }
  printTable(table);
  await server.stop();
}

/** Adds as many accounts, and as many platform contents, as there are screens. */
function addAccountsAndPlatform(folder: string): void {
  const database = new Database(dataFolder(folder).database);
  database.exec(`
    INSERT INTO users (username, email, password, status, created_at)
      SELECT 'Conta ' || id, 'conta' || id || '@bench.test', 'x', 'approved', 0 FROM players;
    INSERT INTO user_quotas (user_id) SELECT id FROM users WHERE id NOT IN (SELECT user_id FROM user_quotas);
    INSERT INTO videos (name, media_type, is_platform_video, processing_status, size_bytes, uploaded_at)
      SELECT 'Vídeo ' || id, 'video', 1, 'completed', 1, id FROM players`);
  database.close();
}

/** Polls as each screen, 20 ms after its previous response. Returns a list to which every poll adds its duration in ms. */
function startPolls(port: number, devices: readonly Device[]): number[] {
  const waits: number[] = [];
  for (const { token } of devices) {
    const client = new KeepAliveClient(port, '127.0.0.1');
    const headers = { authorization: `Bearer ${token}` };
    const poll = async () => {
      for (;;) {
        const { status, tookMs } = await client.send({ method: 'GET', path: '/api/player/assigned-playlist', headers });
        if (status !== 200) return;
        waits.push(tookMs);
        await pause(20);
      }
    };
    void poll();
  }
  return waits;
}

if (!rerunInNetworkNamespace()) {
  await withFolder(run);
  process.exit(0);
}
