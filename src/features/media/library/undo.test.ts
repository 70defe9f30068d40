import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ContentsPatch } from '../../../contract/changes/patches.ts';
import { limits } from '../../../contract/limits.ts';
import { addContent } from '../../../testing/contents.ts';
import { bytesOf } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import { assignPlaylist, makePlaylist, ofItem, startWithCustomer } from '../testing/steps.ts';

/** Starts the app with a clinic whose screen plays one content of one playlist. */
async function startPlaying(t: TestContext, maxVideos = 10) {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos, maxPlaylists: 1 } });
  const screen = await app.screen(ana);
  const video = await ana.upload(await bytesOf('photo.jpg'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  const playlist = await makePlaylist(ana, [video.id], 'Recepção');
  await assignPlaylist(ana, screen, playlist.id);
  const [ofVideo, ofPlaylist] = [ofItem(video.id), ofItem(playlist.id)];
  const shown = async () =>
    (await screen.call('GET /api/player/playlists/:id/randomized', ofPlaylist)).map(({ id }) => id);
  return { app, ana, screen, video, playlist, ofVideo, ofPlaylist, shown };
}

test('a deleted content leaves lists at once and screens after ten seconds; until then it can be restored', async (t) => {
  const { app, ana, screen, video, playlist, ofVideo, shown } = await startPlaying(t);
  assert.deepEqual(await ana.call('GET /api/videos/:id/use', ofVideo), {
    playlists: [{ id: playlist.id, name: 'Recepção' }],
    screens: [{ id: screen.playerId, name: (await ana.call('GET /api/my-players'))[0]?.name }],
  });
  const lists = async () => [
    (await ana.call('GET /api/videos')).length,
    (await ana.call('GET /api/playlists'))[0]?.itemCount,
    (await ana.call('GET /api/user/me')).videoCount,
    await ana.status('GET /api/videos/:id/use', ofVideo),
  ];
  assert.deepEqual(await lists(), [1, 1, 1, 200]);

  await ana.call('DELETE /api/videos/:id', ofVideo);
  assert.deepEqual(await lists(), [0, 0, 0, 404]);
  assert.equal(await ana.status('DELETE /api/videos/:id', ofVideo), 404);
  assert.equal(await ana.status('PATCH /api/videos/:id', { ...ofVideo, body: { name: 'Outro' } }), 404);
  app.clock.advance(limits.undoMs - 1);
  assert.deepEqual(await shown(), [video.id]);
  assert.equal(await screen.status('GET /api/player/videos/:id/url', ofVideo), 200);
  const other = await app.customer();
  assert.equal(await other.status('POST /api/videos/:id/restore', ofVideo), 404);
  assert.equal((await ana.call('POST /api/videos/:id/restore', ofVideo)).name, 'Fachada');
  assert.deepEqual(await lists(), [1, 1, 1, 200]);
  app.clock.advance(limits.undoMs);
  assert.deepEqual(await shown(), [video.id], 'the restored content stays');

  const studio = await ana.socket({ type: 'subscribe_playlist', playlistId: playlist.id });
  await ana.call('DELETE /api/videos/:id', ofVideo);
  app.clock.advance(limits.undoMs);
  await studio.waitFor('playlist_update');
  assert.deepEqual(await shown(), []);
  assert.equal(await ana.status('POST /api/videos/:id/restore', ofVideo), 404);
});

test('one call deletes several contents and another restores them; both ignore foreign and unknown ids', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 60 } });
  const ids = Array.from({ length: 50 }, () => addContent(app, { userId: ana.user.id }));
  const otherClinic = await app.customer();
  const foreign = addContent(app, { userId: otherClinic.user.id });
  const body = { ids: [...ids, foreign, 999_999] };
  const listedCount = async () => (await ana.call('GET /api/videos')).length;
  const socket = await ana.socket();

  assert.deepEqual((await ana.call('POST /api/videos/delete', { body })).ids, ids);
  assert.equal(await listedCount(), 0);
  const patches = socket.messages.flatMap((message) =>
    message.type === 'contentChanged' && 'patch' in message ? [message.patch as ContentsPatch] : [],
  );
  assert.deepEqual(
    patches.flatMap(({ removed }) => removed),
    ids,
  );
  assert.ok(patches.length < 5, 'fewer messages than contents');
  app.clock.advance(limits.undoMs - 1);
  assert.deepEqual((await ana.call('POST /api/videos/restore', { body })).ids, ids);
  assert.equal(await listedCount(), 50);
  app.clock.advance(limits.undoMs);
  assert.equal(await listedCount(), 50);

  await ana.call('POST /api/videos/delete', { body });
  for (let n = 0; n < 30; n += 1) addContent(app, { userId: ana.user.id });
  assert.equal(await ana.status('POST /api/videos/restore', { body }), 403, 'the quota was used meanwhile');
  app.clock.advance(limits.undoMs);
  assert.equal(app.parts.media.deletions.waiting().length, 0);
  assert.equal((await otherClinic.call('GET /api/videos')).length, 1);
});

