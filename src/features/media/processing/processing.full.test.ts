import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import sharp from 'sharp';
import type { ContentsPatch } from '../../../contract/changes/patches.ts';
import type { PushedMessage } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Video } from '../../../contract/media.ts';
import type { Customer, TestApp } from '../../../testing/app.ts';
import { assertNear, bytesOf, colourAt, fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import {
  fileCountIn,
  findItem,
  itemBytes,
  ofItem,
  pathOf,
  processAll,
  uploadAndProcess,
  startWithCustomer,
  untilNoFiles,
  usedBytes,
} from '../testing/steps.ts';
import { failures } from './failures.ts';

const statusOf = async (person: Customer, id: number) => (await findItem(person, id))?.processingStatus;

/** Uploads a video whose conversion is slow, and waits until the conversion runs. Returns the item's id. */
async function startConversion(app: TestApp, person: Customer): Promise<number> {
  const { id } = await person.upload(await fixture('4k.mp4'), { name: 'Grande' });
  await until('the item is in progress', async () => (await statusOf(person, id)) === 'processing');
  await until('a worker runs', () => app.parts.processing.workerPid());
  return id;
}

/** Uploads a video and sets its row to the state after `attempts` interruptions of its processing. */
async function uploadInterrupted(app: TestApp, person: Customer, attempts: number): Promise<Video> {
  await app.parts.processing.stop();
  const video = await person.upload(await fixture('plain.mp4'), { name: 'Longo' });
  app.parts.database.exec(
    `UPDATE videos SET processing_status = 'processing', processing_attempts = ${attempts} WHERE id = ${video.id}`,
  );
  await processAll(app);
  return video;
}

test('images become upright, sRGB, opaque and no larger than the screen, and are never enlarged', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const names = ['turned.jpg', 'photo.jpg', 'cmyk.jpg', 'logo.png', 'animated.gif', 'modern.avif'];
  const items = await uploadAndProcess(app, ana, names, { useAmbientBackground: true });
  for (const item of items) {
    assert.equal(item.processingStatus, 'completed', `${item.name} ${item.processingError}`);
    const metadata = await sharp(pathOf(app, item.mediaUrl)).metadata();
    assert.deepEqual(
      [metadata.format, metadata.space, metadata.channels, metadata.hasAlpha, metadata.exif, metadata.orientation],
      ['jpeg', 'srgb', 3, false, undefined, undefined],
      item.name,
    );
  }
  const [turned, photo, cmyk, logo, gif] = items;
  const sizes = [turned, photo, gif].map((item) => [item?.width, item?.height]);
  assert.deepEqual(sizes, [
    [200, 400],
    [1620, 1080],
    [64, 64],
  ]);
  const near = async (item: Video | undefined, area: Parameters<typeof colourAt>[1], colour: number[], by?: number) =>
    assertNear(await colourAt(pathOf(app, item?.mediaUrl ?? null), area), colour, by);
  // The picture is turned 90 degrees clockwise, so the left half is on top.
  await near(turned, { left: 20, top: 20, width: 160, height: 100 }, [254, 0, 0]);
  await near(cmyk, { left: 10, top: 10, width: 100, height: 100 }, [254, 0, 0], 40);
  // A dark drawing gets a white background.
  await near(logo, { left: 0, top: 0, width: 40, height: 40 }, [255, 255, 255]);
  const counted = items.reduce((sum, { id }) => sum + itemBytes(app, id), 0);
  assert.equal(usedBytes(app, ana), counted);
});

test('a portrait image keeps 1080x1920, also by its EXIF orientation, and its ambient picture is portrait too', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const names = ['poster.jpg', 'turned-poster.jpg'];
  for (const item of await uploadAndProcess(app, ana, names, { useAmbientBackground: true })) {
    assert.deepEqual([item.width, item.height], [1080, 1920], item.name);
    const border = await sharp(pathOf(app, item.ambientUrl)).metadata();
    assert.deepEqual([border.width, border.height], [270, 480], item.name);
  }
});

