import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushedMessage } from '../../contract/events.ts';
import { startTestApp } from '../../testing/app.ts';
import type { TestSocket } from '../../testing/client.ts';

/** Returns the published messages that a connection received. Waits for a pong, which the server sends after them. */
async function pushedTo(socket: TestSocket): Promise<PushedMessage[]> {
  socket.send({ type: 'ping' });
  await socket.waitFor('pong');
  return socket.messages.filter((message) => !['pong', 'subscribed'].includes(message.type));
}

test('messages are numbered on each connection, and marked as own on the connection whose request caused them', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ quotas: { maxPlaylists: 9 } });
  const stranger = await app.customer();
  const [own, second, foreign] = [await clinic.socket(), await clinic.socket(), await stranger.socket()];
  const { connectionId } = (await own.waitFor('subscribed', ({ to }) => to === 'user')) as { connectionId: string };
  const { connectionId: foreignId } = (await foreign.waitFor('subscribed', ({ to }) => to === 'user')) as {
    connectionId: string;
  };
  assert.notEqual(connectionId, foreignId);
  const create = async (name: string, requestingId: string) => {
    const headers = { 'content-type': 'application/json', 'x-connection-id': requestingId };
    const { status } = await clinic.request('/api/playlists', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    assert.equal(status, 201);
  };
  await create('A', connectionId);
  await create('B', 'made up');
  await create('C', foreignId);
  const received = await Promise.all([own, second].map(pushedTo));
  for (const messages of received)
    assert.deepEqual(
      messages.map(({ n }) => n),
      messages.map((_, index) => index + 1),
    );
  const [toOwn = [], toSecond = []] = received;
  const messagesPerCreation = toOwn.length / 3;
  assert.ok(messagesPerCreation >= 1);
  assert.deepEqual(
    toOwn.map(({ isOwn }) => isOwn === true),
    toOwn.map((_, index) => index < messagesPerCreation),
  );
  assert.ok(toSecond.length === toOwn.length && toSecond.every(({ isOwn }) => isOwn === undefined));
  assert.deepEqual(await pushedTo(foreign), []);
});

test('a message that is caused by a request, but published after its response, is not marked as own', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const socket = await clinic.socket();
  const { connectionId } = (await socket.waitFor('subscribed', ({ to }) => to === 'user')) as { connectionId: string };
  const { id } = await clinic.call('POST /api/playlists', { body: { name: 'A' } });
  await pushedTo(socket);
  socket.messages.length = 0;
  await clinic.request(`/api/playlists/${id}`, { method: 'DELETE', headers: { 'x-connection-id': connectionId } });
  const atOnce = await pushedTo(socket);
  assert.ok(atOnce.length > 0 && atOnce.every(({ isOwn }) => isOwn));
  socket.messages.length = 0;
  // The deletion becomes final.
  app.clock.advance(3_600_000);
  assert.ok((await pushedTo(socket)).every(({ isOwn }) => isOwn === undefined));
});