test('a deletion of several contents that fails midway returns the ids of those that were deleted, and they can be restored', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 100 } });
  const { database } = app.parts;
  const ids = database.tx(() => Array.from({ length: 60 }, () => addContent(app, { userId: ana.user.id })));
  database.exec(`CREATE TRIGGER failing BEFORE UPDATE OF delete_at ON videos WHEN NEW.id = ${ids[45]}
    BEGIN SELECT RAISE(ABORT, 'the disk failed'); END`);
  const { ids: deleted } = await ana.call('POST /api/videos/delete', { body: { ids } });
  assert.deepEqual(deleted, ids.slice(0, 40));
  assert.deepEqual((await ana.call('POST /api/videos/restore', { body: { ids } })).ids, deleted);
  assert.equal((await ana.call('GET /api/videos/count')).count, ids.length);
  assert.equal(await ana.status('POST /api/videos/delete', { body: { ids: ids.slice(45) } }), 500);
});

test('thousands of contents are deleted together: all can be restored until ten seconds after the last deletion, then they are purged in steps', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 10 } });
  const { database, media } = app.parts;
  const ids = database.tx(() => Array.from({ length: 3_000 }, () => addContent(app, { userId: ana.user.id })));
  await makePlaylist(ana, ids.slice(-1));
  const body = { ids };
  const waiting = () => media.deletions.waiting().length;
  const usage = async () => (await ana.call('GET /api/user/me')).videoCount;
  /** Runs a call, in the middle of which ten seconds pass. */
  async function slowly(key: 'POST /api/videos/delete' | 'POST /api/videos/restore') {
    const running = ana.call(key, { body });
    while (waiting() < 1_000 || waiting() > 2_000) await new Promise(setImmediate);
    app.clock.advance(limits.undoMs);
    assert.deepEqual((await running).ids, ids);
  }
  await slowly('POST /api/videos/delete');
  assert.equal(await usage(), 0);
  app.clock.advance(limits.undoMs - 1);
  await slowly('POST /api/videos/restore');
  assert.equal(await usage(), 3_000, 'the account had more than its quota before, too');
  app.clock.advance(limits.undoMs);
  assert.equal(await usage(), 3_000);

  await slowly('POST /api/videos/delete');
  const socket = await ana.socket();
  app.clock.advance(limits.undoMs);
  const steps = () =>
    socket.messages.flatMap((message) =>
      message.type === 'contentChanged' && 'patch' in message ? [(message.patch as ContentsPatch).removed ?? []] : [],
    );
  await until('the last step', () => steps().flat().length === ids.length);
  assert.deepEqual(steps().flat(), ids);
  assert.ok(
    steps().every(({ length }) => length === 20),
    'one message for each step of 20 contents',
  );
  assert.equal((await ana.call('GET /api/playlists'))[0]?.itemCount, 0);
  assert.equal(waiting(), 0);
  assert.deepEqual(await ana.call('POST /api/videos/restore', { body }), { ids: [] });
});

test('a restored content is at its old position, even if the other contents of the playlist were reordered meanwhile', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const { id: playlistId } = await ana.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  const [a, b, c] = [1, 2, 3].map(() => addContent(app, { userId: ana.user.id })) as [number, number, number];
  for (const videoId of [a, b, c])
    await ana.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
  const ofPlaylist = ofItem(playlistId);
  const items = async () =>
    (await ana.call('GET /api/playlists/:id/assignments', ofPlaylist)).map(({ videoId }) => videoId);
  await ana.call('DELETE /api/videos/:id', ofItem(b));
  assert.deepEqual(
    (await ana.call('GET /api/playlists/:id', ofPlaylist)).videos.map(({ id }) => id),
    [a, c],
  );
  await ana.call('PUT /api/playlists/:id/order', { ...ofPlaylist, body: { videoIds: [c, a] } });
  await ana.call('POST /api/videos/:id/restore', ofItem(b));
  assert.deepEqual(await items(), [c, a, b]);
  await ana.call('DELETE /api/videos/:id', ofItem(a));
  await ana.call('PUT /api/playlists/:id/order', { ...ofPlaylist, body: { videoIds: [c, b] } });
  await ana.call('POST /api/videos/:id/restore', ofItem(a));
  assert.deepEqual(await items(), [c, a, b]);
});

