import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { api } from './index.ts';
import type { Endpoint } from '../endpoint.ts';
import { clientMessage } from '../events.ts';
import { breakingNewsInput, breakingNewsPatch } from '../messages.ts';
import { noticeInput, noticeUpdate } from '../notices.ts';
import { radioSettingsInput, radioStationInput, radioStationPatch } from '../radio.ts';

/** Calls that must stay compatible (contract/README 12.4): method and path | payload | response (`->` names its fields) or use. */
const keptCalls = `
GET /api/user | none | current user; 401 gives none
GET /api/user/me | none | -> storageUsed, storageLimit
POST /api/login | email, password | the user
POST /api/register | username, email, password | -> message
POST /api/logout | none | not shown
GET /api/videos | none | the user's contents
GET /api/platform-videos | none | platform content
GET /api/playlists | none | playlists
GET /api/playlists/{id} | none | one playlist
GET /api/playlists/{id}/assignments | none | assignments with embedded video
GET /api/playlists/{id}/randomized | none | random sequence
POST /api/playlists | name, isRandom | create
PATCH /api/playlists/{id} | name, isRandom | update
DELETE /api/playlists/{id} | none | delete
POST /api/videos/{videoId}/assignments | playlistId, frequency | assign
DELETE /api/videos/{videoId}/assignments/{playlistId} | none | unassign
GET /api/videos/{id}/assignments | none | assignments of a video
POST /api/upload-url | fileName, fileType, contentType, fileSize | -> uploadUrl, r2Key
POST /api/videos | name, r2Path, sizeMb, mediaType, displayDuration, useAmbientBackground, isPlatformVideo, categoryId | registers the upload
DELETE /api/videos/{id} | none | delete
GET /api/my-players | none | the user's screens
POST /api/my-players/{id}/assign-playlist | playlistId | send a playlist
POST /api/my-players/{id}/remove-playlist | none | defined, unused by the interface
PATCH /api/my-players/{id}/rename | name | rename
GET /api/admin/categories | none | administrators only
GET /api/admin/users | none | users list
GET /api/admin/users-with-counts | none | administrator user list
POST /api/admin/users/{id}/approve | none | -> user
POST /api/admin/users/{id}/block | none | -> user
POST /api/admin/users/{id}/reset-password | newPassword | -> user
GET /api/admin/users/{id}/quotas | none | -> maxStorageGb, maxPlaylists, maxVideos
PUT /api/admin/users/{id}/quotas | maxStorageGb, maxPlaylists, maxVideos | update
GET /api/user/category-access | none | categories the user may see
POST /api/player/validate-token | token | -> playerId, userId
POST /api/player/activate | activationCode, deviceInfo | -> playerId, userId, token
POST /api/player/renew-token | playerId, deviceInfo | -> playerId, userId, token
POST /api/player/heartbeat | token, playerId | 401 means the token expired
GET /api/player/info | none | -> player, user
GET /api/player/admin-notices | none | bearer, every 30 s
GET /api/player/assigned-playlist | none | -> playlist
GET /api/player/videos/{id}/url | none | -> url
GET /api/player/playlists/{id}/randomized | none | bearer
GET /api/player/radio-stations | none | bearer
GET /api/player/radio-settings | none | bearer
GET /api/playlists/{id}/breaking-news | none | refetched every 30 s
GET /api/breaking-news | none | messages
POST /api/breaking-news | title, message, isActive | create
PATCH /api/breaking-news/{id} | title, message, isActive | update
DELETE /api/breaking-news/{id} | none | delete
GET /api/breaking-news/{id}/playlists | none | playlists
POST /api/breaking-news/{id}/playlists | playlistIds | assign
GET /api/radio-stations | none | stations
GET /api/radio-settings | none | every 5 s
PUT /api/radio-settings | selectedRadioId, isEnabled, volume | update
GET /api/admin/players | none | polled every 10 s
POST /api/admin/players/{id}/assign-playlist | playlistId | assign
DELETE /api/admin/players/{id}/assign-playlist | none | same path, removes
POST /api/admin/players/{id}/disconnect | none | disconnect
POST /api/admin/players/{id}/reset | none | reset
POST /api/admin/users/{userId}/players/batch | quantity | create
POST /api/admin/categories | name, description | create
DELETE /api/admin/categories/{id} | none | delete
GET /api/admin/categories/{id}/users | none | users with access
GET /api/admin/categories/{id}/videos | none | platform videos
POST /api/admin/users/{userId}/categories/{categoryId} | none | grant
DELETE /api/admin/users/{userId}/categories/{categoryId} | none | revoke
DELETE /api/admin/platform-videos/{id} | none | delete
GET /api/admin/notices | none | notices
POST /api/admin/notices | title, message, backgroundColor, textColor, isActive, noticeType, targetUserId, targetPlayerId, displayIntervalSeconds, displayDurationSeconds | create
PUT /api/admin/notices/{id} | title, message, backgroundColor, textColor, isActive, noticeType, targetUserId, targetPlayerId, displayIntervalSeconds, displayDurationSeconds | update
PATCH /api/admin/notices/{id}/toggle | isActive | toggle
DELETE /api/admin/notices/{id} | none | delete
`;

const fields = (schema: z.ZodType, io: 'input' | 'output') =>
  Object.keys(z.toJSONSchema(schema, { io, unrepresentable: 'any' }).properties ?? {});

