/** Tests imports of archives and folders (contract/README 3.12). */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ImportDetails } from '../../../contract/contents/imports.ts';
import type { Client, TestApp } from '../../../testing/app.ts';
import { Database } from '../../../platform/storage/database.ts';
import { assertRefused, startClinic } from '../../../testing/steps.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { until } from '../../../testing/until.ts';
import { uploadFileNames, untilNoUploads } from '../testing/steps.ts';
import { createImportWorker } from './worker-client.ts';
import { photo, tarGz, zipFrom } from './testing/archives.ts';

const start = (t: TestContext) => startClinic(t, { quotas: { maxPlaylists: 20, maxVideos: 200 } });

/** Creates an import from an uploaded archive, and waits until it is listed. */
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
/** Starts an import, and waits until it ends. */
async function run(app: TestApp, clinic: Client, id: number): Promise<ImportDetails> {
  await clinic.call('POST /api/imports/:id/start', { params: { id } });
  await app.parts.imports.whenIdle();
  return details(clinic, id);
}

/** Returns the names and display times of a playlist's contents in order. */
const shownIn = async (clinic: Client, id: number) =>
  (await clinic.call('GET /api/playlists/:id/assignments', { params: { id } })).map(({ video }) => [
    video.name,
    video.displayDuration,
  ]);

