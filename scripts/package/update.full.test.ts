/** Tests `antessala update` with real executables: good, broken, older and incomplete ones, and kills between the steps. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { UpdateNote } from '../../src/platform/process/update-note.ts';
import type { Lifetime } from '../../src/testing/app.ts';
import { testAdmin } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment } from '../../src/testing/program.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';
import { until } from '../../src/testing/until.ts';
import { pairScreens, signInAdministrator } from '../support/program.ts';
import { buildRelease } from '../support/release-build.ts';

const run = promisify(execFile);

/** Acts as systemd: starts the executable again a second after each end. */
function supervise(t: Lifetime, executable: string, env: NodeJS.ProcessEnv) {
  let isStopped = false;
  let output = '';
  let child: ReturnType<typeof start>;
  function start() {
    const started = spawn('/bin/sh', ['-c', 'SYSTEMD_EXEC_PID=$$ exec "$0"', executable], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => void (output += text.toString()));
    started.once('exit', () => {
      if (!isStopped) setTimeout(() => void (isStopped || (child = start())), 1_000);
    });
    return started;
  }
  /** Kills all processes at once, as a power cut does. */
  const cut = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'));
  child = start();
  t.after(() => {
    isStopped = true;
    try {
      cut();
    } catch {
      // It has ended.
    }
  });
  return { cut, output: () => output };
}

