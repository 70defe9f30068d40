import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineName } from '../device/device.ts';
import { noticeAt } from './notices.ts';
import { assetsOf, isNewer } from '../server/restart.ts';
import { runMs } from './ticker.ts';

test('a notice stays 60 s, is away 60 s, and the next one follows', () => {
  const at = (second: number) => noticeAt(['a', 'b', 'c'], second * 1000);
  assert.deepEqual([0, 59, 60, 119, 120, 179, 180, 240, 359, 360, 400].map(at), [
    'a',
    'a',
    null,
    null,
    'b',
    'b',
    null,
    'c',
    null,
    'a',
    'a',
  ]);
});

test('one notice comes back every 2 minutes, none shows nothing', () => {
  assert.equal(noticeAt(['a'], 130_000), 'a');
  assert.equal(noticeAt(['a'], 70_000), null);
  assert.equal(noticeAt([], 0), null);
});

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

test('the assets of a page are found once each, in scripts, styles and fonts', () => {
  const page =
    '<link rel="stylesheet" href="/assets/player-AAAA1111.css"><script src="/assets/player-BBBB2222.js"></script><script src="/assets/player-BBBB2222.js"></script>';
  assert.deepEqual(assetsOf(page), ['/assets/player-AAAA1111.css', '/assets/player-BBBB2222.js']);
  assert.deepEqual(assetsOf('src:url(/assets/inter-CCCC3333.woff2)'), ['/assets/inter-CCCC3333.woff2']);
  assert.deepEqual(assetsOf('<html>Login do Wi-Fi</html>'), []);
});

test('a page is newer when it names another script or style', () => {
  const page = (hash: string) => `<link href="/assets/player-AAAA1111.css"><script src="/assets/player-${hash}.js">`;
  assert.equal(isNewer(page('BBBB2222'), page('BBBB2222')), false);
  assert.equal(isNewer(page('DDDD4444'), page('BBBB2222')), true);
  assert.equal(isNewer('<html>Login do Wi-Fi</html>', page('BBBB2222')), false);
});

test('the engine is named for the studio', () => {
  assert.equal(
    engineName(
      'Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.136 Safari/537.36',
    ),
    'Chromium 79',
  );
  assert.equal(engineName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox 140');
});
