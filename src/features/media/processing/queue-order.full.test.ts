/** Tests the order of the queue, the limits of jobs, and jobs that hang. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Customer, TestApp } from '../../../testing/app.ts';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import { findItem, processAll, startWithCustomer } from '../testing/steps.ts';
import { failures } from './failures.ts';

const send = async (person: Customer, name: string) => (await person.upload(await fixture(name), { name })).id;
const setLimitMb = (app: TestApp, person: Customer, limitMb: number) =>
  app.parts.database.exec(`UPDATE users SET storage_limit_mb = ${limitMb} WHERE id = ${person.user.id}`);

test('if the converter hangs, photos are not delayed, and the video is tried three times and fails with a reason', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-tool-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const tool = join(directory, 'ffmpeg');
  const log = join(directory, 'calls');
  writeFileSync(
    tool,
    `#!/bin/sh\ncase "$*" in *-encoders*) echo libx264 aac;; *-filters*) ;; *) echo call >> ${log}; exec sleep 1000;; esac\n`,
    { mode: 0o755 },
  );
  const { app, ana } = await startWithCustomer(t, { env: { FFMPEG_PATH: tool } });
  const bia = await app.customer();
  const video = await send(ana, 'silent.mp4');
  await until('the video is processed', async () => (await findItem(ana, video))?.processingStatus === 'processing');
  const photo = await send(bia, 'turned.jpg');
  await until('the photo is completed', async () => (await findItem(bia, photo))?.processingStatus === 'completed');
  assert.equal((await findItem(ana, video))?.processingStatus, 'processing');

  // Restart processing with a shorter timeout than three minutes.
  await app.parts.processing.stop();
  app.parts.tools.stallMs = 6_000;
  rmSync(log, { force: true });
  await processAll(app);
  const failed = await findItem(ana, video);
  assert.deepEqual(
    [failed?.processingStatus, failed?.processingError, failed?.canRetry],
    ['failed', failures.hung.message, true],
  );
  assert.equal(readFileSync(log, 'utf8'), 'call\n'.repeat(3));
});

test('accounts take turns; in each turn the oldest item of the account is processed', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
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

test('an item that exceeds the quota after its conversion fails with that reason, and can be retried', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  await app.parts.processing.stop();
  const ids = [await send(ana, 'plain.mp4'), await send(ana, 'old.avi'), await send(ana, 'turned.jpg')];
  setLimitMb(app, ana, 0);
  await processAll(app);
  const outcomes = await Promise.all(ids.map((id) => findItem(ana, id)));
  for (const item of [outcomes[0], outcomes[2]])
    assert.deepEqual(
      [item?.processingStatus, item?.processingError],
      ['failed', failures.over_quota.message],
      item?.name,
    );
  for (const item of outcomes) assert.ok(item?.processingStatus === 'completed' || item?.canRetry, item?.name);
  setLimitMb(app, ana, 100);
  await ana.call('POST /api/videos/:id/retry', { params: { id: ids[0] ?? 0 } });
  await app.parts.processing.whenIdle();
  assert.equal((await findItem(ana, ids[0] ?? 0))?.processingStatus, 'completed');
});

test('no worker process remains while a queue is paused after an error', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  app.parts.database.exec(
    "CREATE TRIGGER refusing BEFORE UPDATE ON videos WHEN new.processing_status = 'completed' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const id = await send(ana, 'turned.jpg');
  let pid: number | undefined;
  await until('the item is in progress', () => (pid = app.parts.processing.workerPid()));
  // The manual clock does not advance, so the queue stays paused.
  await app.parts.processing.whenIdle();
  assert.equal((await findItem(ana, id))?.processingStatus, 'processing');
  await until('the process has ended', () => !existsSync(`/proc/${pid}`));
});

test('a video whose width and height change in the middle is converted to one width and height', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const id = await send(ana, 'two-sizes.mp4');
  await app.parts.processing.whenIdle();
  const item = await findItem(ana, id);
  assert.equal(item?.processingStatus, 'completed', item?.processingError ?? '');
  const [, sha256 = ''] = /media\/([0-9a-f]{64})/.exec(item?.mediaUrl ?? '') ?? [];
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'frame=width,height', '-of', 'csv=p=0'],
    app.parts.folder.mediaPath(sha256, 'mp4'),
  ]);
  assert.deepEqual([...new Set(stdout.match(/\d+,\d+/g))], ['320,240']);
});
