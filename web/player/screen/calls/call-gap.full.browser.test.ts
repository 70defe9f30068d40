/** Tests calls while screen and server are disconnected (web/player/README 1.11, contract/README 15.2). */
import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/platform/clock.ts';
import {
  callPatient,
  createCallRoom,
  recordedEvents,
  playForCalls,
  receiptsOf,
  stripOf,
  untilRecorded,
  untilPlayed,
} from '../../testing/calls.ts';
import { delay, openTv, test, startServer, installClock } from '../../testing/tv.ts';

test('after an outage a call made up to 90 s ago is announced, and an older one goes to the strip without a sound', async (t) => {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const server = await startServer(t, { clock });
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, { prepare: installClock });
  await playForCalls(server, tv);
  const advanceBothClocks = async (seconds: number) => {
    aheadMs += seconds * 1_000;
    await tv.page.clock.fastForward(seconds * 1_000);
  };
  const reconnect = async () => {
    await server.start();
    await tv.context.setOffline(false);
  };

  await callPatient(server, roomId, '1');
  await untilRecorded(tv, 'card 1');
  await untilRecorded(tv, 'empty');
  let eventCount = (await recordedEvents(tv)).length;

  // Disconnect the screen first, so that it is not notified of the call.
  await tv.context.setOffline(true);
  const missedCall = await callPatient(server, roomId, '2');
  await server.stop();
  await advanceBothClocks(60);
  assert.equal((await recordedEvents(tv)).length, eventCount, 'the screen does not know of the call yet');
  await reconnect();
  assert.deepEqual(await untilEmpty(eventCount), ['card 2', 'playing', 'ended', 'empty']);
  await untilPlayed(server, missedCall.id);
  assert.deepEqual(await stripOf(tv), ['2', '1']);

  eventCount = (await recordedEvents(tv)).length;
  await tv.context.setOffline(true);
  const olderCall = await callPatient(server, roomId, '3');
  await server.stop();
  await advanceBothClocks(70);
  await server.start();
  const laterCall = await callPatient(server, roomId, '4');
  await server.stop();
  await advanceBothClocks(50);
  await reconnect();
  assert.deepEqual(await untilEmpty(eventCount), ['card 4', 'playing', 'ended', 'empty']);
  await delay(3_000);
  assert.equal((await recordedEvents(tv)).length, eventCount + 4, 'the older call makes no sound afterwards either');
  assert.deepEqual(await stripOf(tv), ['4', '3', '2', '1']);
  await untilPlayed(server, laterCall.id);
  assert.notEqual((await receiptsOf(server, olderCall.id, 500))[0]?.hadSound, true);

  /** Waits until the card has disappeared. Returns the events from index `from` on. */
  async function untilEmpty(from: number): Promise<string[]> {
    for (let tries = 0; tries < 400; tries += 1, await delay(100)) {
      const found = (await recordedEvents(tv)).slice(from);
      if (found.at(-1) === 'empty') return found;
    }
    throw new Error((await recordedEvents(tv)).join());
  }
});
