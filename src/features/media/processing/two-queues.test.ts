/** One item in both queues at once: its ambient picture or an older replacement in one, a newer replacement in the other. */
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

/** A finished picture, nothing running. */
async function startWithPicture(t: TestContext) {
  const { app, ana } = await startWithCustomer(t);
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.processing.stop();
  return { app, ana, id };
}

function take(app: TestApp, kind: MediaKind): Job {
  const job = app.parts.media.queue.next(kind);
  assert.ok(job);
  app.parts.media.queue.begin(job);
  return job;
}

const recordedOutcome = ({ parts }: TestApp) =>
  createOutcomeRecorder({ ...parts, quotaLeft: () => 1e9, publishProgress: () => {}, publish: () => {} });

test('whatever becomes of a replacement that a newer one in the other queue has overtaken, the newer one stays as it is', async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  const outcomes: Outcome[] = [
    { type: 'stopped' },
    { type: 'failed', code: 'corrupt_video', detail: '' },
    { type: 'ended', code: 'crashed', detail: '' },
    { type: 'ended', code: 'timeout', detail: '' },
  ];
  for (const outcome of outcomes) {
    await ana.replace(id, await fixture('silent.mp4'));
    const older = take(app, 'video');
    await ana.replace(id, await bytesOf('photo.jpg'));
    const newer = take(app, 'image');
    recordedOutcome(app).record(older, outcome);
    assert.equal(app.parts.media.queue.findRunning(older), undefined);
    assert.equal(app.parts.media.queue.findRunning(newer)?.status, 'processing', outcome.type);
    app.parts.media.queue.requeue(newer, false);
  }
  await processAll(app);
  const item = await findItem(ana, id);
  assert.deepEqual([item?.replacement, item?.mediaType, item?.width], [null, 'image', 1620]);
});

test('an ambient picture that fails because its picture was replaced meanwhile is made of the new one', async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  const patch = (useAmbientBackground: boolean) =>
    ana.call('PATCH /api/videos/:id', { ...ofItem(id), body: { useAmbientBackground } });
  await patch(true);
  const ofOld = app.parts.media.queue.next('image');
  assert.equal(ofOld?.kind, 'ambient');
  await patch(false);
  await ana.replace(id, await bytesOf('photo.jpg'));
  await processAll(app);
  await app.parts.processing.stop();
  await patch(true);
  recordedOutcome(app).record(ofOld as Job, { type: 'failed', code: 'corrupt_image', detail: 'its file is gone' });
  await processAll(app);
  assert.ok((await findItem(ana, id))?.ambientUrl);
});

test('the progress of a replacement is still known when the ambient picture of its item ends in the other queue', async (t) => {
  const { app, ana, id } = await startWithPicture(t);
  await ana.replace(id, await fixture('silent.mp4'));
  const job = take(app, 'video');
  const { clock } = app;
  const { progress } = app.parts.media;
  const deps = { progress, publishProgress: () => {}, clock };
  createProgressReporter(job, deps).report(40);
  createProgressReporter({ ...job, kind: 'ambient', isReplacement: false }, deps).stop();
  assert.equal((await findItem(ana, id))?.replacement?.progress, 40);
});

test('an account that is deleted between the beginning of its job and the look at the disk keeps no queue waiting', async (t) => {
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
  await until('the disk is looked at', () => check !== undefined);
  await app.admin.call('DELETE /api/admin/users/:id', ofItem(ana.user.id));
  isSlow = false;
  check?.();
  // The clock stands: a queue that waited after an error would wait for ever.
  await app.parts.processing.whenIdle();
  assert.equal((await findItem(bia, id))?.processingStatus, 'completed');
});

test('a file that cannot be asked about does not keep the next ones from it', async () => {
  const unsendable = { toJSON: () => assert.fail('unsendable') } as unknown as string;
  await assert.rejects(checkPlayable(unsendable));
  assert.equal(await checkPlayable(await fixture('silent.mp4')), true);
});
