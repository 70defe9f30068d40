import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { type Client, type Customer, startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { refusal } from '../../testing/refusal.ts';

const create = (owner: Customer, name = 'Recepção', isRandom = true) =>
  owner.call('POST /api/playlists', { body: { name, isRandom } });
const assign = (owner: Customer, videoId: number, playlistId: number, frequency = 1) =>
  owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId, frequency } });
const cycleOf = async (viewer: Client, id: number) =>
  (await viewer.call('GET /api/playlists/:id/randomized', { params: { id } })).map((item) => item.id);
const itemsOf = async (owner: Client, id: number) =>
  (await owner.call('GET /api/playlists/:id/assignments', { params: { id } })).map((item) => item.videoId);
const reorder = (owner: Customer, id: number, videoIds: number[]) =>
  owner.call('PUT /api/playlists/:id/order', { params: { id }, body: { videoIds } });
const send = (owner: Customer, playerId: number, playlistId: number) =>
  owner.call('POST /api/my-players/:id/assign-playlist', { params: { id: playerId }, body: { playlistId } });

/** A playlist of the customer with new items of these frequencies, in order. */
async function playlistWith(
  app: TestApp,
  owner: Customer,
  frequencies: number[],
  isRandom: boolean,
): Promise<{ id: number; items: number[] }> {
  const { id } = await create(owner, 'Recepção', isRandom);
  const items: number[] = [];
  for (const frequency of frequencies) {
    const item = addContent(app, { userId: owner.user.id });
    await assign(owner, item, id, frequency);
    items.push(item);
  }
  return { id, items };
}

