import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { probe } from '../../../testing/media.ts';
import { pathOf, uploadAndProcess, startWithCustomer, untilNoFiles } from '../testing/steps.ts';

test('all videos become H.264 up to 1080p30 with AAC, and get a poster and a thumbnail', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const names = ['hevc.mov', '4k.mp4', 'plain.mp4', 'fast.mkv', 'old.avi', 'turned.mp4', 'upright.mp4'];
  const items = await uploadAndProcess(app, ana, names, { useAmbientBackground: true });
  // The video track of plain.mp4 is copied, so its profile is unchanged.
  const expected: Record<string, { size: string; audio: boolean; profile?: string }> = {
    'hevc.mov': { size: '320x180', audio: true },
    '4k.mp4': { size: '1920x1080', audio: false },
    'plain.mp4': { size: '320x180', audio: true, profile: 'Constrained Baseline' },
    'fast.mkv': { size: '320x180', audio: true },
    'old.avi': { size: '320x180', audio: false },
    'turned.mp4': { size: '180x320', audio: false },
    'upright.mp4': { size: '1080x1920', audio: false },
  };
  for (const item of items) {
    const note = `${item.name}: ${item.processingStatus}, error ${item.processingError}`;
    assert.equal(item.processingStatus, 'completed', note);
    assert.equal(`${item.width}x${item.height}`, expected[item.name]?.size, note);
    const probed = await probe(pathOf(app, item.mediaUrl));
    const [video, audio] = ['video', 'audio'].map((type) =>
      probed.streams.find((stream) => stream.codec_type === type),
    );
    assert.deepEqual(
      [video?.codec_name, video?.profile, video?.pix_fmt, `${video?.width}x${video?.height}`],
      ['h264', expected[item.name]?.profile ?? 'High', 'yuv420p', expected[item.name]?.size],
      note,
    );
    assert.ok(Number(video?.level) <= 41, note);
    const [frames, seconds] = String(video?.avg_frame_rate).split('/').map(Number);
    assert.ok((frames ?? 0) / (seconds ?? 1) <= 30.5, note);
    assert.equal(audio?.codec_name, expected[item.name]?.audio ? 'aac' : undefined, note);
    assert.deepEqual([probed.format.tags.encoder, probed.format.tags.creation_time], [undefined, undefined], note);
    assert.ok(Math.abs((item.durationS ?? 0) - Number(probed.format.duration)) < 0.1, note);
    const thumbnail = await sharp(pathOf(app, item.thumbnailUrl)).metadata();
    assert.deepEqual([thumbnail.format, thumbnail.width], ['jpeg', Math.min(320, item.width ?? 0)], note);
    assert.equal((await sharp(pathOf(app, item.posterUrl)).metadata()).width, item.width, note);
  }
  // The index (`moov`) precedes the frames (`mdat`), so that a screen can start at once.
  const rendition = await ana.request(items[2]?.mediaUrl ?? '');
  const served = Buffer.from(await rendition.arrayBuffer());
  assert.ok(served.indexOf('moov') < served.indexOf('mdat'));
  assert.equal(rendition.headers.get('content-type'), 'video/mp4');
  await untilNoFiles(app, 'uploads', 'tmp');
});
