import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';
import { until } from '../../../testing/until.ts';
import { photo, zipFrom } from './testing/archives.ts';

test('a server that is killed during an import continues it, and imports nothing twice', async (t) => {
  const server = await createCrashingServer(t);
  const names = Array.from({ length: 30 }, (_, n) => `${n}.jpg`);
  const files = Object.fromEntries(await Promise.all(names.map(async (name, n) => [name, await photo(n)])));
  let client = await server.start();
  const r2Path = await client.send(zipFrom(files), { fileName: 'a.zip', isArchive: true });
  const { id } = await client.call('POST /api/imports', { body: { r2Path, name: 'Sala' } });
  const params = { params: { id } };
  const state = () => client.call('GET /api/imports/:id', params);
  await until('the archive is listed', async () => (await state()).status === 'ready');
  await client.call('POST /api/imports/:id/start', params);
  for (const count of [2, 10, 20]) {
    await until(`${count} files are imported`, async () => (await state()).counts.done >= count);
    await server.kill();
    client = await server.start();
  }
  await until('the import is done', async () => (await state()).status === 'done');
  const { counts, playlists } = await state();
  assert.deepEqual([counts.done, counts.failed, counts.same], [30, 0, 0]);
  assert.equal((await client.call('GET /api/videos')).length, 30);
  const shown = await client.call('GET /api/playlists/:id/assignments', { params: { id: playlists[0]?.id ?? 0 } });
  assert.deepEqual(
    shown.map(({ video }) => video.name),
    names.map((name) => name.slice(0, -4)),
  );
  await server.kill();
});
