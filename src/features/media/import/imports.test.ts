/** Tests imports of archives and folders (contract/README 3.12). */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ImportDetails } from '../../../contract/contents/imports.ts';
import type { Client, TestApp } from '../../../testing/app.ts';
import { startClinic } from '../../../testing/steps.ts';
import { photo, zipFrom } from './testing/archives.ts';

const start = (t: TestContext) => startClinic(t, { quotas: { maxPlaylists: 20, maxVideos: 200 } });

/** Uploads an archive and lists it. */
async function listArchive(
  app: TestApp,
  clinic: Client,
  bytes: Buffer,
  name = 'Sala de espera',
): Promise<ImportDetails> {
  const r2Path = await clinic.send(bytes, { fileName: `${name}.zip`, isArchive: true });
  const { id } = await clinic.call('POST /api/imports', { body: { r2Path, name } });
  await app.parts.imports.whenIdle();
  return details(clinic, id);
}
const details = (clinic: Client, id: number) => clinic.call('GET /api/imports/:id', { params: { id } });
async function run(app: TestApp, clinic: Client, id: number): Promise<ImportDetails> {
  await clinic.call('POST /api/imports/:id/start', { params: { id } });
  await app.parts.imports.whenIdle();
  return details(clinic, id);
}

/** Returns the names and times of a playlist's contents in order. */
const shownIn = async (clinic: Client, id: number) =>
  (await clinic.call('GET /api/playlists/:id/assignments', { params: { id } })).map(({ video }) => [
    video.name,
    video.displayDuration,
  ]);

test('a ZIP of photos is listed first, and becomes a playlist in the order of the names', async (t) => {
  const { app, clinic } = await start(t);
  const files = { 'Foto 10.jpg': await photo(10), 'foto 2.jpg': await photo(2), 'leia-me.txt': 'oi', '.DS_Store': 'x' };
  const listed = await listArchive(app, clinic, zipFrom(files));
  assert.equal(listed.status, 'ready');
  assert.equal(listed.format, 'files');
  assert.deepEqual(listed.counts, { waiting: 2, done: 0, same: 0, skipped: 1, failed: 0 });
  assert.deepEqual(listed.playlists, [{ position: 0, name: 'Sala de espera', count: 2, id: null, note: null }]);
  assert.match(listed.left[0]?.note ?? '', /documento/);
  assert.deepEqual(await clinic.call('GET /api/videos'), []);

  const done = await run(app, clinic, listed.id);
  assert.equal(done.status, 'done');
  assert.deepEqual(done.counts, { waiting: 0, done: 2, same: 0, skipped: 1, failed: 0 });
  assert.deepEqual(await shownIn(clinic, done.playlists[0]?.id ?? 0), [
    ['foto 2', 20],
    ['Foto 10', 20],
  ]);
});
