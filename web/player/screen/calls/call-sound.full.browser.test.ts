/** Tests a call's sound: the chime, then espeak-ng's clips, while videos and radio are lowered (web/player/README 1.11). */
import assert from 'node:assert/strict';
import { spokenLabel, spokenRoom } from '../../../../src/features/calls/voice/speech.ts';
import {
  callsAtOnce,
  callPatient,
  createCallRoom,
  playForCalls,
  soundsOf,
  untilPlayed,
  untilRecorded,
} from '../../testing/calls.ts';
import { assertNeverDark } from '../../testing/recording.ts';
import { startRadio } from '../../testing/tone-station.ts';
import { openTv, type Server, test, startServer, type Tv } from '../../testing/tv.ts';

/** Synthesizes the clips before the calls, because espeak-ng may be too slow on a busy machine. */
async function synthesizeClips(server: Server, labels: readonly string[]): Promise<void> {
  const { voice } = server.app.parts.calls;
  for (const text of [
    ...labels.map((label) => spokenLabel(label, { isName: false, isDigitByDigit: false })),
    spokenRoom('Consultório 3'),
  ]) {
    assert.ok(voice.addressOf(1, { segments: [{ text }], isName: false }, 'auto'), 'espeak-ng is installed');
    await voice.whenIdle();
  }
}

test('five calls within 300 ms are announced in their order, and no two sounds overlap', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await createCallRoom(server);
  const labels = ['P041', 'P042', 'N007', '80-003', 'N008'];
  await synthesizeClips(server, labels);
  const tv = await openTv(t, server);
  await playForCalls(server, tv);
  const made = await callsAtOnce(server, roomId, labels);
  const order = made.map(({ label }) => label);
  await untilRecorded(tv, `card ${order[4]}`, 180_000);
  const found = await untilRecorded(tv, 'empty');
  const soundEvents = ['playing', 'ended'];
  assert.deepEqual(
    found,
    order.flatMap((label) => [`card ${label}`, ...soundEvents, ...soundEvents, ...soundEvents, 'empty']),
  );

  const sounds = await soundsOf(tv);
  for (const [index, sound] of sounds.entries()) {
    assert.equal(sound.isMuted, false);
    assert.ok(sound.durationMs > 300, `${sound.durationMs} ms`);
    assert.ok(sound.playedMs > sound.durationMs - 50, `to its end: ${sound.playedMs} of ${sound.durationMs} ms`);
    const next = sounds[index + 1];
    assert.ok(!next || next.startedAt >= sound.endedAt, `sound ${index}: the next one begins when this one has ended`);
  }
  // The chime, the room and five labels are seven files.
  const urls = sounds.map(({ url }) => url);
  const [chime, , room] = urls;
  assert.equal(new Set(urls).size, 7);
  assert.deepEqual(
    urls.filter((url) => url === chime || url === room),
    order.flatMap(() => [chime, room]),
  );
  for (const { id } of made) await untilPlayed(server, id);
});

interface Volumes {
  isAnnouncing: boolean;
  /** The volume; null when no video plays with sound. */
  video: number | null;
  radio: number | null;
}

/** Runs in the page: records the volumes every 50 ms. */
function sampleVolumes(): void {
  const samples: Volumes[] = [];
  Object.assign(window, { samples });
  const volumeOf = (media: HTMLMediaElement | undefined) =>
    media && !media.paused && !media.muted ? media.volume : null;
  setInterval(() => {
    const sound = document.querySelector<HTMLAudioElement>('[data-testid=call-sound]');
    samples.push({
      isAnnouncing: Boolean(sound && sound.hasAttribute('src') && !sound.paused && !sound.ended),
      video: volumeOf(Array.from(document.querySelectorAll('video')).find((video) => !video.paused)),
      radio: volumeOf(document.querySelector<HTMLAudioElement>('[data-testid=radio]') ?? undefined),
    });
  }, 50);
}

/** Makes a call, and returns the volumes until the volume of the source is `full` again. */
async function volumesDuringCall(
  tv: Tv,
  server: Server,
  roomId: number,
  source: 'video' | 'radio',
  full: number,
): Promise<Volumes[]> {
  await tv.page.evaluate(sampleVolumes);
  await tv.page.waitForTimeout(500);
  await callPatient(server, roomId, 'P042');
  await untilRecorded(tv, 'card P042');
  await untilRecorded(tv, 'empty');
  await tv.untilTrue(
    ([source, full]) => (window as unknown as { samples: Volumes[] }).samples.slice(-1)[0]?.[source] === full,
    [source, full] as const,
  );
  return tv.page.evaluate(() => (window as unknown as { samples: Volumes[] }).samples);
}

test('video and radio are lowered to 10 % during a call, and restored', async (t) => {
  const server = await startServer(t, { speaks: true });
  const roomId = await createCallRoom(server, 8);
  await synthesizeClips(server, ['P042']);

  await t.test('a video with sound is lowered and restored', async (t) => {
    const tv = await openTv(t, server);
    await playForCalls(server, tv, [await server.video('azul', '#1e3cc8', 60)]);
    await tv.untilVideoAt(0.5);
    let samples: Volumes[] = [];
    await assertNeverDark(tv, async () => {
      samples = await volumesDuringCall(tv, server, roomId, 'video', 1);
    });
    assertLowered(samples, 'video', 1);
  });

  await t.test('the radio is lowered and restored', async (t) => {
    await startRadio(t, server);
    const tv = await openTv(t, server);
    await playForCalls(server, tv);
    await tv.untilTrue(() => (document.querySelector<HTMLAudioElement>('[data-testid=radio]')?.currentTime ?? 0) > 0.5);
    const samples = await volumesDuringCall(tv, server, roomId, 'radio', 0.6);
    assertLowered(samples, 'radio', 0.6);
  });
});

function assertLowered(samples: readonly Volumes[], source: 'video' | 'radio', full: number): void {
  const during = samples.filter(({ isAnnouncing }) => isAnnouncing).map((sample) => sample[source]);
  assert.ok(during.length > 20, `${during.length} samples during the announcement`);
  // Ignore the first third of the announcement: lowering takes 300 ms.
  const lowered = during.slice(Math.ceil(during.length / 3));
  assert.deepEqual([...new Set(lowered.map((volume) => volume?.toFixed(3)))], [(full * 0.1).toFixed(3)]);
  assert.equal(samples[0]?.[source], full);
  assert.equal(samples.at(-1)?.[source], full);
}
