/** A disk that is full, may not be written any more, or lets nothing run: what still works, and what the start says. Needs root (a small disk of its own). */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataFolder } from './platform/storage/data-folder.ts';
import { testAdmin } from './testing/app.ts';
import { Client } from './testing/client.ts';
import { bytesOf } from './testing/media.ts';
import { freePort } from './testing/ports.ts';
import { programFile } from './testing/program.ts';
import { until } from './testing/until.ts';

function smallDisk(t: TestContext, options = 'size=320m'): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'antessala-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  return disk;
}

async function start(t: TestContext, dataDir: string) {
  const port = await freePort();
  const server: ChildProcess = spawn(process.execPath, [programFile('server')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => server.kill('SIGKILL'));
  const told = { out: '', error: '' };
  server.stdout?.on('data', (text: Buffer) => void (told.out += text.toString()));
  server.stderr?.on('data', (text: Buffer) => void (told.error += text.toString()));
  const client = new Client(`http://127.0.0.1:${port}`);
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  await until(
    'it answers or ends',
    async () => isOver() || (await client.request('/readyz').catch(() => ({ ok: false }))).ok,
  );
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    return server.exitCode;
  };
  return { server, told, client, stop, isOver };
}

/** Leaves nothing free, whatever it is that is written next. */
function fillUp(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize)));
  assert.equal(statfsSync(disk).bavail, 0);
}

test(
  'a full disk lets the server start, screens play and people delete; uploads are refused until there is room',
  { timeout: 180_000 },
  async (t) => {
    const disk = smallDisk(t);
    if (!disk) return t.skip('no disk can be mounted here');
    const dataDir = join(disk, 'data');
    const first = await start(t, dataDir);
    assert.equal(first.isOver(), false, first.told.error);
    assert.equal(await first.stop(), 0);
    fillUp(disk);

    const { client, told, stop, isOver } = await start(t, dataDir);
    assert.equal(isOver(), false, told.error + told.out);
    await client.call('POST /api/login', { body: testAdmin });
    const picture = await bytesOf('turned.jpg');
    const reserve = () =>
      client.status('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: picture.length } });
    assert.equal(await reserve(), 507);
    const playlist = await client.call('POST /api/playlists', { body: { name: 'Sala' } });
    await client.call('DELETE /api/playlists/:id', { params: { id: playlist.id } });
    // What the spare room gave is filled up as well: it still answers, and says what is wrong.
    rmSync(join(disk, 'filler'));
    fillUp(disk);
    for (let turn = 0; turn < 30; turn += 1) {
      const status = await client.status('POST /api/playlists', { body: { name: `Sala ${turn}` } });
      assert.ok([200, 403, 507].includes(status), String(status));
    }
    assert.equal((await client.request('/api/user')).status, 200);
    const { spare } = dataFolder(dataDir);
    assert.equal(existsSync(spare), false);
    rmSync(join(disk, 'filler'));
    await until(
      'the room is kept again',
      async () =>
        (await client.status('POST /api/admin/tasks/:name/run', { params: { name: 'disk-guard' } })) < 500 &&
        existsSync(spare),
    );
    await until('it can write again', async () => (await client.status('POST /api/logout')) < 300);
    assert.equal(await stop(), 0);
    assert.doesNotMatch(told.error, /\n\s+at /);
  },
);

test(
  'a disk that may not be written refuses the start in one line, also with what a crash left behind',
  { timeout: 120_000 },
  async (t) => {
    const disk = smallDisk(t);
    if (!disk) return t.skip('no disk can be mounted here');
    const dataDir = join(disk, 'data');
    const first = await start(t, dataDir);
    await first.client.call('POST /api/login', { body: testAdmin });
    const killed = once(first.server, 'exit');
    first.server.kill('SIGKILL');
    await killed;
    assert.ok(existsSync(join(dataDir, 'antessala.db-wal')));
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const second = await start(t, dataDir);
    assert.equal(second.server.exitCode, 1, second.told.out);
    assert.match(second.told.error, /^Antessala did not start: it cannot write its data .*\n$/);
  },
);

test(
  'a disk mounted noexec holds the data of a server: pictures and videos are processed, nothing is run from it',
  { timeout: 180_000 },
  async (t) => {
    // Bytes of a tmpfs are taken when they are written: room is all that the size promises.
    const disk = smallDisk(t, 'size=4g,noexec');
    if (!disk) return t.skip('no disk can be mounted here');
    writeFileSync(join(disk, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    assert.throws(() => execFileSync(join(disk, 'program')), /EACCES/);
    const { client, stop, told, isOver } = await start(t, join(disk, 'data'));
    assert.equal(isOver(), false, told.error);
    await client.call('POST /api/login', { body: testAdmin });
    // The film is converted, not taken over: ffmpeg, its limits and the worker all have their turn.
    for (const name of ['turned.jpg', 'old.avi']) {
      const { id } = await client.upload(await bytesOf(name), { fileName: name });
      const status = async () =>
        (await client.call('GET /api/videos')).find((video) => video.id === id)?.processingStatus;
      await until(`${name} is processed`, async () => ['completed', 'failed'].includes((await status()) ?? ''));
      assert.equal(await status(), 'completed', name);
    }
    assert.equal(await stop(), 0);
    assert.equal(told.error, '');
  },
);
