/** Tests items that have a job in the image queue and another in the video queue, such as an ambient picture and a replacement. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { TestApp } from '../../../testing/app.ts';
import { bytesOf, fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import type { Job } from './jobs.ts';
import { createOutcomeRecorder } from './outcomes.ts';
import { createProgressReporter } from './progress.ts';
import { findItem, ofItem, processAll, startWithCustomer } from '../testing/steps.ts';
import type { MediaKind } from '../upload/sniff.ts';
import { checkPlayable, type Outcome } from './worker-runs.ts';

/** Starts the app with a processed picture, and stops processing. */
async function startWithPicture(t: TestContext) {
  const { app, ana } = await startWithCustomer(t);
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.processing.stop();
  return { app, ana, id };
}

function startJob(app: TestApp, kind: MediaKind): Job {
  const job = app.parts.media.queue.next(kind);
  assert.ok(job);
  app.parts.media.queue.begin(job);
  return job;
}

const outcomeRecorder = ({ parts }: TestApp) =>
  createOutcomeRecorder({
    ...parts,
    quotaLeft: () => 1e9,
    publishProgress: () => {},
    publish: () => {},
    retryLater: () => {},
    retryWithMoreSpace: () => {},
  });

test('no outcome of an older replacement affects a newer one in the other queue', async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  const outcomes: Outcome[] = [
    { type: 'stopped' },
    { type: 'failed', code: 'corrupt_video', detail: '' },
    { type: 'workerExited', code: 'crashed', detail: '' },
    { type: 'workerExited', code: 'timeout', detail: '' },
  ];
  for (const outcome of outcomes) {
    await ana.replace(id, await fixture('silent.mp4'));
    const older = startJob(app, 'video');
    await ana.replace(id, await bytesOf('photo.jpg'));
    const newer = startJob(app, 'image');
    outcomeRecorder(app).record(older, outcome);
    assert.equal(app.parts.media.queue.findRunning(older), undefined);
    assert.equal(app.parts.media.queue.findRunning(newer)?.status, 'processing', outcome.type);
    app.parts.media.queue.requeue(newer, false);
  }
  await processAll(app);
  const item = await findItem(ana, id);
  assert.deepEqual([item?.replacement, item?.mediaType, item?.width], [null, 'image', 1620]);
});

test('an ambient picture that fails because the item was replaced is rendered from the new file', async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  const patch = (useAmbientBackground: boolean) =>
    ana.call('PATCH /api/videos/:id', { ...ofItem(id), body: { useAmbientBackground } });
  await patch(true);
  const oldJob = app.parts.media.queue.next('image');
  assert.equal(oldJob?.kind, 'ambient');
  await patch(false);
  await ana.replace(id, await bytesOf('photo.jpg'));
  await processAll(app);
  await app.parts.processing.stop();
  await patch(true);
  outcomeRecorder(app).record(oldJob as Job, { type: 'failed', code: 'corrupt_image', detail: 'its file is gone' });
  await processAll(app);
  assert.ok((await findItem(ana, id))?.ambientUrl);
});

test("a replacement keeps its progress when the job of the item's ambient picture ends in the other queue", async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  await ana.replace(id, await fixture('silent.mp4'));
  const job = startJob(app, 'video');
  const { clock } = app;
  const { progress } = app.parts.media;
  const deps = { progress, publishProgress: () => {}, clock };
  createProgressReporter(job, deps).report(40);
  createProgressReporter({ ...job, kind: 'ambient', isReplacement: false }, deps).stop();
  assert.equal((await findItem(ana, id))?.replacement?.progress, 40);
});

test('an account that is deleted after its job has started, but before the disk check, does not block the queue', async (t) => {
  let check: (() => void) | undefined;
  let isSlow = false;
  const space = { freeBytes: 500 * 1024 ** 3, totalBytes: 1024 ** 4 };
  const { app, ana } = await startWithCustomer(t, {
    freeSpace: () => (isSlow ? new Promise((resolve) => (check = () => resolve(space))) : Promise.resolve(space)),
  });
  const bia = await app.customer();
  await app.parts.processing.stop();
  await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  const { id } = await bia.upload(await bytesOf('photo.jpg'), { name: 'Sala' });
  isSlow = true;
  await app.parts.processing.start();
  await until('the disk is checked', () => check !== undefined);
  await app.admin.call('DELETE /api/admin/users/:id', ofItem(ana.user.id));
  isSlow = false;
  check?.();
  // The manual clock does not advance: a queue that paused after an error would never continue.
  await app.parts.processing.whenIdle();
  assert.equal((await findItem(bia, id))?.processingStatus, 'completed');
});

test('a failed request of checkPlayable does not block later ones', async () => {
  const unsendable = { toJSON: () => assert.fail('unsendable') } as unknown as string;
  await assert.rejects(checkPlayable(unsendable));
  assert.equal(await checkPlayable(await fixture('silent.mp4')), true);
});
