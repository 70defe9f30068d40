/** Tests the instructions of scripts/install/README.md for a second copy (with restic, if it is installed) and a standby. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { findProgram } from '../src/platform/process/processes.ts';
import { startTestApp, testAdmin } from '../src/testing/app.ts';
import { Client } from '../src/testing/client.ts';
import { bytesOf } from '../src/testing/media.ts';
import { freePort } from '../src/testing/ports.ts';
import { programFile } from '../src/testing/program.ts';
import { until } from '../src/testing/until.ts';

const run = promisify(execFile);

/** Starts a server with one picture and its own backup folder. `cli` runs one of Antessala's commands on its data. */
async function startClinic(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-copy-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const [dataDir, backups] = [join(directory, 'data'), join(directory, 'backups')];
  const app = await startTestApp(t, { dataDir, env: { BACKUP_DIR: backups } });
  const { id } = await app.admin.upload(await bytesOf('turned.jpg'), { fileName: 'sala.jpg' });
  await until(
    'the picture is ready',
    async () =>
      (await app.admin.call('GET /api/videos')).find((video) => video.id === id)?.processingStatus === 'completed',
  );
  const cli = (env: Record<string, string>, ...args: string[]) =>
    run(process.execPath, [programFile('cli'), ...args], {
      env: { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: backups, ...env },
    });
  return { directory, dataDir, backups, app, cli };
}

test(
  'a restic copy of a backup restores everything, and is encrypted',
  { skip: !findProgram('restic') && 'restic is not installed', timeout: 600_000 },
  async (t) => {
    const { directory, dataDir, backups, app, cli } = await startClinic(t);
    await cli({}, 'backup');
    writeFileSync(join(directory, 'password'), 'uma frase que só a clínica sabe\n', { mode: 0o600 });
    const repository = join(directory, 'repository');
    const env = {
      ...process.env,
      HOME: directory,
      RESTIC_REPOSITORY: repository,
      RESTIC_PASSWORD_FILE: join(directory, 'password'),
    };
    const restic = (...args: string[]) => run('restic', args, { env, cwd: directory });
    await restic('init');
    await restic('backup', '--quiet', '--tag', 'antessala', backups);
    await restic(
      'forget',
      '--quiet',
      '--tag',
      'antessala',
      '--keep-daily',
      '7',
      '--keep-weekly',
      '5',
      '--keep-monthly',
      '12',
      '--prune',
    );
    await restic('check', '--read-data');
    for (const file of readdirSync(repository, { recursive: true, withFileTypes: true }))
      if (file.isFile()) assert.ok(!readFileSync(join(file.path, file.name)).includes('SQLite format 3'), file.name);

    await app.close();
    for (const lost of [dataDir, backups]) rmSync(lost, { recursive: true });
    const target = join(directory, 'target');
    await restic('restore', 'latest', '--tag', 'antessala', '--target', target);
    mkdirSync(dataDir);
    const restored = join(target, backups);
    const name = readdirSync(restored).find((entry) => /^\d/.test(entry)) ?? '';
    await cli({}, 'restore', '--from', join(restored, name));
    const { stdout } = await cli({}, 'doctor', '--deep');
    t.diagnostic(stdout.trim());
    writeFileSync(join(directory, 'wrong'), 'outra frase\n');
    const envWithWrongPassword = { ...env, RESTIC_PASSWORD_FILE: join(directory, 'wrong') };
    await assert.rejects(run('restic', ['snapshots'], { env: envWithWrongPassword }), /wrong password/);
  },
);

test(
  'a standby restores each new backup, takes over with one command, and ignores backups from then on',
  { timeout: 600_000 },
  async (t) => {
    const { directory, backups, app, cli } = await startClinic(t);
    const standby = join(directory, 'standby');
    const port = String(await freePort());
    const script = (...args: string[]) =>
      run(join(import.meta.dirname, 'standby.sh'), args, {
        env: {
          ...process.env,
          DATA_DIR: standby,
          ANTESSALA: `${process.execPath} ${programFile('cli')}`,
          START: 'echo started',
        },
      });
    await assert.rejects(script('follow', backups), /BACKUPS|no backup/i);
    await assert.rejects(script('take-over'), /Nothing is here to take over with/);
    await cli({}, 'backup');
    assert.match((await script('follow', backups)).stdout, /Ready to take over/);
    assert.match((await script('follow', backups)).stdout, /is here already/);
    // A backup's name is its time in seconds: the next backup must begin in another second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await app.admin.call('POST /api/playlists', { body: { name: 'Depois' } });
    await cli({}, 'backup');
    // `follow` ignores a backup without a manifest, which is still being written, and one from the future (of a wrong clock).
    mkdirSync(join(backups, `${new Date().toISOString().slice(0, 10)}-235959`));
    mkdirSync(join(backups, '2999-01-01-000000'));
    writeFileSync(join(backups, '2999-01-01-000000/manifest.json'), '{}');
    assert.match((await script('follow', backups)).stdout, /Ready to take over/);
    assert.deepEqual(
      readdirSync(standby).filter((name) => name.startsWith('before-restore')),
      [],
    );
    await app.admin.call('POST /api/playlists', { body: { name: 'Perdida' } });
    await app.close();

    assert.match((await script('take-over')).stdout, /started\n$/);
    await assert.rejects(script('follow', backups), /has taken over since/);
    const server = spawn(process.execPath, [programFile('server')], {
      env: { ...process.env, DATA_DIR: standby, HOST: '127.0.0.1', PORT: port },
      stdio: 'ignore',
    });
    t.after(() => server.kill('SIGKILL'));
    const client = new Client(`http://127.0.0.1:${port}`);
    await until('the standby responds', async () => (await client.request('/readyz').catch(() => ({ ok: false }))).ok);
    await client.call('POST /api/login', { body: testAdmin });
    const [names, videos] = [await client.call('GET /api/playlists'), await client.call('GET /api/videos')];
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Depois'],
      'only changes after the last backup are lost',
    );
    assert.equal((await client.request(videos[0]?.mediaUrl ?? '')).status, 200);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  },
);