test('an unusable file fails with a message for people, and its quota is freed', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const expected: Record<string, string> = {
    'cut.mp4': failures.corrupt_video.message,
    'half.mp4': failures.corrupt_video.message,
    'text.mp4': failures.corrupt_video.message,
    'sound.mp4': failures.no_picture.message,
    'broken.jpg': failures.corrupt_image.message,
  };
  const items = await uploadAndProcess(app, ana, Object.keys(expected));
  for (const item of items) {
    assert.deepEqual(
      [item.processingStatus, item.processingError, item.sizeMb, item.mediaUrl],
      ['failed', expected[item.name], 0, null],
      item.name,
    );
    assert.equal(await ana.status('POST /api/videos/:id/retry', ofItem(item.id)), 409);
  }
  assert.equal(usedBytes(app, ana), 0);
  await untilNoFiles(app, 'uploads', 'media', 'tmp');
});

test('equal files are stored once, and deleted with the last item that uses them', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const [first] = await uploadAndProcess(app, ana, ['turned.mp4']);
  const stored = fileCountIn(app, 'media');
  const [second] = await uploadAndProcess(app, bia, ['turned.mp4']);
  assert.equal(fileCountIn(app, 'media'), stored);
  assert.equal(pathOf(app, first?.mediaUrl ?? null), pathOf(app, second?.mediaUrl ?? null));
  assert.equal(usedBytes(app, ana), usedBytes(app, bia));

  await ana.call('DELETE /api/videos/:id', ofItem(first?.id ?? 0));
  app.clock.advance(limits.undoMs);
  assert.equal(usedBytes(app, ana), 0);
  assert.ok(existsSync(pathOf(app, second?.mediaUrl ?? null)));
  await bia.call('DELETE /api/videos/:id', ofItem(second?.id ?? 0));
  app.clock.advance(limits.undoMs);
  await untilNoFiles(app, 'media');
  assert.equal((await bia.request(second?.mediaUrl ?? '')).status, 404);
});

test('an item that is deleted while it is processed leaves no files', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const id = await startConversion(app, ana);
  await sleep(400);
  await ana.call('DELETE /api/videos/:id', ofItem(id));
  app.clock.advance(limits.undoMs);
  await app.parts.processing.whenIdle();
  await untilNoFiles(app, 'uploads', 'media', 'tmp');
  assert.equal(usedBytes(app, ana), 0);
});

test('the blurred copy can be switched on and off while the item stays available', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const [video] = await uploadAndProcess(app, ana, ['turned.mp4']);
  const id = video?.id ?? 0;
  const before = itemBytes(app, id);
  const ambient = () => app.parts.media.files.ofKind(id, 'ambient');
  assert.equal(ambient(), undefined);
  const change = (useAmbientBackground: boolean) =>
    ana.call('PATCH /api/videos/:id', { ...ofItem(id), body: { useAmbientBackground } });
  const changed = await change(true);
  assert.deepEqual([changed.processingStatus, changed.useAmbientBackground], ['completed', true]);
  await app.parts.processing.whenIdle();
  const file = ambient();
  const metadata = await sharp(app.parts.folder.mediaPath(file?.sha256 ?? '', 'jpg')).metadata();
  assert.deepEqual([metadata.width, metadata.height], [270, 480]);
  assert.equal(itemBytes(app, id), before + (file?.sizeBytes ?? 0));
  await change(false);
  assert.equal(ambient(), undefined);
  assert.deepEqual([itemBytes(app, id), usedBytes(app, ana)], [before, before]);
});

