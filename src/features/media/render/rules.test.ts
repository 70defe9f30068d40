import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { bytesOf, fixture } from '../../../testing/media.ts';
import { processorMs } from '../../../testing/until.ts';
import { readPlayableMp4 } from './mp4.ts';
import { type ProbeResult, readProbe } from './probe.ts';
import { ffmpegArguments, fittedSize, isTruncated, isTooHeavy, planVideo } from './rules.ts';
import { sniff, sniffLength } from '../upload/sniff.ts';
import { createMediaUrls } from '../library/urls.ts';

const playableVideo: ProbeResult['video'] = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  level: 41,
  pixelFormat: 'yuv420p',
  width: 1920,
  height: 1080,
  isTurned: false,
  hasSquarePixels: true,
  fps: 29.97,
  bitRate: 7_900_000,
  isHdr: false,
  isInterlaced: false,
};
const probed = (video: Partial<ProbeResult['video']> = {}, rest: Partial<ProbeResult> = {}): ProbeResult => ({
  container: 'mov,mp4,m4a,3gp,3g2,mj2',
  durationMs: 10_000,
  audio: { index: 1, codec: 'aac', profile: 'LC', channels: 2 },
  ...rest,
  video: { ...playableVideo, ...video },
});
const plan = (video: Partial<ProbeResult['video']> = {}, rest: Partial<ProbeResult> = {}) =>
  planVideo(probed(video, rest), { canTonemap: true });

test('a playable video track is copied, also a portrait one up to 1080x1920', () => {
  assert.deepEqual(plan(), { transcode: null, audio: 'copy' });
  assert.deepEqual(plan({ width: 1080, height: 1920 }), { transcode: null, audio: 'copy' });
  const modest = { profile: 'Constrained Baseline', level: 30, fps: 30.3 };
  assert.deepEqual(plan(modest, { audio: undefined }), { transcode: null, audio: 'none' });
});

test('sound that some screens do not play is converted, and the video track is copied', () => {
  for (const audio of [
    { index: 1, codec: 'vorbis', profile: '', channels: 2 },
    { index: 1, codec: 'aac', profile: 'LC', channels: 6 },
  ])
    assert.deepEqual(plan({}, { audio }), { transcode: null, audio: 'encode' });
});

test('a video that exceeds any single limit is converted', () => {
  const beyond: Partial<ProbeResult['video']>[] = [
    { codec: 'hevc' },
    { profile: 'High 10' },
    { level: 42 },
    { pixelFormat: 'yuv422p' },
    { width: 1922 },
    { height: 1082 },
    { width: 1082, height: 1920 },
    { width: 1080, height: 1922 },
    { fps: 31 },
    { fps: undefined },
    { bitRate: 8_100_000 },
    { bitRate: undefined },
    { isTurned: true },
    { hasSquarePixels: false },
    { isHdr: true },
    { isInterlaced: true },
  ];
  for (const video of beyond) assert.notEqual(plan(video).transcode, null, JSON.stringify(video));
  assert.notEqual(plan({}, { container: 'avi' }).transcode, null);
});

test('pictures keep their orientation, shrink into 1920x1080 or 1080x1920 with even sides, and are never enlarged', () => {
  assert.deepEqual(fittedSize(3840, 2160), { width: 1920, height: 1080 });
  assert.deepEqual(fittedSize(1080, 1920), { width: 1080, height: 1920 });
  assert.deepEqual(fittedSize(2160, 3840), { width: 1080, height: 1920 });
  assert.deepEqual(fittedSize(3000, 4000), { width: 1080, height: 1440 });
  assert.deepEqual(fittedSize(2000, 2000), { width: 1080, height: 1080 });
  assert.deepEqual(fittedSize(321, 181), { width: 320, height: 180 });
  assert.deepEqual(fittedSize(4096, 1716), { width: 1920, height: 804 });
  assert.deepEqual(fittedSize(10_000, 3), { width: 1920, height: 2 });
});

test('frame rates of 46 to 61 are halved, and other rates above 30 are reduced to 30', () => {
  assert.equal(plan({ fps: 50 }).transcode?.fps, 25);
  assert.equal(plan({ fps: 59.94 }).transcode?.fps, 29.97);
  assert.equal(plan({ fps: 240 }).transcode?.fps, 30);
  assert.equal(plan({ fps: undefined }).transcode?.fps, 30);
  assert.equal(plan({ fps: 24, codec: 'vp9' }).transcode?.fps, undefined);
});