test('a deleted playlist plays for ten more seconds, and can be restored until then', async (t) => {
  const { app, ana, screen, video, playlist, ofPlaylist, shown } = await startPlaying(t);
  const names = async () => (await ana.call('GET /api/playlists')).map(({ name }) => name);
  await ana.call('DELETE /api/playlists/:id', ofPlaylist);
  assert.deepEqual(await names(), []);
  assert.equal(await ana.status('GET /api/playlists/:id', ofPlaylist), 404);
  await assert.rejects(assignPlaylist(ana, screen, playlist.id), { status: 404 });
  assert.deepEqual(await shown(), [video.id]);
  await ana.call('POST /api/playlists/:id/restore', ofPlaylist);
  assert.deepEqual(await names(), ['Recepção']);

  await ana.call('DELETE /api/playlists/:id', ofPlaylist);
  app.clock.advance(1);
  await ana.call('POST /api/playlists', { body: { name: 'Outra' } });
  assert.equal(
    await ana.status('POST /api/playlists/:id/restore', ofPlaylist),
    403,
    'another playlist uses the quota meanwhile',
  );
  const screenSocket = await screen.socket({ type: 'subscribe_player', token: screen.token });
  app.clock.advance(limits.undoMs);
  await screenSocket.waitFor('playlistRemoved');
  assert.equal((await screen.call('GET /api/player/assigned-playlist')).playlist, null);
  assert.equal(await ana.status('POST /api/playlists/:id/restore', ofPlaylist), 404);
});

test('a deletion frees quota at once; a restore must not exceed the quota, unless the account exceeded it before the deletion', async (t) => {
  const { app, ana, ofVideo } = await startPlaying(t, 1);
  const reserve = () => ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 10 } });
  assert.equal(await reserve(), 403);
  const allow = (maxVideos: number) =>
    app.admin.call('PUT /api/admin/users/:id/quotas', {
      ...ofItem(ana.user.id),
      body: { maxStorageGb: 1, maxPlaylists: 1, maxVideos },
    });
  await allow(0);
  await ana.call('DELETE /api/videos/:id', ofVideo);
  assert.equal(await ana.status('POST /api/videos/:id/restore', ofVideo), 200);
  await allow(1);
  await ana.call('DELETE /api/videos/:id', ofVideo);
  app.clock.advance(1);
  assert.equal(await reserve(), 200);
  assert.equal(await ana.status('POST /api/videos/:id/restore', ofVideo), 403);
});

test('a deletion that is pending when the server stops is completed after the restart, once its ten seconds have passed', async (t) => {
  const { app, ana, video, ofVideo, ofPlaylist, shown } = await startPlaying(t);
  await ana.call('DELETE /api/videos/:id', ofVideo);
  await app.restart();
  assert.deepEqual(await shown(), [video.id]);
  await app.parts.processing.stop();
  app.clock.advance(limits.undoMs);
  assert.deepEqual(await shown(), []);
  await ana.call('DELETE /api/playlists/:id', ofPlaylist);
  app.clock.jump(limits.undoMs + 1);
  await app.restart();
  app.clock.advance(1);
  assert.equal(
    app.parts.database.prepare<[], { left: number }>('SELECT count(*) AS left FROM playlists').get()?.left,
    0,
  );
});

test('if several contents or playlists are deleted one after another, restoring them cannot exceed the quota', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxPlaylists: 1, maxVideos: 1 } });
  const playlists: number[] = [];
  for (const name of ['Um', 'Dois', 'Três']) {
    const { id } = await ana.call('POST /api/playlists', { body: { name } });
    await ana.call('DELETE /api/playlists/:id', ofItem(id));
    playlists.push(id);
  }
  const restoreStatuses = [];
  for (const id of playlists) restoreStatuses.push(await ana.status('POST /api/playlists/:id/restore', ofItem(id)));
  assert.deepEqual(restoreStatuses, [200, 403, 403]);

  const videos: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    const { id } = await ana.upload(await bytesOf('photo.jpg'), { name });
    await app.parts.processing.whenIdle();
    await ana.call('DELETE /api/videos/:id', ofItem(id));
    videos.push(id);
  }
  const videoRestoreStatuses = [];
  for (const id of videos) videoRestoreStatuses.push(await ana.status('POST /api/videos/:id/restore', ofItem(id)));
  assert.deepEqual(videoRestoreStatuses, [200, 403, 403]);
});