test('progress and the end of processing are sent to the owner', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const [socket, other] = [await ana.socket(), await bia.socket()];
  const video = await ana.upload(await fixture('old.avi'), { name: 'Vídeo' });
  await socket.waitFor('mediaProgress', (message) => message.status === 'processing' && message.videoId === video.id);
  const { n: _n, ...end }: PushedMessage = await socket.waitFor(
    'mediaProgress',
    (message) => message.status === 'completed',
  );
  assert.deepEqual(end, {
    type: 'mediaProgress',
    videoId: video.id,
    isReplacement: false,
    status: 'completed',
    progress: 100,
    error: null,
  });
  const { patch } = (await socket.waitFor(
    'contentChanged',
    (message) => message.what === 'videos' && message.patch?.rows?.[0]?.processingStatus === 'completed',
  )) as { patch?: ContentsPatch };
  assert.ok(patch?.rows?.[0]?.thumbnailUrl, 'with the whole row');
  assert.equal(
    other.messages.some((message) => message.type === 'mediaProgress' || message.type === 'contentChanged'),
    false,
  );
});

test('a stop of the server requeues the running job without counting the attempt, and the next start finishes it', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const id = await startConversion(app, ana);
  await app.parts.processing.stop();
  const rows = app.parts.database.prepare<[], object>('SELECT processing_status, processing_attempts FROM videos');
  assert.deepEqual(rows.all(), [{ processing_status: 'pending', processing_attempts: 0 }]);
  await app.restart();
  await app.parts.processing.whenIdle();
  assert.equal(await statusOf(ana, id), 'completed');
});

test('an interrupted item is processed again; after twenty interruptions it fails, and can be retried', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const seven = await uploadInterrupted(app, ana, 7);
  assert.equal(await statusOf(ana, seven.id), 'completed');
  const { id, sizeMb } = await uploadInterrupted(app, ana, 20);
  const failed = await findItem(ana, id);
  assert.deepEqual(
    [failed?.processingStatus, failed?.processingError, failed?.sizeMb],
    ['failed', failures.crashed.message, sizeMb],
  );
  const retried = await ana.call('POST /api/videos/:id/retry', ofItem(id));
  assert.deepEqual([retried.processingStatus, retried.processingError], ['pending', null]);
  await app.parts.processing.whenIdle();
  assert.equal(await statusOf(ana, id), 'completed');
  assert.equal(await ana.status('POST /api/videos/:id/retry', ofItem(id)), 409);
});

test('an item that failed because the disk was full is processed again once its file fits, also after a restart', async (t) => {
  const enoughBytes = 500 * 1024 ** 3;
  const space = { freeBytes: enoughBytes, totalBytes: 1024 ** 4 };
  const { app, ana } = await startWithCustomer(t, { freeSpace: async () => space });
  const outcomeOf = async (id: number) => {
    const { processingStatus, processingError } = (await findItem(ana, id)) ?? {};
    return [processingStatus, processingError];
  };
  const failedByFullDisk = ['failed', failures.disk_full.message];
  const upload = async (name: string) => {
    space.freeBytes = enoughBytes;
    const r2Path = await ana.send(await fixture(name), { fileName: name });
    space.freeBytes = 0;
    const { id } = await ana.call('POST /api/videos', { body: { name, r2Path } });
    await app.parts.processing.whenIdle();
    assert.deepEqual(await outcomeOf(id), failedByFullDisk);
    return id;
  };
  const first = await upload('photo.jpg');
  app.clock.advance(60_000);
  await sleep(50);
  assert.deepEqual(await outcomeOf(first), failedByFullDisk, 'the disk is still full');
  space.freeBytes = enoughBytes;
  app.clock.advance(60_000);
  await until('the item is processed', async () => (await statusOf(ana, first)) === 'completed');
  const second = await upload('turned.jpg');
  await app.restart();
  space.freeBytes = enoughBytes;
  app.clock.advance(60_000);
  await until('the item is processed', async () => (await statusOf(ana, second)) === 'completed');
});

