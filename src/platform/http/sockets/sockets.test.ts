import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testIdentify } from '../../../testing/http.ts';
import { sendAndCollect, settle, startSockets, messageTypes } from '../../../testing/sockets.ts';
import { until } from '../../../testing/until.ts';
import { connectWebSocket, type UpgradeError } from '../../../testing/ws.ts';
import { ManualClock } from '../../clock.ts';

test('messages outside the contract are ignored, and too many or too large ones close the connection', async (t) => {
  const { connect, sockets } = await startSockets(t, { limits: { messages: 20 } });
  const socket = await connect('user');
  const incomplete = ['{"type":"subscribe_playlist"}', '{"type":"subscribe_playlist","playlistId":"3"}'];
  for (const text of ['', 'x', '{', '[]', 'null', '{"type":"nothing"}', '{"__proto__":1}', ...incomplete])
    socket.send(text);
  socket.sendFrame(2, Buffer.from('{"type":"ping"}'));
  assert.deepEqual(await sendAndCollect(socket), []);
  assert.equal(messageTypes(socket).length, 1);

  const fast = await connect('user');
  for (let i = 0; i < 30; i += 1) fast.send('{"type":"ping"}');
  assert.equal(await fast.closed, 1008);
  assert.equal(fast.messages.length, 20);

  const large = await connect('user');
  large.sendFrame(1, Buffer.alloc(20_000, 0x20));
  assert.notEqual(await large.closed, 1000);
  await settle();
  assert.equal(sockets.counts().total, 1);
});

test('broken frames and lost connections do no harm', async (t) => {
  const { connect, sockets, logged } = await startSockets(t);
  for (const bytes of [
    [0x81, 0x05],
    [0xff, 0xff, 0xff, 0xff],
    [0x81, 0x01, 0x41],
    [0x88, 0x81, 0, 0, 0, 0, 0x41],
    [0x80, 0x80, 0, 0, 0, 0],
  ]) {
    const socket = await connect('user');
    socket.socket.write(Buffer.from(bytes));
    socket.send('{"type":"ping"}');
    await settle();
    socket.socket.resetAndDestroy();
  }
  await settle();
  assert.deepEqual(sockets.counts(), { total: 0, users: 0, players: 0 });
  sockets.publish('studios', { type: 'noticesUpdated' });
  assert.deepEqual(logged, []);
});

test('a connection that does not authenticate is closed after ten seconds', async (t) => {
  const wireClock = new ManualClock();
  const { connect, sockets } = await startSockets(t, { wireClock });
  const [outsider, refused, user, tv] = [await connect(), await connect(), await connect('user'), await connect()];
  await sendAndCollect(refused, { type: 'subscribe_player', token: 'wrong' });
  await sendAndCollect(user, { type: 'subscribe_user' });
  await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' });
  wireClock.advance(7_000);
  await settle();
  assert.equal(sockets.counts().total, 4);
  wireClock.advance(4_000);
  for (const socket of [outsider, refused]) assert.equal(await socket.closed, 1008);
  wireClock.advance(600_000);
  await settle();
  assert.deepEqual(sockets.counts(), { total: 2, users: 1, players: 1 });
});

test('a session has at most sixteen connections; a further one is refused until one of them is closed', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const open = await Promise.all(Array.from({ length: 16 }, () => connect('user')));
  await assert.rejects(connect('user'), (error: UpgradeError) => error.status === 429);
  await connect('other');
  await connect();
  open[0]?.socket.destroy();
  await until('the server has noticed the closed connection', () => sockets.counts().total === 17);
  await connect('user');
});

test('a screen keeps its sixteen newest connections', async (t) => {
  const wireClock = new ManualClock();
  const { connect, sockets } = await startSockets(t, { wireClock });
  const open: Awaited<ReturnType<typeof connect>>[] = [];
  for (let i = 0; i < 18; i += 1) open.push(await connect());
  for (const socket of open) await sendAndCollect(socket, { type: 'subscribe_player', token: 'tv-1' });
  await sendAndCollect(await connect(), { type: 'subscribe_player', token: 'tv-2' });
  wireClock.advance(30_000);
  for (const socket of open.slice(0, 2)) assert.equal(await socket.closed, 1008);
  assert.equal(sockets.counts().total, 17);
});

test('the two newest connections of a blocked screen stay open, and older ones are closed', async (t) => {
  const wireClock = new ManualClock();
  const { connect, sockets } = await startSockets(t, { wireClock });
  const waiting = [await connect(), await connect(), await connect(), await connect()];
  for (const socket of waiting) await sendAndCollect(socket, { type: 'subscribe_player', token: 'tv-blocked' });
  wireClock.advance(30_000);
  for (const socket of waiting.slice(0, 2)) assert.equal(await socket.closed, 1008);
  wireClock.advance(600_000);
  await settle();
  assert.equal(sockets.counts().total, 2);
});

