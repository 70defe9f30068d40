import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { PushedMessage } from '../../../src/contract/events.ts';
import { startTestApp } from '../../../src/testing/app.ts';
import { addContent } from '../../../src/testing/contents.ts';
import { until } from '../../../src/testing/until.ts';
import type { ChangingCall } from '../../../src/contract/changes/changes.ts';
import { type CallInput, setConnectionId } from '../../api/client.ts';
import { createMessageNumbers } from '../../api/live.ts';
import { browseAs } from '../../testing/browser-globals.ts';
import { connection } from './connection.ts';
import { receive } from './live-updates.ts';
import { clearResources, invalidateAll, mutate, peekResource, watchResource } from './resource.ts';

/** Kinds of changes: at the reception, of contents, and on a screen. A step's `choice` selects the call, ticket or content. */
const acts = [
  ...['call', 'next', 'repeat', 'absent', 'present', 'ticket', 'return', 'forward', 'finish', 'receipt', 'sound'],
  ...['rename', 'delete', 'restore', 'play', 'send', 'stop'],
] as const;
/** Who makes a change: another desk, this studio, or (`unanswered`) this studio while the response is lost. */
const actors = fc.oneof(
  { weight: 10, arbitrary: fc.constant('desk') },
  { weight: 10, arbitrary: fc.constant('studio') },
  { weight: 1, arbitrary: fc.constant('unanswered') },
);
const steps = fc.array(fc.record({ act: fc.constantFrom(...acts), choice: fc.nat(50), actor: actors }), {
  minLength: 1,
  maxLength: 12,
});
const watched = ['GET /api/calls', 'GET /api/videos', 'GET /api/my-players', 'GET /api/user/me'] as const;
/** What the network does to each message. */
const faults = fc.array(fc.constantFrom('deliver', 'deliver', 'deliver', 'lose', 'repeat', 'delay'), {
  minLength: 40,
  maxLength: 40,
});

