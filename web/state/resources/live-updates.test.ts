import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readsChangedBy } from './live-updates.ts';

test('a change of category access refreshes what contract/README 5.2 names', () => {
  const reads = readsChangedBy({ type: 'categoryAccessChanged' });
  for (const key of [
    'GET /api/admin/categories',
    'GET /api/user/category-access',
    'GET /api/platform-videos',
    'GET /api/playlists',
    'GET /api/playlists/:id/assignments',
  ] as const) {
    assert.ok(reads.includes(key), key);
  }
});

test('a playlist sent to or removed from a screen refreshes the screens list', () => {
  assert.ok(
    readsChangedBy({ type: 'playlistAssigned', playerId: 1, playlist: { id: 2, name: 'Recepção' } }).includes(
      'GET /api/my-players',
    ),
  );
  assert.ok(readsChangedBy({ type: 'playlistRemoved', playerId: 1 }).includes('GET /api/my-players'));
  assert.ok(readsChangedBy({ type: 'playerStatusChanged', playerId: 1 }).includes('GET /api/admin/players'));
});

test('progress asks the server again only when an item is done or failed', () => {
  const progress = {
    type: 'mediaProgress',
    videoId: 1,
    isReplacement: false,
    progress: 40,
    error: null,
  } as const;
  assert.deepEqual(readsChangedBy({ ...progress, status: 'processing' }), []);
  assert.ok(readsChangedBy({ ...progress, status: 'completed', progress: 100 }).includes('GET /api/videos'));
});

test('messages, radio, contents and administrator lists refresh their own reads', () => {
  assert.deepEqual(readsChangedBy({ type: 'radioSettingsUpdated' }), [
    'GET /api/radio-settings',
    'GET /api/radio-stations',
  ]);
  assert.ok(readsChangedBy({ type: 'BREAKING_NEWS_UPDATE', playlistId: 1 }).includes('GET /api/breaking-news'));
  assert.ok(readsChangedBy({ type: 'contentChanged', what: 'playlists' }).includes('GET /api/playlists'));
  assert.ok(readsChangedBy({ type: 'contentChanged', what: 'user' }).includes('GET /api/user/me'));
  assert.ok(readsChangedBy({ type: 'adminChanged', what: 'users' }).includes('GET /api/admin/users-with-counts'));
  assert.ok(readsChangedBy({ type: 'adminChanged', what: 'notices' }).includes('GET /api/admin/notices'));
  assert.deepEqual(readsChangedBy({ type: 'noticesUpdated' }), []);
});
