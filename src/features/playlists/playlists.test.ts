import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { type Client, type Customer, startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent, type ContentOptions } from '../../testing/contents.ts';
import {
  addItem,
  assertRefused,
  idsOf,
  newPlaylist,
  sendPlaylist,
  startClinic,
  startClinics,
  startScreen,
} from '../../testing/steps.ts';
import type { PlayableItemStore } from './playable-item-store.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createPlaylistCache, type PlaylistCacheDeps } from './playlist-cache.ts';

const removeItem = (owner: Customer, videoId: number, playlistId: number) =>
  owner.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params: { videoId, playlistId } });
const cycleOf = async (viewer: Client, id: number) =>
  (await viewer.call('GET /api/playlists/:id/randomized', { params: { id } })).map((item) => item.id);
const itemsOf = async (owner: Client, id: number) =>
  (await owner.call('GET /api/playlists/:id/assignments', { params: { id } })).map((item) => item.videoId);
const reorder = (owner: Customer, id: number, videoIds: number[]) =>
  owner.call('PUT /api/playlists/:id/order', { params: { id }, body: { videoIds } });
/** Creates a playlist of the customer with new items of the given frequencies, in order. */
async function playlistWith(app: TestApp, owner: Customer, frequencies: number[], isRandom: boolean) {
  const { id } = await newPlaylist(owner, 'Recepção', isRandom);
  const items = frequencies.map(() => addContent(app, { userId: owner.user.id }));
  for (const [index, item] of items.entries()) await addItem(owner, item, id, frequencies[index]);
  return { id, items };
}

test('the hours of a playlist with an item that is always shown are known without reading its items', () => {
  const store = { hasAlwaysShown: () => true } as Partial<PlayableItemStore> as PlayableItemStore;
  const database = { foreignChanges: () => () => false } as Partial<Database> as Database;
  const { hoursOf } = createPlaylistCache({ store, database } as Partial<PlaylistCacheDeps> as PlaylistCacheDeps);
  assert.equal(hoursOf(1), null);
});

