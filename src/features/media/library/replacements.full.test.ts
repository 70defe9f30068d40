import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { type Customer, startTestApp, type TestAppOptions } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { bytesOf, fixture } from '../../../testing/media.ts';
import { refusal } from '../../../testing/client.ts';
import { failures } from '../processing/failures.ts';
import {
  assignPlaylist,
  findItem,
  makePlaylist,
  ofItem,
  processAll,
  startWithCustomer,
  untilNoUploads,
  uploadFileNames,
  usedBytes,
} from '../testing/steps.ts';

const noReplacementError = { progress: 0, error: null, canRetry: false };

/** Starts a slow replacement, and waits until it is being converted. */
async function replaceSlowly(person: Customer, id: number) {
  const owners = await person.socket();
  await person.replace(id, await fixture('4k.mp4'));
  await owners.waitFor('mediaProgress', (reported) => reported.isReplacement && reported.status === 'processing');
}

/** Starts the app with a clinic whose screen plays one picture three times in each cycle. */
async function startPlaying(t: TestContext, options: TestAppOptions = {}) {
  const { app, ana } = await startWithCustomer(t, options, { quotas: { maxVideos: 1, maxPlaylists: 1 } });
  const screen = await app.screen(ana);
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada', displayDuration: 40 });
  await app.parts.processing.whenIdle();
  const playlist = await makePlaylist(ana, [id], 'Recepção', 3);
  await assignPlaylist(ana, screen, playlist.id);
  const shown = async () =>
    (await screen.call('GET /api/player/playlists/:id/randomized', ofItem(playlist.id))).map(
      ({ id: itemId, sha256, mediaType, displayDuration }) => ({ id: itemId, sha256, mediaType, displayDuration }),
    );
  return { app, ana, screen, id, playlist, shown, found: () => findItem(ana, id) };
}

test('a replaced item keeps its name and assignments, and its file until the new one is ready; then all clients are notified', async (t) => {
  const { app, ana, screen, id, playlist, shown, found } = await startPlaying(t);
  const [before, cycle] = [await found(), await shown()];
  assert.equal(cycle.length, 3);
  await app.parts.processing.stop();

  const waiting = await ana.replace(id, await bytesOf('photo.jpg'));
  assert.deepEqual(waiting.replacement, { status: 'pending', ...noReplacementError });
  assert.deepEqual(
    [waiting.processingStatus, waiting.mediaUrl, waiting.width],
    ['completed', before?.mediaUrl, before?.width],
  );
  assert.deepEqual(await shown(), cycle, 'the screen still plays the old file');
  assert.equal(await screen.status('GET /api/player/videos/:id/url', ofItem(id)), 200);

  const owners = await ana.socket();
  const ofPlaylist = await ana.socket({ type: 'subscribe_playlist', playlistId: playlist.id });
  await app.parts.processing.start();
  await owners.waitFor('mediaProgress', (reported) => reported.isReplacement && reported.status === 'completed');
  await owners.waitFor('contentChanged', ({ what }) => what === 'videos');
  await ofPlaylist.waitFor('playlist_update', ({ playlistId }) => playlistId === playlist.id);

  const after = await found();
  assert.deepEqual(
    [after?.replacement, after?.name, after?.displayDuration, after?.width, after?.uploadedAt],
    [null, 'Fachada', 40, 1620, before?.uploadedAt],
  );
  assert.deepEqual(after?.assignments, before?.assignments);
  assert.notEqual(after?.mediaUrl, before?.mediaUrl);
  assert.notEqual(after?.thumbnailUrl, before?.thumbnailUrl);
  const now = await shown();
  assert.equal(now.length, 3);
  assert.notEqual(now[0]?.sha256, cycle[0]?.sha256);
  const { sha256 } = await screen.call('GET /api/player/videos/:id/url', ofItem(id));
  assert.equal(sha256, now[0]?.sha256);
  assert.equal((await ana.request(before?.mediaUrl ?? '')).status, 404, 'the old bytes are deleted');
  assert.equal((await ana.request(after?.mediaUrl ?? '')).status, 200);
  await untilNoUploads(app);
});

