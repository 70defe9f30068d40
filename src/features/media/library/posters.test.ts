import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../../testing/client.ts';
import { bytesOf } from '../../../testing/media.ts';
import { samplePoster } from '../testing/sample-poster.ts';
import { findItem, makePlaylist, ofItem, processAll, startWithCustomer } from '../testing/steps.ts';

const poster = samplePoster({ title: 'Amanhã não abrimos' });
const { photo } = poster;

/** Starts the app with a clinic that has made a poster, which is processed. */
async function startWithPoster(...[t]: Parameters<typeof startWithCustomer>) {
  const { app, ana } = await startWithCustomer(t);
  const owners = await ana.socket();
  const r2Path = await ana.send(await bytesOf('logo.png'), { fileName: 'cartaz.png' });
  const made = await ana.call('POST /api/videos', {
    body: { name: 'Cartaz', r2Path, validUntil: '2026-12-25', poster },
  });
  await processAll(app);
  const read = () => ana.call('GET /api/videos/:id/poster', ofItem(made.id));
  /** Replaces the poster's picture, and its fields by `changed`; without `changed` the item is no longer a poster. */
  const redraw = async (file: string, changed?: typeof poster) => {
    const key = await ana.send(await bytesOf(file), { fileName: 'cartaz.png', replaces: made.id });
    return ana.call('POST /api/videos/:id/replace', { ...ofItem(made.id), body: { r2Path: key, poster: changed } });
  };
  return { app, ana, owners, made, id: made.id, read, redraw };
}

test('a poster is a content with its texts, its photo and a last day, and the studios of its clinic are notified', async (t) => {
  const { ana, made, owners, read } = await startWithPoster(t);
  assert.deepEqual([made.isPoster, made.validFrom, made.validUntil], [true, null, '2026-12-25']);
  assert.deepEqual(await read(), poster);
  await owners.waitFor('contentChanged', () => true);
  const plain = await ana.upload(await bytesOf('logo.png'), { name: 'Foto' });
  assert.equal(plain.isPoster, false);
  assert.equal(await ana.status('GET /api/videos/:id/poster', ofItem(plain.id)), 404);
});

test('an edited poster keeps its id, playlists and days; its new texts are stored at once, and dropped with a cancelled picture', async (t) => {
  const { app, ana, id, made, read, redraw } = await startWithPoster(t);
  await makePlaylist(ana, [id], 'Recepção', 1);
  const before = await findItem(ana, id);
  await app.parts.processing.stop();
  const changed = { ...poster, texts: { ...poster.texts, title: 'Hoje não abrimos' } };
  const waiting = await redraw('photo.jpg', changed);
  assert.deepEqual([waiting.id, waiting.mediaUrl, waiting.isPoster], [id, before?.mediaUrl, true]);
  assert.deepEqual(await read(), changed, 'the editor opens what was typed last');
  await ana.call('DELETE /api/videos/:id/replacement', ofItem(id));
  assert.deepEqual(await read(), poster, 'a cancelled picture takes its texts with it');

  await redraw('photo.jpg', changed);
  await processAll(app);
  const after = await findItem(ana, id);
  assert.notEqual(after?.mediaUrl, before?.mediaUrl);
  assert.deepEqual(
    [after?.validUntil, after?.assignments, after?.name],
    ['2026-12-25', before?.assignments, made.name],
  );
  assert.deepEqual(await read(), changed);
});

test('a poster whose file is replaced by an ordinary picture is no longer a poster', async (t) => {
  const { app, ana, id, redraw } = await startWithPoster(t);
  assert.equal((await redraw('photo.jpg')).isPoster, true);
  await processAll(app);
  assert.equal((await findItem(ana, id))?.isPoster, false);
  assert.equal(await ana.status('GET /api/videos/:id/poster', ofItem(id)), 404);
});

test('other clinics cannot read a poster, and its texts are deleted and restored with it', async (t) => {
  const { app, ana, id, read } = await startWithPoster(t);
  const bia = await app.customer();
  assert.equal(await bia.status('GET /api/videos/:id/poster', ofItem(id)), 404);
  assert.equal(await app.admin.status('GET /api/videos/:id/poster', ofItem(id)), 404);
  await ana.call('DELETE /api/videos/:id', ofItem(id));
  assert.equal(await ana.status('GET /api/videos/:id/poster', ofItem(id)), 404);
  await ana.call('POST /api/videos/:id/restore', ofItem(id));
  assert.deepEqual(await read(), poster);
});

test('a poster with invalid fields is refused', async (t) => {
  const { ana } = await startWithCustomer(t);
  const r2Path = await ana.send(await bytesOf('logo.png'), { fileName: 'cartaz.png' });
  const invalidPosters = [
    { ...poster, template: 'outro' },
    { ...poster, colour: 'red' },
    { ...poster, texts: { ...poster.texts, text: 'a'.repeat(3_001) } },
    { ...poster, photo: { ...photo, data: 'https://example.com/a.jpg' } },
    { ...poster, photo: { ...photo, data: `data:image/jpeg;base64,${'A'.repeat(200_000)}` } },
    { ...poster, photo: { ...photo, zoom: 9 } },
  ];
  for (const fields of invalidPosters) {
    const body = { name: 'Cartaz', r2Path, poster: fields as typeof poster };
    assert.equal(
      (await refusal(ana.call('POST /api/videos', { body }))).status,
      400,
      JSON.stringify(fields).slice(0, 90),
    );
  }
});

test('the fields of a poster count towards the quota', async (t) => {
  const { app, ana, id, redraw } = await startWithPoster(t);
  const sizeMb = async () => (await findItem(ana, id))?.sizeMb ?? 0;
  const before = await sizeMb();
  const data = `data:image/webp;base64,${'A'.repeat(0.1 * 2 ** 20)}`;
  await redraw('logo.png', { ...poster, photo: { x: 0, y: 0, zoom: 1, data } });
  await processAll(app);
  assert.ok(Math.abs((await sizeMb()) - before - 0.1) < 0.003, `${await sizeMb()} after ${before}`);
});
