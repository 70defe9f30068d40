import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOggBuffer, isOgg } from './ogg.ts';

/** Returns an Ogg page with one packet. */
function page(text: string, time: bigint, { isFirst = false } = {}): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS');
  head[5] = isFirst ? 2 : 0;
  head.writeBigInt64LE(time, 6);
  head[26] = 1;
  head[27] = text.length;
  return Buffer.concat([head, Buffer.from(text)]);
}

const beginning = [page('who', 0n, { isFirst: true }), page('half', -1n), page('how', 0n)];
const sound = [page('one', 960n), page('two', 1_920n), page('three', 2_880n)];

test('only complete Ogg pages are passed on, for all chunk sizes, without bytes between them', () => {
  const all = Buffer.concat([...beginning, ...sound]);
  assert.ok(isOgg(all) && !isOgg(Buffer.from('ID3')));
  for (const size of [1, 7, 28, 1_000]) {
    const pages = createOggBuffer();
    const out: Buffer[] = [];
    for (let from = 0; from < all.length; from += size) out.push(pages.push(all.subarray(from, from + size)));
    assert.deepEqual(Buffer.concat(out), all, `cut at ${size}`);
  }
  const pages = createOggBuffer();
  assert.deepEqual(pages.push(Buffer.concat([Buffer.from('noise Og'), sound[0] as Buffer])), sound[0]);
  assert.equal(pages.push(page('x', 1n).subarray(0, 20)).length, 0);
});

test('a late listener first gets the header pages of the current stream', () => {
  const pages = createOggBuffer();
  assert.equal(pages.beginning().length, 0);
  pages.push(Buffer.concat(beginning.slice(0, 2)));
  assert.deepEqual(pages.beginning(), Buffer.concat(beginning.slice(0, 2)), 'incomplete header');
  pages.push(Buffer.concat([...beginning.slice(2), ...sound]));
  assert.deepEqual(pages.beginning(), Buffer.concat([...beginning, ...sound]), 'header and newest sound');
  const next = [page('new', 0n, { isFirst: true }), page('song', 0n), page('la', 960n)];
  pages.push(Buffer.concat(next));
  assert.deepEqual(pages.beginning(), Buffer.concat(next), 'a new header replaces the previous stream');
});

test('an endless header is not stored', () => {
  const pages = createOggBuffer();
  const many = Array.from({ length: 3_000 }, () => page('a'.repeat(250), 0n));
  pages.push(Buffer.concat([page('who', 0n, { isFirst: true }), ...many]));
  assert.equal(pages.beginning().length, 0);
});
