/** Tests access control: every endpoint of the contract, called by every kind of caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { api, type ApiKey } from './contract/api/index.ts';
import { addressOf, apiKeys, type SampleCall } from './testing/sample-calls.ts';
import { type Caller, callers, createWorld, noEffect, teamCallers } from './testing/world.ts';

/**
 * The calls and their ids are those of testing/sample-calls.ts: the things of one clinic, and for `/api/admin/users/...` an
 * account of no other interest.
 *
 * - pend  the clinic while its account waits for approval, with a session from before. No login and no call leads
 *         there: the state is set in the database, to see the second wall behind the login.
 * - bloc  the clinic after an administrator blocked it; its session ended with that, so it is nobody
 * - comm  the clinic
 * - flag  the clinic without its three feature flags
 * - othe  another customer
 * - gest, admi  a gestor (of accounts he changes those of common users only: see the end), an administrator
 * - play  the clinic's screen; bply  the same, blocked by an administrator; oply  another customer's screen
 */
const matrix: Record<ApiKey, readonly number[]> = {
  //                                                          nobo pend bloc comm flag othe gest admi play oply bply
  'GET /api/user': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/user/me': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/user/space-request': [401, 403, 401, 201, 403, 201, 201, 201, 401, 401, 401],
  // Everybody says the clinic's password: the customers and the gestor have the same one, the administrator another.
  'PUT /api/user/password': [401, 403, 401, 204, 204, 204, 204, 403, 401, 401, 401],
  'PUT /api/user/identity': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'GET /api/time-zones': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/user/time-zone': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/user/sessions': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'DELETE /api/user/sessions': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'DELETE /api/user/sessions/:key': [401, 403, 401, 204, 204, 404, 404, 404, 401, 401, 401],
  'GET /api/user/second-factor': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/user/second-factor/key': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/user/second-factor': [401, 403, 401, 201, 201, 201, 201, 403, 401, 401, 401],
  // Nobody has one (src/features/accounts/sign-in/second-factor.test.ts knows more), nor a ticket for the second step.
  'POST /api/user/second-factor/disable': [401, 403, 401, 409, 409, 409, 409, 409, 401, 401, 401],
  'POST /api/user/second-factor/recovery-codes': [401, 403, 401, 409, 409, 409, 409, 409, 401, 401, 401],
  'POST /api/login/second-factor': [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  'POST /api/login/second-factor/key': [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  'POST /api/login/second-factor/setup': [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  'POST /api/login': [200, 403, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/register/validate-code': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/register': [201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201],
  'POST /api/logout': [204, 204, 204, 204, 204, 204, 204, 204, 204, 204, 204],
  'GET /api/user/audit': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/user/audit/download': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/user/category-access': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],

  // Managers are persons of the platform and have no team.
  'GET /api/team/members': [401, 403, 401, 200, 200, 200, 403, 403, 401, 401, 401],
  'POST /api/team/members': [401, 403, 401, 201, 201, 201, 403, 403, 401, 401, 401],
  'PATCH /api/team/members/:id': [401, 403, 401, 200, 200, 404, 403, 403, 401, 401, 401],
  'DELETE /api/team/members/:id': [401, 403, 401, 204, 204, 404, 403, 403, 401, 401, 401],
  'POST /api/team/members/:id/invitation': [401, 403, 401, 201, 201, 404, 403, 403, 401, 401, 401],
  // While the clinic waits or is blocked its invitations open nothing.
  'POST /api/invitations/find': [200, 404, 404, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/invitations/accept': [200, 404, 404, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/tokens': [401, 403, 401, 200, 200, 200, 403, 403, 401, 401, 401],
  'POST /api/tokens': [401, 403, 401, 201, 201, 201, 403, 403, 401, 401, 401],
  'DELETE /api/tokens/:id': [401, 403, 401, 204, 204, 404, 403, 403, 401, 401, 401],

  'GET /api/capabilities': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/videos': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'GET /api/platform-videos': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'POST /api/upload-url': [401, 403, 401, 201, 403, 201, 201, 201, 401, 401, 401],
  'HEAD /api/uploads/:key': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'PUT /api/uploads/:key': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/uploads/:key': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/videos': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/upload': [401, 403, 401, 201, 403, 201, 201, 201, 401, 401, 401],
  'PATCH /api/videos/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/videos/:id': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/videos/:id/restore': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/videos/:id/retry': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/videos/:id/replace': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/videos/:id/replacement': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'GET /media/:file': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],

  'GET /api/playlists': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/playlists': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/playlists/:id': [401, 403, 401, 200, 200, 404, 404, 404, 200, 404, 403],
  'PATCH /api/playlists/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/playlists/:id': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/playlists/:id/restore': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'PUT /api/playlists/:id/order': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/playlists/:id/assignments': [401, 403, 401, 200, 200, 404, 404, 404, 401, 401, 401],
  'GET /api/playlists/:id/randomized': [401, 403, 401, 200, 200, 404, 404, 404, 200, 404, 403],
  'GET /api/playlists/:id/breaking-news': [401, 403, 401, 200, 200, 404, 404, 404, 200, 404, 403],
  'GET /api/videos/:id/use': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/videos/:videoId/assignments': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/videos/:videoId/assignments': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/videos/:videoId/assignments/:playlistId': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'PUT /api/videos/:videoId/assignments/:playlistId/windows': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],

  'GET /api/schedules': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'POST /api/schedules': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'PATCH /api/schedules/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/schedules/:id': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/my-players/:id/programme': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],

  'GET /api/screen-groups': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'POST /api/screen-groups': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'PATCH /api/screen-groups/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/screen-groups/:id': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/screen-groups/:id/assign-playlist': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/my-players': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/my-players/:id/assign-playlist': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/my-players/:id/remove-playlist': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'PATCH /api/my-players/:id/rename': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/my-players/:id/disconnect': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/pairing/:code': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'POST /api/pairing/:code/claim': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/display-settings': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/display-settings': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'PUT /api/display-settings/logo': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'DELETE /api/display-settings/logo': [401, 403, 401, 204, 403, 204, 204, 204, 401, 401, 401],

  'POST /api/player/activate': [200, 403, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/player/pairing': [201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201],
  'POST /api/player/pairing/poll': [202, 202, 202, 202, 202, 202, 202, 202, 202, 202, 202],
  'POST /api/player/validate-token': [200, 403, 403, 200, 200, 200, 200, 200, 200, 200, 403],
  'POST /api/player/renew-token': [401, 401, 401, 401, 401, 401, 401, 401, 200, 401, 403],
  'POST /api/player/disconnect': [401, 401, 401, 401, 401, 401, 401, 401, 204, 204, 403],
  'POST /api/player/heartbeat': [200, 403, 403, 200, 200, 200, 200, 200, 200, 200, 403],
  'GET /api/player/info': [401, 401, 401, 401, 401, 401, 401, 401, 200, 404, 403],
  'GET /api/player/assigned-playlist': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'GET /api/player/playlists/:id/randomized': [401, 401, 401, 401, 401, 401, 401, 401, 200, 404, 403],
  'GET /api/player/videos/:id/url': [401, 401, 401, 401, 401, 401, 401, 401, 200, 404, 403],
  'GET /api/player/admin-notices': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'GET /api/player/radio-stations': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'GET /api/player/radio-settings': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'POST /api/player/mode-code': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/player/options-code': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],

  'POST /api/calls': [401, 403, 401, 201, 201, 404, 404, 404, 401, 401, 401],
  'POST /api/calls/next': [401, 403, 401, 201, 201, 404, 404, 404, 401, 401, 401],
  'POST /api/calls/:id/repeat': [401, 403, 401, 201, 201, 404, 404, 404, 401, 401, 401],
  'PATCH /api/calls/:id': [401, 403, 401, 200, 200, 404, 404, 404, 401, 401, 401],
  'GET /api/calls': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/calls/report.csv': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/tickets': [401, 403, 401, 201, 201, 201, 201, 201, 401, 401, 401],
  'PATCH /api/tickets/:id': [401, 403, 401, 200, 200, 404, 404, 404, 401, 401, 401],
  'GET /api/call-rooms': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'POST /api/call-rooms': [401, 403, 401, 201, 201, 404, 404, 404, 401, 401, 401],
  'PATCH /api/call-rooms/:id': [401, 403, 401, 200, 200, 404, 404, 404, 401, 401, 401],
  'DELETE /api/call-rooms/:id': [401, 403, 401, 204, 204, 404, 404, 404, 401, 401, 401],
  'GET /api/call-settings': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/call-settings': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/call-settings/names': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/call-recordings': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/call-recordings': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'DELETE /api/call-recordings': [401, 403, 401, 204, 204, 404, 404, 404, 401, 401, 401],
  'GET /api/call-source': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'PUT /api/call-source': [401, 403, 401, 200, 200, 200, 200, 200, 401, 401, 401],
  'GET /api/voice/:file': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/player/calls': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'POST /api/player/calls/:id/shown': [401, 401, 401, 401, 401, 401, 401, 401, 204, 404, 403],

  'GET /api/urgent': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'GET /api/urgent/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/urgent': [401, 403, 401, 201, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/urgent/:id/end': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/player/urgent': [401, 401, 401, 401, 401, 401, 401, 401, 200, 200, 403],
  'POST /api/player/urgent/:id/shown': [401, 401, 401, 401, 401, 401, 401, 401, 204, 404, 403],

  'GET /api/breaking-news': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'POST /api/breaking-news': [401, 403, 401, 201, 403, 201, 201, 201, 401, 401, 401],
  'PATCH /api/breaking-news/:id': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'DELETE /api/breaking-news/:id': [401, 403, 401, 204, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/breaking-news/:id/playlists': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'POST /api/breaking-news/:id/playlists': [401, 403, 401, 200, 403, 404, 404, 404, 401, 401, 401],
  'GET /api/radio-stations': [401, 403, 401, 200, 200, 200, 200, 200, 200, 200, 403],
  'POST /api/radio-stations/:id/check': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'GET /api/radio-settings': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'PUT /api/radio-settings': [401, 403, 401, 200, 403, 200, 200, 200, 401, 401, 401],
  'GET /api/radio/:id/stream': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],

  'GET /api/admin/audit': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/audit/download': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/users': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/users-with-counts': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/users/:id/approve': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/users/:id/block': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/users/:id/reset-password': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/users/:id/quotas': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'PUT /api/admin/users/:id/quotas': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/users/:id/space-request': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'DELETE /api/admin/users/:id/second-factor': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'PUT /api/admin/users/:id/second-factor': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'PUT /api/admin/users/:id/time-zone': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'PATCH /api/admin/users/:id/profile': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'DELETE /api/admin/users/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],

  'GET /api/admin/players': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/users/:userId/players/batch': [401, 403, 401, 403, 403, 403, 201, 201, 401, 401, 401],
  'POST /api/admin/players/:id/assign-playlist': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/players/:id/assign-playlist': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'GET /api/admin/players/:id/playlists': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/players/:id/disconnect': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/players/:id/reset': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'PATCH /api/admin/players/:id': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/players/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],

  'GET /api/admin/categories': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/categories': [401, 403, 401, 403, 403, 403, 201, 201, 401, 401, 401],
  'PATCH /api/admin/categories/:id': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/categories/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'GET /api/admin/categories/:id/users': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/categories/:id/videos': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/users/:userId/categories/:categoryId': [401, 403, 401, 403, 403, 403, 201, 201, 401, 401, 401],
  'DELETE /api/admin/users/:userId/categories/:categoryId': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'DELETE /api/admin/platform-videos/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],

  'GET /api/admin/urgent': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/urgent/:id': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/urgent': [401, 403, 401, 403, 403, 403, 201, 201, 401, 401, 401],
  'POST /api/admin/urgent/:id/end': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/notices': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/notices': [401, 403, 401, 403, 403, 403, 201, 201, 401, 401, 401],
  'PUT /api/admin/notices/:id': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'PATCH /api/admin/notices/:id/toggle': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/notices/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],

  'GET /api/admin/overview': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'GET /api/admin/settings': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'PATCH /api/admin/settings': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  // No mail server is set.
  'POST /api/admin/mail-test': [401, 403, 401, 403, 403, 403, 403, 409, 401, 401, 401],
  'POST /api/admin/webhook-test': [401, 403, 401, 403, 403, 403, 403, 409, 401, 401, 401],
  'GET /api/admin/failed-videos': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'POST /api/admin/videos/:id/retry': [401, 403, 401, 403, 403, 403, 200, 200, 401, 401, 401],
  'DELETE /api/admin/videos/:id': [401, 403, 401, 403, 403, 403, 204, 204, 401, 401, 401],
  'GET /api/admin/tasks': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'POST /api/admin/tasks/:name/run': [401, 403, 401, 403, 403, 403, 403, 202, 401, 401, 401],
  'GET /api/admin/backups': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'GET /api/admin/backups/:name/download': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'GET /api/admin/radio-stations': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'POST /api/admin/radio-stations': [401, 403, 401, 403, 403, 403, 403, 201, 401, 401, 401],
  'GET /api/admin/radio-stations/trial': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'PATCH /api/admin/radio-stations/:id': [401, 403, 401, 403, 403, 403, 403, 200, 401, 401, 401],
  'DELETE /api/admin/radio-stations/:id': [401, 403, 401, 403, 403, 403, 403, 204, 401, 401, 401],

  'GET /healthz': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /readyz': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  // Nobody here is this machine itself: a proxy speaks for all (src/features/monitoring/metrics.test.ts knows more).
  'GET /metrics': [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403],
  // At this machine itself nobody is either (src/features/settings/first-steps.test.ts knows more).
  'GET /api/first-steps': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/first-steps': [404, 404, 404, 404, 404, 404, 404, 200, 404, 404, 404],
  'DELETE /api/first-steps': [401, 403, 401, 403, 403, 403, 403, 204, 401, 401, 401],
  'GET /api/contact': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/installation': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  // There is no authority without ANTESSALA_TLS=local.
  'GET /antessala-ca.crt': [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404],
  'GET /api/openapi.json': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/docs': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/docs.css': [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
};

/**
 * Expected access of team members and API tokens. Members: O owner, E editor, R reception, L reader. Tokens, by their
 * only scope: c calls, m messages, k contents, s screens:read, r reports:read, u urgent. Lists all calls that need a
 * session; callers not named get 403, the others get what the clinic itself gets. Calls for `anyone` are open to all of
 * them; calls for managers and screens are closed to all of them.
 */
const team = {
  'GET /api/user': 'OERL',
  'GET /api/user/me': 'OERL',
  'POST /api/user/space-request': 'O',
  'PUT /api/user/password': 'OERL',
  'GET /api/time-zones': 'OERL',
  'PUT /api/user/time-zone': 'O',
  'GET /api/user/sessions': 'OERL',
  'DELETE /api/user/sessions': 'OERL',
  'DELETE /api/user/sessions/:key': 'OERL',
  'GET /api/user/second-factor': 'OERL',
  'POST /api/user/second-factor/key': 'OERL',
  'POST /api/user/second-factor': 'OERL',
  'POST /api/user/second-factor/disable': 'OERL',
  'POST /api/user/second-factor/recovery-codes': 'OERL',
  'GET /api/user/audit': 'O',
  'GET /api/user/audit/download': 'O',
  'GET /api/user/category-access': 'OERL k',
  'GET /api/team/members': 'O',
  'POST /api/team/members': 'O',
  'PATCH /api/team/members/:id': 'O',
  'DELETE /api/team/members/:id': 'O',
  'POST /api/team/members/:id/invitation': 'O',
  'GET /api/tokens': 'O',
  'POST /api/tokens': 'O',
  'DELETE /api/tokens/:id': 'O',

  'GET /api/capabilities': 'OERL k',
  'GET /api/videos': 'OERL k',
  'GET /api/platform-videos': 'OERL k',
  'POST /api/upload-url': 'OE k',
  'HEAD /api/uploads/:key': 'OE k',
  'PUT /api/uploads/:key': 'OE k',
  'DELETE /api/uploads/:key': 'OE k',
  'POST /api/videos': 'OE k',
  'POST /api/upload': 'OE k',
  'PATCH /api/videos/:id': 'OE k',
  'DELETE /api/videos/:id': 'OE k',
  'POST /api/videos/:id/restore': 'OE k',
  'POST /api/videos/:id/retry': 'OE k',
  'POST /api/videos/:id/replace': 'OE k',
  'DELETE /api/videos/:id/replacement': 'OE k',

  'GET /api/playlists': 'OERL mk',
  'POST /api/playlists': 'OE',
  'GET /api/playlists/:id': 'OERL k',
  'PATCH /api/playlists/:id': 'OE',
  'DELETE /api/playlists/:id': 'OE',
  'POST /api/playlists/:id/restore': 'OE',
  'PUT /api/playlists/:id/order': 'OE',
  'GET /api/playlists/:id/assignments': 'OERL k',
  'GET /api/playlists/:id/randomized': 'OERL k',
  'GET /api/playlists/:id/breaking-news': 'OERL m',
  'GET /api/videos/:id/use': 'OERL k',
  'GET /api/videos/:videoId/assignments': 'OERL k',
  'POST /api/videos/:videoId/assignments': 'OE',
  'DELETE /api/videos/:videoId/assignments/:playlistId': 'OE',

  'PUT /api/videos/:videoId/assignments/:playlistId/windows': 'OE',
  'GET /api/schedules': 'OERL',
  'POST /api/schedules': 'OE',
  'PATCH /api/schedules/:id': 'OE',
  'DELETE /api/schedules/:id': 'OE',
  'GET /api/my-players/:id/programme': 'OERL',
  'GET /api/screen-groups': 'OERL s',
  'POST /api/screen-groups': 'OE',
  'PATCH /api/screen-groups/:id': 'OE',
  'DELETE /api/screen-groups/:id': 'OE',
  'POST /api/screen-groups/:id/assign-playlist': 'OE',
  'GET /api/my-players': 'OERL s',
  'POST /api/my-players/:id/assign-playlist': 'OE',
  'POST /api/my-players/:id/remove-playlist': 'OE',
  'PATCH /api/my-players/:id/rename': 'OE',
  'POST /api/my-players/:id/disconnect': 'OE',
  'GET /api/pairing/:code': 'OE',
  'POST /api/pairing/:code/claim': 'OE',
  'GET /api/display-settings': 'OERL s',
  'PUT /api/display-settings': 'OE',
  'PUT /api/display-settings/logo': 'OE',
  'DELETE /api/display-settings/logo': 'OE',

  'POST /api/calls': 'OR c',
  'POST /api/calls/next': 'OR c',
  'POST /api/calls/:id/repeat': 'OR c',
  'PATCH /api/calls/:id': 'OR c',
  'GET /api/calls': 'OERL c',
  'GET /api/calls/report.csv': 'OERL c',
  'POST /api/tickets': 'OR c',
  'PATCH /api/tickets/:id': 'OR c',
  'GET /api/call-rooms': 'OERL c',
  'POST /api/call-rooms': 'OR c',
  'PATCH /api/call-rooms/:id': 'OR c',
  'DELETE /api/call-rooms/:id': 'OR c',
  'GET /api/call-settings': 'OERL c',
  'PUT /api/call-settings': 'OR c',
  'PUT /api/call-settings/names': 'O',
  'GET /api/call-recordings': 'OERL c',
  'PUT /api/call-recordings': 'OR c',
  'DELETE /api/call-recordings': 'OR c',
  'GET /api/call-source': 'OERL c',
  'PUT /api/call-source': 'O',

  'GET /api/urgent': 'OERL u',
  'GET /api/urgent/:id': 'OERL u',
  'POST /api/urgent': 'OR u',
  'POST /api/urgent/:id/end': 'OR u',
  'GET /api/breaking-news': 'OERL m',
  'POST /api/breaking-news': 'OER m',
  'PATCH /api/breaking-news/:id': 'OER m',
  'DELETE /api/breaking-news/:id': 'OER m',
  'GET /api/breaking-news/:id/playlists': 'OERL m',
  'POST /api/breaking-news/:id/playlists': 'OER m',
  'GET /api/radio-stations': 'OERL',
  'POST /api/radio-stations/:id/check': 'OE',
  'GET /api/radio-settings': 'OERL',
  'PUT /api/radio-settings': 'OE',
} as const satisfies Partial<Record<ApiKey, string>>;

const letters: Partial<Record<Caller, string>> = {
  ownerMember: 'O',
  editor: 'E',
  reception: 'R',
  reader: 'L',
  callsToken: 'c',
  messagesToken: 'm',
  contentsToken: 'k',
  screensToken: 's',
  reportsToken: 'r',
  urgentToken: 'u',
  otherMember: 'O',
  otherToken: 'cmksru',
};

/** The session named in the call is the clinic's own, none of the members'. */
const ownSession: ApiKey = 'DELETE /api/user/sessions/:key';

function statusInTeam(caller: (typeof teamCallers)[number], key: ApiKey): number {
  const { access } = api[key];
  const column = (name: (typeof callers)[number]) => matrix[key][callers.indexOf(name)] ?? 0;
  const isOfBlocked = caller === 'memberOfBlocked' || caller === 'tokenOfBlocked';
  if (access === 'anyone') return column(isOfBlocked ? 'blocked' : 'nobody');
  if (access === 'player' || ['blockedMember', 'memberOfBlocked', 'lapsedToken'].includes(caller)) return 401;
  if (isOfBlocked || access === 'manager' || access === 'administrator') return 403;
  const named: string = team[key as keyof typeof team];
  if (![...(letters[caller] ?? '')].some((letter) => named.includes(letter))) return 403;
  if (key === ownSession) return 404;
  return column(caller === 'otherMember' || caller === 'otherToken' ? 'other' : 'common');
}

/** Two tables can be read side by side. */
const lines = (rows: Record<string, readonly number[]>) =>
  Object.entries(rows)
    .map(([key, row]) => `${key.padEnd(56)} ${row.join(' ')}`)
    .join('\n');

test('who may call what', async (t) => {
  const world = await createWorld(t);
  const { clinic, calls } = world;

  await t.test('every endpoint of the contract has a row with a column for each caller', () => {
    assert.deepEqual(Object.keys(matrix).sort(), [...apiKeys].sort());
    for (const [key, row] of Object.entries(matrix)) assert.equal(row.length, callers.length, key);
  });

  /**
   * Makes every call as every caller and returns the statuses. Asserts that a refused call changes and reveals nothing.
   */
  async function callAll(as: readonly Caller[]): Promise<{ seen: Record<string, number[]>; allowedEffects: number }> {
    const seen: Record<string, number[]> = {};
    const effects: string[] = [];
    let allowedEffects = 0;
    for (const key of Object.keys(matrix) as ApiKey[]) {
      const row: number[] = (seen[key] = []);
      for (const caller of as) {
        const { status, effect } = await world.attempt(caller, () => world.call(caller, key));
        row.push(status);
        if (isDeepStrictEqual(effect, noEffect)) continue;
        if (status >= 400) effects.push(`${caller} ${key}: ${JSON.stringify(effect)}`);
        else allowedEffects += 1;
      }
    }
    assert.deepEqual(effects, []);
    return { seen, allowedEffects };
  }

  await t.test(
    'every caller gets the status of the table, and what is refused changes and reveals nothing',
    async () => {
      const { seen, allowedEffects } = await callAll(callers);
      assert.equal(lines(seen), lines(matrix));
      assert.ok(allowedEffects > 100, 'the comparison sees what allowed calls do');
    },
  );

  await t.test('so does everybody of a team, and every API token', async () => {
    const withSession = apiKeys.filter((key) => api[key].access === 'user' || api[key].access === 'viewer');
    assert.deepEqual(Object.keys(team).sort(), [...withSession].sort());
    const { seen, allowedEffects } = await callAll(teamCallers);
    const expected = Object.fromEntries(
      (Object.keys(matrix) as ApiKey[]).map((key) => [key, teamCallers.map((caller) => statusInTeam(caller, key))]),
    );
    assert.equal(lines(seen), lines(expected));
    assert.ok(allowedEffects > 100, 'the comparison sees what allowed calls do');
  });

  await t.test(
    "a token opens nothing of its account's where it stands in a cookie, and no session as a bearer",
    async () => {
      const { authorization = '' } = world.credentials.messagesToken;
      const { cookie = '' } = world.credentials.common;
      const [token = '', session = ''] = [
        authorization.slice('Bearer '.length),
        /antessala_session=([^;]*)/.exec(cookie)?.[1],
      ];
      const swapped: Record<string, string>[] = [
        { cookie: `antessala_session=${token}` },
        { authorization: `Bearer ${session}` },
      ];
      for (const headers of swapped) {
        const { status, effect } = await world.attempt('nobody', () =>
          world.send('nobody', { ...addressOf('GET /api/breaking-news', {}), headers }),
        );
        assert.deepEqual([status, effect], [401, noEffect]);
      }
      // A bad token falls back on no session beside it.
      const { status } = await world.attempt('common', () =>
        world.send('common', {
          ...addressOf('GET /api/breaking-news', {}),
          headers: { authorization: `Bearer ats_${'x'.repeat(43)}` },
        }),
      );
      assert.equal(status, 401);
    },
  );

  await t.test(
    "one's own address with somebody else's id in it, or in the body, is 404 and changes nothing",
    async () => {
      const inCalls = <Key extends ApiKey>(key: Key, sample: SampleCall<Key>) => ({
        key,
        sample: sample as SampleCall,
      });
      const { foreign, playlistId, messageId, videoId, queue } = clinic;
      const { playerId } = clinic.screen;
      const mixed: { caller: Caller; key: ApiKey; sample: SampleCall; status?: number }[] = [
        ...[
          inCalls('POST /api/calls', { body: { label: '7', roomId: foreign.queue.roomId } }),
          inCalls('POST /api/calls', {
            body: { ticketId: foreign.queue.ticketId, roomId: queue.roomId },
          }),
          inCalls('POST /api/calls/next', { body: { roomId: foreign.queue.roomId } }),
          inCalls('POST /api/calls/:id/repeat', { params: { id: foreign.queue.callId } }),
          inCalls('PATCH /api/calls/:id', { params: { id: foreign.queue.callId }, body: { isAbsent: true } }),
          inCalls('PATCH /api/tickets/:id', {
            params: { id: foreign.queue.ticketId },
            body: { status: 'done' },
          }),
          inCalls('POST /api/call-rooms', {
            body: { name: 'Deles', playerIds: [foreign.playerId] },
          }),
          inCalls('POST /api/call-rooms', { body: { name: 'Deles', groupIds: [foreign.groupId] } }),
          inCalls('POST /api/screen-groups', { body: { name: 'Nossas', playerIds: [playerId, foreign.playerId] } }),
          inCalls('PATCH /api/screen-groups/:id', {
            params: { id: clinic.groupId },
            body: { playerIds: [foreign.playerId] },
          }),
          inCalls('POST /api/screen-groups/:id/assign-playlist', {
            params: { id: clinic.groupId },
            body: { playlistId: foreign.playlistId },
          }),
          inCalls('POST /api/urgent', { body: { text: 'Fora', playerIds: [playerId, foreign.playerId] } }),
          inCalls('POST /api/urgent', { body: { text: 'Fora', groupIds: [clinic.groupId, foreign.groupId] } }),
          inCalls('PATCH /api/schedules/:id', {
            params: { id: clinic.scheduleId },
            body: { targets: [{ kind: 'group', id: foreign.groupId }] },
          }),
          inCalls('PATCH /api/call-rooms/:id', {
            params: { id: queue.roomId },
            body: { playerIds: [playerId, foreign.playerId] },
          }),
          inCalls('PATCH /api/call-rooms/:id', {
            params: { id: queue.roomId },
            body: { groupIds: [clinic.groupId, foreign.groupId] },
          }),
        ].map((each) => ({ caller: 'common' as const, ...each })),
        {
          caller: 'player',
          ...inCalls('POST /api/player/calls/:id/shown', {
            params: { id: foreign.queue.callId },
            body: { hadSound: true },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/videos', { body: { name: 'Deles', r2Path: foreign.uploadKey } }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/videos/:id/replace', {
            params: { id: videoId },
            body: { r2Path: foreign.uploadKey },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/upload-url', { body: { fileName: 'a.png', fileSize: 9, replaces: foreign.videoId } }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/videos/:videoId/assignments', {
            params: { videoId: foreign.videoId },
            body: { playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/videos/:videoId/assignments', {
            params: { videoId },
            body: { playlistId: foreign.playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('DELETE /api/videos/:videoId/assignments/:playlistId', {
            params: { videoId: foreign.videoId, playlistId: foreign.playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('DELETE /api/videos/:videoId/assignments/:playlistId', {
            params: { videoId: foreign.videoId, playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('DELETE /api/videos/:videoId/assignments/:playlistId', {
            params: { videoId, playlistId: foreign.playlistId },
          }),
        },
        // Not a question of whose they are: the list is not the playlist's.
        {
          caller: 'common',
          ...inCalls('PUT /api/playlists/:id/order', {
            params: { id: playlistId },
            body: { videoIds: [videoId, foreign.videoId] },
          }),
          status: 409,
        },
        {
          caller: 'common',
          ...inCalls('POST /api/my-players/:id/assign-playlist', {
            params: { id: playerId },
            body: { playlistId: foreign.playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/my-players/:id/assign-playlist', {
            params: { id: foreign.playerId },
            body: { playlistId },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/breaking-news/:id/playlists', {
            params: { id: messageId },
            body: { playlistIds: [playlistId, foreign.playlistId] },
          }),
        },
        {
          caller: 'common',
          ...inCalls('POST /api/breaking-news/:id/playlists', {
            params: { id: foreign.messageId },
            body: { playlistIds: [playlistId] },
          }),
        },
        {
          caller: 'gestor',
          ...inCalls('POST /api/admin/players/:id/assign-playlist', {
            params: { id: playerId },
            body: { playlistId: foreign.playlistId },
          }),
        },
        {
          caller: 'administrator',
          ...inCalls('POST /api/admin/players/:id/assign-playlist', {
            params: { id: foreign.playerId },
            body: { playlistId },
          }),
        },
        {
          caller: 'player',
          ...inCalls('GET /api/player/info', { query: { playerId: foreign.playerId } }),
        },
        {
          caller: 'player',
          ...inCalls('POST /api/player/heartbeat', {
            body: { token: clinic.screen.token, playerId: foreign.playerId },
          }),
        },
        {
          caller: 'player',
          ...inCalls('GET /api/player/videos/:id/url', { params: { id: foreign.videoId } }),
        },
        {
          caller: 'player',
          ...inCalls('GET /api/player/playlists/:id/randomized', {
            params: { id: foreign.playlistId },
            query: { userId: String(clinic.other.user.id) },
          }),
        },
        // The proof is another screen's: no word about whether the screen exists.
        {
          caller: 'player',
          ...inCalls('POST /api/player/renew-token', { body: { playerId: foreign.playerId } }),
          status: 401,
        },
      ];
      for (const { caller, key, sample, status = 404 } of mixed) {
        const seen = await world.attempt(caller, () => world.call(caller, key, sample));
        assert.deepEqual([seen.status, seen.effect], [status, noEffect], `${caller} ${key} ${JSON.stringify(sample)}`);
      }
    },
  );

  await t.test('an id that nobody has is 404 for whoever may call, and changes nothing', async () => {
    for (const key of apiKeys) {
      const { params } = calls[key] as { params?: Record<string, unknown> };
      const caller = callers.find((_, at) => (matrix[key][at] ?? 500) < 300) ?? 'nobody';
      for (const [name, value] of Object.entries(params ?? {})) {
        if (typeof value !== 'number') continue;
        for (const id of [999_999, Number.MAX_SAFE_INTEGER]) {
          const sample = { ...calls[key], params: { ...params, [name]: id } } as SampleCall;
          const { status, effect } = await world.attempt(caller, () => world.call(caller, key, sample));
          assert.deepEqual([status, effect], [404, noEffect], `${caller} ${key} ${name}=${id}`);
        }
      }
    }
  });

  await t.test('made-up credentials are nobody', async () => {
    const madeUp = {
      cookie: `antessala_session=${'a'.repeat(43)}; antessala_device=${'b'.repeat(43)}`,
      authorization: `Bearer ${'c'.repeat(43)}`,
    };
    for (const key of apiKeys) {
      if (api[key].access === 'anyone') continue;
      const { status, effect } = await world.attempt('nobody', () =>
        world.send('nobody', { ...addressOf(key, calls[key]), headers: madeUp }),
      );
      assert.deepEqual([status, effect], [401, noEffect], key);
    }
  });

  await t.test("a gestor may read, but not touch, an administrator's account or his own", async () => {
    for (const { user } of [world.app.admin, clinic.gestor]) {
      for (const key of apiKeys) {
        if (!/ \/api\/admin\/users\/:id\b/.test(key)) continue;
        const sample = { ...calls[key], params: { id: user.id } } as SampleCall;
        const { status, effect } = await world.attempt('gestor', () => world.call('gestor', key, sample));
        // His own second step he switches off himself, with a code: that he may not is no secret to him.
        const isOwnStep = user === clinic.gestor.user && key === 'DELETE /api/admin/users/:id/second-factor';
        const refused = isOwnStep ? 409 : 403;
        assert.deepEqual(
          [status, effect],
          [key.startsWith('GET ') ? 200 : refused, noEffect],
          `${key} ${user.username}`,
        );
      }
    }
  });
});