/** Returns a call's key without the names of its parameters. */
const shape = (key: string) => key.replace(/\{\w+\}|:\w+/g, '*');
const endpointsByShape = new Map(
  Object.entries(api as Record<string, Endpoint>).map(([key, endpoint]) => [shape(key), endpoint]),
);

test('every call that must stay compatible is in the contract, with its fields', () => {
  for (const line of keptCalls.trim().split('\n')) {
    const [call = '', payload = '', response = ''] = line.split(' | ');
    const endpoint = endpointsByShape.get(shape(call));
    assert.ok(endpoint, `${call} is missing in src/contract/api/index.ts`);
    if (payload === 'none') {
      assert.equal(endpoint.body, undefined, `${call} takes no body`);
    } else {
      assert.ok(endpoint.body && typeof endpoint.body !== 'string', `${call} takes a JSON body`);
      const inputFields = fields(endpoint.body, 'input');
      for (const field of payload.split(', ')) assert.ok(inputFields.includes(field), `${call} takes ${field}`);
    }
    if (!response.startsWith('-> ')) continue;
    assert.ok(endpoint.reply && typeof endpoint.reply !== 'string', `${call} returns JSON`);
    const outputFields = fields(endpoint.reply, 'output');
    for (const field of response.slice(3).split(', '))
      assert.ok(outputFields.includes(field), `${call} returns ${field}`);
  }
});

test('the upload, queries and real-time subscription that must stay compatible are in the contract too', () => {
  // PUT {uploadUrl} | the file, with a Content-Type header | direct upload
  assert.equal(api['PUT /api/uploads/:key'].body, 'binary');
  // GET /api/player/info (also seen as ?playerId={id}); GET /api/player/playlists/{id}/randomized?userId={id}
  assert.deepEqual(fields(api['GET /api/player/info'].query, 'output'), ['playerId']);
  assert.deepEqual(fields(api['GET /api/player/playlists/:id/randomized'].query, 'output'), ['userId', 'hours']);
  // Send subscribe_playlist with playlistId.
  assert.deepEqual(clientMessage.parse({ type: 'subscribe_playlist', playlistId: 3 }), {
    type: 'subscribe_playlist',
    playlistId: 3,
  });
});

test('a message counts each emoji as one character, keeps it whole, and drops half of a surrogate pair', () => {
  const family = '👨‍👩‍👧‍👦';
  const accepted = breakingNewsInput.parse({ title: family.repeat(32), message: '👍🏽'.repeat(220) });
  assert.equal(accepted.title, family.repeat(32));
  assert.equal(
    breakingNewsInput.safeParse({ title: 'é'.repeat(33), message: 'x' }).error?.issues[0]?.message,
    'Título deve ter no máximo 32 caracteres',
  );
  assert.equal(breakingNewsInput.safeParse({ message: '🙂'.repeat(221) }).success, false);
  assert.deepEqual(breakingNewsInput.parse({ title: '\ud83d', message: ' Olá \ud83d\u0000 ' }), {
    title: null,
    message: 'Olá',
    isActive: true,
  });
  assert.equal(breakingNewsInput.safeParse({ message: '\udc4d' }).error?.issues[0]?.message, 'Mensagem é obrigatória');
  assert.equal(
    breakingNewsInput.safeParse({ message: `a${'\u0301'.repeat(5_000)}` }).success,
    false,
    'one character with thousands of combining accents',
  );
});

test('a parsed change contains only the fields that were sent, and clears the target that a notice cannot have', () => {
  assert.deepEqual(breakingNewsPatch.parse({ isActive: false }), { isActive: false });
  assert.deepEqual(breakingNewsPatch.parse({ title: '' }), { title: null });
  assert.deepEqual(radioStationPatch.parse({ name: 'Nova' }), { name: 'Nova' });
  assert.deepEqual(radioSettingsInput.parse({ volume: 35 }), { volume: 35 });
  const notice = { title: 'T', message: 'M' };
  assert.deepEqual(noticeUpdate.parse({ ...notice, noticeType: 'user' }), {
    ...notice,
    noticeType: 'user',
    targetPlayerId: null,
  });
});

test('the address of a radio station must be http or https', () => {
  for (const upstreamUrl of ['ftp://a.b/c', 'file:///etc/passwd', 'javascript:1', 'nada']) {
    assert.equal(radioStationInput.safeParse({ name: 'a', genre: 'b', upstreamUrl }).success, false, upstreamUrl);
  }
});

test('targets that do not match the type of a notice are removed', () => {
  const notice = { title: 'T', message: 'M', targetUserId: 1, targetPlayerId: 2 };
  const targets = (noticeType: 'global' | 'user' | 'player') => {
    const { targetUserId, targetPlayerId } = noticeInput.parse({ ...notice, noticeType });
    return [targetUserId, targetPlayerId];
  };
  assert.deepEqual(targets('global'), [null, null]);
  assert.deepEqual(targets('user'), [1, null]);
  assert.deepEqual(targets('player'), [null, 2]);
  // Unused targets are cleared before the validation, so they are never refused.
  assert.equal(
    noticeInput.safeParse({ title: 'T', message: 'M', noticeType: 'global', targetUserId: '', targetPlayerId: 'x' })
      .success,
    true,
  );
  assert.equal(
    noticeInput.safeParse({ title: 'T', message: 'M', noticeType: 'user', targetUserId: '' }).success,
    false,
  );
});

test('every endpoint with the access user or viewer needs a capability, and no other endpoint does', () => {
  for (const [key, { access, needs }] of Object.entries<Endpoint>(api))
    assert.equal(needs !== undefined, access === 'user' || access === 'viewer', key);
});
