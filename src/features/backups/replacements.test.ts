import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrationsDir } from '../../platform/process/assets.ts';
import { startTestApp } from '../../testing/app.ts';
import { bytesOf } from '../../testing/media.ts';
import { createDoctor, repairAll } from './doctor/doctor.ts';
import { filesNamedBy } from './named-files-store.ts';

test('a backup takes along what waits to replace a file, and doctor knows it, also when it is lost', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const { id } = await ana.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.processing.stop();
  const [before] = await ana.call('GET /api/videos');
  await ana.replace(id, await bytesOf('photo.jpg'));
  const [sent = ''] = readdirSync(join(app.dataDir, 'uploads'));
  assert.ok(filesNamedBy(app.parts.database).some(({ path }) => path === `uploads/${sent}`));

  const doctor = createDoctor({
    dataDir: app.dataDir,
    backupDir: join(app.dataDir, 'backups'),
    migrationsDir,
    clock: app.clock,
    isDeep: false,
  });
  t.after(doctor.close);
  assert.deepEqual(
    (await doctor.examine()).map(({ what }) => what),
    [],
  );
  rmSync(join(app.dataDir, 'uploads', sent));
  assert.match(
    (await doctor.examine())[0]?.what ?? '',
    /which is to replace the bytes of content "Fachada", is missing/,
  );
  assert.deepEqual(await repairAll(doctor, () => {}), []);
  const [after] = await ana.call('GET /api/videos');
  assert.deepEqual([after?.replacement?.status, after?.replacement?.canRetry], ['failed', false]);
  assert.deepEqual([after?.mediaUrl, after?.sizeMb], [before?.mediaUrl, before?.sizeMb]);
});
