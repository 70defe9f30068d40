import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJoinStream } from './join-stream.ts';
import { createStreamBuffer, maxBufferBytes } from './stream-buffer.ts';

/** Returns an ADTS frame of AAC (44.1 kHz, two channels) with `bytes` bytes of sound. */
function frame(bytes: number): Buffer {
  const length = bytes + 7;
  const head = [0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 0xab)]);
}

const frames = [frame(300), frame(200), frame(250), frame(210)];
const stream = Buffer.concat(frames);
/** The end of a frame. It contains bytes like the beginning of a frame. */
const endOfFrame = Buffer.concat([Buffer.from([1, 2, 0xff, 0xf1, 0x50, 0x80, 0x20]), Buffer.alloc(90, 7)]);

test('AAC begins with a whole frame for first and late listeners, for all chunk sizes', () => {
  for (const size of [10, 100, 1_000, 10_000]) {
    const joinStream = createJoinStream();
    const all = Buffer.concat([endOfFrame, stream]);
    const received: Buffer[] = [];
    for (let from = 0; from < all.length; from += size) received.push(joinStream.pass(all.subarray(from, from + size)));
    assert.deepEqual(Buffer.concat(received), stream, `cut at ${size}`);
    assert.deepEqual(joinStream.beginning(), stream, `cut at ${size}`);
  }
  const joinStream = createJoinStream();
  for (let i = 0; i < 100; i += 1) joinStream.pass(stream);
  const lateBeginning = joinStream.beginning();
  assert.ok(
    lateBeginning.length > 60_000 && frames.some((each) => lateBeginning.subarray(0, each.length).equals(each)),
  );
});

test('data without a frame header passes at once; data with a false header passes after 16 KB', () => {
  const text = Buffer.from('som ');
  assert.deepEqual(createJoinStream().pass(text), text);
  const joinStream = createJoinStream();
  assert.equal(joinStream.pass(endOfFrame).length, 0);
  const rest = Buffer.alloc(16 * 1024, 1);
  assert.deepEqual(joinStream.pass(rest), Buffer.concat([endOfFrame, rest]));
  assert.deepEqual(joinStream.pass(text), text);
});

test('the buffer stores the newest whole chunks in order, up to its size', () => {
  const buffer = createStreamBuffer();
  assert.equal(buffer.all().length, 0);
  const chunk = (value: number) => Buffer.alloc(maxBufferBytes / 4, value);
  for (let value = 1; value <= 6; value += 1) buffer.push(chunk(value));
  assert.deepEqual(buffer.all(), Buffer.concat([3, 4, 5, 6].map(chunk)));
  buffer.push(Buffer.alloc(2 * maxBufferBytes));
  assert.equal(buffer.all().length, 0, 'a chunk that is larger than the buffer is not stored');
  buffer.push(chunk(7));
  buffer.clear();
  buffer.push(chunk(8));
  assert.deepEqual(buffer.all(), chunk(8));
});
