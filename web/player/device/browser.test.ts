import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineName } from './browser.ts';

test('the engine name has browser and version', () => {
  assert.equal(
    engineName(
      'Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.136 Safari/537.36',
    ),
    'Chromium 79',
  );
  assert.equal(engineName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox 140');
});