test('a studio shows what a fresh read returns, also after lost responses and lost, repeated and reordered messages', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const desk = await app.login(clinic.user.email, clinic.password);
  const screen = await app.screen(clinic);
  const { id: roomId } = await clinic.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const socket = await clinic.socket();
  const network = browseAs(clinic);
  const subscribed = await socket.waitFor('subscribed', ({ to }) => to === 'user');
  setConnectionId((subscribed as { connectionId: string }).connectionId);
  connection.value = 'open';
  t.after(() => {
    setConnectionId(undefined);
    connection.value = 'off';
  });
  const read = () => Promise.all(watched.map((key) => clinic.call(key)));
  const shown = () => watched.map((key) => peekResource(key));
  const videoIds = ['Vacina', 'Horário', 'Exame'].map((name) => addContent(app, { userId: clinic.user.id, name }));
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const heartbeat = (videoId: number | null) =>
    screen.call('POST /api/player/heartbeat', {
      body: { token: screen.token, playerId: screen.playerId, state: { videoId } },
    });
  await heartbeat(null);
  // The message about this heartbeat makes the studio read the calls again: wait for it, so that no round counts that request.
  await socket.waitFor('playerStatusChanged');
  clearResources();
  for (const key of watched) t.after(watchResource(key));
  const numbers = createMessageNumbers(invalidateAll);
  const deliver = (message: PushedMessage) => {
    numbers.check(message);
    receive(message);
  };
  const perform = async ({ act, choice, actor }: { act: string; choice: number; actor: string }): Promise<unknown> => {
    const { calls, tickets } = await clinic.call('GET /api/calls');
    const call = calls[choice % Math.max(1, calls.length)];
    const ticket = tickets[choice % Math.max(1, tickets.length)];
    const send = <Key extends ChangingCall>(key: Key, input: CallInput<Key>): Promise<unknown> => {
      if (actor === 'desk') return desk.call(key as 'POST /api/calls', input as never);
      network.losesNextResponse = actor === 'unanswered';
      return mutate(key, input);
    };
    const ofCall = { params: { id: call?.id ?? 0 } };
    const ofVideo = { params: { id: videoIds[choice % videoIds.length] ?? 0 } };
    const ofScreen = { params: { id: screen.playerId } };
    switch (act) {
      case 'call':
        return send('POST /api/calls', { body: { label: `A${choice}`, roomId } });
      case 'next':
        return send('POST /api/calls/next', { body: { roomId } });
      case 'repeat':
        return send('POST /api/calls/:id/repeat', ofCall);
      case 'absent':
      case 'present':
        return send('PATCH /api/calls/:id', { ...ofCall, body: { isAbsent: act === 'absent' } });
      case 'ticket':
        return send('POST /api/tickets', { body: { kind: choice % 2 === 0 ? 'normal' : 'over80' } });
      case 'return':
        return send('PATCH /api/tickets/:id', { params: { id: ticket?.id ?? 0 }, body: { status: 'waiting' } });
      case 'forward':
        return send('POST /api/tickets/:id/forward', { params: { id: ticket?.id ?? 0 }, body: { roomId } });
      case 'finish':
        return send('PATCH /api/tickets/:id', { params: { id: call?.ticketId ?? 0 }, body: { status: 'done' } });
      case 'rename':
        return send('PATCH /api/videos/:id', { ...ofVideo, body: { name: `Vídeo ${choice}` } });
      case 'delete':
        return send('DELETE /api/videos/:id', ofVideo);
      case 'restore':
        return send('POST /api/videos/:id/restore', ofVideo);
      case 'play':
        return heartbeat(ofVideo.params.id);
      case 'send':
        return send('POST /api/my-players/:id/assign-playlist', {
          ...ofScreen,
          body: { playlistId: playlist.id },
        });
      case 'stop':
        return send('POST /api/my-players/:id/remove-playlist', ofScreen);
      default:
        return screen.call('POST /api/player/calls/:id/shown', { ...ofCall, body: { hadSound: act === 'sound' } });
    }
  };
  await until('the first reads', () => shown().every((data) => data !== undefined));
  // The preparation's messages have numbers too: without checking them, the first round would begin with a gap.
  for (const message of socket.messages as PushedMessage[]) numbers.check(message);
  let delivered = socket.messages.length;
  let undisturbed = 0;

  await fc.assert(
    fc.asyncProperty(steps, faults, async (steps, faults) => {
      // A step that is not possible, such as calling from an empty queue, is refused and changes nothing.
      for (const step of steps) await perform(step).catch(() => undefined);
      socket.send({ type: 'ping' });
      await socket.waitFor('pong');
      await until('the pong of this round', () => socket.messages.at(-1)?.type === 'pong');
      const fresh = socket.messages.slice(delivered).filter(({ type }) => type !== 'pong') as PushedMessage[];
      delivered = socket.messages.length;
      const delayed: PushedMessage[] = [];
      const readsBefore = network.requests.length;
      fresh.forEach((message, index) => {
        const fault = faults[index % faults.length];
        if (fault === 'delay') delayed.push(message);
        else if (fault !== 'lose') deliver(message);
        if (fault === 'repeat') deliver(message);
      });
      for (const message of delayed) deliver(message);
      // A message lost at the end is noticed when the next one arrives.
      await desk.call('POST /api/tickets', { body: { kind: 'normal' } });
      await until('the message about the ticket', () => socket.messages.length > delivered);
      for (const message of socket.messages.slice(delivered) as PushedMessage[])
        if (message.type !== 'pong') deliver(message);
      delivered = socket.messages.length;
      const expected = await read();
      const isUndisturbed = fresh.every((_, index) => faults[index % faults.length] === 'deliver');
      if (isUndisturbed && steps.every(({ actor }) => actor !== 'unanswered')) {
        undisturbed += 1;
        assert.deepEqual(network.requests.slice(readsBefore), [], 'nothing is read again');
      }
      await until('the reads are done', () => isDeepStrictEqual(shown(), expected));
    }),
    {
      numRuns: 40,
      endOnFailure: true,
      // Every act once, without a fault.
      examples: [
        [acts.map((act, choice) => ({ act, choice, actor: 'desk' })), Array.from({ length: 40 }, () => 'deliver')],
      ],
    },
  );
  t.diagnostic(`${undisturbed} rounds without a fault`);
  assert.ok(undisturbed > 0);
});
