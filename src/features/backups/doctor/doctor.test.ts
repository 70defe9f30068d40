import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { startTestApp } from '../../../testing/app.ts';
import { bytesOf } from '../../../testing/media.ts';
import { filesNamedBy } from '../named-files-store.ts';
import { createDoctor, repairAll } from './doctor.ts';

async function startWithDoctor(t: TestContext) {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const { clock, dataDir } = app;
  const doctor = createDoctor({ dataDir, backupDir: join(dataDir, 'backups'), migrationsDir, clock, isDeep: false });
  t.after(doctor.close);
  return { app, ana, doctor };
}

test('a backup contains a pending replacement, and doctor reports a lost one', async (t) => {
  const { app, ana, doctor } = await startWithDoctor(t);
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.processing.stop();
  const [before] = await ana.call('GET /api/videos');
  await ana.replace(id, await bytesOf('photo.jpg'));
  const [sent = ''] = readdirSync(join(app.dataDir, 'uploads'));
  assert.ok(filesNamedBy(app.parts.database).some(({ path }) => path === `uploads/${sent}`));

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

test('doctor ignores a reservation that has just expired: a running server frees it within ten minutes', async (t) => {
  const { app, ana, doctor } = await startWithDoctor(t);
  await ana.call('POST /api/upload-url', { body: { fileName: 'sala.jpg', fileSize: 1_000 } });
  const found = async () =>
    (await doctor.examine()).map(({ description }) => description.replace(/upload \S+/, 'upload'));
  app.clock.advance(16 * 60_000);
  assert.deepEqual(await found(), []);
  app.clock.advance(20 * 60_000);
  assert.deepEqual(await found(), ['upload was given up']);
  app.parts.uploads.sweepAbandoned();
  assert.deepEqual(await found(), []);
});