test('an image can be replaced by a video and vice versa; fields of the old kind are cleared', async (t) => {
  const { app, ana, id, shown, found } = await startPlaying(t);
  await ana.replace(id, await fixture('silent.mp4'));
  await app.parts.processing.whenIdle();
  const video = await found();
  assert.deepEqual([video?.mediaType, video?.displayDuration, video?.width], ['video', null, 320]);
  assert.ok(video?.posterUrl && (video.durationS ?? 0) > 0.5);
  assert.equal((await shown())[0]?.mediaType, 'video');

  await ana.replace(id, await bytesOf('logo.png'));
  await app.parts.processing.whenIdle();
  const image = await found();
  assert.deepEqual(
    [image?.mediaType, image?.displayDuration, image?.posterUrl, image?.durationS],
    ['image', limits.defaultImageSeconds, null, null],
  );
  assert.equal((await shown())[0]?.displayDuration, limits.defaultImageSeconds);
});

test('a replacement by the same file changes nothing, and keeps the file', async (t) => {
  const { app, ana, id, shown, found } = await startPlaying(t);
  const [before, cycle, used] = [await found(), await shown(), usedBytes(app, ana)];
  await ana.replace(id, await bytesOf('logo.png'));
  await app.parts.processing.whenIdle();
  const after = await found();
  assert.deepEqual([after?.mediaUrl, after?.replacement], [before?.mediaUrl, null]);
  assert.deepEqual([await shown(), usedBytes(app, ana)], [cycle, used]);
  assert.equal((await ana.request(after?.mediaUrl ?? '')).status, 200);
});

test('a failed replacement has an error and keeps the old file; it can be retried or discarded', async (t) => {
  const { app, ana, id, shown, found } = await startPlaying(t);
  const [before, cycle, used] = [await found(), await shown(), usedBytes(app, ana) ?? 0];
  const owners = await ana.socket();
  await ana.replace(id, await bytesOf('broken.jpg'));
  await app.parts.processing.whenIdle();
  await owners.waitFor('mediaProgress', (reported) => reported.isReplacement && reported.status === 'failed');
  const failed = await found();
  const error = failures.corrupt_image.message;
  assert.deepEqual(failed?.replacement, { ...noReplacementError, status: 'failed', error });
  assert.deepEqual([failed?.processingStatus, failed?.mediaUrl], ['completed', before?.mediaUrl]);
  assert.deepEqual([await shown(), usedBytes(app, ana)], [cycle, used]);
  assert.deepEqual(await app.admin.call('GET /api/admin/failed-videos'), [], 'the item itself has not failed');
  assert.equal(await ana.status('POST /api/videos/:id/retry', ofItem(id)), 409);
  await ana.call('DELETE /api/videos/:id/replacement', ofItem(id));
  assert.equal((await found())?.replacement, null);
  assert.equal(await ana.status('DELETE /api/videos/:id/replacement', ofItem(id)), 404);

  // After a failure of the machine the uploaded file is kept, counts towards the quota, and can be retried.
  await app.parts.processing.stop();
  const photo = await bytesOf('photo.jpg');
  await ana.replace(id, photo);
  assert.equal(usedBytes(app, ana), used + photo.length);
  app.parts.database.exec(
    `UPDATE replacements SET processing_status = 'failed', processing_error = 'Sem memória' WHERE video_id = ${id}`,
  );
  assert.equal((await found())?.replacement?.canRetry, true);
  const retried = await ana.call('POST /api/videos/:id/retry', ofItem(id));
  assert.deepEqual(retried.replacement, { status: 'pending', ...noReplacementError });
  await processAll(app);
  assert.deepEqual([(await found())?.width, (await found())?.replacement], [1620, null]);
});

