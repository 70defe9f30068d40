/** Tests that the loudness of completed films is measured later if it was not measured before (contract/README 10.6). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownTools, type TestApp } from '../../../testing/app.ts';
import { bytesOf, fixture } from '../../../testing/media.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { until } from '../../../testing/until.ts';
import {
  fileCountIn,
  findItem,
  makePlaylist,
  ofItem,
  pathOf,
  processAll,
  uploadAndProcess,
  startWithCustomer,
} from '../testing/steps.ts';

/** Returns what is stored of all items: whether their loudness was tried, and its value. */
const storedLoudness = ({ parts }: TestApp) =>
  parts.database
    .prepare<[], { tried: number; loudness: number | null }>(
      'SELECT loudness_tried AS tried, loudness FROM videos ORDER BY id',
    )
    .all()
    .map(({ tried, loudness }) => [tried, loudness]);

/** Puts the items into the state of a version that did not measure loudness. */
const forgetLoudness = ({ parts }: TestApp) =>
  parts.database.exec('UPDATE videos SET loudness = NULL, loudness_tried = 0');

/** Makes an ffmpeg that counts measurements, and hangs in each that is started between `setSlow(true)` and `setSlow(false)`. */
function slowMeasuring(folder: string) {
  const [tool, log, slow] = ['ffmpeg', 'calls', 'slow'].map((name) => join(folder, name)) as [string, string, string];
  const measuring = `*ebur128*) echo call >> ${log}; if [ -e ${slow} ]; then exec sleep 1000; fi;;`;
  writeFileSync(tool, `#!/bin/sh\ncase "$*" in ${measuring} esac\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  return {
    env: { FFMPEG_PATH: tool },
    setSlow: (isSlow: boolean) => (isSlow ? writeFileSync(slow, '') : rmSync(slow)),
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').length / 'call\n'.length : 0),
  };
}

test('after a restart films that an earlier version processed are measured, each at most once, and their files do not change', async (t) => {
  const { env, calls } = slowMeasuring(temporaryFolder(t));
  const { app, ana } = await startWithCustomer(t, { env: { ...env, KEEP_ORIGINALS: 'on' } });
  const [, , damaged] = await uploadAndProcess(app, ana, ['plain.mp4', 'silent.mp4', 'old.avi', 'photo.jpg']);
  const [film] = storedLoudness(app);
  assert.ok(film?.[0] === 1 && Number(film[1]) < 0, String(film));
  assert.equal(storedLoudness(app)[1]?.join(), '1,');
  writeFileSync(pathOf(app, damaged?.mediaUrl ?? null), 'no film');
  forgetLoudness(app);
  const files = fileCountIn(app, 'media');
  const before = await ana.call('GET /api/videos');
  await app.restart();
  await app.parts.processing.whenIdle();
  const tried = [film, [1, null], [1, null], [0, null]];
  assert.deepEqual(storedLoudness(app), tried);
  assert.deepEqual(await ana.call('GET /api/videos'), before);
  assert.equal(fileCountIn(app, 'media'), files);
  const measurements = calls();
  await app.restart();
  await app.parts.processing.whenIdle();
  assert.deepEqual([storedLoudness(app), calls()], [tried, measurements]);
});

test('uploads interrupt a measurement; it starts again when no upload is waiting, and screens receive its value', async (t) => {
  const { env, setSlow, calls } = slowMeasuring(temporaryFolder(t));
  const { app, ana } = await startWithCustomer(t, { env });
  const [film] = await uploadAndProcess(app, ana, ['plain.mp4']);
  const id = film?.id ?? 0;
  const playlist = await makePlaylist(ana, [id]);
  const shown = async () => (await ana.call('GET /api/playlists/:id/randomized', ofItem(playlist.id)))[0]?.loudness;
  const loudness = await shown();
  assert.ok(loudness !== undefined);
  forgetLoudness(app);
  setSlow(true);
  let callsBefore = calls();
  const nextMeasurement = async () => {
    await until('a measurement runs', () => calls() > callsBefore);
    callsBefore = calls();
  };
  app.parts.processing.wake();
  await nextMeasurement();
  for (const name of ['silent.mp4', 'photo.jpg']) {
    const upload = await ana.upload(await fixture(name), { name });
    await until(`${name} is completed`, async () => (await findItem(ana, upload.id))?.processingStatus === 'completed');
    await nextMeasurement();
  }
  assert.deepEqual(storedLoudness(app)[0], [0, null]);
  await app.parts.processing.stop();
  setSlow(false);
  const listener = await ana.socket({ type: 'subscribe_playlist', playlistId: playlist.id });
  await processAll(app);
  await listener.waitFor('playlist_update', ({ playlistId }) => playlistId === playlist.id);
  assert.equal(await shown(), loudness);
});

test('a film that is replaced during its measurement has the loudness of its new file', async (t) => {
  const { env, setSlow, calls } = slowMeasuring(temporaryFolder(t));
  const { app, ana } = await startWithCustomer(t, { env });
  const [film] = await uploadAndProcess(app, ana, ['plain.mp4']);
  forgetLoudness(app);
  setSlow(true);
  app.parts.processing.wake();
  await until('a measurement runs', () => calls() > 1);
  await ana.replace(film?.id ?? 0, await fixture('silent.mp4'));
  await app.parts.processing.whenIdle();
  assert.deepEqual(storedLoudness(app), [[1, null]]);
});

test('films wait for their measurement until ffmpeg is installed', async (t) => {
  const env = { FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' };
  const { app, ana } = await startWithCustomer(t, { env });
  await ana.upload(await bytesOf('plain.mp4'), { name: 'Filme' });
  await app.parts.processing.whenIdle();
  assert.deepEqual(storedLoudness(app), [[0, null]]);
  await app.parts.processing.stop();
  Object.assign(app.parts.tools, await knownTools());
  await processAll(app);
  const [film] = storedLoudness(app);
  assert.ok(film?.[0] === 1 && Number(film[1]) < 0, String(film));
});

test('a film whose file is missing, because its disk is not mounted, is measured ten minutes later', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const [film] = await uploadAndProcess(app, ana, ['plain.mp4']);
  const measured = storedLoudness(app);
  const path = pathOf(app, film?.mediaUrl ?? null);
  renameSync(path, `${path}.away`);
  forgetLoudness(app);
  await processAll(app);
  assert.deepEqual(storedLoudness(app), [[0, null]]);
  await processAll(app);
  renameSync(`${path}.away`, path);
  app.clock.advance(10 * 60_000);
  await until('the film is measured', () => storedLoudness(app)[0]?.[0] === 1);
  assert.deepEqual(storedLoudness(app), measured);
});