describe('playlists', () => {
  test('an owner can create, list, rename and delete playlists and change their mode, and the studio is notified', async (t) => {
    const { clinic: ana } = await startClinic(t);
    const socket = await ana.socket();
    const created = await newPlaylist(ana, '  Recepção  ');
    assert.deepEqual(
      { ...created, createdAt: '' },
      { id: created.id, name: 'Recepção', isRandom: true, createdAt: '', itemCount: 0, durationS: 0, hours: [] },
    );
    await socket.waitFor('contentChanged', ({ what }) => what === 'playlists');
    assert.deepEqual(await ana.call('GET /api/playlists'), [{ ...created, covers: [] }]);
    const params = { id: created.id };
    assert.equal((await ana.call('PATCH /api/playlists/:id', { params, body: { name: 'Sala 2' } })).name, 'Sala 2');
    const switched = await ana.call('PATCH /api/playlists/:id', { params, body: { isRandom: false } });
    assert.deepEqual([switched.name, switched.isRandom], ['Sala 2', false]);
    assert.equal((await ana.call('POST /api/playlists', { body: { name: 'Padrão' } })).isRandom, true);
    await ana.call('DELETE /api/playlists/:id', { params });
    assert.deepEqual(
      (await ana.call('GET /api/playlists')).map(({ name }) => name),
      ['Padrão'],
    );
    assert.equal(await ana.status('DELETE /api/playlists/:id', { params }), 404);
  });

  test('playlists and contents of other users are not found', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const { id, items } = await playlistWith(app, ana, [1], true);
    const ownPlaylist = await newPlaylist(bea);
    await assertRefused(addItem(bea, addContent(app, { userId: bea.user.id }), id), 404, {}, 'their playlist');
    await assertRefused(addItem(bea, items[0] as number, ownPlaylist.id), 404, {}, 'their content');
    assert.deepEqual(await bea.call('GET /api/playlists'), [{ ...ownPlaylist, covers: [] }]);
    assert.deepEqual(await itemsOf(ana, id), items);
  });

  test('the list contains the pictures of the first four items of each playlist, but not for a program that may only read names', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [1, 1, 1, 1, 1], true);
    const photo = addContent(app, {
      userId: ana.user.id,
      mediaType: 'image',
      displayDuration: 20,
      withThumbnail: true,
    });
    await addItem(ana, photo, id);
    await reorder(ana, id, [photo, ...items]);
    const covers = async (reader: Client) => (await reader.call('GET /api/playlists'))[0]?.covers;
    assert.deepEqual(idsOf((await covers(ana)) ?? []), [photo, ...items.slice(0, 3)]);
    const [first] = (await covers(ana)) ?? [];
    assert.match(first?.thumbnailUrl ?? '', /^\/media\/.*\.jpg/);
    assert.equal(first?.displayDuration, 20);
    assert.deepEqual(await covers(await app.program(ana, ['messages'])), []);
  });

  test('playlists can be created as a copy of items, frequencies, mode and messages; the original does not change', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const original = await playlistWith(app, ana, [2, 1], false);
    const message = await ana.call('POST /api/breaking-news', { body: { message: 'Traga o cartão' } });
    const ofMessage = { params: { id: message.id } };
    await ana.call('POST /api/breaking-news/:id/playlists', { ...ofMessage, body: { playlistIds: [original.id] } });
    const socket = await ana.socket();
    const copy = await ana.call('POST /api/playlists', { body: { name: 'Sala 2', copyOf: original.id } });
    assert.deepEqual([copy.name, copy.isRandom, copy.itemCount], ['Sala 2', false, 2]);
    await socket.waitFor('contentChanged', ({ what }) => what === 'playlists');
    await socket.waitFor('contentChanged', ({ what }) => what === 'messages');
    const items = async (id: number) =>
      (await ana.call('GET /api/playlists/:id/assignments', { params: { id } })).map(
        ({ videoId, frequency }) => `${videoId} ${frequency}x`,
      );
    assert.deepEqual(await items(copy.id), await items(original.id));
    const running = await ana.call('GET /api/playlists/:id/breaking-news', { params: { id: copy.id } });
    assert.deepEqual(
      running.map(({ message: text }) => text),
      ['Traga o cartão'],
    );
    await removeItem(ana, original.items[0] as number, copy.id);
    assert.equal((await items(original.id)).length, 2);
    const copyOf = (owner: Customer, id: number) =>
      owner.call('POST /api/playlists', { body: { name: 'Cópia', copyOf: id } });
    await assertRefused(copyOf(bea, original.id), 404);
    assert.deepEqual(await bea.call('GET /api/playlists'), []);
    await assertRefused(copyOf(ana, 0), 400);
    await assertRefused(copyOf(ana, original.id), 403, 'quota_exceeded');
  });

  test('playlists refuse invalid input with a message', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [1, 1], true);
    await assertRefused(newPlaylist(ana, '   '), 400, { fields: { name: 'Dê um nome à playlist.' } });
    await assertRefused(newPlaylist(ana, 'x'.repeat(101)), 400);
    const [a, b] = items as [number, number];
    const fields = { frequency: 'A frequência deve ser 1, 2 ou 3.' };
    for (const frequency of [0, 4, 1.5]) await assertRefused(addItem(ana, a, id, frequency), 400, { fields });
    await assertRefused(addItem(ana, 999_999, id), 404);
    await assertRefused(addItem(ana, a, 999_999), 404);
    for (const order of [[a], [a, a], [a, b, b], [a, b, 999_999], []])
      await assertRefused(reorder(ana, id, order), 409);
    assert.equal(await ana.status('GET /api/playlists/:id', { params: { id: 'x' as never } }), 404);
  });

  test('playlists are limited by the quota, also with simultaneous requests', async (t) => {
    const { app, clinic: ana } = await startClinic(t, { quotas: { maxPlaylists: 3 } });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ana.status('POST /api/playlists', { body: { name: `Lista ${index}` } })),
    );
    assert.deepEqual(statuses.filter((status) => status === 200).length, 3);
    const message = 'Sua conta permite no máximo 3 playlists.';
    await assertRefused(newPlaylist(ana), 403, { code: 'quota_exceeded', message });
    const [first] = await ana.call('GET /api/playlists');
    await ana.call('DELETE /api/playlists/:id', { params: { id: first?.id ?? 0 } });
    await newPlaylist(ana);
    const bea = await app.customer();
    await newPlaylist(bea, 'A');
    await newPlaylist(bea, 'B');
    await assertRefused(newPlaylist(bea, 'C'), 403, 'quota_exceeded', 'the default is 2');
  });

  test('playlists cannot be changed without the management feature', async (t) => {
    const { clinic: ana } = await startClinic(t, { quotas: { canAccessManagement: false } });
    await assertRefused(newPlaylist(ana), 403, 'feature_disabled');
    assert.deepEqual(await ana.call('GET /api/playlists'), [], 'the list is still needed for messages');
  });

  test('deleted playlists stop playing on their screens', async (t) => {
    const { app, clinic: ana, screen } = await startScreen(t);
    const { id } = await newPlaylist(ana);
    await sendPlaylist(ana, screen.playerId, id);
    const message = await ana.call('POST /api/breaking-news', { body: { message: 'Olá' } });
    await ana.call('POST /api/breaking-news/:id/playlists', {
      params: { id: message.id },
      body: { playlistIds: [id] },
    });
    const sockets = [await screen.socket(), await ana.socket()];
    const managers = await app.admin.socket();
    await ana.call('DELETE /api/playlists/:id', { params: { id } });
    app.clock.advance(limits.undoMs);
    for (const socket of sockets)
      await socket.waitFor('playlistRemoved', ({ playerId }) => playerId === screen.playerId);
    await managers.waitFor('adminChanged', ({ what }) => what === 'players');
    await sockets[1]?.waitFor('contentChanged', ({ what }) => what === 'messages');
    assert.equal((await screen.call('GET /api/player/assigned-playlist')).playlist, null);
    assert.equal((await ana.call('GET /api/my-players'))[0]?.assignedPlaylist, null);
    assert.deepEqual((await ana.call('GET /api/breaking-news'))[0]?.playlists, []);
  });

  test('the store does not change a foreign playlist', async (t) => {
    const { app, clinic: ana, other: bea } = await startClinics(t);
    const { id, items } = await playlistWith(app, ana, [1, 2], false);
    const [a, b] = items as [number, number];
    const before = await ana.call('GET /api/playlists/:id/assignments', { params: { id } });
    const own = addContent(app, { userId: bea.user.id });
    const { playlists } = app.parts;
    assert.equal(playlists.update(id, bea.user.id, { name: 'Minha' }), false);
    assert.equal(playlists.assign(bea.user.id, { videoId: own, playlistId: id, frequency: 1 }), undefined);
    assert.equal(playlists.assign(ana.user.id, { videoId: own, playlistId: id, frequency: 1 }), undefined);
    assert.equal(playlists.unassign(bea.user.id, a, id), false);
    playlists.reorder(bea.user.id, id, [b, a]);
    assert.equal(playlists.remove(id, bea.user.id), false);
    assert.equal(
      playlists.remove(id, ana.user.id),
      false,
      'only a playlist that is marked as deleted can be deleted permanently',
    );
    assert.deepEqual(await ana.call('GET /api/playlists/:id/assignments', { params: { id } }), before);
  });
});

