import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstEntry, isHls, isPlaylist, isSound, mediaTypeOf } from './response-kinds.ts';
import { backOffMs } from './station-connection.ts';

test('sound, playlist files and pages are distinguished', () => {
  assert.equal(mediaTypeOf('Audio/MPEG; charset=utf-8'), 'audio/mpeg');
  assert.equal(mediaTypeOf(undefined), '');
  for (const type of ['audio/mpeg', 'audio/aacp', 'audio/x-scpls-like']) assert.ok(isSound(type), type);
  for (const type of ['audio/x-mpegurl', 'audio/x-scpls', 'audio/', 'audio/mpeg"x', 'video/mp4', 'text/html', ''])
    assert.ok(!isSound(type), type);
  assert.ok(isPlaylist('audio/x-mpegurl', '/live'));
  assert.ok(isPlaylist('text/plain', '/listen.PLS'));
  assert.ok(!isPlaylist('text/plain', '/robots.txt'));
  assert.ok(!isPlaylist('text/html', '/listen.m3u'));
});

test('firstEntry returns the first address of a playlist file', () => {
  assert.equal(firstEntry('#EXTM3U\r\n\r\n#EXTINF:-1,Rádio\r\n http://a.b/c \r\nhttp://d.e/f'), 'http://a.b/c');
  assert.equal(
    firstEntry('\uFEFF[Playlist]\nTitle1=Rádio\nFILE1 = http://a.b/c=d\nFile2=http://d.e/f'),
    'http://a.b/c=d',
  );
  assert.equal(firstEntry('[playlist]\nNumberOfEntries=0'), undefined);
  assert.equal(firstEntry('#EXTM3U\n'), undefined);
  assert.ok(isHls('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nlow.m3u8'));
  assert.ok(!isHls('#EXTM3U\n#EXTINF:-1,Rádio\nhttp://a.b/c'));
});

test('each failed connection doubles the delay before the next attempt, up to 30 seconds', () => {
  assert.deepEqual([1, 2, 3, 5, 6, 60].map(backOffMs), [1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
});
