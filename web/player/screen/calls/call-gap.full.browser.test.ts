/**
 * Tests calls while screen and server are disconnected, with both clocks advanced (web/player/README 1.11,
 * contract/README 15.2).
 */
import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/platform/clock.ts';
import {
  callPatient,
  callRoom,
  notesOf,
  playForCalls,
  receiptsOf,
  stripOf,
  untilNoted,
  untilPlayed,
} from '../../testing/calls.ts';
import { delay, openTv, test, startServer, installClock } from '../../testing/tv.ts';

test('sockets and server are away for 60 s, then for 120 s: what is older than 90 s goes to the strip without a sound', async (t) => {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const server = await startServer(t, { clock });
  const roomId = await callRoom(server);
  const tv = await openTv(t, server, { prepare: installClock });
  await playForCalls(server, tv);
  const pass = async (seconds: number) => {
    aheadMs += seconds * 1_000;
    await tv.page.clock.fastForward(seconds * 1_000);
  };
  const back = async () => {
    await server.start();
    await tv.context.setOffline(false);
  };

  await callPatient(server, roomId, '1');
  await untilNoted(tv, 'card 1');
  await untilNoted(tv, 'empty');
  let before = (await notesOf(tv)).length;

  // The link goes first, so that nobody is notified of the call; then the server, and with it its sockets.
  await tv.context.setOffline(true);
  const first = await callPatient(server, roomId, '2');
  await server.stop();
  await pass(60);
  assert.equal((await notesOf(tv)).length, before, 'nothing is known of it');
  await back();
  assert.deepEqual(await untilEmpty(before), ['card 2', 'playing', 'ended', 'empty']);
  await untilPlayed(server, first.id);
  assert.deepEqual(await stripOf(tv), ['2', '1']);

  before = (await notesOf(tv)).length;
  await tv.context.setOffline(true);
  const old = await callPatient(server, roomId, '3');
  await server.stop();
  await pass(70);
  await server.start();
  const late = await callPatient(server, roomId, '4');
  await server.stop();
  await pass(50);
  await back();
  assert.deepEqual(await untilEmpty(before), ['card 4', 'playing', 'ended', 'empty']);
  await delay(3_000);
  assert.equal((await notesOf(tv)).length, before + 4, 'the older one makes no sound afterwards either');
  assert.deepEqual(await stripOf(tv), ['4', '3', '2', '1']);
  await untilPlayed(server, late.id);
  assert.notEqual((await receiptsOf(server, old.id, 500))[0]?.hadSound, true);

  /** Returns what is recorded from there until the card has gone. */
  async function untilEmpty(from: number): Promise<string[]> {
    for (let tries = 0; tries < 400; tries += 1, await delay(100)) {
      const found = (await notesOf(tv)).slice(from);
      if (found.at(-1) === 'empty') return found;
    }
    throw new Error((await notesOf(tv)).join());
  }
});
