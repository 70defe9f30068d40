import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCache, StorageFull } from './cache.ts';
import { destroyStorage, openStorage, StorageTimeout } from '../device/storage.ts';
import { installMemoryStorage, loopTurns } from '../testing/memory-storage.ts';

const file = { sha256: 'a', sizeBytes: 10, contentType: 'image/jpeg' };
const bytes = (count: number) => new Blob([new Uint8Array(count)]);
const shown = { sha256: 'a', useAmbientBackground: false };

test('two pages of one device download the same file without damaging it', async (t) => {
  const { stores } = installMemoryStorage(t);
  const [firstPage, secondPage] = [await openCache(await openStorage()), await openCache(await openStorage())];
  await firstPage.append(file, 0, bytes(4));
  // The second page requested the piece at the same moment and received less.
  await secondPage.append(file, 0, bytes(3));
  assert.equal(secondPage.find('a')?.storedBytes, 4);
  await secondPage.append(file, 4, bytes(6));
  await firstPage.append(file, 4, bytes(5));
  for (const cache of [firstPage, secondPage]) {
    assert.equal(cache.has(shown), true);
    assert.equal((await cache.open('a'))?.size, 10);
  }
  assert.equal(stores.pieces.size, 2);

  // One page downloads the file again: its pieces stay when the other page finds fewer bytes than it expects.
  await firstPage.distrust('a');
  await firstPage.append(file, 0, bytes(7));
  assert.equal(await secondPage.open('a'), undefined);
  assert.equal(secondPage.find('a')?.storedBytes, 7);
  await firstPage.append(file, 7, bytes(3));
  assert.equal((await firstPage.open('a'))?.size, 10);
});

test('a stored file of the wrong size is deleted', async (t) => {
  const { stores } = installMemoryStorage(t);
  const cache = await openCache(await openStorage());
  await cache.append(file, 0, bytes(10));
  stores.pieces.set(JSON.stringify(['a', 0]), bytes(2));
  assert.equal(await cache.open('a'), undefined);
  assert.equal(cache.has(shown), false);
  assert.equal(stores.files.size, 0);
});

test('storage that opens and never responds counts as missing after 5 s, and is used again when it responds', async (t) => {
  const memory = installMemoryStorage(t);
  const storage = await openStorage();
  const cache = await openCache(storage);
  await cache.append(file, 0, bytes(10));
  assert.equal(cache.isUsable, true);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  memory.hang();
  const pending = [cache.open('a'), storage.write(['saved'], (store) => void store('saved').put({}, 'resume'))].map(
    (call) => assert.rejects(call, StorageTimeout),
  );
  await new Promise(setImmediate);
  t.mock.timers.tick(5_000);
  await Promise.all(pending);
  assert.equal(cache.isUsable, false);
  assert.equal(cache.has(shown), true, 'the file may be good');
  memory.respond();
  await loopTurns();
  assert.equal(cache.isUsable, true);
  assert.equal((await cache.open('a'))?.size, 10);
});

test('storage that is slow at the start is used as soon as it responds', async (t) => {
  const memory = installMemoryStorage(t);
  await (await openCache(await openStorage())).append(file, 0, bytes(10));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const slow of ['open', 'respond']) {
    if (slow === 'open') memory.hang();
    const opening = openStorage();
    await loopTurns();
    t.mock.timers.tick(8_000);
    const storage = await opening;
    memory.hang();
    const starting = openCache(storage);
    await loopTurns();
    t.mock.timers.tick(5_000);
    const cache = await starting;
    await cache.readRecords();
    assert.deepEqual([cache.isUsable, cache.has(shown)], [false, false], slow);
    const reading = assert.rejects(
      storage.read('saved', (store) => store.get('resume')),
      StorageTimeout,
    );
    await loopTurns();
    t.mock.timers.tick(5_000);
    await reading;
    memory.respond();
    await loopTurns();
    await cache.readRecords();
    assert.deepEqual([cache.isUsable, cache.has(shown)], [true, true], slow);
    assert.equal((await cache.open('a'))?.size, 10);
  }
});

