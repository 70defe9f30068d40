/** Tests that every change is sent over /ws within a second to its receivers, and to no others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from './contract/events.ts';
import { limits } from './contract/limits.ts';
import { type Customer, type Screen, startTestApp } from './testing/app.ts';
import type { TestSocket } from './testing/client.ts';
import { addContent } from './testing/contents.ts';
import { bytesOf } from './testing/media.ts';

/**
 * - studio, screen  studio and first screen of a clinic; the screen plays `playlistId` and subscribes to it
 * - sibling         second screen of this clinic, which plays and subscribes to `siblingPlaylistId`
 * - managers        an administrator's studio
 * - otherStudio, otherScreen  studio and screen of another customer; the screen plays `otherPlaylistId`
 */
type Listener = 'studio' | 'screen' | 'sibling' | 'managers' | 'otherStudio' | 'otherScreen';
type ReceivedEvents = Partial<Record<Listener, string[]>>;

/** True for messages that only bring a changed row (features/live/row-messages.ts): changes.full.test.ts tests them. */
const isRowMessage = (message: ServerMessage) =>
  message.type === 'usageChanged' || (message.type === 'adminChanged' && 'patch' in message);
const label = (message: ServerMessage) => ('what' in message ? `${message.type} ${message.what}` : message.type);

