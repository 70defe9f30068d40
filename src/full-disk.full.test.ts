/** Tests the server and its start on a disk that is full, read-only or mounted `noexec`. Needs root to mount a small disk. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataFolder } from './platform/storage/data-folder.ts';
import { testAdmin } from './testing/admin.ts';
import { Client } from './testing/client.ts';
import { bytesOf } from './testing/media.ts';
import { freePort } from './testing/ports.ts';
import { programEnvironment, startServer } from './testing/program.ts';
import { until } from './testing/until.ts';

/** Size of the disk, 4 GB: with a smaller disk the server would accept no upload at all. */
const diskBytes = 4 * 1024 ** 3;

/** Mounts a disk in a sparse file, which `fallocate` fills at once. Returns its path; undefined if nothing can be mounted. */
function smallDisk(t: TestContext, options = 'loop'): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-disk-'));
  const [image, disk] = [join(directory, 'image'), join(directory, 'disk')];
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
  try {
    mkdirSync(disk);
    writeFileSync(image, '');
    truncateSync(image, diskBytes);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', options, image, disk);
  } catch {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  t.after(() => {
    run('umount', '-l', disk);
    rmSync(directory, { recursive: true });
  });
  return disk;
}

async function start(t: TestContext, dataDir: string) {
  const port = await freePort();
  const { server, printed, hasEnded } = startServer(t, programEnvironment(dataDir, port));
  const client = new Client(`http://127.0.0.1:${port}`);
  await until(
    'the server responds or ends',
    async () => hasEnded() || (await client.request('/readyz').catch(() => ({ ok: false }))).ok,
  );
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    return server.exitCode;
  };
  return { server, printed, client, stop, hasEnded };
}

const areCompleted = async (client: Client, ids: readonly number[]) =>
  (await client.call('GET /api/videos')).filter(
    ({ id, processingStatus }) => ids.includes(id) && processingStatus === 'completed',
  ).length === ids.length;

/** Fills the disk completely. */
function fillUp(disk: string): void {
  const filler = join(disk, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  // Try smaller and smaller sizes: the file system may need the last blocks for its own lists.
  for (let bytes = free(); bytes > 0; bytes = Math.min(free(), Math.floor(bytes / 2))) {
    const { size } = statSync(filler, { throwIfNoEntry: false }) ?? { size: 0 };
    spawnSync('fallocate', ['-o', String(size), '-l', String(bytes), filler], { stdio: 'ignore' });
  }
  appendUntilFull(filler);
  assert.equal(free(), 0);
}

function appendUntilFull(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4_096));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

test(
  'on a full disk the server starts, screens play and people can delete; uploads are refused until there is room',
  { timeout: 300_000 },
  async (t) => {
    const disk = smallDisk(t);
    if (!disk) return t.skip('no disk can be mounted here');
    const dataDir = join(disk, 'data');
    const first = await start(t, dataDir);
    assert.equal(first.hasEnded(), false, first.printed.error);
    await first.client.call('POST /api/login', { body: testAdmin });
    const picture = await bytesOf('turned.jpg');
    const [kept, deleted] = [
      await first.client.upload(picture, { name: 'Fica' }),
      await first.client.upload(await bytesOf('photo.jpg'), { name: 'Sai' }),
    ];
    await until('both are processed', () => areCompleted(first.client, [kept.id, deleted.id]));
    assert.equal(await first.stop(), 0);
    fillUp(disk);

    const { client, printed, stop, hasEnded } = await start(t, dataDir);
    assert.equal(hasEnded(), false, printed.error + printed.out);
    await client.call('POST /api/login', { body: testAdmin });
    const reserve = () =>
      client.status('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: picture.length } });
    assert.equal(await reserve(), 507);
    const playlist = await client.call('POST /api/playlists', { body: { name: 'Sala' } });
    await client.call('DELETE /api/playlists/:id', { params: { id: playlist.id } });
    // The server has deleted its spare file (spare-space.ts) to have room. Fill that room too: the server still responds.
    rmSync(join(disk, 'filler'));
    fillUp(disk);
    for (let turn = 0; turn < 30; turn += 1) {
      const status = await client.status('POST /api/playlists', { body: { name: `Sala ${turn}` } });
      assert.ok([200, 403, 507].includes(status), String(status));
    }
    assert.equal((await client.request('/api/user')).status, 200);
    const { spare } = dataFolder(dataDir);
    assert.equal(existsSync(spare), false);
    const { mediaUrl } = (await client.call('GET /api/videos')).find(({ id }) => id === kept.id) ?? {};
    const media = await client.request(mediaUrl ?? '');
    assert.deepEqual([media.status, (await media.arrayBuffer()).byteLength > 0], [200, true]);
    rmSync(join(disk, 'filler'));
    await until(
      'the space is reserved again',
      async () =>
        (await client.status('POST /api/admin/tasks/:name/run', { params: { name: 'disk-guard' } })) < 500 &&
        existsSync(spare),
    );
    // The disk fills up during an upload, while the spare file still exists: the refused upload deletes its own bytes.
    const ticket = await client.call('POST /api/upload-url', {
      body: { fileName: 'a.jpg', fileSize: picture.length },
    });
    const put = async () =>
      (await client.request(ticket.uploadUrl, { method: 'PUT', body: new Uint8Array(picture) })).status;
    fillUp(disk);
    assert.deepEqual([await put(), await put()], [507, 404]);
    assert.deepEqual(readdirSync(join(dataDir, 'uploads')), []);
    await client.call('DELETE /api/videos/:id', { params: { id: deleted.id } });
    rmSync(join(disk, 'filler'));
    await until('an upload is taken again', async () => (await reserve()) === 200);
    const { id } = await client.upload(picture, { name: 'Depois' });
    await until('the item is completed', () => areCompleted(client, [id]));
    const names = (await client.call('GET /api/videos')).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['Depois', 'Fica']);
    await until('the server can write again', async () => (await client.status('POST /api/logout')) < 300);
    assert.equal(await stop(), 0);
    assert.doesNotMatch(printed.error, /\n\s+at /);
  },
);

test(
  'on a read-only disk, with the database files that a crash has left, the start fails with one line',
  { timeout: 360_000 },
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
    assert.equal(second.server.exitCode, 1, second.printed.out);
    assert.match(second.printed.error, /^Antessala did not start: it cannot write its data .*\n$/);
  },
);

test(
  'a server with its data on a disk mounted noexec processes pictures and videos, as it runs no program from there',
  { timeout: 180_000 },
  async (t) => {
    const disk = smallDisk(t, 'loop,noexec');
    if (!disk) return t.skip('no disk can be mounted here');
    writeFileSync(join(disk, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    assert.throws(() => execFileSync(join(disk, 'program')), /EACCES/);
    const { client, stop, printed, hasEnded } = await start(t, join(disk, 'data'));
    assert.equal(hasEnded(), false, printed.error);
    await client.call('POST /api/login', { body: testAdmin });
    // The video must be converted, so that ffmpeg, its limits and the worker are all used.
    for (const name of ['turned.jpg', 'old.avi']) {
      const { id } = await client.upload(await bytesOf(name), { fileName: name });
      const status = async () =>
        (await client.call('GET /api/videos')).find((video) => video.id === id)?.processingStatus;
      await until(`${name} is processed`, async () => ['completed', 'failed'].includes((await status()) ?? ''));
      assert.equal(await status(), 'completed', name);
    }
    assert.equal(await stop(), 0);
    assert.equal(printed.error, '');
  },
);