test('ffmpeg may read local files of accepted containers only', () => {
  const args = ffmpegArguments(
    probed(),
    plan(),
    { source: '/data/uploads/-x', target: '/data/tmp/main.mp4', maxBytes: 5_000_000 },
    1,
  );
  assert.equal(args[args.indexOf('-protocol_whitelist') + 1], 'file');
  for (const guard of ['-format_whitelist', '-codec_whitelist', '-max_pixels'])
    assert.ok(args.indexOf(guard) >= 0 && args.indexOf(guard) < args.indexOf('-i'), guard);
  assert.equal(args[args.indexOf('-fs') + 1], '5000000');
  assert.equal(args[args.indexOf('-i') + 1], 'file:/data/uploads/-x');
});

test('an MP4 with too many boxes, nested or in a row, is rejected quickly', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-mp4-'));
  const path = join(directory, 'boxes.mp4');
  const box = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const deep = Buffer.alloc(4 * 1024 ** 2);
  for (let at = 0; at + 8 <= deep.length; at += 8) {
    deep.writeUInt32BE(deep.length - at, at);
    deep.write(at === 0 ? 'trak' : 'stbl', at + 4, 'latin1');
  }
  const wide = Buffer.alloc(30 * 1024 ** 2);
  for (let at = 0; at + 8 <= wide.length; at += 8) {
    wide.writeUInt32BE(8, at);
    wide.writeUInt32BE(at, at + 4);
  }
  try {
    for (const inside of [deep, wide, box('trak', wide)]) {
      const bytes = Buffer.concat([box('mdat', Buffer.alloc(8)), box('moov', inside)]);
      writeFileSync(path, bytes);
      const before = processorMs();
      assert.equal(await readPlayableMp4(path, bytes.length), undefined);
      const spent = processorMs() - before;
      assert.ok(spent < 1_000, `${spent} ms`);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a video that is both long and large is too heavy; one that is only long or only large is not', () => {
  const isHeavy = (width: number, height: number, fps: number, minutes: number) =>
    isTooHeavy(probed({ width, height, fps }, { durationMs: minutes * 60_000 }));
  assert.deepEqual(
    [
      isHeavy(1920, 1080, 30, 180),
      isHeavy(3840, 2160, 30, 50),
      isHeavy(7680, 4320, 60, 5),
      isHeavy(320, 240, 25, 20 * 60),
    ],
    [false, false, false, false],
  );
  assert.deepEqual([isHeavy(7680, 4320, 60, 30), isHeavy(3840, 2160, 60, 120)], [true, true]);
});

test('if the stated duration is missing or too short, a conversion ends where its result is just too heavy', () => {
  const paths = { source: '/data/uploads/-x', target: '/data/tmp/main.mp4', maxBytes: 5_000_000 };
  const secondsOf = (description: ProbeResult) => {
    const args = ffmpegArguments(description, planVideo(description, { canTonemap: true }), paths, 1);
    const index = args.indexOf('-t');
    assert.ok(index < 0 || index > args.indexOf('-i'), 'the limit applies to the output');
    return index < 0 ? undefined : Number(args[index + 1]);
  };
  const video = (width: number, height: number, fps: number | undefined, durationMs: number | undefined) =>
    probed({ codec: 'vp9', width, height, fps }, { container: 'matroska,webm', durationMs });
  for (const description of [
    video(7680, 4320, 60, undefined),
    video(7680, 4320, 60, 1_000),
    video(1920, 1080, 30, undefined),
    video(1920, 1080, undefined, undefined),
  ]) {
    const seconds = secondsOf(description) ?? Number.NaN;
    assert.equal(isTooHeavy({ ...description, durationMs: seconds * 1000 }), true, 'a result cut there is too heavy');
    assert.equal(isTooHeavy({ ...description, durationMs: (seconds - 3) * 1000 }), false, 'a shorter result is not');
  }
  assert.equal(secondsOf(video(7680, 4320, 60, undefined)), 454);
  assert.equal(secondsOf(probed()), undefined, 'a copied track has no limit');
});

test('ffprobe output is parsed with rotation, pixel shape and missing fields', () => {
  const stream = {
    index: 0,
    codec_type: 'video',
    codec_name: 'h264',
    width: 1440,
    height: 1080,
    sample_aspect_ratio: '4:3',
    avg_frame_rate: '30000/1001',
  };
  const read = (streams: object[], format: object = { format_name: 'matroska,webm', duration: '4.0' }) =>
    readProbe(JSON.stringify({ streams, format }), 1_000_000);
  const description = read([{ ...stream, side_data_list: [{ rotation: -90 }] }]) as ProbeResult;
  assert.deepEqual(
    [description.video.width, description.video.height, description.video.isTurned, description.video.hasSquarePixels],
    [1080, 1920, true, false],
  );
  assert.equal(Math.round((description.video.fps ?? 0) * 100), 2997);
  assert.equal(description.video.bitRate, 2_000_000);
  assert.equal((read([stream], { format_name: 'matroska,webm' }) as ProbeResult).durationMs, undefined);
  assert.equal(read([stream], { format_name: 'avi', duration: '0.000000' }), 'no_duration');
  const [sound, cover] = [
    { ...stream, codec_type: 'audio' },
    { ...stream, disposition: { attached_pic: 1 } },
  ];
  assert.equal(read([sound, cover]), 'no_picture');
  assert.equal(read([{ ...stream, codec_tag_string: 'encv' }]), 'protected_video');
  assert.equal(read([{ ...stream, width: 16_000 }]), 'video_too_large');
  assert.equal(read([]), 'corrupt_video');
  assert.equal(readProbe('nothing', 1), 'corrupt_video');
});

test("a rendition that is much shorter than the duration in its source's header counts as truncated", () => {
  assert.equal(isTruncated(60_000, 30_000), true);
  assert.equal(isTruncated(60_000, 59_000), false);
  assert.equal(isTruncated(1_000, 600), false);
  assert.equal(isTruncated(undefined, 10), false);
});

test('files are recognized by their content', async () => {
  const expected: Record<string, string | undefined> = {
    'photo.jpg': 'jpeg',
    'logo.png': 'png',
    'animated.gif': 'gif',
    'modern.avif': 'avif',
    'plain.mp4': 'mp4',
    'hevc.mov': 'mp4',
    'fast.mkv': 'matroska',
    'old.avi': 'avi',
    'drawing.svg': undefined,
  };
  for (const [name, format] of Object.entries(expected))
    assert.equal(sniff((await bytesOf(name)).subarray(0, sniffLength))?.format, format, name);
});

test('pages, documents, sound, archives and empty files are not media', () => {
  const others = [
    '',
    '<!doctype html>',
    '%PDF-1.7',
    'ID3\u0003',
    'PK\u0003\u0004',
    'RIFF\0\0\0\0WAVE',
    '\0\0\0\x18ftypM4A \0\0\0\0',
    'II*\0',
    '\u0089PNX',
  ];
  for (const text of others) assert.equal(sniff(Buffer.from(text, 'latin1')), undefined, text);
  assert.equal(sniff(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))?.format, 'heic');
});

