import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from '../../../src/contract/events.ts';
import { resourcesChangedBy } from './live-updates.ts';
import type { ResourceKey } from './resource.ts';

const progress = { type: 'mediaProgress', videoId: 1, isReplacement: false, progress: 40, error: null } as const;

test('a message refreshes the resources that it changes', () => {
  const cases: [ServerMessage, ResourceKey[]][] = [
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
  for (const [message, keys] of cases)
    for (const key of keys) assert.ok(resourcesChangedBy(message).includes(key), `${message.type}: ${key}`);
  assert.equal(resourcesChangedBy({ type: 'radioSettingsUpdated' }).length, 2);
});

test('progress before the end, and messages for screens, refresh nothing', () => {
  assert.deepEqual(resourcesChangedBy({ ...progress, status: 'processing' }), []);
  assert.deepEqual(resourcesChangedBy({ type: 'noticesUpdated' }), []);
});
