import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestFitting } from './fit-text.ts';

test('the largest size that fits is found with at most ten attempts', () => {
  for (let wanted = 10; wanted <= 400; wanted += 1) {
    let attempts = 0;
    const found = largestFitting({ min: 10, max: 400 }, (px) => {
      attempts += 1;
      return px <= wanted;
    });
    assert.equal(found, wanted);
    assert.ok(attempts <= 10, `${attempts}`);
  }
});

test('if no size fits, the smallest is used', () => {
  assert.equal(
    largestFitting({ min: 24, max: 300 }, () => false),
    24,
  );
});