test('every change is sent to its receivers and to nobody else', async (t) => {
  const app = await startTestApp(t);
  const { admin } = app;
  const quotas = { maxPlaylists: 9 };
  const [clinic, other] = [await app.customer({ quotas }), await app.customer({ quotas })];
  const [screen, sibling, otherScreen] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const newPlaylist = (owner: Customer, name: string) =>
    owner.call('POST /api/playlists', { body: { name, isRandom: false } });
  const sendPlaylist = (owner: Customer, { playerId: id }: Screen, playlistId: number) =>
    owner.call('POST /api/my-players/:id/assign-playlist', { params: { id }, body: { playlistId } });
  const addItem = (owner: Customer, videoId: number, playlistId: number, frequency = 1) =>
    owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId, frequency } });
  const rename = (owner: Customer, id: number, name: string) => () =>
    owner.call('PATCH /api/playlists/:id', { params: { id }, body: { name } });
  const cycleOf = async (device: Screen, id: number) =>
    (await device.call('GET /api/player/playlists/:id/randomized', { params: { id } })).map((item) => item.id);
  const itemsOf = async (owner: Customer, id: number) =>
    (await owner.call('GET /api/playlists/:id/assignments', { params: { id } })).map((item) => item.videoId);

  const { id: playlistId } = await newPlaylist(clinic, 'Recepção');
  const { id: siblingPlaylistId } = await newPlaylist(clinic, 'Corredor');
  const { id: otherPlaylistId } = await newPlaylist(other, 'Sala');
  await sendPlaylist(clinic, screen, playlistId);
  await sendPlaylist(clinic, sibling, siblingPlaylistId);
  await sendPlaylist(other, otherScreen, otherPlaylistId);
  const [first, second, third] = [1, 2, 3].map(() => addContent(app, { userId: clinic.user.id })) as [
    number,
    number,
    number,
  ];
  for (const videoId of [first, second]) await addItem(clinic, videoId, playlistId);
  await addItem(clinic, third, siblingPlaylistId);

  async function listenOn(device: Screen, id: number): Promise<TestSocket> {
    const socket = await device.socket();
    socket.send({ type: 'subscribe_playlist', playlistId: id });
    await socket.waitFor('subscribed', ({ to }) => to === 'playlist');
    return socket;
  }
  const connect = async (): Promise<Record<Listener, TestSocket>> => ({
    studio: await clinic.socket(),
    screen: await listenOn(screen, playlistId),
    sibling: await listenOn(sibling, siblingPlaylistId),
    managers: await admin.socket(),
    otherStudio: await other.socket(),
    otherScreen: await listenOn(otherScreen, otherPlaylistId),
  });
  let sockets = await connect();
  /** Number of pings sent on each of these connections. The server closes a connection that sends 60 messages within 10 s. */
  let pings = 0;

  /**
   * Returns the labels of the messages that each listener receives after a change, sorted and each once. Messages arrive in the
   * order in which they were sent, so all of them have arrived before the pong.
   */
  async function eventsOf(
    change: () => Promise<unknown>,
    listeners = Object.keys(sockets) as Listener[],
  ): Promise<ReceivedEvents> {
    pings += 1;
    if (pings > 40) {
      for (const socket of Object.values(sockets)) socket.close();
      sockets = await connect();
      pings = 1;
    }
    for (const { messages } of Object.values(sockets)) messages.length = 0;
    await change();
    const received: ReceivedEvents = {};
    for (const listener of listeners) {
      const socket = sockets[listener];
      socket.send({ type: 'ping' });
      await socket.waitFor('pong');
      const labels = [...new Set(socket.messages.filter((message) => !isRowMessage(message)).map(label))]
        .filter((type) => type !== 'pong')
        .sort();
      if (labels.length > 0) received[listener] = labels;
    }
    return received;
  }
  /** Makes the deletion and lets the time for undoing it pass: only then the screens are told. */
  const withoutUndo = (deletion: () => Promise<unknown>) => async () => {
    await deletion();
    app.clock.advance(limits.undoMs);
  };
  const removalFromPlatform = (id: number) =>
    withoutUndo(() => admin.call('DELETE /api/admin/platform-videos/:id', { params: { id } }));
  const expectEvents = async (what: string, change: () => Promise<unknown>, expected: ReceivedEvents) =>
    assert.deepEqual(await eventsOf(change), expected, what);

  await t.test('edits of a playlist reach the screen that plays it and the studio of its owner', async () => {
    const params = { id: playlistId };
    const videoIds = [third, second, first];
    const ofThird = { videoId: third, playlistId };
    const edits: [string, () => Promise<unknown>][] = [
      ['name', rename(clinic, playlistId, 'Entrada')],
      ['mode', () => clinic.call('PATCH /api/playlists/:id', { params, body: { isRandom: true } })],
      ['new item', () => addItem(clinic, third, playlistId)],
      ['frequency', () => addItem(clinic, third, playlistId, 3)],
      ['order', () => clinic.call('PUT /api/playlists/:id/order', { params, body: { videoIds } })],
      ['item removed', () => clinic.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params: ofThird })],
    ];
    for (const [what, edit] of edits)
      await expectEvents(what, edit, { studio: ['contentChanged playlists'], screen: ['playlist_update'] });
    await expectEvents('a playlist that nobody plays', () => newPlaylist(clinic, 'Nova'), {
      studio: ['contentChanged playlists'],
    });
    await expectEvents("another customer's playlist", rename(other, otherPlaylistId, 'Deles'), {
      otherStudio: ['contentChanged playlists'],
      otherScreen: ['playlist_update'],
    });
  });

  await t.test('changes of a content reach the screens that show it', async () => {
    const expected = { studio: ['contentChanged playlists', 'contentChanged videos'], screen: ['playlist_update'] };
    const params = { id: second };
    const renamed = () => clinic.call('PATCH /api/videos/:id', { params, body: { name: 'Novo' } });
    const removal = (id: number) => withoutUndo(() => clinic.call('DELETE /api/videos/:id', { params: { id } }));
    await expectEvents('renamed', renamed, expected);
    await expectEvents('deleted', removal(second), expected);
    assert.deepEqual(await cycleOf(screen, playlistId), [first]);
    const unused = addContent(app, { userId: clinic.user.id });
    await expectEvents('shown nowhere', removal(unused), { studio: ['contentChanged videos'] });
  });

  await t.test("a screen's playlist and state reach that screen, its owner and the administrators", async () => {
    const { playerId: id } = screen;
    const params = { id };
    const change = ['playerStatusChanged'];
    const status = { studio: change, screen: change, managers: change };
    const removed = { studio: ['playlistRemoved'], screen: ['playlistRemoved'] };
    const assigned = { studio: ['playlistAssigned'], screen: ['playlistAssigned'] };
    const remove = () => clinic.call('POST /api/my-players/:id/remove-playlist', { params });
    const adminRemove = () => admin.call('DELETE /api/admin/players/:id/assign-playlist', { params });
    const adminSend = () => admin.call('POST /api/admin/players/:id/assign-playlist', { params, body: { playlistId } });
    await expectEvents('playlist removed', remove, removed);
    await expectEvents('playlist sent', () => sendPlaylist(clinic, screen, playlistId), assigned);
    await expectEvents('playlist removed by an administrator', adminRemove, removed);
    await expectEvents('playlist sent by an administrator', adminSend, assigned);
    await expectEvents('another playlist sent', () => sendPlaylist(clinic, screen, siblingPlaylistId), assigned);
    await expectEvents('a playlist it no longer plays', rename(clinic, playlistId, 'Entrada'), {
      studio: ['contentChanged playlists'],
    });
    await expectEvents('the playlist it plays now', rename(clinic, siblingPlaylistId, 'Corredor 1'), {
      studio: ['contentChanged playlists'],
      screen: ['playlist_update'],
      sibling: ['playlist_update'],
    });
    await expectEvents('the first playlist sent again', () => sendPlaylist(clinic, screen, playlistId), assigned);
    const renamed = () => clinic.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Sala 1' } });
    await expectEvents('renamed', renamed, status);
    const body = { callLayout: 'panel' as const };
    const choose = () => clinic.call('PUT /api/my-players/:id/call-layout', { params, body });
    await expectEvents('another layout of calls', choose, status);
    await expectEvents('the same layout of calls', choose, {});
    const rotate = () => clinic.call('PATCH /api/my-players/:id/settings', { params, body: { rotation: 90 } });
    await expectEvents('rotated', rotate, status);
    await expectEvents('the same rotation again', rotate, {});
    for (const value of ['paused', 'active'] as const)
      await expectEvents(
        value,
        () => admin.call('PATCH /api/admin/players/:id', { params, body: { status: value } }),
        status,
      );
    const heartbeat = () => screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: id } });
    const presence = { studio: change, managers: change };
    await expectEvents('online', heartbeat, presence);
    await expectEvents('still online', heartbeat, {});
    const silence = async () => app.clock.advance(limits.onlineWithinMs + limits.heartbeatFlushMs);
    await expectEvents('offline', silence, presence);
    const ofClinic = { params: { userId: clinic.user.id } };
    await expectEvents(
      'a new screen',
      () => admin.call('POST /api/admin/users/:userId/players/batch', { ...ofClinic, body: { quantity: 1 } }),
      { studio: change, managers: ['adminChanged players'] },
    );
  });

  await t.test('changes of messages reach the screens that showed them before or show them after', async () => {
    const { id } = await clinic.call('POST /api/breaking-news', { body: { message: 'Um' } });
    const params = { id };
    const assignTo = (playlistIds: number[]) =>
      clinic.call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds } });
    const studio = ['contentChanged messages'];
    const update = ['BREAKING_NEWS_UPDATE'];
    const change = (message: string) => () =>
      clinic.call('PATCH /api/breaking-news/:id', { params, body: { message } });
    await expectEvents('written', () => clinic.call('POST /api/breaking-news', { body: { message: 'Dois' } }), {
      studio,
    });
    await expectEvents('assigned to a playlist', () => assignTo([playlistId]), { studio, screen: update });
    await expectEvents('changed', change('Outro'), { studio, screen: update });
    const shown = await screen.call('GET /api/playlists/:id/breaking-news', { params: { id: playlistId } });
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Outro'],
    );
    const moved = { studio, screen: update, sibling: update };
    await expectEvents('moved to another playlist', () => assignTo([siblingPlaylistId]), moved);
    const remove = () => clinic.call('DELETE /api/breaking-news/:id', { params });
    await expectEvents('deleted', remove, { studio, sibling: update });
  });

  await t.test('radio settings reach all screens of their owner; stations reach everybody', async () => {
    const update = ['radioSettingsUpdated'];
    const own = { studio: update, screen: update, sibling: update };
    const body = { volume: 55, isEnabled: true };
    await expectEvents('settings', () => clinic.call('PUT /api/radio-settings', { body }), own);
    assert.equal((await screen.call('GET /api/player/radio-settings')).volume, 55);
    const station = { name: 'Rádio Teste', genre: 'MPB', upstreamUrl: 'https://radio.test/', unheard: true };
    await expectEvents('a station', () => admin.call('POST /api/admin/radio-stations', { body: station }), {
      ...own,
      managers: ['adminChanged settings', 'radioSettingsUpdated'],
      otherStudio: update,
      otherScreen: update,
    });
  });

  await t.test('notices reach their current and previous target screens', async () => {
    const body = { title: 'Aviso', message: 'Hoje', noticeType: 'global' as const };
    const managers = ['adminChanged notices'];
    const update = ['noticesUpdated'];
    const shown = () =>
      Promise.all(
        [screen, sibling, otherScreen].map(
          async (device) => (await device.call('GET /api/player/admin-notices')).length,
        ),
      );
    const { id } = await admin.call('POST /api/admin/notices', { body: { ...body, isActive: false } });
    const params = { id };
    const retarget = (changes: object) => () =>
      admin.call('PUT /api/admin/notices/:id', { params, body: { ...body, ...changes } });
    const toggle = () => admin.call('PATCH /api/admin/notices/:id/toggle', { params, body: { isActive: true } });
    const everywhere = { managers, screen: update, sibling: update, otherScreen: update };
    await expectEvents('for all', toggle, everywhere);
    assert.deepEqual(await shown(), [1, 1, 1]);
    const forPlayer = { noticeType: 'player', targetPlayerId: screen.playerId };
    await expectEvents('from all to one', retarget(forPlayer), everywhere);
    assert.deepEqual(await shown(), [1, 0, 0]);
    await expectEvents('for one', retarget({ ...forPlayer, message: 'Amanhã' }), { managers, screen: update });
    const forUser = { noticeType: 'user', targetUserId: other.user.id };
    const both = { managers, screen: update, otherScreen: update };
    await expectEvents('from one to a customer', retarget(forUser), both);
    assert.deepEqual(await shown(), [0, 0, 1]);
    await expectEvents('from a customer to one', retarget(forPlayer), both);
    assert.deepEqual(await shown(), [1, 0, 0]);
    await expectEvents('to the customer again', retarget(forUser), both);
    const remove = () => admin.call('DELETE /api/admin/notices/:id', { params });
    await expectEvents('deleted', remove, { managers, otherScreen: update });
  });

  await t.test('a revoked category removes its items from lists, playlists and screens', async () => {
    const category = await admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
    const categoryId = category.id;
    const item = addContent(app, { userId: null, categoryId });
    const access = (user: Customer) => ({ params: { userId: user.user.id, categoryId } });
    const grant = (user: Customer) => admin.call('POST /api/admin/users/:userId/categories/:categoryId', access(user));
    const managers = ['adminChanged categories'];
    await expectEvents('granted', () => grant(clinic), { studio: ['categoryAccessChanged'], managers });
    await grant(other);
    await addItem(clinic, item, playlistId);
    await addItem(other, item, otherPlaylistId);
    const url = { params: { id: item } };
    assert.equal(await screen.status('GET /api/player/videos/:id/url', url), 200);

    const revoke = () => admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', access(clinic));
    await expectEvents('revoked', revoke, {
      studio: ['categoryAccessChanged', 'contentChanged playlists'],
      screen: ['playlist_update'],
      managers,
    });
    assert.deepEqual(await clinic.call('GET /api/user/category-access'), []);
    assert.deepEqual(await clinic.call('GET /api/platform-videos'), []);
    assert.deepEqual(await itemsOf(clinic, playlistId), [first]);
    assert.deepEqual(await cycleOf(screen, playlistId), [first]);
    for (const caller of [clinic, screen]) {
      const { videos } = await caller.call('GET /api/playlists/:id', { params: { id: playlistId } });
      assert.deepEqual(
        videos.map(({ id }) => id),
        [first],
      );
    }
    assert.equal(await screen.status('GET /api/player/videos/:id/url', url), 404);
    assert.equal(await clinic.status('GET /api/videos/:videoId/assignments', { params: { videoId: item } }), 404);
    assert.deepEqual(await cycleOf(otherScreen, otherPlaylistId), [item], 'the item remains for the other customer');

    const params = { id: categoryId };
    const renamed = () => admin.call('PATCH /api/admin/categories/:id', { params, body: { name: 'Bem-estar' } });
    await expectEvents('renamed', renamed, { managers, otherStudio: ['categoryAccessChanged'] });
    const remove = () => admin.call('DELETE /api/admin/categories/:id', { params });
    await expectEvents('deleted: everybody may play its items', remove, {
      studio: ['categoryAccessChanged', 'contentChanged playlists'],
      screen: ['playlist_update'],
      managers: ['adminChanged categories', 'categoryAccessChanged'],
      otherStudio: ['categoryAccessChanged', 'contentChanged playlists'],
      otherScreen: ['playlist_update'],
    });
    assert.deepEqual(
      (await cycleOf(screen, playlistId)).sort((a, b) => a - b),
      [first, item],
    );

    await expectEvents('a platform item deleted', removalFromPlatform(item), {
      studio: ['contentChanged playlists', 'contentChanged videos'],
      screen: ['playlist_update'],
      managers: ['adminChanged videos', 'contentChanged videos'],
      otherStudio: ['contentChanged playlists', 'contentChanged videos'],
      otherScreen: ['playlist_update'],
    });
    assert.deepEqual([await itemsOf(clinic, playlistId), await itemsOf(other, otherPlaylistId)], [[first], []]);
    assert.deepEqual([await cycleOf(screen, playlistId), await cycleOf(otherScreen, otherPlaylistId)], [[first], []]);
    assert.equal(await otherScreen.status('GET /api/player/videos/:id/url', url), 404);
  });

  await t.test('a changed feature flag reaches the studio; a flag for radio or messages also the screens', async () => {
    const params = { id: clinic.user.id };
    const quotas = await admin.call('GET /api/admin/users/:id/quotas', { params });
    const change = (flags: Partial<typeof quotas>) => () =>
      admin.call('PUT /api/admin/users/:id/quotas', { params, body: { ...quotas, ...flags } });
    const managers = ['adminChanged users'];
    const studio = ['contentChanged user'];
    const radio = ['radioSettingsUpdated'];
    const ofRadio = { studio, managers, screen: radio, sibling: radio };
    await expectEvents('radio', change({ canAccessRadio: false }), ofRadio);
    assert.equal((await screen.call('GET /api/player/radio-settings')).isEnabled, false);
    await expectEvents('radio again', change({}), ofRadio);
    const messages = ['BREAKING_NEWS_UPDATE'];
    const ofMessages = { studio, managers, screen: messages, sibling: messages };
    await expectEvents('messages', change({ canAccessBreakingNews: false }), ofMessages);
    await expectEvents('messages again', change({}), ofMessages);
    await expectEvents('management', change({ canAccessManagement: false }), { studio, managers });
    await expectEvents('management again', change({}), { studio, managers });
  });

  await t.test('a processed content reaches the screens that wait for it', async () => {
    const { processing } = app.parts;
    await processing.stop();
    const { id } = await clinic.upload(await bytesOf('logo.png'), { name: 'Logotipo' });
    await addItem(clinic, id, playlistId);
    assert.deepEqual(await cycleOf(screen, playlistId), [first]);
    const ready = async () => {
      await processing.start();
      await sockets.studio.waitFor('mediaProgress', ({ videoId, status }) => videoId === id && status === 'completed');
    };
    await expectEvents('ready', ready, {
      studio: ['contentChanged playlists', 'contentChanged videos', 'mediaProgress'],
      screen: ['playlist_update'],
    });
    assert.deepEqual(
      (await cycleOf(screen, playlistId)).sort((a, b) => a - b),
      [first, id],
    );
    assert.equal(await screen.status('GET /api/player/videos/:id/url', { params: { id } }), 200);
  });

  await t.test('the deletion of a platform content reaches the studios that list it', async () => {
    const category = await admin.call('POST /api/admin/categories', { body: { name: 'Dicas' } });
    await eventsOf(() =>
      admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
        params: { userId: clinic.user.id, categoryId: category.id },
      }),
    );
    const ofCategory = addContent(app, { userId: null, categoryId: category.id });
    const ofAll = addContent(app, { userId: null });
    const managers = ['adminChanged videos', 'contentChanged videos'];
    const studio = ['contentChanged videos'];
    await expectEvents('of the category', removalFromPlatform(ofCategory), { studio, managers });
    await expectEvents('of no category', removalFromPlatform(ofAll), { studio, otherStudio: studio, managers });
  });

  await t.test('the connection of a blocked screen is closed', async () => {
    const params = { id: sibling.playerId };
    const closeCode = sockets.sibling.closed;
    await admin.call('PATCH /api/admin/players/:id', { params, body: { status: 'blocked' } });
    assert.equal(await closeCode, 4001);
    await admin.call('PATCH /api/admin/players/:id', { params, body: { status: 'active' } });
    sockets.sibling = await listenOn(sibling, siblingPlaylistId);
  });

  await t.test("nobody can subscribe to another customer's playlist", async () => {
    for (const socket of [sockets.otherStudio, sockets.otherScreen]) {
      socket.messages.length = 0;
      socket.send({ type: 'subscribe_playlist', playlistId });
      await socket.waitFor('subscriptionRefused', ({ to }) => to === 'playlist');
    }
    await expectEvents('after the refusal', rename(clinic, playlistId, 'Segredo'), {
      studio: ['contentChanged playlists'],
      screen: ['playlist_update'],
    });
    const outsider = await app
      .guest()
      .socket({ type: 'subscribe_playlist', playlistId }, `/ws?playlistId=${playlistId}`);
    assert.deepEqual(new Set(outsider.messages.map(label)), new Set(['subscriptionRefused']));
    const copied = await otherScreen.socket({ type: 'subscribe_player', token: `${screen.token.slice(0, -1)}_` });
    assert.equal(copied.messages.map(label).join(), 'subscriptionRefused');
  });

  await t.test(
    'blocking an account ends its sessions and refuses its screens at once; after an approval the screens continue with the same token',
    async () => {
      const params = { id: clinic.user.id };
      const received = await eventsOf(
        () => admin.call('POST /api/admin/users/:id/block', { params }),
        ['managers', 'otherStudio', 'otherScreen'],
      );
      assert.deepEqual(received, { managers: ['adminChanged users'] });
      for (const listener of ['studio', 'screen', 'sibling'] as const) {
        await sockets[listener].waitFor('sessionEnded');
        assert.equal(await sockets[listener].closed, 4001, listener);
      }
      assert.equal(await clinic.status('GET /api/user'), 401);
      const calls = [
        () => screen.status('POST /api/player/validate-token', { body: { token: screen.token } }),
        () => screen.status('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } }),
        () => screen.status('POST /api/player/renew-token', { body: { playerId: screen.playerId } }),
        () => screen.status('GET /api/player/assigned-playlist'),
        () => screen.status('GET /api/player/playlists/:id/randomized', { params: { id: playlistId } }),
        () => screen.status('GET /api/player/videos/:id/url', { params: { id: first } }),
        () => screen.status('GET /api/playlists/:id', { params: { id: playlistId } }),
      ];
      for (const call of calls) assert.equal(await call(), 403);
      assert.equal((await screen.socket()).messages.map(label).join(), 'subscriptionRefused');
      assert.equal(await otherScreen.status('GET /api/player/assigned-playlist'), 200);

      await admin.call('POST /api/admin/users/:id/approve', { params });
      for (const call of calls) assert.equal(await call(), 200);
      const newSocket = await screen.socket();
      assert.equal(newSocket.messages.map(label).join(), 'subscribed');
      assert.equal(await clinic.status('GET /api/user'), 401);
      await app.login(clinic.user.email, clinic.password);
      assert.deepEqual(
        await eventsOf(() => admin.call('DELETE /api/admin/users/:id', { params }), ['otherStudio', 'otherScreen']),
        {},
      );
      await newSocket.waitFor('sessionEnded');
      assert.equal(await screen.status('GET /api/player/assigned-playlist'), 401);
    },
  );
});
