/** Tests the single executable in an empty folder, without Node and node_modules. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rememberCleanStop } from '../../src/platform/storage/clean-stop.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { freePort } from '../../src/testing/ports.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const secrets = { ADMIN_EMAIL: 'prova@exemplo.com.br', ADMIN_PASSWORD: 'prova-segura', ACCESS_CODE: 'PROVA1' };

test(
  'the single executable contains the whole program',
  { timeout: 300_000, skip: process.platform !== 'linux' && 'built and tested on Linux only' },
  async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'antessala-single-'));
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const [built, installed] = [join(directory, 'built'), join(directory, 'installed')];
    mkdirSync(installed);
    await run(process.execPath, ['--import', 'tsx', 'scripts/package/package.ts', '--out', built], { cwd: root });
    const executable = join(installed, 'antessala');
    copyFileSync(join(built, 'antessala'), executable);

    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    // With an empty PATH the program finds neither Node nor ffmpeg.
    const env = { PATH: '', HOST: '127.0.0.1', PORT: String(port), ...secrets };
    let server: ChildProcess | undefined;
    let log = '';
    t.after(() => void server?.kill('SIGKILL'));
    const start = async () => {
      const startedAt = performance.now();
      const started = spawn(executable, [], { cwd: installed, env, stdio: ['ignore', 'pipe', 'pipe'] });
      server = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text: Buffer) => void (log += text.toString()));
      while (
        !(await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        assert.equal(started.exitCode, null, log);
        assert.ok(performance.now() - startedAt < 60_000, `not ready within 60 s: ${log}`);
        await sleep(20);
      }
      return Math.round(performance.now() - startedAt);
    };
    const stop = async () => {
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      server?.kill('SIGTERM');
      assert.equal(await ended, 0, log);
    };
    const runtimes = () => readdirSync(join(installed, 'data/runtime'));

    await t.test('the executable starts and passes the smoke test', async (step) => {
      step.diagnostic(`first start ${await start()} ms`);
      await run(process.execPath, ['--import', 'tsx', 'scripts/smoke.ts', url], {
        cwd: root,
        env: { ...process.env, ...secrets },
      });
      assert.equal(runtimes().length, 1);
      assert.deepEqual(readdirSync(installed).sort(), ['antessala', 'data'], 'it writes only into its data folder');
    });

    await t.test('the executable loads native modules only from its unpacked folder', async () => {
      const maps = readFileSync(`/proc/${server?.pid}/maps`, 'utf8');
      assert.ok(maps.includes(`${installed}/data/runtime/`), 'native modules are loaded from the unpacked folder');
      assert.ok(!maps.includes(join(root, 'node_modules')), 'no native module is loaded from the source tree');
    });

    await t.test('the second start removes the runtime folders of other versions', async (step) => {
      await stop();
      mkdirSync(join(installed, 'data/runtime/0123456789abcdef'));
      step.diagnostic(`second start ${await start()} ms`);
      for (const deadline = performance.now() + 60_000; runtimes().length > 1; await sleep(50))
        assert.ok(performance.now() < deadline, runtimes().join());
    });

    await t.test('the executable runs the commands `admin` and `backup`', async () => {
      const { stdout } = await run(executable, ['admin', 'list'], { cwd: installed, env: { PATH: '' } });
      assert.match(stdout, /prova@exemplo\.com\.br/);
      await run(executable, ['backup', '--to', join(directory, 'copy')], { cwd: installed, env: { PATH: '' } });
      assert.equal(readdirSync(join(directory, 'copy')).length > 0, true);
      await stop();
    });

    await t.test(
      'the executable checks a large database in a thread while the server runs, and reports that it is damaged',
      async () => {
        const folder = dataFolder(join(installed, 'data'));
        const database = new Database(folder.database);
        database.exec('CREATE TABLE filler AS SELECT zeroblob(40 * 1024 * 1024) AS bytes');
        database.close();
        const file = openSync(folder.database, 'r+');
        writeSync(file, Buffer.alloc(4_096, 255), 0, 4_096, 20 * 1024 * 1024);
        closeSync(file);
        rememberCleanStop(folder);
        await start();
        for (const deadline = performance.now() + 60_000; !log.includes('the database is damaged'); await sleep(50))
          assert.ok(performance.now() < deadline, log);
        await stop();
      },
    );

    await t.test('on a disk mounted noexec the executable prints one line and leaves no files behind', async (step) => {
      const disk = join(directory, 'noexec');
      mkdirSync(disk);
      const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=320m,noexec', 'none', disk]).then(
        () => true,
        () => false,
      );
      if (!mounted) return step.skip('no disk can be mounted here');
      try {
        for (const args of [[], ['doctor']]) {
          const refused = await run(executable, args, { cwd: installed, env: { PATH: '', DATA_DIR: disk } }).catch(
            (error: { code: number; stdout: string; stderr: string }) => error,
          );
          assert.match(refused.stderr, /^Antessala did not start: .* mounted noexec, .*\n$/);
          assert.equal(refused.stdout, '');
          assert.deepEqual(readdirSync(join(disk, 'runtime')), []);
        }
      } finally {
        await run('umount', ['-l', disk]);
      }
    });
  },
);
