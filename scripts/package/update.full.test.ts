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
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type UpdateNote, writeUpdateNote } from '../../src/platform/process/update-note.ts';
import type { Lifetime } from '../../src/testing/app.ts';
import { testAdmin } from '../../src/testing/admin.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment } from '../../src/testing/program.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';
import { until } from '../../src/testing/until.ts';
import { chromiumPath } from '../../web/testing/chromium.ts';
import { assertNeverDark } from '../../web/player/testing/recording.ts';
import { openTv, smallViewport } from '../../web/player/testing/tv.ts';
import { createScreens, pairScreens, signInAdministrator } from '../support/program.ts';
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
  const cutPower = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'));
  child = start();
  t.after(() => {
    isStopped = true;
    try {
      cutPower();
    } catch {
      // It has ended.
    }
  });
  return { cutPower, output: () => output };
}

/** Opens a TV of the administrator that shows a red and a blue picture by turns, each for four seconds. */
async function startTv(t: TestContext, manager: Client, dataDir: string) {
  const [code] = await createScreens(manager, 1);
  const tv = await openTv(t, { url: manager.url.replace('127.0.0.1', 'tv.lan') }, smallViewport);
  await tv.pair(code ?? '');
  const { id: playlistId } = await manager.call('POST /api/playlists', { body: { name: 'Sala', isRandom: false } });
  for (const background of ['#c81e1e', '#1e50c8']) {
    const picture = sharp({ create: { width: 1280, height: 720, channels: 3, background } }).jpeg();
    const { id: videoId } = await manager.upload(await picture.toBuffer(), { fileName: 'foto.jpg' });
    await until('the picture is processed', async () =>
      (await manager.call('GET /api/videos')).some(
        ({ id, processingStatus }) => id === videoId && processingStatus === 'completed',
      ),
    );
    await manager.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
  }
  const database = new Database(join(dataDir, 'antessala.db'));
  database.exec('UPDATE videos SET display_duration = 4');
  database.close();
  const params = { id: Math.max(...(await manager.call('GET /api/my-players')).map(({ id }) => id)) };
  await manager.call('POST /api/my-players/:id/assign-playlist', { params, body: { playlistId } });
  await tv.untilPlaying();
  return tv;
}

