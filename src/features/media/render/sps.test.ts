import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ffmpeg } from '../../../testing/media.ts';
import { readPlayableMp4 } from './mp4.ts';
import { readSequenceParameters } from './sps.ts';

/** Encodes a parameter set of Baseline, level 4.1. */
function parameterSet(width: number, height: number): Buffer {
  const unsigned = (value: number) => {
    const text = (value + 1).toString(2);
    return '0'.repeat(text.length - 1) + text;
  };
  const endBits = `${[0, 0, 2, 1].map(unsigned).join('')}0${unsigned(width / 16 - 1)}${unsigned(height / 16 - 1)}11001`;
  const bytes = endBits.match(/.{1,8}/g)?.map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2)) ?? [];
  return Buffer.from([0x67, 66, 0, 41, ...bytes]);
}

test('the size is read from a parameter set; a truncated set throws, and another NAL unit gives undefined', () => {
  const { width, height } = readSequenceParameters(parameterSet(16_000, 16_000)) ?? {};
  assert.deepEqual([width, height], [16_000, 16_000]);
  assert.throws(() => readSequenceParameters(parameterSet(16_000, 16_000).subarray(0, 6)), RangeError);
  assert.throws(
    () => readSequenceParameters(Buffer.concat([Buffer.from([0x67, 66, 0, 41]), Buffer.alloc(900)])),
    RangeError,
  );
  assert.equal(readSequenceParameters(Buffer.from([0x68, 66, 0, 41, 0])), undefined);
});

test('without ffmpeg an MP4 is accepted only if stream and container have the same size', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-sps-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'a.mp4');
  const encode = async (size: string, ...how: string[]) => {
    const picture = ['-f', 'lavfi', '-i', `color=c=gray:s=${size}:r=5:d=0.4`, '-c:v', 'libx264'];
    await ffmpeg(...picture, '-pix_fmt', 'yuv420p', ...how, path);
    return readFileSync(path);
  };
  const read = async (bytes: Buffer) => {
    writeFileSync(path, bytes);
    const found = await readPlayableMp4(path, bytes.length);
    return found && `${found.width}x${found.height}`;
  };
  const good: [string, ...string[]][] = [
    ['320x180', '-profile:v', 'baseline'],
    ['322x182', '-profile:v', 'main'],
    ['1920x1080', '-profile:v', 'high'],
    ['1080x1920', '-preset', 'ultrafast'],
    ['640x360', '-x264-params', 'interlaced=1:cqm=jvt'],
  ];
  for (const [size, ...how] of good) assert.equal(await read(await encode(size, ...how)), size);
  assert.equal(await read(await encode('320x240', '-pix_fmt', 'yuv444p')), undefined);

  const small = await encode('1920x1080');
  const entry = small.indexOf('avc1', small.indexOf('stsd')) - 4;
  small.writeUInt16BE(320, entry + 32);
  small.writeUInt16BE(240, entry + 34);
  assert.equal(await read(small), undefined, 'the container has a smaller size than the stream');

  // Each part begins with its own parameter sets; the container declares the first.
  const stream = join(directory, 'stream.h264');
  for (const [second, expected] of [
    ['320x240', '320x240'],
    ['4096x2304', undefined],
  ] as const) {
    const parts: Buffer[] = [];
    for (const size of ['320x240', second]) {
      const picture = ['-f', 'lavfi', '-i', `color=c=gray:s=${size}:r=5:d=0.4`, '-c:v', 'libx264'];
      await ffmpeg(...picture, '-pix_fmt', 'yuv420p', stream);
      parts.push(readFileSync(stream));
    }
    writeFileSync(stream, Buffer.concat(parts));
    await ffmpeg('-r', '5', '-i', stream, '-c', 'copy', path);
    assert.equal(await read(readFileSync(path)), expected, `320x240, then ${second}`);
  }

  // Players may ignore a second `moov`, or an `stsd` at a wrong depth, and play the large stream: the small size is not trusted.
  const heavy = await encode('1920x1088', '-profile:v', 'high');
  const light = await encode('320x192', '-profile:v', 'baseline');
  const indexOf = (bytes: Buffer) => {
    const at = bytes.indexOf('moov') - 4;
    return bytes.subarray(at, at + bytes.readUInt32BE(at));
  };
  assert.equal(await read(light), '320x192');
  assert.equal(await read(Buffer.concat([heavy, indexOf(light)])), undefined);
  const decoy = light.subarray(light.indexOf('stsd') - 4);
  const table = decoy.subarray(0, decoy.readUInt32BE(0));
  const withDecoy = Buffer.from(heavy);
  for (const type of ['moov', 'trak']) {
    const at = withDecoy.indexOf(type) - 4;
    withDecoy.writeUInt32BE(withDecoy.readUInt32BE(at) + table.length, at);
  }
  const inTrack = withDecoy.indexOf('trak') + 4;
  const found = await read(Buffer.concat([withDecoy.subarray(0, inTrack), table, withDecoy.subarray(inTrack)]));
  assert.notEqual(found, '320x192');

  const plain = await encode('320x192', '-profile:v', 'baseline');
  const set = plain.indexOf('avcC') + 12;
  const plainSet = plain.subarray(set, set + plain.readUInt16BE(set - 2));
  assert.equal(readSequenceParameters(plainSet)?.width, 320);
  // Whichever bit after profile and level is changed, no other size is accepted.
  let refused = 0;
  for (let bit = 32; bit < plainSet.length * 8; bit += 1) {
    const changed = Buffer.from(plain);
    const at = set + (bit >> 3);
    changed.writeUInt8(changed.readUInt8(at) ^ (128 >> (bit & 7)), at);
    const size = await read(changed);
    assert.ok(size === undefined || size === '320x192');
    if (size === undefined) refused += 1;
  }
  assert.ok(refused >= 15, `${refused} refused`);
});
