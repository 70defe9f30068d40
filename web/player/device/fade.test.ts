import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelAt } from './fade.ts';

test('the volume changes evenly within 0.3 s, and never beyond its target', () => {
  const lowered = [0, 75, 150, 225, 300, 900].map((elapsedMs) => levelAt(1, 0.2, elapsedMs));
  assert.deepEqual(
    lowered.map((volume) => volume.toFixed(2)),
    ['1.00', '0.80', '0.60', '0.40', '0.20', '0.20'],
  );
  assert.equal(levelAt(0.2, 1, 300), 1);
  assert.equal(levelAt(0, 1, 1_000, 4_000), 0.25, 'a longer fade');
  assert.equal(levelAt(0.2, 1, -5), 0.2, 'a negative elapsed time');
});
