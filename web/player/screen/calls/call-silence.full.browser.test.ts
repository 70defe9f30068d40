/** Tests the report of a silent call, and that it delays nothing (web/player/README 1.11, contract/README 15.7). */
import assert from 'node:assert/strict';
import { callPatient, callRoom, playForCalls, receiptsOf, untilPlayed, untilNoted } from '../../testing/calls.ts';
import { eventually, openTv, test, startServer } from '../../testing/tv.ts';

/** A chime that no browser can read: bytes of the right type. */
function breakChimes(): void {
  const { createObjectURL } = URL;
  URL.createObjectURL = (file: Blob) =>
    createObjectURL.call(URL, file.type === 'audio/wav' ? new Blob(['RIFF of nothing'], { type: 'audio/wav' }) : file);
}

/** Simulates an engine whose play() neither resolves nor rejects for a call. */
function neverPlay(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    return this.dataset.testid === 'call-sound' ? new Promise(() => undefined) : play.call(this);
  };
}

test('a chime that can not be played was not heard, and the card is shown all the same', async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server);
  const tv = await openTv(t, server);
  await tv.page.addInitScript(breakChimes);
  await playForCalls(server, tv);
  const { id } = await callPatient(server, roomId, '42');
  await untilNoted(tv, 'card 42');
  assert.equal((await receiptsOf(server, id))[0]?.hadSound, false);
  await untilNoted(tv, 'empty');
  assert.equal((await receiptsOf(server, id, 0))[0]?.hadSound, false);
});

test('a sound that never begins holds up neither the next call nor the sound of the video', async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server);
  const tv = await openTv(t, server);
  await tv.page.addInitScript(neverPlay);
  await playForCalls(server, tv, [await server.video('azul', '#1e3cc8', 60)]);
  await server.owner.call('PUT /api/call-settings', { body: { repetitions: 3 } });
  const volume = () =>
    tv.page.evaluate(() => Array.from(document.querySelectorAll('video')).find((video) => !video.paused)?.volume);
  assert.equal(await volume(), 1);
  const { id } = await callPatient(server, roomId, '1');
  await untilNoted(tv, 'card 1');
  await callPatient(server, roomId, '2');
  assert.equal((await receiptsOf(server, id))[0]?.hadSound, false);
  await untilNoted(tv, 'card 2');
  await untilNoted(tv, 'empty');
  await eventually('the video is loud again', async () => (await volume()) === 1);
});

test('words without a chime: none that come, none that are heard; late ones are told when they come', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await callRoom(server);
  await server.owner.call('PUT /api/call-settings', { body: { chime: false } });
  const tv = await openTv(t, server);
  let answer: 'nothing' | 'late' = 'nothing';
  let release = () => {};
  const isTime = new Promise<void>((resolve) => (release = resolve));
  await tv.context.route('**/api/voice/**', async (route) => {
    if (answer === 'nothing') return route.fulfill({ status: 404, body: '' });
    await isTime;
    await route.continue();
  });
  await playForCalls(server, tv);
  const missed = await callPatient(server, roomId, '1');
  await untilNoted(tv, 'card 1');
  assert.equal((await receiptsOf(server, missed.id))[0]?.hadSound, false);
  await untilNoted(tv, 'empty');
  assert.equal((await receiptsOf(server, missed.id, 0))[0]?.hadSound, false);

  // The machine may need its time for new words; these are ready.
  await server.app.parts.calls.voice.whenIdle();
  answer = 'late';
  const late = await callPatient(server, roomId, '1');
  const [receipt] = await receiptsOf(server, late.id);
  assert.equal(receipt?.hadSound, false, 'nothing was heard so far');
  release();
  await untilPlayed(server, late.id);
  assert.equal((await receiptsOf(server, late.id, 0))[0]?.delayMs, receipt?.delayMs, 'its time stays');
  await untilNoted(tv, 'empty');

  // Neither is wanted: nobody misses anything.
  await server.owner.call('PUT /api/call-settings', { body: { voice: false } });
  const quiet = await callPatient(server, roomId, '3');
  assert.equal((await receiptsOf(server, quiet.id))[0]?.hadSound, true);
});
