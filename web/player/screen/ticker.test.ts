import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runMs } from './ticker.ts';

test('whole runs of a ticker message fill its 35 s', () => {
  for (const length of [100, 500, 900, 1920, 4000, 7000]) {
    const runs = 35_000 / runMs(1920 + length, 1920);
    assert.ok(Math.abs(runs - Math.round(runs)) < 1e-9 && runs >= 1, `${length}: ${runs}`);
  }
});

test('short and long messages run at a speed that can be read', () => {
  for (const length of [100, 500, 1920, 4000, 6000]) {
    const pixelsPerSecond = (1920 + length) / (runMs(1920 + length, 1920) / 1000);
    assert.ok(pixelsPerSecond > 50 && pixelsPerSecond < 240, `${length}: ${pixelsPerSecond}`);
  }
});
