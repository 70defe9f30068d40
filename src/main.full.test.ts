/** Tests the process: its signals, its log and its end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from './platform/random.ts';
import { Database } from './platform/storage/database.ts';
import { freePort } from './testing/ports.ts';
import { testAdmin } from './testing/admin.ts';
import { Client, refusal } from './testing/client.ts';
import { programEnvironment, runProgram, startServer } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { until } from './testing/until.ts';

interface LogLine {
  level: string;
  message: string;
  requestId?: string;
  path?: string;
  status?: number;
}

/** Sends a request except the end of its body, which is `"MODO1"`; resolves when the server has begun to process the request. */
async function openRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/player/mode-code HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"password":`,
  );
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  while (!/^antessala_http_requests_open 2$/m.test(await metrics())) await sleep(20);
  return socket;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isAccepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isAccepted;
}

test(
  'a server prints addresses and log lines with ids, changes the log level on a signal, and stops gracefully',
  { timeout: 360_000 },
  async (t) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { server, printed } = startServer(t, { DATA_DIR: temporaryFolder(t), PORT: String(port), LOG_LEVEL: 'info' });
    const lines = () =>
      printed.out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as LogLine);
    await until('the announcement', () => printed.out.includes('is running:'));

    await t.test('the start prints its URL, its QR code and the first secrets', async () => {
      await until('the first secrets', () => printed.out.includes('Administrator password'));
      assert.ok(printed.out.includes(`  ${url}\n`), printed.out);
      assert.match(printed.out, /[█▀▄]{20}/);
    });

    await t.test('the log line of a request and its response carry the same id', async () => {
      const response = await fetch(`${url}/api/user`);
      const id = response.headers.get('x-request-id');
      const findLine = () => lines().find(({ requestId }) => requestId === id);
      await until('the line of the request', findLine);
      const { message, path, status } = findLine() ?? {};
      assert.deepEqual([message, path, status], ['request', '/api/user', 401]);
    });

    await t.test('SIGUSR2 turns debug on and off', async () => {
      const isLogged = async () => {
        const id = (await fetch(`${url}/healthz`)).headers.get('x-request-id');
        await fetch(`${url}/api/user`);
        await until('a later line', () => lines().at(-1)?.path === '/api/user');
        return lines().some(({ requestId }) => requestId === id);
      };
      assert.equal(await isLogged(), false);
      for (const isOn of [true, false]) {
        const changes = () => lines().filter(({ message }) => message === 'log level changed').length;
        const before = changes();
        server.kill('SIGUSR2');
        await until('the change', () => changes() > before);
        assert.equal(await isLogged(), isOn);
      }
    });

    await t.test(
      'a stopping server completes open requests, is not ready, and accepts no new connections',
      async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const readyStatus = () =>
          new Promise<number | undefined>((resolve, reject) => {
            request(`${url}/readyz`, { agent }, (response) => {
              response.resume();
              response.on('end', () => resolve(response.statusCode));
            })
              .on('error', reject)
              .end();
          });
        assert.equal(await readyStatus(), 200);
        const slow = await openRequest(port);
        server.kill('SIGTERM');
        await until('the stop', () => lines().find(({ message }) => message === 'stopping'));
        assert.equal(await readyStatus(), 503);
        assert.equal(await acceptsConnections(port), false);
        slow.write('"MODO1"}');
        const [response] = (await once(slow, 'data')) as [Buffer];
        assert.match(response.toString(), /^HTTP\/1\.1 403 /);
        const [code] = server.exitCode === null ? ((await once(server, 'exit')) as [number]) : [server.exitCode];
        assert.equal(code, 0);
        slow.destroy();
        agent.destroy();
      },
    );
  },
);

test('errors that people can fix are reported in one line', { timeout: 240_000 }, async (t) => {
  const directory = temporaryFolder(t);
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const outputOf = async (env: Record<string, string>) => {
    const { code, out } = await runProgram('server', { HOST: '127.0.0.1', PORT: '0', ...env });
    return `${code} ${out}`;
  };
  assert.match(
    await outputOf({ DATA_DIR: file }),
    /^1 Antessala did not start: it cannot write its data .*DATA_DIR \(.*file\).*\n$/,
  );
  symlinkSync('circle', join(directory, 'circle'));
  assert.match(
    await outputOf({ DATA_DIR: join(directory, 'circle/data') }),
    /^1 Antessala did not start: it cannot write its data .*\n$/,
  );
  // In /proc, Node's recursive mkdir would retry for ever.
  if (process.platform === 'linux')
    assert.match(
      await outputOf({ DATA_DIR: '/proc/antessala/data' }),
      /^1 Antessala did not start: it cannot write its data .*DATA_DIR \(\/proc\/antessala\/data\).*\n$/,
    );
  assert.match(
    await outputOf({ DATA_DIR: join(directory, 'data'), TLS_CERT: '/nowhere/cert.pem', TLS_KEY: file }),
    /^1 Antessala did not start: wrong configuration\.\nTLS_CERT: cannot be read .*\n$/,
  );
});

test(
  'a BACKUP_DIR that is unusable is reported in one line, and the server starts',
  { timeout: 240_000 },
  async (t) => {
    const directory = temporaryFolder(t);
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const { server, printed } = startServer(t, { PORT: '0', DATA_DIR: join(directory, 'data'), BACKUP_DIR: file });
    await until('the server listens', () => printed.out.includes('"listening"'));
    assert.equal(printed.out.split('no backups can be made').length - 1, 1, printed.out);
    server.kill('SIGTERM');
    await once(server, 'exit');
  },
);

test('the server continues silently when nobody reads its output any more', { timeout: 240_000 }, async (t) => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { server } = startServer(t, { DATA_DIR: temporaryFolder(t), PORT: new URL(url).port });
  await until('the server is ready', async () => (await fetch(`${url}/readyz`).catch(() => ({ ok: false }))).ok);
  server.stdout.destroy();
  // Each request logs a line that nobody reads.
  for (let i = 0; i < 3; i += 1) assert.equal((await fetch(`${url}/api/user`)).status, 401);
  const cpuSeconds = async () =>
    [...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^antessala_cpu_seconds_total\{.*\} (\S+)/gm)].reduce(
      (sum, [, seconds]) => sum + Number(seconds),
      0,
    );
  const before = await cpuSeconds();
  await sleep(2_000);
  const used = (await cpuSeconds()) - before;
  assert.ok(used < 1, `${used} s of processor time in 2 idle seconds`);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});

test(
  'the studio restores a backup, and then the data from before the restore, in the same process',
  { timeout: 360_000 },
  async (t) => {
    const [port, dataDir] = [await freePort(), temporaryFolder(t)];
    const { server, printed } = startServer(t, programEnvironment(dataDir, port));
    const client = new Client(`http://127.0.0.1:${port}`);
    const isReady = async () => (await client.request('/readyz').catch(() => ({ ok: false }))).ok;
    await until('the server is ready', isReady);
    await client.call('POST /api/login', { body: testAdmin });
    await client.call('POST /api/playlists', { body: { name: 'Antes' } });
    const elsewhere = new Client(`http://127.0.0.1:${port}`);
    await elsewhere.call('POST /api/login', { body: testAdmin });
    await client.call('POST /api/admin/tasks/:name/run', { params: { name: 'backup' } });
    const read = () => client.call('GET /api/admin/backups');
    const isRunning = async () => (await client.call('GET /api/admin/tasks')).some((task) => task.isRunning);
    await until('the backup', async () => (await read()).backups.length > 0 && !(await isRunning()));
    await client.call('POST /api/playlists', { body: { name: 'Depois' } });
    await client.call('DELETE /api/user/sessions');
    const params = { name: (await read()).backups[0]?.name ?? '' };
    const { playlists, contents } = await client.call('GET /api/admin/backups/:name/since', { params });
    assert.deepEqual([playlists, contents], [1, 0]);

    const restore = (name: string, currentPassword = testAdmin.password) =>
      client.call('POST /api/admin/backups/:name/restore', { params: { name }, body: { currentPassword } });
    assert.equal((await refusal(restore(params.name, 'wrong'))).status, 403);
    assert.equal((await refusal(restore('2020-01-01-030000'))).status, 404);
    const step = async () => (await read().catch(() => undefined))?.restore?.step;
    const names = async () => (await client.call('GET /api/playlists')).map(({ name }) => name).sort();

    const folder = join(dataDir, 'backups', params.name);
    const [copied, manifest] = [join(folder, 'antessala.db'), join(folder, 'manifest.json')];
    const [wholeDatabase, manifestText] = [readFileSync(copied), readFileSync(manifest, 'utf8')];
    const expectRefusedRestore = async () => {
      await restore(params.name);
      await until('the backup is refused', async () => (await step()) === 'failed');
      assert.deepEqual(await names(), ['Antes', 'Depois']);
      assert.equal((await read()).backups.length, 1, 'no backup of the present data is made before the check');
      assert.equal(existsSync(join(dataDir, 'restoring')), false);
      const [latest] = (await client.call('GET /api/admin/audit')).entries;
      assert.match(latest?.sentence ?? '', /nada mudou por causa de um erro/);
    };
    writeFileSync(copied, wholeDatabase.subarray(0, 4_096));
    await expectRefusedRestore();

    // Imitate a backup of an older version whose data make the next migration fail.
    writeFileSync(copied, wholeDatabase);
    const older = new Database(copied, { isCopy: true });
    older.exec('DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)');
    older.close();
    const sha256 = sha256Hex(readFileSync(copied));
    const altered = JSON.parse(manifestText) as { database: object };
    writeFileSync(manifest, JSON.stringify({ ...altered, database: { ...altered.database, sha256 } }));
    await expectRefusedRestore();

    writeFileSync(copied, wholeDatabase);
    writeFileSync(manifest, manifestText);
    await restore(params.name);
    await until('the server is back', async () => (await step()) === 'done');
    assert.deepEqual(await names(), ['Antes']);
    assert.equal((await refusal(elsewhere.call('GET /api/user'))).status, 401, 'an ended session stays ended');
    const { backups, restore: done } = await read();
    const keptBackup = backups.find(({ createdAt }) => createdAt === done?.keptAt);
    const { entries } = await client.call('GET /api/admin/audit');
    assert.ok(entries.some(({ sentence }) => sentence.includes(`voltou para o backup ${params.name}`)));
    const marked = backups.filter(({ isBeforeRestore }) => isBeforeRestore);
    assert.deepEqual(marked, [keptBackup], 'only the backup from before the restore is marked');
    await restore(keptBackup?.name ?? '');
    await until('the server is back', async () => (await step()) === 'done' && (await names()).length === 2);
    assert.equal(server.exitCode, null);

    // A stop during the restart waits for the open request, and for the exchange of the data.
    const open = await openRequest(port);
    await restore(params.name);
    await until('the restart', async () => !(await acceptsConnections(port)));
    server.kill('SIGTERM');
    open.write('"MODO1"}');
    await once(open, 'data');
    assert.deepEqual(await once(server, 'exit'), [0, null], printed.error);
    open.destroy();
    assert.equal(readdirSync(dataDir).filter((name) => name.startsWith('before-restore-')).length, 3);
  },
);
