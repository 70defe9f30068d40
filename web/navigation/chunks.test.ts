import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedAddress } from './chunks.ts';

test('only a module of this server whose fetch failed is imported again', () => {
  const origin = 'https://tv.test';
  const url = `${origin}/assets/Radio-AB12.js`;
  for (const message of [
    `TypeError: Failed to fetch dynamically imported module: ${url}`,
    `TypeError: error loading dynamically imported module: ${url}`,
  ])
    assert.equal(failedAddress(message, origin), url);
  for (const message of [
    `Error: x is not a function at ${url}`,
    `TypeError: Failed to fetch dynamically imported module: ${origin}/api/media/a.js`,
    'TypeError: Failed to fetch dynamically imported module: https://other.test/assets/a.js',
    'TypeError: Importing a module script failed.',
  ])
    assert.equal(failedAddress(message, origin), undefined);
});
