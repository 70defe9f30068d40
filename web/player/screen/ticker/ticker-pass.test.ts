import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passOf } from './ticker-pass.ts';

const lengths = [20, 100, 500, 900, 1500, 2300, 4000, 7000];
const near = (actual: number, expected: number) => Math.abs(actual - expected) < 1e-6;

test('every message moves at 120 px per second on a screen of 1920 px', () => {
  for (const length of lengths)
    for (const isAlone of [true, false]) {
      const { durationMs, copies, gap } = passOf(1920, length, 16, isAlone);
      const distance = 1920 + copies * length + (copies - 1) * gap;
      assert.ok(near((distance / durationMs) * 1000, 120), `${length} ${isAlone}`);
    }
});

test('the speed is proportional to the root font size', () => {
  for (const [width, remPx] of [
    [1280, 10.667],
    [1080, 12.96],
    [3840, 32],
  ] as const) {
    const { durationMs } = passOf(width, 1000, remPx, true);
    assert.ok(near(((width + 1000) / durationMs) * 1000, 7.5 * remPx));
  }
});

test('the next message follows after 35 s, or when a longer text has left the screen', () => {
  for (const length of [20, 100, 500, 900, 1500, 2280]) assert.equal(passOf(1920, length, 16, false).turnMs, 35_000);
  const long = passOf(1920, 6000, 16, false);
  assert.ok(near(long.turnMs, 66_000) && near(long.durationMs, 66_000));
});

test('a short message is repeated within its turn; no copy is cut and none touches another', () => {
  for (const length of lengths) {
    const { durationMs, turnMs, copies, gap } = passOf(1920, length, 16, false);
    assert.ok(durationMs <= turnMs, 'it leaves before its turn ends');
    if (copies > 1) assert.ok(gap >= 240 && near(durationMs, 35_000), `${length}: ${gap}`);
    assert.ok(turnMs - durationMs < 11_000, `${length}: an empty bar for ${turnMs - durationMs} ms`);
  }
  assert.equal(passOf(1920, 100, 16, true).copies, 1, 'a single message starts again at once');
});
