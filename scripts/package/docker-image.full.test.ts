/** Builds and starts the Docker image's program as the Dockerfile does, but without Docker. Tests a failed and a good update. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { UpdateNote } from '../../src/platform/process/update-note.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment } from '../../src/testing/program.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';
import { until } from '../../src/testing/until.ts';
import { signInAdministrator } from '../support/program.ts';
import { buildRelease } from '../support/release-build.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

test(
  'the program of the Docker image runs the executable of an update, and its own code again when the update fails',
  { timeout: 900_000, skip: process.platform !== 'linux' && 'built and tested on Linux only' },
  async (t) => {
    const tree = join(temporaryFolder(t), 'app');
    const args = ['--import', 'tsx', 'scripts/package/package.ts', '--out', temporaryFolder(t), '--tree', tree];
    await run(process.execPath, args, { cwd: root });
    const badRelease = await buildRelease(t, '9.0.0', {
      main: ['app = await createApp(config, { restart });', "throw new CommandError('sem o que precisa');"],
    });
    const goodRelease = await buildRelease(t, '9.1.0');

    const program = join(tree, 'bin/antessala');
    const dataDir = join(temporaryFolder(t), 'data');
    const port = await freePort();
    const env: NodeJS.ProcessEnv = { ...programEnvironment(dataDir, port), LOG_LEVEL: 'warn' };
    // As in a container, there is no systemd that restarts the program: it has to restart itself.
    delete env.SYSTEMD_EXEC_PID;
    const server = spawn(program, [], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => void (output += text.toString()));
    t.after(() => {
      try {
        if (server.pid) process.kill(-server.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    });
    const url = `http://127.0.0.1:${port}`;
    const version = () =>
      new Client(url).call('GET /healthz').then(
        (health) => health.version,
        () => undefined,
      );
    const antessala = (...words: string[]) =>
      run(program, words, { env }).then(
        ({ stdout, stderr }) => stdout + stderr,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
    await until('the program responds', version);
    const imageVersion = await version();
    const manager = await signInAdministrator(url);
    await manager.call('PATCH /api/admin/settings', { body: { clinicName: 'Clínica Sol' } });

    for (const attempt of ['first', 'second'])
      assert.match(await antessala('update', badRelease), /Taken back, program and data: .*sem o que precisa/, attempt);
    await until('the program of the image responds', version);
    assert.equal(await version(), imageVersion, output);

    assert.match(await antessala('update', goodRelease), /9\.1\.0 .* runs\./);
    assert.match((await version()) ?? '', /^9\.1\.0 /);
    assert.equal((await manager.call('GET /api/admin/settings')).clinicName, 'Clínica Sol');
    assert.match(await antessala('--version'), /9\.1\.0 /);
    const note = JSON.parse(readFileSync(join(dataDir, 'update.json'), 'utf8')) as UpdateNote;
    assert.equal(note.last?.reason, undefined);

    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    assert.equal(await ended, 0, output);
    assert.equal(await version(), undefined);
  },
);
