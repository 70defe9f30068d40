import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startClinic } from '../../../../src/testing/steps.ts';
import { ffmpeg } from '../../../../src/testing/media.ts';
import { temporaryFolder } from '../../../../src/testing/temporary-folder.ts';
import { levellingGain, targetOf } from './loudness.ts';

/** Returns the loudness at which the items are played, in LUFS. */
const playedLufs = (all: readonly { loudness?: number | undefined }[]) =>
  all.map((item) => (item.loudness ?? NaN) + 20 * Math.log10(levellingGain(item, targetOf(all))));

test('two films 15 LU apart are played within 2 LU of each other; films that are silent or without sound are not measured', async (t) => {
  const { app, clinic } = await startClinic(t);
  const folder = temporaryFolder(t);
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:size=320x180:rate=10:duration=5'];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  const noise = 'anoisesrc=colour=pink:seed=7:sample_rate=48000:duration=5';
  const sounds: Record<string, string | null> = {
    alto: `${noise},volume=0dB`,
    baixo: `${noise},volume=-15dB`,
    mudo: 'anullsrc=sample_rate=48000:duration=5',
    'sem som': null,
  };
  const { id: playlistId } = await clinic.call('POST /api/playlists', { body: { name: 'Filmes', isRandom: false } });
  for (const [name, sound] of Object.entries(sounds)) {
    const path = join(folder, `${name}.mp4`);
    const audio = sound ? ['-f', 'lavfi', '-i', sound, '-c:a', 'aac', '-shortest'] : [];
    const [input, codec] = [audio.slice(0, 4), audio.slice(4)];
    await ffmpeg(...picture, ...input, ...h264, ...codec, path);
    const { id: videoId } = await clinic.upload(path, { name });
    await clinic.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
  }
  await app.parts.processing.whenIdle();
  const items = await clinic.call('GET /api/playlists/:id/randomized', { params: { id: playlistId } });
  const measured = Object.fromEntries(items.map(({ name, loudness }) => [name, loudness]));
  assert.deepEqual([measured.mudo, measured['sem som']], [undefined, undefined]);
  const films = items.filter(({ loudness }) => loudness !== undefined);
  const [loud = 0, quiet = 0] = [measured.alto, measured.baixo];
  assert.ok(Math.abs(loud - quiet - 15) < 0.6, `${loud} and ${quiet} LUFS`);
  const [first = 0, second = 0] = playedLufs(films);
  assert.ok(Math.abs(first - second) <= 2, `${first} and ${second} LUFS are heard`);
});

test('films are only lowered: to the loudness of the quietest one, at most -23 and at least -33 LUFS', () => {
  const assertNear = (actual: number[], expected: number[]) =>
    actual.forEach((value, index) => assert.ok(Math.abs(value - (expected[index] ?? 0)) < 0.001, `${actual.join()}`));
  assertNear(playedLufs([{ loudness: -8 }, { loudness: -23 }]), [-23, -23]);
  assertNear(playedLufs([{ loudness: -14 }, { loudness: -29 }]), [-29, -29]);
  assertNear(playedLufs([{ loudness: -10 }, { loudness: -50 }]), [-33, -50]);
  assertNear(playedLufs([{ loudness: -5 }]), [-23]);
  assert.equal(levellingGain({}, -23), 1, 'not measured');
  assert.equal(levellingGain(null, -23), 1);
});
