/** Tests that a silent call is reported as not heard and delays nothing (web/player/README 1.11, contract/README 15.7). */
import assert from 'node:assert/strict';
import {
  callPatient,
  createCallRoom,
  playForCalls,
  receiptsOf,
  untilPlayed,
  untilRecorded,
} from '../../testing/calls.ts';
import { eventually, openTv, test, startServer } from '../../testing/tv.ts';

/** Replaces the chime by a WAV file that no browser can play. */
function breakChimes(): void {
  const { createObjectURL } = URL;
  URL.createObjectURL = (file: Blob) =>
    createObjectURL.call(URL, file.type === 'audio/wav' ? new Blob(['RIFF of nothing'], { type: 'audio/wav' }) : file);
}

/** Simulates an engine whose play() neither resolves nor rejects for a call's sound. */
function neverPlay(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    return this.dataset.testid === 'call-sound' ? new Promise(() => undefined) : play.call(this);
  };
}

test('a chime that cannot be played is reported as not heard, and the card is still shown', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server);
  await tv.page.addInitScript(breakChimes);
  await playForCalls(server, tv);
  const { id } = await callPatient(server, roomId, '42');
  await untilRecorded(tv, 'card 42');
  assert.equal((await receiptsOf(server, id))[0]?.hadSound, false);
  await untilRecorded(tv, 'empty');
  assert.equal((await receiptsOf(server, id, 0))[0]?.hadSound, false);
});

test('a sound that never begins delays neither the next call nor the sound of the video', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server);
  await tv.page.addInitScript(neverPlay);
  await playForCalls(server, tv, [await server.video('azul', '#1e3cc8', 60)]);
  await server.owner.call('PUT /api/call-settings', { body: { repetitions: 3 } });
  const volume = () =>
    tv.page.evaluate(() => Array.from(document.querySelectorAll('video')).find((video) => !video.paused)?.volume);
  assert.equal(await volume(), 1);
  const { id } = await callPatient(server, roomId, '1');
  await untilRecorded(tv, 'card 1');
  await callPatient(server, roomId, '2');
  assert.equal((await receiptsOf(server, id))[0]?.hadSound, false);
  await untilRecorded(tv, 'card 2');
  await untilRecorded(tv, 'empty');
  await eventually('the video is loud again', async () => (await volume()) === 1);
});

test('without a chime, a missing clip is reported as not heard, and a late clip as heard once it plays', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await createCallRoom(server);
  await server.owner.call('PUT /api/call-settings', { body: { chime: false } });
  const tv = await openTv(t, server);
  let voiceResponse: 'nothing' | 'late' = 'nothing';
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await tv.context.route('**/api/voice/**', async (route) => {
    if (voiceResponse === 'nothing') return route.fulfill({ status: 404, body: '' });
    await released;
    await route.continue();
  });
  await playForCalls(server, tv);
  const missed = await callPatient(server, roomId, '1');
  await untilRecorded(tv, 'card 1');
  assert.equal((await receiptsOf(server, missed.id))[0]?.hadSound, false);
  await untilRecorded(tv, 'empty');
  assert.equal((await receiptsOf(server, missed.id, 0))[0]?.hadSound, false);

  // Wait until the clip is synthesized, so that only its delivery is late.
  await server.app.parts.calls.voice.whenIdle();
  voiceResponse = 'late';
  const late = await callPatient(server, roomId, '1');
  const [receipt] = await receiptsOf(server, late.id);
  assert.equal(receipt?.hadSound, false, 'the clip has not played yet');
  release();
  await untilPlayed(server, late.id);
  assert.equal(
    (await receiptsOf(server, late.id, 0))[0]?.delayMs,
    receipt?.delayMs,
    'the delay of the first receipt is unchanged',
  );
  await untilRecorded(tv, 'empty');

  // With chime and voice both off, a call has no sound that could be missed: it counts as heard.
  await server.owner.call('PUT /api/call-settings', { body: { voice: false } });
  const quiet = await callPatient(server, roomId, '3');
  assert.equal((await receiptsOf(server, quiet.id))[0]?.hadSound, true);
});