test('without ffmpeg, a playable MP4 is distinguished from others by its boxes', async () => {
  const read = async (name: string) => readPlayableMp4(await fixture(name), (await stat(await fixture(name))).size);
  assert.deepEqual(await read('plain.mp4'), { width: 320, height: 180, durationMs: 2000 });
  assert.equal((await read('silent.mp4'))?.durationMs, 1000);
  for (const name of [
    'hevc.mov',
    '4k.mp4',
    'turned.mp4',
    'upside-down-mirror.mp4',
    'cut.mp4',
    'text.mp4',
    'sound.mp4',
    'half.mp4',
    'two-sizes.mp4',
  ])
    assert.equal(await read(name), undefined, name);
});

test('media URLs are the same for a day, valid for at least one more, and refused after any change', () => {
  const clock = new ManualClock(Date.parse('2026-03-02T00:00:00Z'));
  const urls = createMediaUrls('secret', clock);
  const sha256 = 'a'.repeat(64);
  const address = urls.sign(sha256, 'mp4');
  const { searchParams } = new URL(address, 'http://x');
  const query = { e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' };
  const file = `${sha256}.mp4`;
  clock.advance(24 * 3_600_000 - 1);
  assert.equal(urls.sign(sha256, 'mp4'), address);
  clock.advance(1);
  assert.notEqual(urls.sign(sha256, 'mp4'), address);
  assert.deepEqual(urls.verify(file, query), { sha256, extension: 'mp4' });
  assert.equal(urls.verify(`${sha256}.jpg`, query), undefined);
  assert.equal(urls.verify(`${'b'.repeat(64)}.mp4`, query), undefined);
  assert.equal(urls.verify(file, { ...query, e: String(Number(query.e) + 1) }), undefined);
  assert.equal(urls.verify(file, { ...query, s: `${query.s}x` }), undefined);
  assert.equal(urls.verify('../../etc/passwd', query), undefined);
  assert.equal(createMediaUrls('other', clock).verify(file, query), undefined);
  clock.advance(24 * 3_600_000);
  assert.equal(urls.verify(file, query), undefined);
});