test(
  'an update replaces the program, or ends with the old program and its data, and screens continue',
  { timeout: 1_500_000, skip: process.platform !== 'linux' && 'built and tested on Linux only' },
  async (t) => {
    const added = 'CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT;';
    const old = await buildRelease(t, '9.0.0');
    const good = await buildRelease(t, '9.1.0', { migration: added });
    const unmigratable = await buildRelease(t, '9.2.0', { migration: 'INSERT INTO missing VALUES (1);' });
    const failing = await buildRelease(t, '9.3.0', {
      migration: added,
      main: [
        'app = await createApp(config);',
        `if (require('node:fs').existsSync(config.dataDir + '/hang')) await new Promise(() => setInterval(() => {}, 1_000));
        app = await createApp(config);
        console.error('sem o que precisa');
        process.exit(3);`,
      ],
    });

    const installed = join(temporaryFolder(t), 'antessala');
    copyFileSync(old, installed);
    const dataDir = join(temporaryFolder(t), 'data');
    const port = await freePort();
    const env = { ...programEnvironment(dataDir, port), LOG_LEVEL: 'warn' };
    const url = `http://127.0.0.1:${port}`;
    const server = supervise(t, installed, env);
    const healthy = () =>
      new Client(url).call('GET /healthz').then(
        (health) => health,
        () => undefined,
      );
    const runs = (version: string) =>
      until(`${version} runs: ${server.output()}`, async () => (await healthy())?.version.startsWith(`${version} `));
    const note = () => JSON.parse(readFileSync(join(dataDir, 'update.json'), 'utf8')) as UpdateNote;
    const antessala = (...args: string[]) =>
      run(installed, args, { env }).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          out: stdout + stderr,
        }),
      );
    await runs('9.0.0');
    const manager = await signInAdministrator(url);
    const [tv] = await pairScreens(manager, 1);
    assert.ok(tv);
    const { id: userId } = await manager.call('GET /api/user');
    assert.ok(userId);

    /** Polls like a screen until `work` has ended; returns the longest time without a response. */
    const whilePolling = async <Result>(work: Promise<Result>): Promise<{ result: Result; gapMs: number }> => {
      let isDone = false;
      void work.finally(() => (isDone = true));
      let [gapMs, lastAt, isAnswered] = [0, performance.now(), false];
      while (!isDone || !isAnswered) {
        isAnswered = await tv.call('GET /api/player/assigned-playlist').then(
          () => true,
          (error: Error) => {
            // Refused while nothing listens; never a response that would make the screen forget its pairing.
            assert.doesNotMatch(error.message, /unauthorized|not_found/);
            return false;
          },
        );
        if (isAnswered) [gapMs, lastAt] = [Math.max(gapMs, performance.now() - lastAt), performance.now()];
        await sleep(200);
      }
      return { result: await work, gapMs };
    };

    await t.test('an incomplete file, one without its list, and other files are refused', async () => {
      const partial = join(temporaryFolder(t), 'antessala');
      copyFileSync(good, partial);
      assert.match((await antessala('update', partial)).out, /SHA256SUMS .*missing/);
      copyFileSync(join(good, '../SHA256SUMS'), join(partial, '../SHA256SUMS'));
      truncateSync(partial, 60_000_000);
      const refused = await antessala('update', partial);
      assert.equal(refused.code, 1);
      assert.match(refused.out, /copy is incomplete or changed/);
      assert.equal(existsSync(join(dataDir, 'update.json')), false);
      assert.deepEqual(
        readdirSync(join(dataDir)).includes('programs') ? readdirSync(join(dataDir, 'programs')) : [],
        [],
      );
    });

    await t.test('a version whose migration fails is found out on a copy: nothing stops', async () => {
      const { result, gapMs } = await whilePolling(antessala('update', unmigratable));
      assert.equal(result.code, 1);
      assert.match(result.out, /cannot use a copy of this server's data.*no such table: missing/);
      assert.ok(gapMs < 5_000, `${gapMs}`);
      await runs('9.0.0');
    });

    await t.test('a version that does not start is taken back with its migration, also after cuts', async (step) => {
      await manager.call('PATCH /api/admin/settings', { body: { clinicName: 'Clínica Sol' } });
      const { result, gapMs } = await whilePolling(antessala('update', failing));
      step.diagnostic(`longest gap ${Math.round(gapMs)} ms`);
      assert.equal(result.code, 1, result.out);
      assert.match(result.out, /Taken back, program and data: sem o que precisa/);
      await runs('9.0.0');
      assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
      assert.match(note().last?.reason ?? '', /sem o que precisa/);
      assert.ok(readdirSync(dataDir).some((name) => name.startsWith('before-restore-')));
      assert.deepEqual(readdirSync(join(dataDir, 'programs')), []);

      writeFileSync(join(dataDir, 'hang'), '');
      const hanging = antessala('update', failing);
      await until('prepared', () => note().next?.step === 'ready');
      writeFileSync(join(dataDir, 'update.json'), JSON.stringify({ ...note(), next: { ...note().next, limitMs: 0 } }));
      assert.match((await hanging).out, /Taken back, program and data: it did not become healthy in time/);
      await runs('9.0.0');
      rmSync(join(dataDir, 'hang'));

      const following = antessala('update', failing);
      for (const each of ['ready', 'trial', 'back']) {
        await until(each, () => note().next?.step === each || (each !== 'ready' && !note().next));
        server.cut();
      }
      await following;
      await until('the update has ended', () => !note().next);
      await runs('9.0.0');
      assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
    });

    await t.test(
      'the studio offers a good version, which runs with the data and its migration, also after cuts',
      async (step) => {
        const folder = join(dataDir, 'updates');
        mkdirSync(folder);
        copyFileSync(join(good, '../SHA256SUMS'), join(folder, 'SHA256SUMS'));
        writeFileSync(join(folder, 'antessala'), 'half');
        assert.match((await manager.call('GET /api/admin/update')).problem ?? '', /incompleta ou alterada/);
        copyFileSync(good, join(folder, 'antessala'));
        const { candidate } = await manager.call('GET /api/admin/update');
        assert.match(candidate?.version ?? '', /^9\.1\.0 /);
        assert.equal((await manager.call('GET /api/admin/overview')).newerVersion, candidate?.version);
        const update = (sha256: string, currentPassword: string) =>
          manager.call('POST /api/admin/update', { body: { sha256, currentPassword } });
        const sha256 = candidate?.sha256 ?? '';
        await assert.rejects(update(sha256, 'outra-senha'), /senha atual está incorreta/);
        await assert.rejects(update('0'.repeat(64), testAdmin.password), /não está mais na pasta/);
        const { gapMs } = await whilePolling(
          update(sha256, testAdmin.password).then(({ step: begun }) => {
            assert.equal(begun, 'checking');
            return until('the update has ended', () => note().last?.to.startsWith('9.1.0 '));
          }),
        );
        step.diagnostic(`longest gap ${Math.round(gapMs)} ms`);
        assert.equal(note().last?.reason, undefined);
        await runs('9.1.0');
        assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
        server.cut();
        await runs('9.1.0');
        assert.match((await antessala('admin', 'list')).out, /admin@antessala\.local/);
        const older = await antessala('update', old);
        assert.match(older.out, /9\.0\.0 of the file is older/);
        assert.equal((await antessala('update', good)).code, 1);
        assert.equal(readdirSync(join(dataDir, 'programs')).length, 1);
      },
    );
  },
);