test('a new file for a failed item whose original is gone is processed as the item itself, not as a replacement', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 1 } });
  const { id } = await ana.upload(await bytesOf('broken.jpg'), { name: 'Fachada', displayDuration: 60 });
  await app.parts.processing.whenIdle();
  const failed = await findItem(ana, id);
  assert.deepEqual([failed?.processingStatus, failed?.canRetry], ['failed', false]);
  const managers = await app.admin.socket();
  const pending = await ana.replace(id, await bytesOf('photo.jpg'));
  assert.deepEqual([pending.processingStatus, pending.processingError, pending.replacement], ['pending', null, null]);
  await managers.waitFor('adminChanged', ({ what }) => what === 'videos');
  await app.parts.processing.whenIdle();
  const restored = await findItem(ana, id);
  assert.deepEqual(
    [restored?.processingStatus, restored?.name, restored?.displayDuration],
    ['completed', 'Fachada', 60],
  );
  await untilNoUploads(app);
});

test('a replacement needs additional quota until it is ready, but does not count as another content', async (t) => {
  const { app, ana, id } = await startPlaying(t, { env: { MAX_UPLOAD_MB: '9000' } });
  const reserve = (body: { fileSize: number; replaces?: number }) =>
    ana.status('POST /api/upload-url', { body: { fileName: 'a.jpg', ...body } });
  const { storageLimit } = await ana.call('GET /api/user/me');
  const freeBytes = storageLimit * 1024 ** 2 - (usedBytes(app, ana) ?? 0);
  assert.equal(await reserve({ fileSize: 1000 }), 403, 'the maximum of one content is reached');
  assert.equal(await reserve({ fileSize: freeBytes + 1, replaces: id }), 403);
  assert.equal(await reserve({ fileSize: 1000, replaces: id }), 200);
  assert.equal((await ana.call('GET /api/user/me')).videoCount, 1);

  // An upload that was reserved as a replacement counts as a content if it is used for a new one.
  const r2Path = await ana.send(await bytesOf('photo.jpg'), { fileName: 'a.jpg', replaces: id });
  assert.equal(await ana.status('POST /api/videos', { body: { name: 'Outro', r2Path } }), 403);
  assert.equal(await ana.status('POST /api/videos/:id/replace', { ...ofItem(id), body: { r2Path } }), 200);

  // A failed item without its original does not count towards the quota. With a new file it would, so the file is refused.
  const failed = addContent(app, { userId: ana.user.id, status: 'failed' });
  const refused = await refusal(ana.replace(failed, await bytesOf('logo.png')));
  assert.match(refused.body.message, /no máximo 1 conteúdos/);
});

test('only administrators replace platform items, which count towards no quota', async (t) => {
  const app = await startTestApp(t);
  const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  const fields = { name: 'Vacinas', isPlatformVideo: true, categoryId: category.id };
  const { id } = await app.admin.upload(await bytesOf('logo.png'), fields);
  await app.parts.processing.whenIdle();
  const gestor = await app.gestor();
  const body = { fileName: 'a.jpg', fileSize: 1000, replaces: id };
  assert.equal(await gestor.status('POST /api/upload-url', { body }), 404);
  const used = usedBytes(app, app.admin);
  const managers = await gestor.socket();
  await app.admin.replace(id, await bytesOf('photo.jpg'));
  await app.parts.processing.whenIdle();
  await managers.waitFor('mediaProgress', (reported) => reported.isReplacement && reported.status === 'completed');
  const item = (await app.admin.call('GET /api/platform-videos', { query: { id } }))[0];
  assert.deepEqual([item?.width, item?.categoryId, item?.name], [1620, category.id, 'Vacinas']);
  assert.equal(usedBytes(app, app.admin), used);
});

test('a user cannot replace items of others or items in processing, nor use uploads that are incomplete or of others', async (t) => {
  const { app, ana, id } = await startPlaying(t);
  const other = await app.customer();
  const foreignUpload = await other.send(await bytesOf('photo.jpg'), { fileName: 'a.jpg' });
  const replace = (person: Customer, r2Path: string, item = id) =>
    person.status('POST /api/videos/:id/replace', { ...ofItem(item), body: { r2Path } });
  assert.equal(await replace(other, foreignUpload), 404);
  const body = { fileName: 'a.jpg', fileSize: 9, replaces: id };
  assert.equal(await other.status('POST /api/upload-url', { body }), 404);
  assert.equal(await other.status('DELETE /api/videos/:id/replacement', ofItem(id)), 404);
  assert.equal(await replace(ana, foreignUpload), 404);
  const { r2Key } = await ana.call('POST /api/upload-url', { body });
  assert.equal(await replace(ana, r2Key), 404, 'incomplete');
  assert.equal(await replace(ana, ''), 400);
  const processing = addContent(app, { userId: ana.user.id, status: 'processing' });
  const refused = await refusal(ana.replace(processing, await bytesOf('logo.png')));
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'Este conteúdo ainda está sendo processado. Aguarde até ele ficar pronto.'],
  );
});

