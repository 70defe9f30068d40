/** Tests the order of the queue, the limits of jobs, and jobs that hang. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type Customer, startTestApp, type TestApp } from '../../../testing/app.ts';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import { failures } from './failures.ts';

const itemOf = async (person: Customer, id: number) =>
  (await person.call('GET /api/videos')).find((video) => video.id === id);
const send = async (person: Customer, name: string) => (await person.upload(await fixture(name), { name })).id;
const setLimitMb = (app: TestApp, person: Customer, limitMb: number) =>
  app.parts.database.exec(`UPDATE users SET storage_limit_mb = ${limitMb} WHERE id = ${person.user.id}`);

test('a converter that hangs keeps no photo waiting, is tried three times, and the item says why it failed', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-tool-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const tool = join(directory, 'ffmpeg');
  const log = join(directory, 'calls');
  writeFileSync(
    tool,
    `#!/bin/sh\ncase "$*" in *-encoders*) echo libx264 aac;; *-filters*) ;; *) echo call >> ${log}; exec sleep 1000;; esac\n`,
  );
  chmodSync(tool, 0o755);
  const app = await startTestApp(t, { env: { FFMPEG_PATH: tool } });
  const [ana, bia] = [await app.customer(), await app.customer()];
  const video = await send(ana, 'silent.mp4');
  await until('the video is processed', async () => (await itemOf(ana, video))?.processingStatus === 'processing');
  const photo = await send(bia, 'turned.jpg');
  await until('the photo is there', async () => (await itemOf(bia, photo))?.processingStatus === 'completed');
  assert.equal((await itemOf(ana, video))?.processingStatus, 'processing');

  // Three minutes are long for a test: it begins anew with less patience.
  await app.parts.processing.stop();
  app.parts.tools.stallMs = 6_000;
  rmSync(log, { force: true });
  await app.parts.processing.start();
  await app.parts.processing.whenIdle();
  const failed = await itemOf(ana, video);
  assert.deepEqual(
    [failed?.processingStatus, failed?.processingError, failed?.canRetry],
    ['failed', failures.hung.message, true],
  );
  const { stdout } = await promisify(execFile)('cat', [log]);
  assert.equal(stdout, 'call\n'.repeat(3));
});

test('accounts take turns, each with its oldest item', async (t) => {
  const app = await startTestApp(t);
  const [ana, bia] = [await app.customer(), await app.customer()];
  await app.parts.processing.stop();
  const first = [await send(ana, 'turned.jpg'), await send(ana, 'photo.jpg'), await send(ana, 'logo.png')];
  const second = [await send(bia, 'turned.jpg'), await send(bia, 'photo.jpg')];
  const { queue } = app.parts.media;
  const order: number[] = [];
  for (let job = queue.next('image'); job && order.length < 9; job = queue.next('image')) {
    order.push(job.videoId);
    queue.begin(job);
  }
  assert.deepEqual(order, [first[0], second[0], first[1], second[1], first[2]]);
});

test('what does not fit the quota once it is converted fails, says so, and can be tried again', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  await app.parts.processing.stop();
  const ids = [await send(ana, 'plain.mp4'), await send(ana, 'old.avi'), await send(ana, 'turned.jpg')];
  setLimitMb(app, ana, 0);
  await app.parts.processing.start();
  await app.parts.processing.whenIdle();
  const outcomes = await Promise.all(ids.map((id) => itemOf(ana, id)));
  for (const item of outcomes.slice(0, 1).concat(outcomes.slice(2)))
    assert.deepEqual(
      [item?.processingStatus, item?.processingError],
      ['failed', failures.over_quota.message],
      item?.name,
    );
  for (const item of outcomes) assert.ok(item?.processingStatus === 'completed' || item?.canRetry, item?.name);
  setLimitMb(app, ana, 100);
  await ana.call('POST /api/videos/:id/retry', { params: { id: ids[0] ?? 0 } });
  await app.parts.processing.whenIdle();
  assert.equal((await itemOf(ana, ids[0] ?? 0))?.processingStatus, 'completed');
});

test('no process waits while a lane does, whatever stopped it', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  app.parts.database.exec(
    "CREATE TRIGGER refusing BEFORE UPDATE ON videos WHEN new.processing_status = 'completed' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const id = await send(ana, 'turned.jpg');
  let pid: number | undefined;
  await until('it is processed', () => (pid = app.parts.processing.workerPid()));
  // The clock stands: the lane waits.
  await app.parts.processing.whenIdle();
  assert.equal((await itemOf(ana, id))?.processingStatus, 'processing');
  await until('the process is gone', () => !existsSync(`/proc/${pid}`));
});

test('a video that changes its size in the middle is converted to one size', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const id = await send(ana, 'two-sizes.mp4');
  await app.parts.processing.whenIdle();
  const item = await itemOf(ana, id);
  assert.equal(item?.processingStatus, 'completed', item?.processingError ?? '');
  const [, sha256 = ''] = /media\/([0-9a-f]{64})/.exec(item?.mediaUrl ?? '') ?? [];
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'frame=width,height', '-of', 'csv=p=0'],
    app.parts.folder.mediaPath(sha256, 'mp4'),
  ]);
  assert.deepEqual([...new Set(stdout.match(/\d+,\d+/g))], ['320,240']);
});