describe('playlists', () => {
  test('are created, listed, renamed, switched and deleted by their owner, and their studio is notified', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const socket = await ana.socket();
    const created = await create(ana, '  Recepção  ');
    assert.deepEqual(
      { ...created, createdAt: '' },
      { id: created.id, name: 'Recepção', isRandom: true, createdAt: '', itemCount: 0, durationS: 0 },
    );
    await socket.waitFor('contentChanged', ({ what }) => what === 'playlists');
    assert.deepEqual(await ana.call('GET /api/playlists'), [created]);
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

  test('do not exist for other users, role admin among them', async (t) => {
    const app = await startTestApp(t);
    const [ana, bea, gestor] = [await app.customer(), await app.customer(), await app.gestor()];
    const { id, items } = await playlistWith(app, ana, [1], true);
    const params = { id };
    const videoId = items[0] as number;
    const own = addContent(app, { userId: bea.user.id });
    for (const [reader, status] of [
      [app.guest(), 401],
      [bea, 404],
      [gestor, 404],
      [ana, 200],
    ] as const) {
      assert.equal(await reader.status('GET /api/playlists/:id', { params }), status);
      assert.equal(await reader.status('GET /api/playlists/:id/randomized', { params }), status);
      assert.equal(await reader.status('GET /api/playlists/:id/assignments', { params }), status);
    }
    for (const [outsider, status] of [
      [app.guest(), 401],
      [bea, 404],
      [gestor, 404],
    ] as const) {
      assert.equal(await outsider.status('PATCH /api/playlists/:id', { params, body: { name: 'Minha' } }), status);
      assert.equal(
        await outsider.status('PUT /api/playlists/:id/order', { params, body: { videoIds: items } }),
        status,
      );
      assert.equal(
        await outsider.status('POST /api/videos/:videoId/assignments', {
          params: { videoId: own },
          body: { playlistId: id },
        }),
        status,
      );
      assert.equal(
        await outsider.status('DELETE /api/videos/:videoId/assignments/:playlistId', {
          params: { videoId, playlistId: id },
        }),
        status,
      );
      assert.equal(await outsider.status('GET /api/videos/:videoId/assignments', { params: { videoId } }), status);
      assert.equal(await outsider.status('DELETE /api/playlists/:id', { params }), status);
    }
    const mine = await create(bea);
    assert.equal((await refusal(assign(bea, videoId, mine.id))).status, 404, "another user's content");
    assert.deepEqual(
      (await bea.call('GET /api/playlists')).map((playlist) => playlist.id),
      [mine.id],
    );
    assert.deepEqual(await itemsOf(ana, id), items);
  });

  test('may begin as a copy: items, frequencies, mode and messages, and nothing of the one copied changes', async (t) => {
    const app = await startTestApp(t);
    const [ana, bea] = [await app.customer(), await app.customer()];
    const model = await playlistWith(app, ana, [2, 1], false);
    const message = await ana.call('POST /api/breaking-news', { body: { message: 'Traga o cartão' } });
    const ofMessage = { params: { id: message.id } };
    await ana.call('POST /api/breaking-news/:id/playlists', { ...ofMessage, body: { playlistIds: [model.id] } });
    const socket = await ana.socket();
    const copy = await ana.call('POST /api/playlists', { body: { name: 'Sala 2', copyOf: model.id } });
    assert.deepEqual([copy.name, copy.isRandom, copy.itemCount], ['Sala 2', false, 2]);
    await socket.waitFor('contentChanged', ({ what }) => what === 'playlists');
    await socket.waitFor('contentChanged', ({ what }) => what === 'messages');
    const items = async (id: number) =>
      (await ana.call('GET /api/playlists/:id/assignments', { params: { id } })).map(
        ({ videoId, frequency }) => `${videoId} ${frequency}x`,
      );
    assert.deepEqual(await items(copy.id), await items(model.id));
    const running = await ana.call('GET /api/playlists/:id/breaking-news', { params: { id: copy.id } });
    assert.deepEqual(
      running.map(({ message: text }) => text),
      ['Traga o cartão'],
    );
    await ana.call('DELETE /api/videos/:videoId/assignments/:playlistId', {
      params: { videoId: model.items[0] as number, playlistId: copy.id },
    });
    assert.equal((await items(model.id)).length, 2);
    assert.equal(await bea.status('POST /api/playlists', { body: { name: 'Cópia', copyOf: model.id } }), 404);
    assert.deepEqual(await bea.call('GET /api/playlists'), []);
    assert.equal(await ana.status('POST /api/playlists', { body: { name: 'Cópia', copyOf: 0 } }), 400);
    const { body } = await refusal(ana.call('POST /api/playlists', { body: { name: 'Cópia', copyOf: model.id } }));
    assert.equal(body.code, 'quota_exceeded');
  });

  test('refuse bad input with a sentence', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id, items } = await playlistWith(app, ana, [1, 1], true);
    const error = await refusal(create(ana, '   '));
    assert.deepEqual([error.status, error.body.fields], [400, { name: 'Dê um nome à playlist.' }]);
    assert.equal((await refusal(create(ana, 'x'.repeat(101)))).status, 400);
    for (const frequency of [0, 4, 1.5]) {
      assert.equal(
        (await refusal(assign(ana, items[0] as number, id, frequency))).body.fields?.frequency,
        'A frequência deve ser 1, 2 ou 3.',
      );
    }
    assert.equal((await refusal(assign(ana, 999_999, id))).status, 404);
    assert.equal((await refusal(assign(ana, items[0] as number, 999_999))).status, 404);
    const [a, b] = items as [number, number];
    for (const order of [[a], [a, a], [a, b, b], [a, b, 999_999], []])
      assert.equal((await refusal(reorder(ana, id, order))).status, 409);
    assert.equal(await ana.status('GET /api/playlists/:id', { params: { id: 'x' as never } }), 404);
  });

  test('end at the quota, also when created at the same time', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer({ quotas: { maxPlaylists: 3 } });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ana.status('POST /api/playlists', { body: { name: `Lista ${index}` } })),
    );
    assert.deepEqual(statuses.filter((status) => status === 200).length, 3);
    const error = await refusal(create(ana));
    assert.deepEqual(
      [error.status, error.body.code, error.body.message],
      [403, 'quota_exceeded', 'Sua conta permite no máximo 3 playlists.'],
    );
    const [first] = await ana.call('GET /api/playlists');
    await ana.call('DELETE /api/playlists/:id', { params: { id: first?.id ?? 0 } });
    await create(ana);
    const bea = await app.customer();
    await create(bea, 'A');
    await create(bea, 'B');
    assert.equal((await refusal(create(bea, 'C'))).body.code, 'quota_exceeded', 'the default is 2');
  });

  test('cannot be changed without the management feature', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer({ quotas: { canAccessManagement: false } });
    assert.equal((await refusal(create(ana))).body.code, 'feature_disabled');
    assert.deepEqual(await ana.call('GET /api/playlists'), [], 'messages still need the list');
  });

  test('stop the screens that play them when deleted', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id } = await create(ana);
    const screen = await app.screen(ana);
    await send(ana, screen.playerId, id);
    const news = await ana.call('POST /api/breaking-news', { body: { message: 'Olá' } });
    await ana.call('POST /api/breaking-news/:id/playlists', { params: { id: news.id }, body: { playlistIds: [id] } });
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
});