describe('the items of a playlist', () => {
  test('items are appended, can change frequency and order, and can be removed', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [1, 2, 1], false);
    const [a, b, c] = items as [number, number, number];
    const repeated = await addItem(ana, a, id, 3);
    const playlist = { id, name: 'Recepção', isRandom: false };
    const expected = { videoId: a, playlistId: id, frequency: 3, position: 0, windows: [], playlist };
    assert.deepEqual(repeated, { ...expected, id: repeated.id });

    const ordered = await reorder(ana, id, [c, a, b]);
    assert.deepEqual(
      ordered.map(({ videoId, position, frequency }) => [videoId, position, frequency]),
      [
        [c, 0, 1],
        [a, 1, 3],
        [b, 2, 2],
      ],
    );
    assert.equal(ordered[0]?.video.id, c);
    assert.deepEqual(await itemsOf(ana, id), [c, a, b]);
    assert.deepEqual(idsOf((await ana.call('GET /api/playlists/:id', { params: { id } })).videos), [c, a, b]);
    assert.deepEqual(
      (await ana.call('GET /api/videos/:videoId/assignments', { params: { videoId: a } })).map(
        ({ playlistId, frequency }) => [playlistId, frequency],
      ),
      [[id, 3]],
    );

    await removeItem(ana, a, id);
    await assertRefused(removeItem(ana, a, id), 404);
    assert.deepEqual(await itemsOf(ana, id), [c, b]);
    await addItem(ana, a, id);
    assert.deepEqual(await itemsOf(ana, id), [c, b, a]);
  });

  test('items that are not finished are listed in the studio with their state, and are in no cycle', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id } = await newPlaylist(ana);
    const add = async (frequency: number, options: Partial<ContentOptions>) => {
      const item = addContent(app, { userId: ana.user.id, ...options });
      await addItem(ana, item, id, frequency);
      return item;
    };
    const image = await add(2, { mediaType: 'image', displayDuration: 40 });
    const plain = await add(1, { mediaType: 'image' });
    const video = await add(3, { durationMs: 12_500 });
    for (const status of ['pending', 'failed'] as const) await add(1, { status });
    const assignments = await ana.call('GET /api/playlists/:id/assignments', { params: { id } });
    assert.deepEqual(
      assignments.map((assignment) => assignment.video.processingStatus),
      ['completed', 'completed', 'completed', 'pending', 'failed'],
    );
    const cycle = await ana.call('GET /api/playlists/:id/randomized', { params: { id } });
    assert.deepEqual(idsOf(cycle).sort(), [image, image, plain, video, video, video].sort());
    const shown = cycle.find((item) => item.id === video);
    const file = { sha256: shown?.sha256, sizeBytes: 1000, width: 1920, height: 1080 };
    const content = { id: video, name: 'Item', mediaType: 'video', durationS: 12.5 };
    assert.deepEqual(shown, { ...content, ...file, displayDuration: null, useAmbientBackground: false });
    assert.equal(shown?.sha256.length, 64);
    const ofVideo = { params: { id: video } };
    await ana.call('PATCH /api/videos/:id', { ...ofVideo, body: { fit: 'cover' } });
    const changed = await ana.call('GET /api/playlists/:id/randomized', { params: { id } });
    assert.equal(changed.find((item) => item.id === video)?.fit, 'cover');
    const summary = (await ana.call('GET /api/playlists')).find((playlist) => playlist.id === id);
    assert.deepEqual([summary?.itemCount, summary?.durationS], [5, 2 * 40 + 20 + 3 * 12.5]);
  });

  test('items of a category disappear for owner and screens when access is revoked, and return at their position', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const access = { userId: ana.user.id, categoryId: category.id };
    const platform = addContent(app, { userId: null, categoryId: category.id });
    const free = addContent(app, { userId: null });
    const { id, items } = await playlistWith(app, ana, [1, 1], false);
    const [own, last] = items as [number, number];
    await assertRefused(addItem(ana, platform, id), 404, {}, 'not granted');
    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: access });
    await addItem(ana, platform, id);
    await addItem(ana, free, id);
    await reorder(ana, id, [own, platform, last, free]);
    const screen = await app.screen(ana);
    await sendPlaylist(ana, screen.playerId, id);
    const revision = async () => (await screen.call('GET /api/player/assigned-playlist')).playlist?.revision;
    const before = await revision();

    await app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', { params: access });
    assert.notEqual(await revision(), before);
    assert.deepEqual(await cycleOf(screen, id), [own, last, free]);
    assert.deepEqual(await itemsOf(ana, id), [own, last, free]);
    assert.equal((await ana.call('GET /api/playlists')).find((playlist) => playlist.id === id)?.itemCount, 3);
    await reorder(ana, id, [last, own, free]);

    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: access });
    const fullOrder = [last, own, platform, free];
    assert.deepEqual(await cycleOf(screen, id), fullOrder, 'a hidden item keeps its position behind its predecessor');
    await app.admin.call('DELETE /api/admin/categories/:id', { params: { id: category.id } });
    assert.deepEqual(await cycleOf(screen, id), fullOrder, 'an item without category is for everybody');
  });

  test('items of any category may be played by role admin', async (t) => {
    const app = await startTestApp(t);
    const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const platform = addContent(app, { userId: null, categoryId: category.id });
    const gestor = await app.gestor();
    const { id } = await newPlaylist(gestor);
    await addItem(gestor, platform, id);
    assert.deepEqual(await cycleOf(gestor, id), [platform]);
    await app.admin.call('PATCH /api/admin/users/:id/profile', {
      params: { id: gestor.user.id },
      body: { role: 'user', userType: 'common' },
    });
    const common = await app.login(gestor.user.email, gestor.password);
    assert.deepEqual(await cycleOf(common, id), []);
  });
});