test('a connection whose session or token has ended is closed within a minute', async (t) => {
  const wireClock = new ManualClock();
  let hasEnded = false;
  const { connect, sockets } = await startSockets(t, {
    wireClock,
    identify: {
      user: (token) => (hasEnded ? undefined : testIdentify.user(token)),
      player: (token) => (hasEnded && token === 'tv-1' ? 'expired' : testIdentify.player(token)),
    },
  });
  const [user, tv, otherTv] = [await connect('user'), await connect(), await connect()];
  await sendAndCollect(user, { type: 'subscribe_user' });
  await sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' });
  await sendAndCollect(otherTv, { type: 'subscribe_player', token: 'tv-2' });
  hasEnded = true;
  wireClock.advance(60_000);
  for (const socket of [user, tv]) assert.equal(await socket.closed, 4001);
  assert.deepEqual(sockets.counts(), { total: 1, users: 0, players: 1 });
});

test('only our own pages on known hosts may connect', async (t) => {
  const { url } = await startSockets(t);
  const status = (headers: Record<string, string>) =>
    connectWebSocket(`${url}/ws`, { headers }).then(
      (socket) => (socket.close(), 101),
      (error: UpgradeError) => error.status,
    );
  const { host } = new URL(url);
  assert.equal(await status({ origin: url }), 101);
  assert.equal(await status({}), 101);
  assert.equal(await status({ host: 'tv.lan', origin: 'http://tv.lan', cookie: 'antessala_session=user' }), 101);
  assert.equal(await status({ origin: 'http://evil.com' }), 403);
  assert.equal(await status({ origin: 'null' }), 403);
  assert.equal(await status({ origin: `https://${host}` }), 101);
  assert.equal(await status({ cookie: 'antessala_session=user' }), 403);
  assert.equal(await status({ host: 'evil.com', origin: 'http://evil.com' }), 421);
  const plain = await fetch(`${url}/ws`);
  assert.equal(plain.status, 404);
});

test('connections of an ended session or token get the reason and are closed', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const user = await connect('user');
  const other = await connect('other');
  const tv = await connect();
  const otherTv = await connect();
  await Promise.all([
    sendAndCollect(user, { type: 'subscribe_user' }),
    sendAndCollect(other, { type: 'subscribe_user' }),
    sendAndCollect(tv, { type: 'subscribe_player', token: 'tv-1' }),
    sendAndCollect(otherTv, { type: 'subscribe_player', token: 'tv-2' }),
  ]);
  sockets.publish('user:7', { type: 'sessionEnded' });
  assert.equal(await user.closed, 4001);
  assert.equal(messageTypes(user).at(-1), 'sessionEnded');
  sockets.publish('screens:7', { type: 'sessionEnded' });
  assert.equal(await tv.closed, 4001);
  assert.equal(messageTypes(tv).at(-1), 'sessionEnded');
  assert.deepEqual(sockets.counts(), { total: 2, users: 1, players: 1 });
  sockets.endSessions(({ user: found }) => found?.userId === 8);
  assert.equal(await other.closed, 4001);
  sockets.endSessions(({ player }) => player?.playerId === 2);
  assert.equal(await otherTv.closed, 4001);
});

test('a connection that does not read is closed, and others receive every message', async (t) => {
  const { connect, sockets } = await startSockets(t);
  const unreading = await connect('user');
  const reading = await connect('user');
  await Promise.all([
    sendAndCollect(unreading, { type: 'subscribe_user' }),
    sendAndCollect(reading, { type: 'subscribe_user' }),
  ]);
  unreading.socket.pause();
  const failure = { isReplacement: false, status: 'failed', progress: 0, error: 'x'.repeat(30_000) } as const;
  const count = 600;
  for (let i = 0; i < count; i += 1) {
    sockets.publish('user:7', { type: 'mediaProgress', videoId: i + 1, ...failure });
    if (i % 5 === 0) await new Promise(setImmediate);
  }
  await until('one connection is closed', () => sockets.counts().total === 1);
  await until('the other connection gets every message', () => reading.messages.length === count + 2);
});

test('before the server stops, connections get 1001 and no new one is accepted', async (t) => {
  const { connect, sockets, url } = await startSockets(t);
  const socket = await connect('user');
  sockets.closeAll();
  assert.equal(await socket.closed, 1001);
  await assert.rejects(
    connectWebSocket(`${url}/ws`, { headers: { origin: url } }),
    (error: UpgradeError) => error.status === 503,
  );
});

test('a hundred opened and closed connections leave no state', async (t) => {
  const { connect, sockets } = await startSockets(t, { limits: { perSession: 100 } });
  const all = await Promise.all(Array.from({ length: 100 }, () => connect('user')));
  for (const socket of all) socket.send('{"type":"subscribe_user"}');
  sockets.publish('user:7', { type: 'radioSettingsUpdated' });
  all.forEach((socket, index) => (index % 2 ? socket.socket.resetAndDestroy() : socket.close()));
  await until('all connections are closed', () => sockets.counts().total === 0);
});
