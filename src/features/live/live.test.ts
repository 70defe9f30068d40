import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAndCollect, settle, startSockets, messageTypes } from '../../testing/sockets.ts';

test('a studio is subscribed to the topics of its user and of all studios, and if a manager uses it, to that of managers', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const user = await connect('user');
  const admin = await connect('gestor');
  const other = await connect('other');
  for (const [socket, name] of [
    [user, 'Pessoa 7'],
    [admin, undefined],
    [other, undefined],
  ] as const) {
    const [response, ...more] = (await sendAndCollect(socket, { type: 'subscribe_user' })) as {
      type: string;
      to: string;
      user: { username: string };
    }[];
    assert.deepEqual([response?.type, response?.to, more], ['subscribed', 'user', []]);
    if (name) assert.equal(response?.user.username, name, 'the response contains the user');
  }
  sockets.publish('user:7', { type: 'contentChanged', what: 'videos' });
  sockets.publish('managers', { type: 'adminChanged', what: 'users' });
  sockets.publish('studios', { type: 'radioSettingsUpdated' });
  sockets.publish('screens', { type: 'noticesUpdated' });
  await settle();
  assert.deepEqual(messageTypes(user).slice(2), ['contentChanged', 'radioSettingsUpdated']);
  assert.deepEqual(messageTypes(admin).slice(2), ['adminChanged', 'radioSettingsUpdated']);
  assert.deepEqual(messageTypes(other).slice(2), ['radioSettingsUpdated']);
  assert.deepEqual(JSON.parse(user.messages[2] ?? ''), { type: 'contentChanged', what: 'videos', n: 1 });
  assert.deepEqual(sockets.counts(), { total: 3, users: 3, players: 0 });
});

test("a screen with a valid token is subscribed to its own topic, that of its owner's screens, and that of all screens", async (t) => {
  const { connect, sockets } = await startSockets(t);
  const tv = await connect();
  assert.deepEqual(await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' }), [
    { type: 'subscribed', to: 'player' },
  ]);
  sockets.publish('player:1', { type: 'playlistRemoved', playerId: 1 });
  sockets.publish('player:2', { type: 'playlistRemoved', playerId: 2 });
  sockets.publish('screens:7', { type: 'radioSettingsUpdated' });
  sockets.publish('screens:8', { type: 'radioSettingsUpdated' });
  sockets.publish('screens', { type: 'noticesUpdated' });
  sockets.publish('studios', { type: 'noticesUpdated' });
  await settle();
  assert.deepEqual(messageTypes(tv).slice(2), ['playlistRemoved', 'radioSettingsUpdated', 'noticesUpdated']);
  assert.deepEqual(sockets.counts(), { total: 1, users: 0, players: 1 });
  // With another screen's token the connection is subscribed as that screen.
  await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-2' });
  const before = tv.messages.length;
  sockets.publish('player:1', { type: 'playlistRemoved', playerId: 1 });
  sockets.publish('screens:7', { type: 'radioSettingsUpdated' });
  sockets.publish('player:2', { type: 'playlistRemoved', playerId: 2 });
  await settle();
  assert.deepEqual(messageTypes(tv).slice(before), ['playlistRemoved']);
});

test('subscriptions without valid credentials or access are refused', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const guest = await connect();
  assert.deepEqual(
    await sendAndCollect(
      guest,
      { type: 'subscribe_user' },
      { type: 'subscribe_playlist', playlistId: 3 },
      { type: 'subscribe_player', token: 'wrong' },
      { type: 'subscribe_player', token: 'tv-old' },
      { type: 'subscribe_player', token: 'tv-blocked' },
    ),
    [
      { type: 'subscriptionRefused', to: 'user', message: 'Sessão expirada. Entre novamente.' },
      { type: 'subscriptionRefused', to: 'playlist', message: 'Sessão expirada. Entre novamente.' },
      { type: 'subscriptionRefused', to: 'player', message: 'Esta tela não está conectada.' },
      { type: 'subscriptionRefused', to: 'player', message: 'A conexão desta tela expirou.' },
      { type: 'subscriptionRefused', to: 'player', message: 'Tela bloqueada pelo administrador' },
    ],
  );
  for (const session of ['blocked', 'pending', 'gone'])
    assert.deepEqual(
      (await sendAndCollect(await connect(session), { type: 'subscribe_user' })).map(
        (message) => (message as { type: string }).type,
      ),
      ['subscriptionRefused'],
    );
  const other = await connect('other');
  assert.deepEqual(await sendAndCollect(other, { type: 'subscribe_playlist', playlistId: 3 }), [
    { type: 'subscriptionRefused', to: 'playlist', message: 'Playlist não encontrada.' },
  ]);
  sockets.publish('playlist:3', { type: 'playlist_update', playlistId: 3 });
  sockets.publish('studios', { type: 'noticesUpdated' });
  await settle();
  assert.equal(
    messageTypes(guest).includes('playlist_update') ||
      messageTypes(other).includes('playlist_update') ||
      messageTypes(guest).includes('noticesUpdated'),
    false,
  );
});

