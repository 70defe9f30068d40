/** Tests the sound of a call: the chime, then espeak-ng's clips, with lowered videos (web/player/README 1.11). */
import assert from 'node:assert/strict';
import { spokenLabel, spokenRoom } from '../../../../src/features/calls/voice/speech.ts';
import {
  callAtOnce,
  callPatient,
  callRoom,
  playForCalls,
  soundsOf,
  untilPlayed,
  untilRecorded,
} from '../../testing/calls.ts';
import { assertNeverDark } from '../../testing/film.ts';
import { startRadio } from '../../testing/tone-station.ts';
import { openTv, type Server, test, startServer, type Tv } from '../../testing/tv.ts';

/** Synthesizes the clips beforehand: on a busy machine espeak-ng may be too late for a call. */
async function sayBefore(server: Server, labels: readonly string[]): Promise<void> {
  const { voice } = server.app.parts.calls;
  for (const text of [
    ...labels.map((label) => spokenLabel(label, { isName: false, isDigitByDigit: false })),
    spokenRoom('Consultório 3'),
  ]) {
    assert.ok(voice.addressOf({ segments: [{ text }], isName: false }), 'espeak-ng is there');
    await voice.whenIdle();
  }
}

test('five calls in 300 ms are announced in their order, and no two sounds overlap', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await callRoom(server);
  const labels = ['P041', 'P042', 'N007', '80-003', 'N008'];
  await sayBefore(server, labels);
  const tv = await openTv(t, server);
  await playForCalls(server, tv);
  const made = await callAtOnce(server, roomId, labels);
  const order = made.map(({ label }) => label);
  await untilRecorded(tv, `card ${order[4]}`, 180_000);
  const found = await untilRecorded(tv, 'empty');
  const said = ['playing', 'ended'];
  assert.deepEqual(
    found,
    order.flatMap((label) => [`card ${label}`, ...said, ...said, ...said, 'empty']),
  );

  const sounds = await soundsOf(tv);
  for (const [at, sound] of sounds.entries()) {
    assert.equal(sound.isMuted, false);
    assert.ok(sound.durationMs > 300, `${sound.durationMs} ms`);
    assert.ok(sound.playedMs > sound.durationMs - 50, `to its end: ${sound.playedMs} of ${sound.durationMs} ms`);
    const next = sounds[at + 1];
    assert.ok(!next || next.startedAt >= sound.endedAt, `${at}: the next one begins when this one has ended`);
  }
  // One chime, one room, five labels: each file is loaded once.
  const received = sounds.map(({ url }) => url);
  const [chime, , place] = received;
  assert.equal(new Set(received).size, 7);
  assert.deepEqual(
    received.filter((url) => url === chime || url === place),
    order.flatMap(() => [chime, place]),
  );
  for (const { id } of made) await untilPlayed(server, id);
});

interface Volumes {
  isCalled: boolean;
  /** Returns the volume of the video that plays with sound; null when none plays. */
  video: number | null;
  radio: number | null;
}

/** Measures every 50 ms, in the page. */
function sampleVolumes(): void {
  const samples: Volumes[] = [];
  Object.assign(window, { samples });
  const heardAt = (media: HTMLMediaElement | undefined) =>
    media && !media.paused && !media.muted ? media.volume : null;
  setInterval(() => {
    const sound = document.querySelector<HTMLAudioElement>('[data-testid=call-sound]');
    samples.push({
      isCalled: Boolean(sound && sound.hasAttribute('src') && !sound.paused && !sound.ended),
      video: heardAt(Array.from(document.querySelectorAll('video')).find((video) => !video.paused)),
      radio: heardAt(document.querySelector<HTMLAudioElement>('[data-testid=radio]') ?? undefined),
    });
  }, 50);
}

/** Calls once, and returns the measurements until the volume is restored. */
async function callOver(
  tv: Tv,
  server: Server,
  roomId: number,
  what: 'video' | 'radio',
  full: number,
): Promise<Volumes[]> {
  await tv.page.evaluate(sampleVolumes);
  await tv.page.waitForTimeout(500);
  await callPatient(server, roomId, 'P042');
  await untilRecorded(tv, 'card P042');
  await untilRecorded(tv, 'empty');
  await tv.untilTrue(
    ([what, full]) => (window as unknown as { samples: Volumes[] }).samples.slice(-1)[0]?.[what] === full,
    [what, full] as const,
  );
  return tv.page.evaluate(() => (window as unknown as { samples: Volumes[] }).samples);
}

test('video and radio are lowered to 10 % during a call, and restored', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await callRoom(server, 8);
  await sayBefore(server, ['P042']);

  await t.test('a video with sound', async (t) => {
    const tv = await openTv(t, server);
    await playForCalls(server, tv, [await server.video('azul', '#1e3cc8', 60)]);
    await tv.untilVideoAt(0.5);
    let samples: Volumes[] = [];
    await assertNeverDark(tv, async () => {
      samples = await callOver(tv, server, roomId, 'video', 1);
    });
    assertLowered(samples, 'video', 1);
  });

  await t.test('the radio under a picture', async (t) => {
    await startRadio(t, server);
    const tv = await openTv(t, server);
    await playForCalls(server, tv);
    await tv.untilTrue(() => (document.querySelector<HTMLAudioElement>('[data-testid=radio]')?.currentTime ?? 0) > 0.5);
    const samples = await callOver(tv, server, roomId, 'radio', 0.6);
    assertLowered(samples, 'radio', 0.6);
  });
});

function assertLowered(samples: readonly Volumes[], what: 'video' | 'radio', full: number): void {
  const called = samples.filter(({ isCalled }) => isCalled).map((sample) => sample[what]);
  assert.ok(called.length > 20, `${called.length} samples while it is said`);
  // Lowering takes 300 ms.
  const lowered = called.slice(Math.ceil(called.length / 3));
  assert.deepEqual([...new Set(lowered.map((volume) => volume?.toFixed(3)))], [(full * 0.1).toFixed(3)]);
  assert.equal(samples[0]?.[what], full);
  assert.equal(samples.at(-1)?.[what], full);
}
