import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { startTestApp } from '../../../testing/app.ts';
import { createDoctor } from './doctor.ts';

test('a reservation that has just expired is no finding: a running server frees it within ten minutes', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const { clock, dataDir } = app;
  await ana.call('POST /api/upload-url', { body: { fileName: 'sala.jpg', fileSize: 1_000 } });
  const doctor = createDoctor({ dataDir, backupDir: join(dataDir, 'backups'), migrationsDir, clock, isDeep: false });
  t.after(() => doctor.close());
  const found = async () => (await doctor.examine()).map(({ what }) => what.replace(/upload \S+/, 'upload'));
  clock.advance(16 * 60_000);
  assert.deepEqual(await found(), []);
  clock.advance(20 * 60_000);
  assert.deepEqual(await found(), ['upload was given up']);
  app.parts.uploads.sweepAbandoned();
  assert.deepEqual(await found(), []);
});