describe('the items of a playlist', () => {
  test('are added at the end, change their frequency, take another order and go, and screens that show it are notified', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id, items } = await playlistWith(app, ana, [1, 2, 1], false);
    const [a, b, c] = items as [number, number, number];
    const socket = await ana.socket();
    socket.send({ type: 'subscribe_playlist', playlistId: id });
    await socket.waitFor('subscribed', ({ to }) => to === 'playlist');

    const again = await assign(ana, a, id, 3);
    assert.deepEqual(
      { ...again, id: 0 },
      {
        id: 0,
        videoId: a,
        playlistId: id,
        frequency: 3,
        position: 0,
        windows: [],
        playlist: { id, name: 'Recepção', isRandom: false },
      },
    );
    await socket.waitFor('playlist_update', ({ playlistId }) => playlistId === id);
    await socket.waitFor('contentChanged', ({ what }) => what === 'playlists');

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
    assert.deepEqual(
      (await ana.call('GET /api/playlists/:id', { params: { id } })).videos.map((video) => video.id),
      [c, a, b],
    );
    assert.deepEqual(
      (await ana.call('GET /api/videos/:videoId/assignments', { params: { videoId: a } })).map(
        ({ playlistId, frequency }) => [playlistId, frequency],
      ),
      [[id, 3]],
    );

    const params = { videoId: a, playlistId: id };
    await ana.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params });
    assert.equal(await ana.status('DELETE /api/videos/:videoId/assignments/:playlistId', { params }), 404);
    assert.deepEqual(await itemsOf(ana, id), [c, b]);
    await assign(ana, a, id);
    assert.deepEqual(await itemsOf(ana, id), [c, b, a]);
  });

  test('that are not finished stand in the studio with their state, and in no cycle', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id } = await create(ana);
    const image = addContent(app, { userId: ana.user.id, mediaType: 'image', displayDuration: 40 });
    const plain = addContent(app, { userId: ana.user.id, mediaType: 'image' });
    const video = addContent(app, { userId: ana.user.id, durationMs: 12_500 });
    const pending = addContent(app, { userId: ana.user.id, status: 'pending' });
    const failed = addContent(app, { userId: ana.user.id, status: 'failed' });
    for (const [item, frequency] of [
      [image, 2],
      [plain, 1],
      [video, 3],
      [pending, 1],
      [failed, 1],
    ] as const)
      await assign(ana, item, id, frequency);
    const assignments = await ana.call('GET /api/playlists/:id/assignments', { params: { id } });
    assert.deepEqual(
      assignments.map((assignment) => assignment.video.processingStatus),
      ['completed', 'completed', 'completed', 'pending', 'failed'],
    );
    const cycle = await ana.call('GET /api/playlists/:id/randomized', { params: { id } });
    assert.deepEqual(cycle.map((item) => item.id).sort(), [image, image, plain, video, video, video].sort());
    const shown = cycle.find((item) => item.id === video);
    assert.deepEqual(
      { ...shown, sha256: shown?.sha256.length },
      {
        id: video,
        name: 'Item',
        mediaType: 'video',
        displayDuration: null,
        durationS: 12.5,
        useAmbientBackground: false,
        sha256: 64,
        sizeBytes: 1000,
        width: 1920,
        height: 1080,
      },
    );
    const summary = (await ana.call('GET /api/playlists')).find((playlist) => playlist.id === id);
    assert.deepEqual([summary?.itemCount, summary?.durationS], [5, 2 * 40 + 20 + 3 * 12.5]);
  });

  test('of a category vanish when access is revoked, for the owner and on screens, and come back at their place', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const access = { userId: ana.user.id, categoryId: category.id };
    const platform = addContent(app, { userId: null, categoryId: category.id });
    const free = addContent(app, { userId: null });
    const { id, items } = await playlistWith(app, ana, [1, 1], false);
    const [own, last] = items as [number, number];
    assert.equal((await refusal(assign(ana, platform, id))).status, 404, 'not granted');
    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: access });
    await assign(ana, platform, id);
    await assign(ana, free, id);
    await reorder(ana, id, [own, platform, last, free]);
    const screen = await app.screen(ana);
    await send(ana, screen.playerId, id);
    const revision = async () => (await screen.call('GET /api/player/assigned-playlist')).playlist?.revision;
    const before = await revision();
    const socket = await screen.socket();
    socket.send({ type: 'subscribe_playlist', playlistId: id });
    await socket.waitFor('subscribed', ({ to }) => to === 'playlist');

    await app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', { params: access });
    await socket.waitFor('playlist_update', ({ playlistId }) => playlistId === id);
    assert.notEqual(await revision(), before);
    assert.deepEqual(await cycleOf(screen, id), [own, last, free]);
    assert.deepEqual(await itemsOf(ana, id), [own, last, free]);
    assert.equal((await ana.call('GET /api/playlists')).find((playlist) => playlist.id === id)?.itemCount, 3);
    await reorder(ana, id, [last, own, free]);

    await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: access });
    assert.deepEqual(
      await cycleOf(screen, id),
      [last, own, platform, free],
      'what was hidden stands behind the one that it followed',
    );
    await app.admin.call('DELETE /api/admin/categories/:id', { params: { id: category.id } });
    assert.deepEqual(await cycleOf(screen, id), [last, own, platform, free], 'without category it is for everybody');
  });

  test('of any category may be played by role admin', async (t) => {
    const app = await startTestApp(t);
    const category = await app.admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const platform = addContent(app, { userId: null, categoryId: category.id });
    const gestor = await app.gestor();
    const { id } = await create(gestor);
    await assign(gestor, platform, id);
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
  test('follows the order in sequential mode and is shuffled in random mode, each item as often as set', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id, items } = await playlistWith(app, ana, [2, 1, 1], false);
    const [a, b, c] = items as [number, number, number];
    assert.deepEqual(await cycleOf(ana, id), [a, b, a, c]);
    assert.deepEqual(await cycleOf(ana, id), [a, b, a, c]);
    await reorder(ana, id, [c, b, a]);
    assert.deepEqual(await cycleOf(ana, id), [c, a, b, a]);
    await ana.call('PATCH /api/playlists/:id', { params: { id }, body: { isRandom: true } });
    const d = addContent(app, { userId: ana.user.id });
    await assign(ana, d, id);
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
      shown.every((item, at) => item !== shown[at - 1]),
      'also where two cycles of one viewer meet',
    );
  });

  test('is for the screen that plays the playlist only', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id, items } = await playlistWith(app, ana, [1, 1], false);
    const [screen, other] = [await app.screen(ana), await app.screen(ana)];
    await send(ana, screen.playerId, id);
    const params = { id };
    const requested = await screen.call('GET /api/player/playlists/:id/randomized', {
      params,
      query: { userId: '999' },
    });
    assert.deepEqual(
      requested.map((item) => item.id),
      items,
    );
    assert.deepEqual(await cycleOf(screen, id), items);
    assert.deepEqual(
      (await screen.call('GET /api/playlists/:id', { params })).videos.map((video) => video.id),
      items,
    );
    for (const key of [
      'GET /api/player/playlists/:id/randomized',
      'GET /api/playlists/:id/randomized',
      'GET /api/playlists/:id',
    ] as const) {
      assert.equal(await other.status(key, { params }), 404);
      assert.equal(await app.guest().status(key, { params }), 401);
    }
  });
});

