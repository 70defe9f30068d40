import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../api/index.ts';
import {
  changedByCall,
  changedByMessage,
  idempotentCalls,
  patchedByCall,
  patchOfReply,
  type Resource,
  resourcesThatShow,
} from './changes.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ServerMessage } from '../events.ts';

const progress = { type: 'mediaProgress', videoId: 1, isReplacement: false, progress: 40, error: null } as const;

test('`changedByMessage` returns the resources that a message makes out of date', () => {
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
    [{ type: 'radioSettingsUpdated' }, ['GET /api/radio-settings', 'GET /api/radio-stations']],
    [{ type: 'BREAKING_NEWS_UPDATE', playlistId: 1 }, ['GET /api/breaking-news']],
    [{ type: 'contentChanged', what: 'playlists' }, ['GET /api/playlists']],
    [{ type: 'contentChanged', what: 'user' }, ['GET /api/user/me']],
    [{ type: 'adminChanged', what: 'users' }, ['GET /api/admin/users-with-counts']],
    [{ type: 'adminChanged', what: 'notices' }, ['GET /api/admin/notices']],
  ];
  for (const [message, resources] of cases)
    for (const key of resources) assert.ok(changedByMessage(message).includes(key), `${message.type}: ${key}`);
  const radio = ['GET /api/radio-settings', 'GET /api/radio-stations'];
  assert.deepEqual(changedByMessage({ type: 'radioSettingsUpdated' }), radio, 'no other resource');
  const shown = { ...{ callId: 1, playerId: 1, playerName: 'Tela 1' }, delayMs: 300, hadSound: true };
  assert.deepEqual(changedByMessage({ type: 'callShown', ...shown }), [], 'the receipt is merged');
  assert.deepEqual(changedByCall['POST /api/radio-stations/:id/check'], ['GET /api/radio-stations']);
});

test('messages about progress and messages for screens make no resource out of date', () => {
  for (const status of ['processing', 'completed'] as const)
    assert.deepEqual(changedByMessage({ ...progress, status }), []);
  assert.deepEqual(changedByMessage({ type: 'noticesUpdated' }), []);
});

test('`patchedByCall` has the resource for each call whose response is merged', () => {
  assert.deepEqual(Object.keys(patchOfReply).sort(), Object.keys(patchedByCall).sort());
  assert.ok(resourcesThatShow('POST /api/tickets').includes('GET /api/calls'));
});

/** Calls that create something without an Idempotency-Key: a repetition has no effect, or contract/README 12.5 says why. */
const withoutKey = [
  'POST /api/admin/users/:userId/categories/:categoryId',
  'POST /api/player/pairing',
  'POST /api/register',
  'POST /api/team/members',
  'POST /api/team/members/:id/invitation',
  'POST /api/tokens',
  'POST /api/upload',
  'POST /api/upload-url',
  'POST /api/user/second-factor',
  'POST /api/user/space-request',
  'POST /api/videos/:videoId/assignments',
];

test('every call that creates something takes an Idempotency-Key, except those of the list', () => {
  const endpoints = Object.entries<Endpoint>(api);
  const creating = endpoints.filter(([, { status, idempotent }]) => status === 201 && !idempotent).map(([key]) => key);
  assert.deepEqual(creating.sort(), withoutKey);
  const idempotent = endpoints.filter(([, endpoint]) => endpoint.idempotent).map(([key]) => key);
  assert.deepEqual(Object.keys(idempotentCalls).sort(), idempotent.sort());
});
