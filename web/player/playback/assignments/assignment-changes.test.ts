import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { Responses, Assignment, MediaFile } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';
import { image } from '../../testing/items.ts';
import { createAssignmentChanges } from './assignment-changes.ts';

const [a, b, c, d] = [image(1), image(2), image(3), image(4)] as const;

const assigned = (id: number, items: PlayItem[]): Assignment => ({
  status: 'active',
  playlist: { id, name: 'Sala', isRandom: false, revision: '1' },
  items,
});

/** Simulates a device on which `storedItems` are stored. Other wanted items are downloading, unless `failing` has their files. */
async function device(storedItems: PlayItem[], saved: Partial<Responses> = {}) {
  const stored = new Set(storedItems.map(({ sha256 }) => sha256));
  const failing = new Set<string>();
  const sent: string[] = [];
  let wanted: readonly MediaFile[] = [];
  let hasFailedRepeatedly = false;
  let files: string[] = [];
  const cachedResponses: CachedResponses = {
    load: async (name) => saved[name],
    async save(name, value) {
      if (value === undefined) delete saved[name];
      else saved[name] = value;
    },
  };
  const assignments = createAssignmentChanges({
    cache: {
      async keep(sha256s, _dropOthers, held = []) {
        files = [...sha256s, ...held];
      },
    },
    downloads: {
      want: (items) => (wanted = items),
      refresh: () => undefined,
      isDownloadPending: ({ sha256 }) =>
        wanted.some((item) => item.sha256 === sha256) && !stored.has(sha256) && !failing.has(sha256),
    },
    cachedResponses,
    isAvailable: ({ sha256 }) => stored.has(sha256),
    current: () => null,
    hasFailedRepeatedly: () => hasFailedRepeatedly,
    send: (event) =>
      sent.push('items' in event ? `${event.type} ${event.items.map(({ id }) => id).join()}` : event.type),
    onError: assert.fail,
    isStopped: () => false,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    assignments,
    sent,
    saved,
    failing,
    files: () => files,
    wanted: () => wanted.map(({ id }) => id),
    async set(assignment: Assignment) {
      assignments.set(assignment);
      await settle();
    },
    failAll() {
      hasFailedRepeatedly = true;
      assignments.check();
    },
    store(item: PlayItem) {
      stored.add(item.sha256);
      assignments.check();
    },
  };
}

test('a new playlist begins when its first item is stored; until then the old one plays on and keeps its files', async () => {
  const tv = await device([a, b]);
  await tv.set(assigned(1, [a, b]));
  await tv.set(assigned(2, [c, d]));
  tv.assignments.check();
  assert.deepEqual(tv.sent, ['assign 1,2']);
  assert.deepEqual(tv.wanted(), [3, 4], 'nothing more of the old playlist is fetched');
  assert.deepEqual(
    tv.files(),
    [c, d, a, b].map(({ sha256 }) => sha256),
  );
  tv.store(d);
  assert.deepEqual(tv.sent, ['assign 1,2'], 'the first item of the new playlist is not stored yet');
  tv.store(c);
  assert.deepEqual(tv.sent, ['assign 1,2', 'assign 3,4']);
  assert.deepEqual(
    tv.files(),
    [c, d].map(({ sha256 }) => sha256),
  );
  assert.deepEqual(tv.assignments.heldIds(), []);
});

test('a playlist begins at once if the screen is empty or the first item of the playlist is stored', async () => {
  const tv = await device([c]);
  await tv.set(assigned(1, [a, b]));
  await tv.set(assigned(2, [c, d]));
  assert.deepEqual(tv.sent, ['assign 1,2', 'assign 3,4']);
});

test('a new playlist begins without its first item when the download of that item fails', async () => {
  const tv = await device([a, d]);
  await tv.set(assigned(1, [a]));
  await tv.set(assigned(2, [c, d]));
  assert.deepEqual(tv.sent, ['assign 1']);
  tv.failing.add(c.sha256);
  tv.assignments.check();
  assert.deepEqual(tv.sent, ['assign 1', 'assign 3,4']);
});

test('items that may no longer be shown leave the old playlist at once; when none is left, the new one begins', async () => {
  const tv = await device([a, b]);
  await tv.set(assigned(1, [a, b]));
  await tv.set(assigned(2, [c]));
  assert.deepEqual(tv.assignments.heldIds(), [1, 2]);
  tv.assignments.revoke([1]);
  assert.deepEqual(tv.sent, ['assign 1,2', 'update 2']);
  assert.deepEqual(
    tv.files(),
    [c, b].map(({ sha256 }) => sha256),
  );
  tv.assignments.revoke([2]);
  assert.deepEqual(tv.sent.slice(2), ['update ', 'assign 3']);
  assert.equal(tv.saved.held, undefined);
});

test('an old playlist of which no item opens does not delay the new one', async () => {
  const tv = await device([a]);
  await tv.set(assigned(1, [a]));
  await tv.set(assigned(2, [c]));
  assert.deepEqual(
    tv.assignments.loadedItems().map(({ id }) => id),
    [1],
    'the card about unplayable contents names those of the old playlist, which is loaded',
  );
  tv.failAll();
  assert.deepEqual(tv.sent, ['assign 1', 'assign 3']);
  assert.equal(tv.saved.held, undefined);
});

test('assigning the old playlist again, or none, cancels the pending playlist', async () => {
  const tv = await device([a]);
  await tv.set(assigned(1, [a]));
  await tv.set(assigned(2, [c]));
  await tv.set(assigned(1, [a]));
  assert.deepEqual(tv.sent, ['assign 1', 'update 1']);
  await tv.set(assigned(2, [c]));
  await tv.set({ status: 'active', playlist: null, items: [] });
  assert.equal(tv.sent[2], 'stop');
  tv.store(c);
  assert.equal(tv.sent.length, 3);
  assert.deepEqual(tv.files(), []);
});

test('after a cold start the old playlist still plays until the new one is stored', async () => {
  const firstPage = await device([a, b]);
  await firstPage.set(assigned(1, [a, b]));
  await firstPage.set(assigned(2, [c]));
  const tv = await device([a, b], firstPage.saved);
  await tv.set(assigned(2, [c]));
  assert.deepEqual(tv.sent, ['assign 1,2']);
  tv.store(c);
  assert.deepEqual(tv.sent, ['assign 1,2', 'assign 3']);
  assert.equal(tv.saved.held, undefined);
});
