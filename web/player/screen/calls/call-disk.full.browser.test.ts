/** Tests that the name in a call leaves no trace on the TV's disk (web/player/README 1.11, contract/README 15.4). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesContaining } from '../../../../src/testing/files-containing.ts';
import { callPatient, createCallRoom, playForCalls, receiptsOf, untilRecorded } from '../../testing/calls.ts';
import { delay, openTv, test, startServer } from '../../testing/tv.ts';

const name = 'Zefirina Quaresma';

/** Runs in the page: returns everything that the page has stored, as one text. */
async function allStoredText(): Promise<string> {
  const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('refused'));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name ?? ''));
    for (const store of Array.from(database.objectStoreNames)) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([resultOf(objects.getAllKeys()), resultOf(objects.getAll())]);
      parts.push(name ?? '', store, JSON.stringify(keys));
      for (const value of values as unknown[])
        parts.push(value instanceof Blob ? await value.text() : JSON.stringify(value));
    }
    database.close();
  }
  // Browsers offer no `caches` on plain http, which the TV uses.
  const cacheNames = 'caches' in window ? await caches.keys() : [];
  for (const name of cacheNames)
    for (const request of await (await caches.open(name)).keys())
      parts.push(request.url, await ((await (await caches.open(name)).match(request))?.text() ?? ''));
  return parts.join('\n');
}

/** Returns the files that contain the text in one of Chromium's encodings. */
const filesOnDisk = (folder: string, text: string): string[] => [
  ...filesContaining(folder, text),
  ...filesContaining(folder, Buffer.from(text, 'utf16le').toString('latin1')),
];

test('after a call with a name neither storage, nor cache, nor any file of the browser contains the name', async (t) => {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-tv-disk-'));
  t.after(() => rm(profile, { recursive: true, force: true }));
  const server = await startServer(t, { speaks: true });
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, { profile });
  await playForCalls(server, tv);
  await server.owner.call('PUT /api/call-settings/names', { body: { namePolicy: 'full', confirmed: true } });
  const { id } = await callPatient(server, roomId, name);
  await untilRecorded(tv, `card ${name}`);
  await receiptsOf(server, id);
  await untilRecorded(tv, 'empty');
  assert.equal(await tv.page.locator('.strip-label', { hasText: name }).count(), 1, 'the name is in the strip');
  const stored = await tv.page.evaluate(allStoredText);
  assert.match(stored, /Lista|playlist/, 'the search finds what is stored');
  for (const word of name.split(' ')) assert.ok(!stored.toLowerCase().includes(word.toLowerCase()), word);

  // Also check the files that the browser itself writes, such as its HTTP cache.
  await tv.page.evaluate(() => localStorage.setItem('probe', 'Canarinho'));
  await delay(500);
  await tv.turnOff();
  assert.notDeepEqual(filesOnDisk(profile, 'Canarinho'), [], 'the search finds what is written');
  for (const word of name.split(' ')) assert.deepEqual(filesOnDisk(profile, word), [], word);
});
