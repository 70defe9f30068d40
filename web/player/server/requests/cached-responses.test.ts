import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedResponses } from './cached-responses.ts';
import type { Storage } from '../../device/storage.ts';
import { image } from '../../testing/items.ts';

/** Simulates IndexedDB with records in memory. */
function disk() {
  const records = new Map<string, unknown>();
  const store = {
    put: (value: unknown, name: string) => void records.set(name, structuredClone(value)),
    get: (name: string) => structuredClone(records.get(name)),
  };
  const storage = {
    write: async (_stores: string[], run: (store: () => unknown) => void) => run(() => store),
    read: async (_name: string, run: (store: unknown) => unknown) => run(store),
  } as unknown as Storage;
  return { records, storage };
}

const items = [image(1), image(2)];
const playlist = { id: 3, name: 'Sala', isRandom: false, revision: '1' };

test('a saved response is loaded again, by the same pairing only', async () => {
  const { storage } = disk();
  const cachedResponses = createCachedResponses(storage, 7);
  await cachedResponses.save('assignment', { status: 'active', playlist, items });
  await cachedResponses.save('resume', { playlistId: 3, items, index: 1 });
  assert.deepEqual(await cachedResponses.load('assignment'), { status: 'active', playlist, items });
  assert.equal((await cachedResponses.load('resume'))?.index, 1);
  assert.equal(await createCachedResponses(storage, 8).load('assignment'), undefined);
  await cachedResponses.save('resume', undefined);
  assert.equal(await cachedResponses.load('resume'), undefined);
});

const malformed: [Parameters<ReturnType<typeof createCachedResponses>['load']>[0], unknown][] = [
  ['resume', { playlistId: 3, index: 1 }],
  ['resume', { playlistId: 3, index: 2, items }],
  ['resume', { playlistId: 3, index: 0, items: [{}] }],
  ['assignment', { status: 'active', playlist }],
  ['assignment', { status: 'active', playlist: { name: 'Sala' }, items }],
  ['assignment', { status: 'on', playlist, items }],
  ['assignment', { status: 'active', playlist, items: [null] }],
  ['tickers', { success: true }],
  ['notices', [null]],
  ['stations', 'x'],
  ['radio', {}],
  ['info', { player: {} }],
];
test('a malformed record is ignored', async () => {
  for (const [name, value] of malformed) {
    const { storage } = disk();
    const cachedResponses = createCachedResponses(storage, 7);
    await cachedResponses.save(name, value as never);
    assert.equal(await cachedResponses.load(name), undefined, JSON.stringify([name, value]));
  }
});

test('a record of another version is ignored', async () => {
  const { storage, records } = disk();
  const cachedResponses = createCachedResponses(storage, 7);
  await cachedResponses.save('resume', { playlistId: 3, items, index: 1 });
  const record = records.get('resume') as object;
  records.set('resume', { ...record, version: 0 });
  assert.equal(await cachedResponses.load('resume'), undefined);
  records.set('resume', null);
  assert.equal(await cachedResponses.load('resume'), undefined);
});
