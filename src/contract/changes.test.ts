import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedByMessage, type Resource } from './changes.ts';
import type { ServerMessage } from './events.ts';

const progress = { type: 'mediaProgress', videoId: 1, isReplacement: false, progress: 40, error: null } as const;

test('a message makes old what it changes', () => {
  const cases: [ServerMessage, Resource[]][] = [
    [
      { type: 'categoryAccessChanged' },
      [
        // Contract/README 5.2.
        ...(['GET /api/admin/categories', 'GET /api/user/category-access', 'GET /api/platform-videos'] as const),
        ...(['GET /api/playlists', 'GET /api/playlists/:id/assignments'] as const),
      ],
    ],
    [{ type: 'playlistAssigned', playerId: 1, playlist: { id: 2, name: 'Recepção' } }, ['GET /api/my-players']],
    [{ type: 'playlistRemoved', playerId: 1 }, ['GET /api/my-players']],
    [{ type: 'playerStatusChanged', playerId: 1 }, ['GET /api/admin/players']],
    [{ ...progress, status: 'completed', progress: 100 }, ['GET /api/videos']],
    [{ type: 'radioSettingsUpdated' }, ['GET /api/radio-settings', 'GET /api/radio-stations']],
    [{ type: 'BREAKING_NEWS_UPDATE', playlistId: 1 }, ['GET /api/breaking-news']],
    [{ type: 'contentChanged', what: 'playlists' }, ['GET /api/playlists']],
    [{ type: 'contentChanged', what: 'user' }, ['GET /api/user/me']],
    [{ type: 'adminChanged', what: 'users' }, ['GET /api/admin/users-with-counts']],
    [{ type: 'adminChanged', what: 'notices' }, ['GET /api/admin/notices']],
  ];
  for (const [message, reads] of cases)
    for (const key of reads) assert.ok(changedByMessage(message).includes(key), `${message.type}: ${key}`);
});

test('progress before the end and messages for screens make nothing old', () => {
  assert.deepEqual(changedByMessage({ ...progress, status: 'processing' }), []);
  assert.deepEqual(changedByMessage({ type: 'noticesUpdated' }), []);
});
