/** Tests a soundtrack on a real screen: the change of tracks, a call, and a start without the server. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { cachedFile, ffmpeg } from '../../../../src/testing/media.ts';
import { putBytes } from '../../../../src/testing/steps.ts';
import { callPatient, createCallRoom, untilPlayed } from '../../testing/calls.ts';
import { newProfile, openTv, type Server, smallViewport, startServer, test, type Tv } from '../../testing/tv.ts';

/** Sends two tones of 16 s as a soundtrack, and plays it at 60 %. */
async function startSoundtrack(server: Server): Promise<void> {
  const { id } = await server.owner.call('POST /api/soundtracks', { body: { name: 'Manhã' } });
  for (const hertz of [330, 440]) {
    const path = await cachedFile(`tone-${hertz}.mp3`, (draft) =>
      ffmpeg('-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=16`, '-b:a', '64k', draft),
    );
    const bytes = await readFile(path);
    const upload = { fileName: `${hertz}.mp3`, contentType: 'audio/mpeg', fileSize: bytes.length, isTrack: true };
    const { uploadUrl, r2Key } = await server.owner.call('POST /api/upload-url', { body: upload });
    await putBytes(server.owner, uploadUrl, bytes, 'application/octet-stream');
    await server.owner.call('POST /api/soundtracks/:id/tracks', {
      params: { id },
      body: { name: `${hertz} Hz`, r2Path: r2Key },
    });
  }
  await server.app.parts.processing.whenIdle();
  await server.owner.call('PUT /api/radio-settings', {
    body: { selectedSoundtrackId: id, isEnabled: true, volume: 60 },
  });
}

interface Sample {
  at: number;
  playing: number;
  /** Root of the sum of the squared volumes, which a fade of equal power does not change. */
  volume: number;
}
type Recorded = { samples: Sample[] };

/** Runs in the page: samples what plays, every 50 ms. */
function recordMusic(): void {
  const samples: Sample[] = [];
  Object.assign(window, { samples });
  setInterval(() => {
    const all = Array.from(document.querySelectorAll<HTMLAudioElement>('[data-testid="music"]'));
    const playing = all.filter(({ paused, currentTime, src }) => !paused && currentTime > 0 && src.startsWith('blob:'));
    const volume = Math.sqrt(playing.reduce((sum, each) => sum + each.volume ** 2, 0));
    samples.push({ at: performance.now(), playing: playing.length, volume });
  }, 50);
}

const untilVolume = (tv: Tv, volume: number) =>
  tv.untilTrue((volume) => {
    const last = (window as unknown as Recorded).samples.slice(-1)[0];
    return last && last.playing > 0 && Math.abs(last.volume - volume) < 0.01;
  }, volume);

/** Fails unless two tracks change into each other within about 4 s, without a change of loudness. */
async function assertCrossfade(tv: Tv, volume: number): Promise<void> {
  await tv.page.evaluate(() => ((window as unknown as Recorded).samples.length = 0));
  await tv.untilTrue(() => {
    const [first, ...laterSamples] = (window as unknown as Recorded).samples;
    const begin = first?.playing === 1 ? laterSamples.findIndex(({ playing }) => playing === 2) : -1;
    return begin >= 0 && laterSamples.slice(begin).some(({ playing }) => playing === 1);
  });
  const samples = await tv.page.evaluate(() => (window as unknown as Recorded).samples);
  const duringFade = samples.filter(({ playing }) => playing === 2);
  const seconds = ((duringFade.at(-1)?.at ?? 0) - (duringFade[0]?.at ?? 0)) / 1_000;
  assert.ok(seconds > 2.5 && seconds < 5, `${seconds} s`);
  const extremes = [Math.min, Math.max].map((of) => of(...samples.map((sample) => sample.volume)));
  assert.ok(
    extremes.every((extreme) => Math.abs(extreme - volume) < volume * 0.2),
    `${extremes.join(' to ')}, not ${volume}`,
  );
}

test('tracks fade into each other, are lowered during a call, and play after a start without the server', async (t) => {
  const server = await startServer(t);
  await startSoundtrack(server);
  const profile = await newProfile(t);
  const options = {
    ...smallViewport,
    profile,
    prepare: ({ page }: Pick<Tv, 'page'>) => page.addInitScript(recordMusic),
  };
  let tv = await openTv(t, server, options);
  const { playerId } = await server.sendTo(tv, [await server.image('azul', '#1e3cc8', 600)]);
  await tv.untilPlaying();

  // Both tracks are lowered from -18 to -23 LUFS.
  const full = 0.6 * 10 ** (-5 / 20);
  // The first track has faded in.
  await untilVolume(tv, full);
  await tv.untilTrue(() => (window as unknown as Recorded).samples.slice(-1)[0]?.playing === 1);
  await assertCrossfade(tv, full);

  const roomId = await createCallRoom(server);
  const { id } = await callPatient(server, roomId, 'P042');
  await untilVolume(tv, full * 0.1);
  await untilPlayed(server, id);
  await untilVolume(tv, full);
  assert.equal((await server.state(playerId))?.radio, 'heard');

  await server.stop();
  await tv.turnOff();
  tv = await openTv(t, server, options);
  await tv.restart();
  await tv.untilPlaying();
  await untilVolume(tv, full);
});