test('a file that does not fit is not downloaded again for a day, also after restarts, unless space was freed', async (t) => {
  installMemoryStorage(t);
  let now = Date.UTC(2026, 10, 21);
  t.mock.method(Date, 'now', () => now);
  const cache = await openCache(await openStorage());
  await cache.append({ ...file, sha256: 'b' }, 0, bytes(10));
  await cache.append(file, 0, bytes(4));
  await cache.refuse(file);
  assert.equal(cache.find('a')?.storedBytes, 0);
  const reopened = await openCache(await openStorage());
  assert.equal(reopened.isRefused('a'), true);
  now += 25 * 3_600_000;
  assert.equal(reopened.isRefused('a'), false);
  await reopened.append(file, 0, bytes(4));
  now -= 25 * 3_600_000;
  assert.equal(reopened.isRefused('a'), false, 'the new download cleared the refusal');
  await reopened.refuse(file);
  await reopened.keep(['a'], true);
  assert.equal(reopened.find('b'), undefined);
  assert.equal(reopened.isRefused('a'), false);
});

test('deleting the storage always resolves, whatever the browser does', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await destroyStorage();
  for (const deleteDatabase of [
    () => {
      throw new Error('refused');
    },
    () => ({}),
  ]) {
    Object.assign(globalThis, { indexedDB: { deleteDatabase } });
    const destroyed = destroyStorage();
    t.mock.timers.tick(8_000);
    await destroyed;
  }
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

test('files that play later stay while there is space; the file that plays last is deleted first, but never for one that plays even later', async (t) => {
  const memory = installMemoryStorage(t);
  memory.setCapacity(30);
  const cache = await openCache(await openStorage());
  const put = (sha256: string) => cache.append({ ...file, sha256 }, 0, bytes(10));
  await cache.keep(['now'], true, [], ['soon', 'then', 'late']);
  for (const sha256 of ['now', 'soon', 'then']) await put(sha256);
  await assert.rejects(put('late'), StorageFull);
  await cache.refuse({ ...file, sha256: 'late' });
  assert.equal(cache.find('soon')?.storedBytes, 10);
  // The file "late" is needed now, and evicts "then", which is needed last.
  await cache.keep(['late'], true, [], ['now', 'soon', 'then']);
  assert.equal(cache.isRefused('late'), false);
  await put('late');
  const stored = ['now', 'soon', 'then', 'late'].filter((sha256) => cache.find(sha256)?.storedBytes === 10);
  assert.deepEqual(stored, ['now', 'soon', 'late']);
});

test('music is deleted before any file of the programme, but not for other music; after a start it is kept until its tracks are known', async (t) => {
  const memory = installMemoryStorage(t);
  memory.setCapacity(30);
  const put = (sha256: string, contentType = 'audio/mp4') =>
    cache.append({ ...file, sha256, contentType }, 0, bytes(10));
  const stored = () => ['film', 'later', 'one', 'two'].filter((sha256) => cache.find(sha256)?.storedBytes === 10);
  let cache = await openCache(await openStorage());
  await cache.keep(['film'], true, [], ['later']);
  await cache.keepMusic(['one', 'two', 'three']);
  await put('film', 'video/mp4');
  for (const sha256 of ['one', 'two']) await put(sha256);
  await assert.rejects(put('three'), StorageFull);
  await cache.refuse({ ...file, sha256: 'three' });
  assert.deepEqual(
    stored(),
    ['film', 'two'],
    'the least recently used track was deleted too, so that other records have space',
  );
  assert.equal(cache.isRefused('one'), true);
  await cache.keepMusic(['one', 'two', 'three', 'four']);
  assert.deepEqual(['two', 'four'].map(cache.isRefused), [false, true], 'the free space is not filled again');
  await cache.append({ ...file, sha256: 'one', contentType: 'audio/mp4' }, 0, bytes(5));
  await cache.refuse({ ...file, sha256: 'one', contentType: 'audio/mp4' });
  assert.deepEqual(stored(), ['film', 'two'], 'the space of the refused track is free');
  await put('one');
  await put('later', 'video/mp4');
  assert.deepEqual(stored(), ['film', 'later', 'one']);

  cache = await openCache(await openStorage());
  await cache.keep(['film'], true);
  assert.deepEqual(stored(), ['film', 'one']);
  // The tracks may be known before the programme is.
  cache = await openCache(await openStorage());
  await cache.keepMusic(['two', 'three', 'four']);
  for (const sha256 of ['two', 'three']) await put(sha256);
  await assert.rejects(put('four'), StorageFull);
  assert.deepEqual(stored(), ['film', 'two']);
});