test('/ws?playlistId=N subscribes a studio at once, and a screen after its token was accepted', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const studio = await connect('user', '/ws?playlistId=3');
  const tv = await connect(undefined, '/ws?playlistId=3');
  assert.deepEqual(await sendAndCollect(studio), []);
  assert.deepEqual(messageTypes(studio), ['subscribed', 'pong']);
  assert.deepEqual(await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' }), [
    { type: 'subscribed', to: 'player' },
    { type: 'subscribed', to: 'playlist' },
  ]);
  assert.equal(messageTypes(tv)[0], 'subscriptionRefused');
  sockets.publish('playlist:3', { type: 'BREAKING_NEWS_UPDATE', playlistId: 3 });
  await settle();
  assert.equal(messageTypes(studio).at(-1), 'BREAKING_NEWS_UPDATE');
  assert.equal(messageTypes(tv).at(-1), 'BREAKING_NEWS_UPDATE');
  for (const path of ['/ws?playlistId=abc', '/ws?playlistId=-1', '/ws?playlistId=', '/ws?playlistId=%', '/ws?x'])
    assert.deepEqual(await sendAndCollect(await connect('user', path)), [], path);
});

test('a connection may subscribe to a limited number of playlists, and again to one of these', async (t) => {
  const { connect } = await startSockets(t, { rules: { maxPlaylists: 3 } });
  const socket = await connect('user');
  const responses = await sendAndCollect(
    socket,
    ...[1, 2, 3, 4, 2].map((playlistId) => ({ type: 'subscribe_playlist', playlistId })),
  );
  assert.deepEqual(
    responses.map((message) => (message as { type: string }).type),
    ['subscribed', 'subscribed', 'subscribed', 'subscriptionRefused', 'subscribed'],
  );
});

test('an exception while subscribing closes only that connection', async (t) => {
  const { connect, logged } = await startSockets(t, {
    rules: {
      canView() {
        throw new Error('database closed');
      },
    },
  });
  const socket = await connect('user');
  socket.send('{"type":"subscribe_playlist","playlistId":1}');
  assert.equal(await socket.closed, 1011);
  const subscribedByUrl = await connect('user', '/ws?playlistId=1');
  assert.equal(await subscribedByUrl.closed, 1011);
  assert.match(logged[0] ?? '', /database closed/);
  assert.deepEqual(await sendAndCollect(await connect('user')), []);
});

test('a screen is subscribed to a newly assigned playlist, and unsubscribed from playlists that it may no longer see', async (t) => {
  let visible = [3];
  const { connect, sockets } = await startSockets(t, {
    rules: { canView: (actor, playlistId) => actor.kind === 'player' && visible.includes(playlistId) },
  });
  const tv = await connect();
  await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' }, { type: 'subscribe_playlist', playlistId: 3 });
  const isReceived = async (playlistId: number) => {
    await settle();
    const before = tv.messages.length;
    sockets.publish(`playlist:${playlistId}`, { type: 'playlist_update', playlistId });
    await settle();
    return tv.messages.length > before;
  };
  assert.deepEqual([await isReceived(3), await isReceived(4)], [true, false]);
  visible = [4];
  // A playlist for another screen, or a message on another topic, has no effect.
  sockets.publish('player:1', { type: 'playlistAssigned', playerId: 2, playlist: { id: 4, name: 'Outra' } });
  sockets.publish('user:7', { type: 'playlistAssigned', playerId: 1, playlist: { id: 4, name: 'Outra' } });
  assert.deepEqual([await isReceived(3), await isReceived(4)], [true, false]);
  sockets.publish('player:1', { type: 'playlistAssigned', playerId: 1, playlist: { id: 4, name: 'Outra' } });
  assert.deepEqual([await isReceived(3), await isReceived(4)], [false, true]);
  visible = [];
  sockets.publish('player:1', { type: 'playlistRemoved', playerId: 1 });
  assert.deepEqual([await isReceived(3), await isReceived(4)], [false, false]);
});
