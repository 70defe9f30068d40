import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { DatabaseCorruptError } from '../../../platform/storage/database.ts';
import { startTestApp } from '../../../testing/app.ts';
import { bytesOf } from '../../../testing/media.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { filesReferencedBy } from '../referenced-files-store.ts';
import { createDoctor, repairAll } from './doctor.ts';

async function startWithDoctor(t: TestContext) {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const { clock, dataDir } = app;
  const doctor = createDoctor({ dataDir, backupDir: join(dataDir, 'backups'), migrationsDir, clock, isDeep: false });
  t.after(doctor.close);
  return { app, ana, doctor };
}

test('an examination changes no bytes of a sound or damaged database or its write-ahead log', async (t) => {
  const app = await startTestApp(t);
  await app.customer();
  const dataDir = temporaryFolder(t);
  const [file, log] = ['antessala.db', 'antessala.db-wal'];
  for (const name of [file, log]) copyFileSync(join(app.dataDir, name), join(dataDir, name));
  const bytes = () => [file, log].map((name) => readFileSync(join(dataDir, name)).toString('base64'));
  const open = (isReadOnly: boolean) =>
    createDoctor({ dataDir, backupDir: dataDir, migrationsDir, clock: app.clock, isDeep: false, isReadOnly });
  const before = bytes();
  assert.ok((before[1] ?? '').length > 0, 'the log has entries');
  const doctor = open(true);
  await doctor.examine();
  doctor.close();
  assert.ok(isDeepStrictEqual(bytes(), before));

  const damaged = readFileSync(join(dataDir, log));
  writeFileSync(join(dataDir, file), readFileSync(join(dataDir, file)).fill(7, 4_096, 60_000));
  writeFileSync(join(dataDir, log), damaged);
  const damagedState = bytes();
  for (const isReadOnly of [true, false]) assert.throws(() => open(isReadOnly), DatabaseCorruptError);
  assert.ok(isDeepStrictEqual(bytes(), damagedState));
});

test('a backup contains the file of a pending replacement; doctor reports a lost file and marks the replacement as failed', async (t) => {
  const { app, ana, doctor } = await startWithDoctor(t);
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.processing.stop();
  const [before] = await ana.call('GET /api/videos');
  await ana.replace(id, await bytesOf('photo.jpg'));
  const [sent = ''] = readdirSync(join(app.dataDir, 'uploads'));
  assert.ok(filesReferencedBy(app.parts.database).some(({ path }) => path === `uploads/${sent}`));

  assert.deepEqual(await doctor.examine(), []);
  rmSync(join(app.dataDir, 'uploads', sent));
  assert.match(
    (await doctor.examine())[0]?.description ?? '',
    /which is to replace the bytes of content "Fachada", is missing/,
  );
  assert.deepEqual(await repairAll(doctor, () => {}), []);
  const [after] = await ana.call('GET /api/videos');
  assert.deepEqual([after?.replacement?.status, after?.replacement?.canRetry], ['failed', false]);
  assert.deepEqual([after?.mediaUrl, after?.sizeMb], [before?.mediaUrl, before?.sizeMb]);
});

test('doctor reports an expired reservation only after 20 minutes, because a running server frees it within ten', async (t) => {
  const { app, ana, doctor } = await startWithDoctor(t);
  await ana.call('POST /api/upload-url', { body: { fileName: 'sala.jpg', fileSize: 1_000 } });
  const found = async () =>
    (await doctor.examine()).map(({ description }) => description.replace(/upload \S+/, 'upload'));
  app.clock.advance(16 * 60_000);
  assert.deepEqual(await found(), []);
  app.clock.advance(20 * 60_000);
  assert.deepEqual(await found(), ['upload was given up']);
  await app.parts.uploads.sweepAbandoned();
  assert.deepEqual(await found(), []);
});
