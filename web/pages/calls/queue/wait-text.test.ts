import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitText } from './wait-text.ts';

test('waitText formats a duration in minutes and hours, and null as a dash', () => {
  const found = [null, 20_000, 12 * 60_000, 60 * 60_000, 75 * 60_000].map(waitText);
  assert.deepEqual(found, ['–', 'menos de 1 min', '12 min', '1 h', '1 h 15 min']);
});