test('a newer replacement cancels an older one, even while the older one is being processed', async (t) => {
  const { app, ana, id, found } = await startPlaying(t);
  await replaceSlowly(ana, id);
  await ana.replace(id, await bytesOf('photo.jpg'));
  await app.parts.processing.whenIdle();
  const item = await found();
  assert.deepEqual([item?.mediaType, item?.width, item?.replacement], ['image', 1620, null]);
  await untilNoUploads(app);
});

test('a replacement is deleted with its item, and continues after the item was restored', async (t) => {
  const { app, ana, id, found } = await startPlaying(t);
  await app.parts.processing.stop();
  await ana.replace(id, await bytesOf('photo.jpg'));
  await ana.call('DELETE /api/videos/:id', ofItem(id));
  assert.equal(usedBytes(app, ana), 0);
  await ana.call('POST /api/videos/:id/restore', ofItem(id));
  await processAll(app);
  assert.equal((await found())?.width, 1620);

  await replaceSlowly(ana, id);
  await ana.call('DELETE /api/videos/:id', ofItem(id));
  app.clock.advance(limits.undoMs);
  await app.parts.processing.whenIdle();
  assert.deepEqual([await ana.call('GET /api/videos'), usedBytes(app, ana)], [[], 0]);
  await untilNoUploads(app);

  // The item is deleted during the upload: the upload replaces nothing, and becomes no content.
  const deletedId = addContent(app, { userId: ana.user.id });
  const r2Path = await ana.send(await bytesOf('photo.jpg'), { fileName: 'a.jpg', replaces: deletedId });
  await ana.call('DELETE /api/videos/:id', ofItem(deletedId));
  assert.equal(await ana.status('POST /api/videos/:id/replace', { ...ofItem(deletedId), body: { r2Path } }), 404);
});

test('an interrupted replacement continues at the next start of the server; the old file plays meanwhile', async (t) => {
  const { app, ana, id, shown, found } = await startPlaying(t);
  const cycle = await shown();
  await replaceSlowly(ana, id);
  await app.restart();
  assert.deepEqual(await shown(), cycle);
  assert.equal(uploadFileNames(app).length, 1);
  await app.parts.processing.whenIdle();
  assert.deepEqual([(await found())?.mediaType, (await found())?.width], ['video', 1920]);

  // After kill -9 the row is still in status `processing`. After twenty interruptions there is no automatic retry.
  await app.parts.processing.stop();
  await ana.replace(id, await bytesOf('photo.jpg'));
  const { database } = app.parts;
  database.exec(`UPDATE replacements SET processing_status = 'processing', processing_attempts = 20`);
  await processAll(app);
  const error = failures.crashed.message;
  assert.deepEqual((await found())?.replacement, { status: 'failed', progress: 0, error, canRetry: true });
  database.exec(`UPDATE replacements SET processing_status = 'processing', processing_attempts = 1`);
  await app.parts.processing.stop();
  await processAll(app);
  assert.deepEqual([(await found())?.replacement, (await found())?.width], [null, 1620]);
});

test('a pending replacement is not removed as an untracked file, and is deleted with its account', async (t) => {
  const { app, ana, id } = await startPlaying(t);
  await app.parts.processing.stop();
  await ana.replace(id, await bytesOf('photo.jpg'));
  app.clock.advance(2 * 24 * 3_600_000);
  await app.parts.uploads.sweepAbandoned();
  assert.equal(uploadFileNames(app).length, 1);
  await app.admin.call('DELETE /api/admin/users/:id', ofItem(ana.user.id));
  await untilNoUploads(app);
});