describe('a cycle', () => {
  test('a cycle keeps the order in sequential mode, is shuffled in random mode, and has each item as often as its frequency says', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [2, 1, 1], false);
    const [a, b, c] = items as [number, number, number];
    assert.deepEqual(await cycleOf(ana, id), [a, b, a, c]);
    assert.deepEqual(await cycleOf(ana, id), [a, b, a, c]);
    await reorder(ana, id, [c, b, a]);
    assert.deepEqual(await cycleOf(ana, id), [c, a, b, a]);
    await ana.call('PATCH /api/playlists/:id', { params: { id }, body: { isRandom: true } });
    const d = addContent(app, { userId: ana.user.id });
    await addItem(ana, d, id);
    const shown: number[] = [];
    const orders = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const cycle = await cycleOf(ana, id);
      assert.deepEqual(
        [...cycle].sort((x, y) => x - y),
        [a, a, b, c, d],
      );
      orders.add(cycle.join());
      shown.push(...cycle);
    }
    assert.ok(orders.size > 2, `${orders.size} orders`);
    assert.ok(
      shown.every((item, index) => item !== shown[index - 1]),
      'no item follows itself, not even between two cycles of one viewer',
    );
  });

  test('only screens that play the playlist get its cycle', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [1, 1], false);
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    await sendPlaylist(ana, screen.playerId, id);
    const params = { id };
    const query = { userId: '999' };
    assert.deepEqual(idsOf(await screen.call('GET /api/player/playlists/:id/randomized', { params, query })), items);
    assert.deepEqual(await cycleOf(screen, id), items);
    assert.deepEqual(idsOf((await screen.call('GET /api/playlists/:id', { params })).videos), items);
    assert.equal(await other.status('GET /api/player/playlists/:id/randomized', { params }), 404);
    for (const key of ['GET /api/playlists/:id/randomized', 'GET /api/playlists/:id'] as const)
      assert.equal(await other.status(key, { params }), 404);
  });
});