test('an item whose rendition never fits on the disk is retried five times, and its owner can retry it later', async (t) => {
  const enoughBytes = 500 * 1024 ** 3;
  const space = { freeBytes: enoughBytes, totalBytes: 1024 ** 4 };
  const { app, ana } = await startWithCustomer(t, { freeSpace: async () => space });
  const file = await fixture('turned.jpg');
  const r2Path = await ana.send(file, { fileName: 'turned.jpg' });
  // The file fits beside the reserve of 256 MB, but its rendition and pictures do not.
  space.freeBytes = 256 * 1024 ** 2 + (await bytesOf('turned.jpg')).length;
  const { id } = await ana.call('POST /api/videos', { body: { name: 'Grande', r2Path } });
  await app.parts.processing.whenIdle();
  const state = app.parts.database.prepare<[number], { status: string; startedAt: number }>(
    'SELECT processing_status AS status, processing_started_at AS startedAt FROM videos WHERE id = ?',
  );
  const isRetried = (before: number) => {
    const { status, startedAt } = state.get(id) ?? assert.fail();
    return status === 'failed' && startedAt > before;
  };
  for (let retry = 0; retry < 5; retry += 1) {
    const { startedAt } = state.get(id) ?? assert.fail();
    app.clock.advance(86_400_000);
    await until(`retry ${retry + 1} fails`, () => isRetried(startedAt));
  }
  const { startedAt } = state.get(id) ?? assert.fail();
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance(86_400_000);
    await sleep(50);
  }
  assert.deepEqual(state.get(id), { status: 'failed', startedAt });
  space.freeBytes = enoughBytes;
  const owner = await app.login(ana.user.email, ana.password);
  await owner.call('POST /api/videos/:id/retry', ofItem(id));
  await app.parts.processing.whenIdle();
  assert.equal(state.get(id)?.status, 'completed');
});

test('a job whose worker dies is retried automatically', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const id = await startConversion(app, ana);
  await sleep(300);
  const pid = app.parts.processing.workerPid();
  assert.ok(pid);
  // The kernel does the same when memory is exhausted.
  process.kill(pid, 'SIGKILL');
  await app.parts.processing.whenIdle();
  assert.equal(await statusOf(ana, id), 'completed');
});

test('the running job of a deleted account is ended', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  await startConversion(app, ana);
  await app.admin.call('DELETE /api/admin/users/:id', ofItem(ana.user.id));
  // Finishing the job would take far longer than ending it.
  await Promise.race([app.parts.processing.whenIdle(), sleep(4_000).then(() => assert.fail('the job still runs'))]);
  assert.equal(app.parts.processing.workerPid(), undefined);
});

test('with KEEP_ORIGINALS the original is kept, counts towards the quota, and is deleted with the item', async (t) => {
  const { app, ana } = await startWithCustomer(t, { env: { KEEP_ORIGINALS: 'on' } });
  const [photo] = await uploadAndProcess(app, ana, ['photo.jpg']);
  const original = app.parts.media.files.ofKind(photo?.id ?? 0, 'original');
  assert.equal(original?.sizeBytes, (await bytesOf('photo.jpg')).length);
  assert.ok(itemBytes(app, photo?.id ?? 0) > (original?.sizeBytes ?? 0));
  assert.equal(fileCountIn(app, 'uploads'), 0);
  await ana.call('DELETE /api/videos/:id', ofItem(photo?.id ?? 0));
  app.clock.advance(limits.undoMs);
  await untilNoFiles(app, 'media');
});

test('all files of a deleted account are deleted', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  await uploadAndProcess(app, ana, ['turned.jpg']);
  const { r2Key } = await ana.call('POST /api/upload-url', { body: { fileName: 'a', fileSize: 100 } });
  writeFileSync(app.parts.folder.partialUpload(r2Key), 'começo');
  await app.parts.media.releaseUnused();
  assert.equal(fileCountIn(app, 'uploads'), 1);
  await app.admin.call('DELETE /api/admin/users/:id', ofItem(ana.user.id));
  await untilNoFiles(app, 'uploads', 'media');
});