test(
  'an update replaces the program or, if it fails, restores the old program and its data; screens continue to play',
  { timeout: 1_500_000, skip: !existsSync(chromiumPath) && 'Chromium is missing' },
  async (t) => {
    const goodMigration = 'CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT;';
    const oldRelease = await buildRelease(t, '9.0.0');
    const goodRelease = await buildRelease(t, '9.1.0', {
      migration: goodMigration,
      player: ['const root =', "document.documentElement.dataset.release = '9.1.0';\nconst root ="],
    });
    const unmigratable = await buildRelease(t, '9.2.0', { migration: 'INSERT INTO missing VALUES (1);' });
    const failingRelease = await buildRelease(t, '9.3.0', {
      migration: goodMigration,
      main: [
        'app = await createApp(config, { restart });',
        `if (require('node:fs').existsSync(config.dataDir + '/hang')) await new Promise(() => setInterval(() => {}, 1_000));
        app = await createApp(config, { restart });
        console.error('sem o que precisa');
        process.exit(3);`,
      ],
    });

    const installed = join(temporaryFolder(t), 'antessala');
    copyFileSync(oldRelease, installed);
    const dataDir = join(temporaryFolder(t), 'data');
    const port = await freePort();
    const env = { ...programEnvironment(dataDir, port), LOG_LEVEL: 'warn' };
    const url = `http://127.0.0.1:${port}`;
    const server = supervise(t, installed, env);
    const health = () =>
      new Client(url).call('GET /healthz').then(
        (response) => response,
        () => undefined,
      );
    const untilRuns = (version: string) =>
      until(`${version} runs: ${server.output()}`, async () => (await health())?.version.startsWith(`${version} `));
    const note = () => JSON.parse(readFileSync(join(dataDir, 'update.json'), 'utf8')) as UpdateNote;
    const antessala = (...args: string[]) =>
      run(installed, args, { env }).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          out: stdout + stderr,
        }),
      );
    await untilRuns('9.0.0');
    const manager = await signInAdministrator(url);
    const [pollingScreen] = await pairScreens(manager, 1);
    assert.ok(pollingScreen);
    const realTv = await startTv(t, manager, dataDir);
    /** Ids of the contents that the TV showed while the server did not respond. */
    const idsShownOffline = new Set<number>();

    /** Polls like a screen until `work` has ended and the server responds; returns the longest time without a response. */
    const whilePolling = async <Result>(work: Promise<Result>): Promise<{ result: Result; gapMs: number }> => {
      let isDone = false;
      void work.finally(() => (isDone = true));
      let [gapMs, lastAt, hasResponse] = [0, performance.now(), false];
      while (!isDone || !hasResponse) {
        hasResponse = await pollingScreen.call('GET /api/player/assigned-playlist').then(
          () => true,
          (error: Error) => {
            // The connection may be refused, but no response may make the screen forget its pairing.
            assert.doesNotMatch(error.message, /unauthorized|not_found/);
            return false;
          },
        );
        if (!hasResponse) idsShownOffline.add(await realTv.itemId());
        if (hasResponse) [gapMs, lastAt] = [Math.max(gapMs, performance.now() - lastAt), performance.now()];
        await sleep(200);
      }
      return { result: await work, gapMs };
    };

    await t.test('an executable without SHA256SUMS is refused, and so is an incomplete executable', async () => {
      const partial = join(temporaryFolder(t), 'antessala');
      copyFileSync(goodRelease, partial);
      assert.match((await antessala('update', partial)).out, /SHA256SUMS .*missing/);
      copyFileSync(join(goodRelease, '../SHA256SUMS'), join(partial, '../SHA256SUMS'));
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

    await t.test(
      'a version whose migration fails on a copy of the data is refused, and the server keeps running',
      async () => {
        const { result, gapMs } = await whilePolling(antessala('update', unmigratable));
        assert.equal(result.code, 1);
        assert.match(result.out, /cannot use a copy of this server's data.*no such table: missing/);
        assert.ok(gapMs < 5_000, `${gapMs}`);
        await untilRuns('9.0.0');
      },
    );

    await t.test(
      'a version that fails to start, or hangs, is taken back with its migration, also after power cuts',
      async (step) => {
        await manager.call('PATCH /api/admin/settings', { body: { clinicName: 'Clínica Sol' } });
        let [result, gapMs] = [{ code: 0, out: '' }, 0];
        await assertNeverDark(realTv, async () => {
          ({ result, gapMs } = await whilePolling(antessala('update', failingRelease)));
        });
        step.diagnostic(`longest gap ${Math.round(gapMs)} ms`);
        assert.equal(idsShownOffline.size, 2, 'the TV plays on without the server');
        assert.equal(result.code, 1, result.out);
        assert.match(result.out, /Taken back, program and data: sem o que precisa/);
        await untilRuns('9.0.0');
        assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
        assert.match(note().last?.reason ?? '', /sem o que precisa/);
        assert.ok(readdirSync(dataDir).some((name) => name.startsWith('before-restore-')));
        assert.deepEqual(readdirSync(join(dataDir, 'programs')), []);

        writeFileSync(join(dataDir, 'hang'), '');
        const hanging = antessala('update', failingRelease);
        await until('prepared', () => note().next?.step === 'ready');
        const { next, ...rest } = note();
        assert.ok(next);
        writeUpdateNote(dataDir, { ...rest, next: { ...next, limitMs: 0 } });
        assert.match((await hanging).out, /Taken back, program and data: it did not become healthy in time/);
        await untilRuns('9.0.0');
        rmSync(join(dataDir, 'hang'));

        const updateDuringPowerCuts = antessala('update', failingRelease);
        for (const each of ['ready', 'trial', 'back']) {
          await until(each, () => note().next?.step === each || (each !== 'ready' && !note().next));
          server.cutPower();
        }
        await updateDuringPowerCuts;
        await until('the update has ended', () => !note().next);
        await untilRuns('9.0.0');
        assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
      },
    );

    await t.test(
      'a good version from the studio runs with the data, also after a power cut, and older versions are refused',
      async (step) => {
        const folder = join(dataDir, 'updates');
        mkdirSync(folder);
        copyFileSync(join(goodRelease, '../SHA256SUMS'), join(folder, 'SHA256SUMS'));
        writeFileSync(join(folder, 'antessala'), 'half');
        assert.match((await manager.call('GET /api/admin/update')).problem ?? '', /incompleta ou alterada/);
        copyFileSync(goodRelease, join(folder, 'antessala'));
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
        // Without assertNeverDark, because the page, too, starts again with the new version.
        await realTv.until('html[data-release="9.1.0"]', 180_000);
        await realTv.untilPlaying();
        assert.equal(note().last?.reason, undefined);
        await untilRuns('9.1.0');
        assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
        server.cutPower();
        await untilRuns('9.1.0');
        assert.match((await antessala('admin', 'list')).out, /admin@antessala\.local/);
        const older = await antessala('update', oldRelease);
        assert.match(older.out, /9\.0\.0 of the file is older/);
        assert.equal((await antessala('update', goodRelease)).code, 1);
        await assert.rejects(run(failingRelease, [], { env }), /another Antessala is running on this data/);
        assert.equal(readdirSync(join(dataDir, 'programs')).length, 1);
      },
    );
  },
);