describe('the revision', () => {
  test('the revision changes with every change that a screen would show, and with no other change', async (t) => {
    const { app, clinic: ana } = await startClinic(t);
    const { id, items } = await playlistWith(app, ana, [1, 1], true);
    const [a, b] = items as [number, number];
    const { playlists, database } = app.parts;
    const params = { id };
    const revisions = [playlists.revision(id)];
    assert.equal(playlists.summary(id), playlists.summary(id), 'built once, not per poll');
    const changes = [
      () => ana.call('PATCH /api/playlists/:id', { params, body: { name: 'Outra' } }),
      () => ana.call('PATCH /api/playlists/:id', { params, body: { isRandom: false } }),
      () => reorder(ana, id, [b, a]),
      () => addItem(ana, a, id, 3),
      () => ana.call('PATCH /api/videos/:id', { params: { id: a }, body: { name: 'Novo nome' } }),
      () => ana.call('PATCH /api/videos/:id', { params: { id: a }, body: { fit: 'cover' } }),
      () => removeItem(ana, a, id),
    ];
    for (const change of changes) {
      await change();
      assert.equal(revisions.includes(playlists.revision(id)), false);
      revisions.push(playlists.revision(id));
    }
    const bea = await app.customer();
    await playlistWith(app, bea, [1], true);
    assert.equal(playlists.revision(id), revisions.at(-1));

    assert.throws(() =>
      database.tx(() => {
        playlists.update(id, ana.user.id, { name: 'Nunca' });
        playlists.invalidate([id]);
        assert.notEqual(playlists.revision(id), revisions.at(-1));
        throw new Error('rolled back');
      }),
    );
    assert.equal(playlists.revision(id), revisions.at(-1));
    assert.equal(playlists.summary(id)?.name, 'Outra');
    assert.equal(playlists.revision(999_999), '');
  });
});