describe('the revision', () => {
  test('changes with everything a screen would show differently, and with nothing else', async (t) => {
    const app = await startTestApp(t);
    const ana = await app.customer();
    const { id, items } = await playlistWith(app, ana, [1, 1], true);
    const [a, b] = items as [number, number];
    const { playlists, database } = app.parts;
    const params = { id };
    const seen = [playlists.revision(id)];
    assert.equal(playlists.summary(id), playlists.summary(id), 'made once, not per poll');
    const changes = [
      () => ana.call('PATCH /api/playlists/:id', { params, body: { name: 'Outra' } }),
      () => ana.call('PATCH /api/playlists/:id', { params, body: { isRandom: false } }),
      () => reorder(ana, id, [b, a]),
      () => assign(ana, a, id, 3),
      () => ana.call('PATCH /api/videos/:id', { params: { id: a }, body: { name: 'Novo nome' } }),
      () => ana.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params: { videoId: a, playlistId: id } }),
    ];
    for (const change of changes) {
      await change();
      assert.equal(seen.includes(playlists.revision(id)), false);
      seen.push(playlists.revision(id));
    }
    const bea = await app.customer();
    await playlistWith(app, bea, [1], true);
    assert.equal(playlists.revision(id), seen.at(-1));

    assert.throws(() =>
      database.tx(() => {
        playlists.update(id, ana.user.id, { name: 'Nunca' });
        playlists.changed([id]);
        assert.notEqual(playlists.revision(id), seen.at(-1));
        throw new Error('rolled back');
      }),
    );
    assert.equal(playlists.revision(id), seen.at(-1));
    assert.equal(playlists.summary(id)?.name, 'Outra');
    assert.equal(playlists.revision(999_999), '');
  });

  test('the store itself changes nothing of a playlist of somebody else', async (t) => {
    const app = await startTestApp(t);
    const [ana, bea] = [await app.customer(), await app.customer()];
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
    assert.equal(playlists.remove(id, ana.user.id), false, 'only what was marked goes for good');
    assert.deepEqual(await ana.call('GET /api/playlists/:id/assignments', { params: { id } }), before);
  });
});