test('a ZIP of photos is only listed until the import is started, and then becomes a playlist in the order of the names', async (t) => {
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

test('an imported backup of Anthias keeps names, order and display times; a note mentions a time that was too short', async (t) => {
  const { app, clinic } = await start(t);
  const path = join(temporaryFolder(t), 'screenly.db');
  const database = new Database(path, { isCopy: true });
  database.exec(`CREATE TABLE assets (asset_id TEXT, name TEXT, uri TEXT, mimetype TEXT, duration TEXT, is_enabled INTEGER, play_order INTEGER, end_date TEXT);
    INSERT INTO assets VALUES ('a1', 'Vacina', '/data/screenly_assets/a1', 'image', '3', 1, 1, '2090-05-01'),
      ('b2', 'Fachada', '/data/screenly_assets/b2', 'image', '45', 1, 0, '2090-05-01'), ('c3', 'Site', 'https://a.example', 'webpage', '9', 1, 2, '');`);
  database.close();
  const files = { 'screenly_assets/a1': await photo(1), 'screenly_assets/b2': await photo(2) };
  const backup = tarGz({ '.anthias/screenly.db': readFileSync(path), ...files });
  const listed = await listArchive(app, clinic, backup);
  assert.equal(listed.format, 'anthias');
  assert.deepEqual(
    listed.left.map(({ name, note }) => [name, note?.slice(0, 19)]),
    [['Site', 'É uma página da web']],
  );
  const done = await run(app, clinic, listed.id);
  assert.deepEqual(await shownIn(clinic, done.playlists[0]?.id ?? 0), [
    ['Fachada', 45],
    ['Vacina', 5],
  ]);
  assert.match(done.files.find(({ name }) => name === 'Vacina')?.note ?? '', /era 3 s/);
  const csv = await (await clinic.request(`/api/imports/${done.id}/report.csv`)).text();
  assert.match(csv, /Fachada;0;45;Veio;|Fachada;[\d,]+;45;Veio;/);
});

test('after a restart an import continues and imports no file twice; its archive is deleted when it is done', async (t) => {
  const { app, clinic } = await start(t);
  const files = Object.fromEntries(
    await Promise.all(Array.from({ length: 12 }, async (_, n) => [`${n}.jpg`, await photo(n)])),
  );
  const listed = await listArchive(app, clinic, zipFrom(files));
  await clinic.call('POST /api/imports/:id/start', { params: { id: listed.id } });
  await until('some files are imported', async () => (await details(clinic, listed.id)).counts.done >= 2);
  await app.restart();
  await app.parts.imports.whenIdle();
  const done = await details(clinic, listed.id);
  assert.deepEqual([done.status, done.counts.done, done.playlists[0]?.name], ['done', 12, 'Sala de espera']);
  assert.equal((await clinic.call('GET /api/videos')).length, 12);
  assert.equal((await clinic.call('GET /api/playlists')).length, 1);
  await app.parts.processing.whenIdle();
  await untilNoUploads(app);
  // The same archive again: nothing is imported twice.
  const again = await listArchive(app, clinic, zipFrom(files));
  assert.deepEqual((await run(app, clinic, again.id)).counts, { waiting: 0, done: 0, same: 12, skipped: 0, failed: 0 });
});

test('an upload that a crash interrupted is cancelled when its import continues; imports can be stopped, continued and discarded', async (t) => {
  const { app, clinic } = await start(t);
  const { database, imports } = app.parts;
  const listed = await listArchive(app, clinic, zipFrom({ '1.jpg': await photo(1), '2.jpg': await photo(2) }));
  const params = { params: { id: listed.id } };
  const crashed = await clinic.call('POST /api/upload-url', { body: { fileName: '1.jpg', fileSize: 999 } });
  database.tx(() => imports.store.setUploadKey(listed.id, crashed.r2Key));
  assert.equal(await clinic.status('POST /api/imports/:id/stop', params), 409);
  await clinic.call('POST /api/imports/:id/start', params);
  assert.equal((await clinic.call('POST /api/imports/:id/stop', params)).status, 'stopped');
  await imports.whenIdle();
  const { counts } = await run(app, clinic, listed.id);
  assert.deepEqual([counts.done, counts.waiting], [2, 0]);
  assert.equal(await clinic.status('HEAD /api/uploads/:key', { params: { key: crashed.r2Key } }), 404);
  const second = await listArchive(app, clinic, zipFrom({ '3.jpg': await photo(3) }));
  await clinic.call('DELETE /api/imports/:id', { params: { id: second.id } });
  await app.parts.processing.whenIdle();
  await untilNoUploads(app);
});

test('a listed import states by how much it exceeds the quotas; a running import stops at the quota, and can be continued', async (t) => {
  const { app, clinic } = await startClinic(t, { quotas: { maxPlaylists: 1, maxVideos: 2 } });
  const files = { 'a/1.jpg': await photo(1), 'a/2.jpg': await photo(2), 'b/3.jpg': await photo(3) };
  const listed = await listArchive(app, clinic, zipFrom(files));
  assert.deepEqual(listed.missing, { contents: 1, bytes: 0, playlists: 1 });
  const stopped = await run(app, clinic, listed.id);
  assert.deepEqual([stopped.status, stopped.counts.done, stopped.counts.waiting], ['stopped', 2, 1]);
  assert.match(stopped.error ?? '', /no máximo 2 conteúdos/);
  app.parts.database.exec('UPDATE user_quotas SET max_videos = 3');
  const done = await run(app, clinic, listed.id);
  assert.deepEqual([done.status, done.counts.done], ['done', 3]);
  assert.deepEqual(
    done.playlists.map(({ name, id }) => [name, id !== null]),
    [
      ['a', true],
      ['b', false],
    ],
  );
});

test('a hostile archive, an upload that is no archive, and too many open imports are refused', async (t) => {
  const { app, clinic } = await start(t);
  const refused = await listArchive(app, clinic, zipFrom({ 'a.jpg': await photo(1), '../b.jpg': 'x' }));
  assert.deepEqual([refused.status, refused.files], ['refused', []]);
  assert.match(refused.error ?? '', /sai da pasta/);
  await untilNoUploads(app);
  await assert.rejects(clinic.send(await photo(1), { fileName: 'a.zip', isArchive: true }), /ZIP, .tar/);
  const r2Path = await clinic.send(await photo(1), { fileName: 'a.png' });
  await assertRefused(clinic.call('POST /api/imports', { body: { r2Path, name: 'A' } }), 404, 'not_found');
  for (let n = 0; n < 3; n += 1) await listArchive(app, clinic, zipFrom({ 'a.jpg': 'x' }));
  await assert.rejects(listArchive(app, clinic, zipFrom({ 'a.jpg': 'x' })), /em aberto/);
  app.clock.advance(25 * 3_600_000);
  await app.parts.imports.sweep();
  assert.deepEqual(uploadFileNames(app).length <= 2, true);
});

test("an archive counts towards the account's storage, is unpacked only if it fits, and is listed again once there is space", async (t) => {
  const { app, clinic } = await start(t);
  const { database, uploads, imports } = app.parts;
  const free = () => uploads.usage(clinic.user.id).freeBytes;
  database.exec('UPDATE users SET storage_limit_mb = 1');
  const freeBefore = free();
  const stopped = await listArchive(app, clinic, tarGz({ 'zeros.bin': Buffer.alloc(2 * 1024 ** 2) }));
  assert.deepEqual([stopped.status, stopped.format, stopped.counts.waiting], ['stopped', null, 0]);
  assert.match(stopped.error ?? '', /limite da sua conta/);
  assert.ok(free() < freeBefore);
  database.exec('UPDATE users SET storage_limit_mb = 10');
  const listed = await run(app, clinic, stopped.id);
  assert.deepEqual([listed.status, listed.counts.skipped], ['ready', 1]);
  assert.ok(free() < 8 * 1024 ** 2);
  await clinic.call('DELETE /api/imports/:id', { params: { id: listed.id } });
  assert.equal(free(), 10 * 1024 ** 2);
  // Only the account's 20 newest imports are kept, if they have finished.
  const insert = `INSERT INTO imports (user_id, name, author, status, created_at, finished_at) VALUES (${clinic.user.id}, 'A', '{}', 'done', ${app.clock.now()}, ${app.clock.now()})`;
  for (let n = 0; n < 25; n += 1) database.exec(insert);
  assert.equal(await imports.sweep(), 5);
});

test('if the server cannot store the listed files, the worker is ended, and the next request starts a new one', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, '1.jpg'), await photo(1));
  const worker = createImportWorker();
  const location = { folder, excluded: [] };
  const request = { kind: 'inspect' as const, location, name: 'A', maxFileMb: 1, draft: join(folder, 'draft') };
  const fail = () => assert.fail('not stored');
  await assert.rejects(worker.ask(request, fail), /not stored/);
  assert.equal((await worker.ask(request)).type, 'inspected');
  await worker.end();
});

test('administrators import allowed folders of the server, and cannot leave them', async (t) => {
  // Not in /dev/shm, where temporary folders may be: /dev is a system folder.
  const disk = mkdtempSync('/var/tmp/antessala-disk-');
  t.after(() => rmSync(disk, { recursive: true }));
  const { app } = await startClinic(t, { env: { IMPORT_DIRS: `${disk}:/etc:/` } });
  const { admin } = app;
  mkdirSync(join(disk, 'Recepção'));
  writeFileSync(join(disk, 'Recepção', '1.jpg'), await photo(1));
  symlinkSync('/etc', join(disk, 'fora'));
  const roots = (await admin.call('GET /api/admin/import-folders')).folders.map(({ path }) => path);
  assert.deepEqual(roots, [join(app.dataDir, 'import'), disk, '/etc']);
  const list = (path: string) => admin.call('GET /api/admin/import-folders', { query: { path } });
  assert.deepEqual((await list(disk)).folders, [{ name: 'Recepção', path: join(disk, 'Recepção') }]);
  for (const path of [
    '/',
    '/etc',
    '/proc',
    app.dataDir,
    join(disk, 'fora'),
    join(disk, '..'),
    'etc',
    join(disk, 'nada'),
  ]) {
    await assertRefused(list(path), 404, 'not_found');
    await assertRefused(admin.call('POST /api/admin/imports', { body: { folder: path } }), 404, 'not_found');
  }
  const { id } = await admin.call('POST /api/admin/imports', { body: { folder: disk } });
  await app.parts.imports.whenIdle();
  const listed = await details(admin, id);
  assert.deepEqual(
    listed.left.map(({ path, note }) => [path, note?.slice(0, 11)]),
    [['fora', 'É um atalho']],
  );
  rmSync(join(disk, 'Recepção'), { recursive: true });
  const failed = await run(app, admin, id);
  assert.deepEqual(failed.counts.failed, 1);
});
