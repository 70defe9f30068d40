/** Tests access control: every endpoint of the contract, called by every kind of caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { api, type ApiKey } from './contract/api/index.ts';
import { methodAndPath } from './testing/client.ts';
import { apiKeys, type SampleCall } from './testing/sample-calls.ts';
import { type Caller, callers, createWorld, noEffect, teamCallers } from './testing/world.ts';

/**
 * Expected status of each call by its caller. The calls (testing/sample-calls.ts) contain ids of one clinic's
 * objects; those of `/api/admin/users/...` contain the id of a separate account.
 *
 * - nobo  nobody: a request without credentials
 * - pend  the clinic while its account waits for approval, with a session that began earlier. No call produces
 *         this state: the test sets it in the database, to test the check behind the sign-in.
 * - bloc  the clinic after an administrator blocked it, which ended its session
 * - comm  the clinic
 * - flag  the clinic without its three feature flags
 * - othe  another customer
 * - gest, admi  a gestor (who may change only accounts of common users: see the end), an administrator
 * - play  the clinic's screen; bply  the same, blocked by an administrator; oply  another customer's screen
 * - team  for calls that need a session, the members and API tokens that get the same status as the clinic; the others
 *         get 403. Members: O owner, E editor, R reception, L reader. Tokens, by their only scope: c calls, m messages,
 *         k contents, s screens:read, r reports:read, u urgent. Calls for `anyone` are open to all of them; calls for
 *         managers and screens are closed to all of them.
 */
const table = `
                                                          nobo pend bloc comm flag othe gest admi play oply bply team
GET /api/user                                             401  403  401  200  200  200  200  200  401  401  401 OERL
GET /api/user/me                                          401  403  401  200  200  200  200  200  401  401  401 OERL
POST /api/user/space-request                              401  403  401  201  403  201  201  201  401  401  401 O
// All callers send the clinic's password: the customers and the gestor have the same one, the administrator another.
PUT /api/user/password                                    401  403  401  204  204  204  204  403  401  401  401 OERL
PUT /api/user/identity                                    401  403  401  200  200  200  200  403  401  401  401 OERL
// Nobody has asked for a code (src/features/accounts/own/own-identity.test.ts tests it).
POST /api/user/identity/confirmation                      401  403  401  403  403  403  403  403  401  401  401 OERL
GET /api/time-zones                                       401  403  401  200  200  200  200  200  401  401  401 OERL
PUT /api/user/time-zone                                   401  403  401  200  200  200  200  200  401  401  401 O
GET /api/clinic-profile                                   401  403  401  200  403  200  200  200  401  401  401 OERL
PUT /api/clinic-profile                                   401  403  401  200  403  200  200  200  401  401  401 O
GET /api/onboarding                                       401  403  401  200  403  200  200  200  401  401  401 O
POST /api/onboarding/skip                                 401  403  401  200  403  200  200  200  401  401  401 O
GET /api/user/sessions                                    401  403  401  200  200  200  200  200  401  401  401 OERL
DELETE /api/user/sessions                                 401  403  401  200  200  200  200  200  401  401  401 OERL
DELETE /api/user/sessions/:key                            401  403  401  204  204  404  404  404  401  401  401 OERL
GET /api/user/second-factor                               401  403  401  200  200  200  200  200  401  401  401 OERL
POST /api/user/second-factor/key                          401  403  401  200  200  200  200  200  401  401  401 OERL
// No caller has a second factor, the key for one, or the cookie of a begun sign-in (features/accounts/sign-in/second-factor.test.ts tests callers who have them).
POST /api/user/second-factor                              401  403  401  403  403  403  403  403  401  401  401 OERL
POST /api/user/second-factor/disable                      401  403  401  409  409  409  409  409  401  401  401 OERL
POST /api/user/second-factor/recovery-codes               401  403  401  409  409  409  409  409  401  401  401 OERL
POST /api/login/second-factor                             401  401  401  401  401  401  401  401  401  401  401
POST /api/login/second-factor/key                         401  401  401  401  401  401  401  401  401  401  401
POST /api/login/second-factor/setup                       401  401  401  401  401  401  401  401  401  401  401
POST /api/login                                           200  403  403  200  200  200  200  200  200  200  200
POST /api/register/validate-code                          200  200  200  200  200  200  200  200  200  200  200
POST /api/register                                        201  201  201  201  201  201  201  201  201  201  201
GET /api/register/approval                                200  200  200  200  200  200  200  200  200  200  200
POST /api/logout                                          204  204  204  204  204  204  204  204  204  204  204
GET /api/user/audit                                       401  403  401  200  200  200  200  200  401  401  401 O
GET /api/user/audit/download                              401  403  401  200  200  200  200  200  401  401  401 O
GET /api/user/category-access                             401  403  401  200  200  200  200  200  401  401  401 OERL k

// Managers are people of the platform and have no team.
GET /api/team/members                                     401  403  401  200  200  200  403  403  401  401  401 O
POST /api/team/members                                    401  403  401  201  201  201  403  403  401  401  401 O
PATCH /api/team/members/:id                               401  403  401  200  200  404  403  403  401  401  401 O
DELETE /api/team/members/:id                              401  403  401  204  204  404  403  403  401  401  401 O
POST /api/team/members/:id/invitation                     401  403  401  201  201  404  403  403  401  401  401 O
// The clinic's invitations are invalid while it is pending or blocked.
POST /api/invitations/find                                200  404  404  200  200  200  200  200  200  200  200
POST /api/invitations/accept                              200  404  404  200  200  200  200  200  200  200  200
GET /api/tokens                                           401  403  401  200  200  200  403  403  401  401  401 O
POST /api/tokens                                          401  403  401  201  201  201  403  403  401  401  401 O
DELETE /api/tokens/:id                                    401  403  401  204  204  404  403  403  401  401  401 O

GET /api/capabilities                                     401  403  401  200  200  200  200  200  401  401  401 OERL k
GET /api/videos                                           401  403  401  200  403  200  200  200  401  401  401 OERL k
GET /api/videos/count                                     401  403  401  200  403  200  200  200  401  401  401 OERL k
GET /api/platform-videos                                  401  403  401  200  403  200  200  200  401  401  401 OERL k
GET /api/platform-videos/count                            401  403  401  200  403  200  200  200  401  401  401 OERL k
POST /api/upload-url                                      401  403  401  201  403  201  201  201  401  401  401 OE k
HEAD /api/uploads/:key                                    401  403  401  200  403  404  404  404  401  401  401 OE k
PUT /api/uploads/:key                                     401  403  401  200  403  404  404  404  401  401  401 OE k
DELETE /api/uploads/:key                                  401  403  401  204  403  404  404  404  401  401  401 OE k
POST /api/videos                                          401  403  401  201  403  404  404  404  401  401  401 OE k
POST /api/upload                                          401  403  401  201  403  201  201  201  401  401  401 OE k
PATCH /api/videos/:id                                     401  403  401  200  403  404  404  404  401  401  401 OE k
DELETE /api/videos/:id                                    401  403  401  204  403  404  404  404  401  401  401 OE k
POST /api/videos/delete                                   401  403  401  200  403  200  200  200  401  401  401 OE k
POST /api/videos/restore                                  401  403  401  200  403  200  200  200  401  401  401 OE k
POST /api/videos/:id/restore                              401  403  401  200  403  404  404  404  401  401  401 OE k
POST /api/videos/:id/retry                                401  403  401  200  403  404  404  404  401  401  401 OE k
POST /api/videos/:id/replace                              401  403  401  200  403  404  404  404  401  401  401 OE k
DELETE /api/videos/:id/replacement                        401  403  401  204  403  404  404  404  401  401  401 OE k
GET /api/videos/:id/poster                                401  403  401  200  403  404  404  404  401  401  401 OERL k
GET /media/:file                                          200  200  200  200  200  200  200  200  200  200  200

GET /api/imports                                          401  403  401  200  403  200  200  200  401  401  401 OE
GET /api/imports/:id                                      401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/imports/:id/report.csv                           401  403  401  200  403  404  404  404  401  401  401 OE
POST /api/imports                                         401  403  401  201  403  404  404  404  401  401  401 OE
POST /api/imports/:id/start                               401  403  401  200  403  404  404  404  401  401  401 OE
// The import does not run.
POST /api/imports/:id/stop                                401  403  401  409  403  404  404  404  401  401  401 OE
DELETE /api/imports/:id                                   401  403  401  204  403  404  404  404  401  401  401 OE
GET /api/admin/import-folders                             401  403  401  403  403  403  403  200  401  401  401
POST /api/admin/imports                                   401  403  401  403  403  403  403  201  401  401  401

GET /api/playlists                                        401  403  401  200  200  200  200  200  401  401  401 OERL mk
POST /api/playlists                                       401  403  401  201  403  404  404  404  401  401  401 OE
GET /api/playlists/:id                                    401  403  401  200  200  404  404  404  200  404  403 OERL k
PATCH /api/playlists/:id                                  401  403  401  200  403  404  404  404  401  401  401 OE
DELETE /api/playlists/:id                                 401  403  401  204  403  404  404  404  401  401  401 OE
POST /api/playlists/:id/restore                           401  403  401  200  403  404  404  404  401  401  401 OE
PUT /api/playlists/:id/order                              401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/playlists/:id/assignments                        401  403  401  200  200  404  404  404  401  401  401 OERL k
GET /api/playlists/:id/randomized                         401  403  401  200  200  404  404  404  200  404  403 OERL k
GET /api/playlists/:id/breaking-news                      401  403  401  200  200  404  404  404  200  404  403 OERL m
GET /api/videos/:id/use                                   401  403  401  200  403  404  404  404  401  401  401 OERL k
GET /api/videos/:videoId/assignments                      401  403  401  200  403  404  404  404  401  401  401 OERL k
POST /api/videos/:videoId/assignments                     401  403  401  201  403  404  404  404  401  401  401 OE
DELETE /api/videos/:videoId/assignments/:playlistId       401  403  401  204  403  404  404  404  401  401  401 OE
PUT /api/videos/:videoId/assignments/:playlistId/windows  401  403  401  200  403  404  404  404  401  401  401 OE

GET /api/schedules                                        401  403  401  200  403  200  200  200  401  401  401 OERL
POST /api/schedules                                       401  403  401  201  403  404  404  404  401  401  401 OE
PATCH /api/schedules/:id                                  401  403  401  200  403  404  404  404  401  401  401 OE
DELETE /api/schedules/:id                                 401  403  401  204  403  404  404  404  401  401  401 OE
GET /api/opening-hours                                    401  403  401  200  403  200  200  200  401  401  401 OERL
PUT /api/opening-hours                                    401  403  401  200  403  200  200  200  401  401  401 OE
GET /api/my-players/:id/programme                         401  403  401  200  403  404  404  404  401  401  401 OERL

GET /api/screen-groups                                    401  403  401  200  403  200  200  200  401  401  401 OERL s
POST /api/screen-groups                                   401  403  401  201  403  404  404  404  401  401  401 OE
PATCH /api/screen-groups/:id                              401  403  401  200  403  404  404  404  401  401  401 OE
DELETE /api/screen-groups/:id                             401  403  401  204  403  404  404  404  401  401  401 OE
POST /api/screen-groups/:id/assign-playlist               401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/my-players                                       401  403  401  200  200  200  200  200  401  401  401 OERL s
GET /api/my-players/count                                 401  403  401  200  200  200  200  200  401  401  401 OERL s
POST /api/my-players/:id/assign-playlist                  401  403  401  200  403  404  404  404  401  401  401 OE
POST /api/my-players/:id/remove-playlist                  401  403  401  200  403  404  404  404  401  401  401 OE
PATCH /api/my-players/:id/rename                          401  403  401  200  403  404  404  404  401  401  401 OE
PUT /api/my-players/:id/call-layout                       401  403  401  200  403  404  404  404  401  401  401 OE
PATCH /api/my-players/:id/settings                        401  403  401  200  403  404  404  404  401  401  401 OE
// The screen is offline.
POST /api/my-players/:id/identify                         401  403  401  409  403  404  404  404  401  401  401 OE
POST /api/my-players/:id/restart                          401  403  401  409  403  404  404  404  401  401  401 OE
POST /api/my-players/:id/disconnect                       401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/pairing/:code                                    401  403  401  200  403  200  200  200  401  401  401 OE
POST /api/pairing/:code/claim                             401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/display-settings                                 401  403  401  200  200  200  200  200  401  401  401 OERL s
PUT /api/display-settings                                 401  403  401  200  403  200  200  200  401  401  401 OE
PUT /api/display-settings/logo                            401  403  401  200  403  200  200  200  401  401  401 OE
DELETE /api/display-settings/logo                         401  403  401  204  403  204  204  204  401  401  401 OE

POST /api/player/activate                                 200  403  403  200  200  200  200  200  200  200  200
POST /api/player/pairing                                  201  201  201  201  201  201  201  201  201  201  201
POST /api/player/pairing/poll                             202  202  202  202  202  202  202  202  202  202  202
POST /api/player/validate-token                           200  403  403  200  200  200  200  200  200  200  403
POST /api/player/renew-token                              401  401  401  401  401  401  401  401  200  401  403
POST /api/player/disconnect                               401  401  401  401  401  401  401  401  204  204  403
POST /api/player/heartbeat                                200  403  403  200  200  200  200  200  200  200  403
GET /api/player/info                                      401  401  401  401  401  401  401  401  200  404  403
GET /api/player/assigned-playlist                         401  401  401  401  401  401  401  401  200  200  403
GET /api/player/playlists/:id/randomized                  401  401  401  401  401  401  401  401  200  404  403
GET /api/player/videos/:id/url                            401  401  401  401  401  401  401  401  200  404  403
GET /api/player/admin-notices                             401  401  401  401  401  401  401  401  200  200  403
GET /api/player/radio-stations                            401  401  401  401  401  401  401  401  200  200  403
GET /api/player/radio-settings                            401  401  401  401  401  401  401  401  200  200  403
POST /api/player/mode-code                                200  200  200  200  200  200  200  200  200  200  200
POST /api/player/options-code                             200  200  200  200  200  200  200  200  200  200  200

POST /api/calls                                           401  403  401  201  201  404  404  404  401  401  401 OR c
POST /api/calls/next                                      401  403  401  201  201  404  404  404  401  401  401 OR c
POST /api/calls/:id/repeat                                401  403  401  201  201  404  404  404  401  401  401 OR c
PATCH /api/calls/:id                                      401  403  401  200  200  404  404  404  401  401  401 OR c
GET /api/calls                                            401  403  401  200  200  200  200  200  401  401  401 OERL c
GET /api/plays/report                                     401  403  401  200  200  200  200  200  401  401  401 OERL cr
GET /api/plays/report.csv                                 401  403  401  200  200  200  200  200  401  401  401 OERL cr
POST /api/player/plays                                    401  401  401  401  401  401  401  401  204  204  403

GET /api/calls/report                                     401  403  401  200  200  200  200  200  401  401  401 OERL cr
GET /api/calls/report.csv                                 401  403  401  200  200  200  200  200  401  401  401 OERL cr
POST /api/tickets                                         401  403  401  201  201  404  404  404  401  401  401 OR c
PATCH /api/tickets/:id                                    401  403  401  200  200  404  404  404  401  401  401 OR c
POST /api/tickets/:id/forward                             401  403  401  200  200  404  404  404  401  401  401 OR c
GET /api/call-rooms                                       401  403  401  200  200  200  200  200  401  401  401 OERL c
POST /api/call-rooms                                      401  403  401  201  201  404  404  404  401  401  401 OR c
PATCH /api/call-rooms/:id                                 401  403  401  200  200  404  404  404  401  401  401 OR c
DELETE /api/call-rooms/:id                                401  403  401  204  204  404  404  404  401  401  401 OR c
GET /api/call-services                                    401  403  401  200  200  200  200  200  401  401  401 OERL c
POST /api/call-services                                   401  403  401  201  201  404  404  404  401  401  401 OR c
PATCH /api/call-services/:id                              401  403  401  200  200  404  404  404  401  401  401 OR c
DELETE /api/call-services/:id                             401  403  401  204  204  404  404  404  401  401  401 OR c
GET /api/call-settings                                    401  403  401  200  200  200  200  200  401  401  401 OERL c
PUT /api/call-settings                                    401  403  401  200  200  200  200  200  401  401  401 OR c
PUT /api/call-settings/names                              401  403  401  200  200  200  200  200  401  401  401 O
GET /api/call-voices                                      401  403  401  200  200  200  200  200  401  401  401 OERL c
GET /api/call-recordings                                  401  403  401  200  200  200  200  200  401  401  401 OERL c
PUT /api/call-recordings                                  401  403  401  200  200  200  200  200  401  401  401 OR c
DELETE /api/call-recordings                               401  403  401  204  204  404  404  404  401  401  401 OR c
GET /api/call-source                                      401  403  401  200  200  200  200  200  401  401  401 OERL c
PUT /api/call-source                                      401  403  401  200  200  200  200  200  401  401  401 O
GET /api/voice/:file                                      200  200  200  200  200  200  200  200  200  200  200
GET /api/player/calls                                     401  401  401  401  401  401  401  401  200  200  403
PUT /api/player/calls/queue                               401  401  401  401  401  401  401  401  204  204  403
POST /api/player/calls/:id/shown                          401  401  401  401  401  401  401  401  204  404  403

GET /api/urgent                                           401  403  401  200  403  200  200  200  401  401  401 OERL u
GET /api/urgent/:id                                       401  403  401  200  403  404  404  404  401  401  401 OERL u
POST /api/urgent                                          401  403  401  201  403  404  404  404  401  401  401 OR u
POST /api/urgent/:id/end                                  401  403  401  200  403  404  404  404  401  401  401 OR u
GET /api/player/urgent                                    401  401  401  401  401  401  401  401  200  200  403
POST /api/player/urgent/:id/shown                         401  401  401  401  401  401  401  401  204  404  403

GET /api/breaking-news                                    401  403  401  200  403  200  200  200  401  401  401 OERL m
POST /api/breaking-news                                   401  403  401  201  403  201  201  201  401  401  401 OER m
PATCH /api/breaking-news/:id                              401  403  401  200  403  404  404  404  401  401  401 OER m
DELETE /api/breaking-news/:id                             401  403  401  204  403  404  404  404  401  401  401 OER m
GET /api/breaking-news/:id/playlists                      401  403  401  200  403  404  404  404  401  401  401 OERL m
POST /api/breaking-news/:id/playlists                     401  403  401  200  403  404  404  404  401  401  401 OER m
GET /api/radio-stations                                   401  403  401  200  200  200  200  200  200  200  403 OERL
POST /api/radio-stations/:id/check                        401  403  401  200  403  200  200  200  401  401  401 OE
GET /api/radio-settings                                   401  403  401  200  403  200  200  200  401  401  401 OERL
PUT /api/radio-settings                                   401  403  401  200  403  200  200  200  401  401  401 OE
GET /api/soundtracks                                      401  403  401  200  403  200  200  200  401  401  401 OERL
POST /api/soundtracks                                     401  403  401  201  403  201  201  201  401  401  401 OE
PATCH /api/soundtracks/:id                                401  403  401  200  403  404  404  404  401  401  401 OE
POST /api/soundtracks/:id/tracks                          401  403  401  201  403  404  404  404  401  401  401 OE
PATCH /api/tracks/:id                                     401  403  401  200  403  404  404  404  401  401  401 OE
DELETE /api/tracks/:id                                    401  403  401  204  403  404  404  404  401  401  401 OE
POST /api/tracks/:id/restore                              401  403  401  200  403  404  404  404  401  401  401 OE
POST /api/tracks/:id/retry                                401  403  401  200  403  404  404  404  401  401  401 OE
GET /api/tracks/:id/licence                               401  403  401  200  403  404  404  404  401  401  401 OERL
PUT /api/tracks/:id/licence                               401  403  401  200  403  404  404  404  401  401  401 OE
DELETE /api/tracks/:id/licence                            401  403  401  204  403  404  404  404  401  401  401 OE
PUT /api/my-players/:id/soundtrack                        401  403  401  204  403  404  404  404  401  401  401 OE
DELETE /api/soundtracks/:id                               401  403  401  204  403  404  404  404  401  401  401 OE
GET /api/radio/:id/stream                                 200  200  200  200  200  200  200  200  200  200  200

GET /api/admin/audit                                      401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/audit/download                             401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/users                                      401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/users-with-counts                          401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/users/:id/approve                         401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/users/:id/block                           401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/users/:id/reset-password                  401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/users/:id/quotas                           401  403  401  403  403  403  200  200  401  401  401
PUT /api/admin/users/:id/quotas                           401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/users/:id/space-request                 401  403  401  403  403  403  204  204  401  401  401
DELETE /api/admin/users/:id/second-factor                 401  403  401  403  403  403  204  204  401  401  401
GET /api/admin/users/:id/members                          401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/members/:id/second-factor               401  403  401  403  403  403  204  204  401  401  401
PUT /api/admin/users/:id/second-factor                    401  403  401  403  403  403  204  204  401  401  401
PUT /api/admin/users/:id/time-zone                        401  403  401  403  403  403  204  204  401  401  401
GET /api/admin/users/:id/call-source                      401  403  401  403  403  403  200  200  401  401  401
PUT /api/admin/users/:id/call-source                      401  403  401  403  403  403  403  204  401  401  401
PATCH /api/admin/users/:id/profile                        401  403  401  403  403  403  403  200  401  401  401
DELETE /api/admin/users/:id                               401  403  401  403  403  403  204  204  401  401  401

GET /api/admin/players                                    401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/players/count                              401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/players/by-account                         401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/users/:userId/players/batch               401  403  401  403  403  403  201  201  401  401  401
POST /api/admin/players/:id/assign-playlist               401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/players/:id/assign-playlist             401  403  401  403  403  403  204  204  401  401  401
GET /api/admin/players/:id/playlists                      401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/players/:id/disconnect                    401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/players/:id/reset                         401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/players/:id/identify                      401  403  401  403  403  403  409  409  401  401  401
POST /api/admin/players/:id/restart                       401  403  401  403  403  403  409  409  401  401  401
PATCH /api/admin/players/:id                              401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/players/:id                             401  403  401  403  403  403  204  204  401  401  401

GET /api/admin/categories                                 401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/categories                                401  403  401  403  403  403  201  201  401  401  401
PATCH /api/admin/categories/:id                           401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/categories/:id                          401  403  401  403  403  403  204  204  401  401  401
GET /api/admin/categories/:id/users                       401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/categories/:id/videos                      401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/users/:userId/categories/:categoryId      401  403  401  403  403  403  201  201  401  401  401
DELETE /api/admin/users/:userId/categories/:categoryId    401  403  401  403  403  403  204  204  401  401  401
DELETE /api/admin/platform-videos/:id                     401  403  401  403  403  403  204  204  401  401  401

GET /api/admin/urgent                                     401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/urgent/:id                                 401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/urgent                                    401  403  401  403  403  403  201  201  401  401  401
POST /api/admin/urgent/:id/end                            401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/notices                                    401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/notices                                   401  403  401  403  403  403  201  201  401  401  401
PUT /api/admin/notices/:id                                401  403  401  403  403  403  200  200  401  401  401
PATCH /api/admin/notices/:id/toggle                       401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/notices/:id                             401  403  401  403  403  403  204  204  401  401  401

GET /api/admin/overview                                   401  403  401  403  403  403  200  200  401  401  401
GET /api/admin/settings                                   401  403  401  403  403  403  403  200  401  401  401
PATCH /api/admin/settings                                 401  403  401  403  403  403  403  200  401  401  401
// No mail server is set.
POST /api/admin/mail-test                                 401  403  401  403  403  403  403  409  401  401  401
POST /api/admin/webhook-test                              401  403  401  403  403  403  403  409  401  401  401
GET /api/admin/failed-videos                              401  403  401  403  403  403  200  200  401  401  401
POST /api/admin/videos/:id/retry                          401  403  401  403  403  403  200  200  401  401  401
DELETE /api/admin/videos/:id                              401  403  401  403  403  403  204  204  401  401  401
GET /api/admin/tasks                                      401  403  401  403  403  403  403  200  401  401  401
POST /api/admin/tasks/:name/run                           401  403  401  403  403  403  403  202  401  401  401
GET /api/admin/update                                     401  403  401  403  403  403  403  200  401  401  401
// A server that runs from source does not update itself.
POST /api/admin/update                                    401  403  401  403  403  403  403  409  401  401  401
GET /api/admin/backups                                    401  403  401  403  403  403  403  200  401  401  401
// A test server does not restart itself.
POST /api/admin/backups/:name/restore                     401  403  401  403  403  403  403  409  401  401  401
GET /api/admin/backups/:name/since                        401  403  401  403  403  403  403  200  401  401  401
GET /api/admin/backups/:name/download                     401  403  401  403  403  403  403  200  401  401  401
GET /api/admin/radio-stations                             401  403  401  403  403  403  403  200  401  401  401
POST /api/admin/radio-stations                            401  403  401  403  403  403  403  201  401  401  401
GET /api/admin/radio-stations/trial                       401  403  401  403  403  403  403  200  401  401  401
PATCH /api/admin/radio-stations/:id                       401  403  401  403  403  403  403  200  401  401  401
DELETE /api/admin/radio-stations/:id                      401  403  401  403  403  403  403  204  401  401  401

GET /healthz                                              200  200  200  200  200  200  200  200  200  200  200
GET /readyz                                               200  200  200  200  200  200  200  200  200  200  200
// All calls come through a proxy, none from this machine itself (src/features/monitoring/metrics.test.ts tests that).
GET /metrics                                              403  403  403  403  403  403  403  403  403  403  403
// No call comes from this machine itself (src/features/settings/first-steps.test.ts tests that).
GET /api/first-steps                                      200  200  200  200  200  200  200  200  200  200  200
POST /api/first-steps                                     404  404  404  404  404  404  404  200  404  404  404
DELETE /api/first-steps                                   401  403  401  403  403  403  403  204  401  401  401
GET /api/contact                                          200  200  200  200  200  200  200  200  200  200  200
GET /api/installation                                     200  200  200  200  200  200  200  200  200  200  200
// There is no authority without ANTESSALA_TLS=local.
GET /antessala-ca.crt                                     404  404  404  404  404  404  404  404  404  404  404
GET /api/openapi.json                                     200  200  200  200  200  200  200  200  200  200  200
GET /api/docs                                             200  200  200  200  200  200  200  200  200  200  200
GET /api/docs.css                                         200  200  200  200  200  200  200  200  200  200  200
`;

interface Row {
  statuses: number[];
  team: string;
}
const rows = Object.fromEntries(
  [...table.matchAll(/^([A-Z]+ \S+)((?: +\d{3})+)(.*)$/gm)].map(
    ([, key = '', statuses = '', team = '']): [string, Row] => [
      key,
      { statuses: statuses.trim().split(/ +/).map(Number), team: team.trim() },
    ],
  ),
) as Record<ApiKey, Row>;

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

/** The sample call names a session of the clinic's owner: members, who have other sessions, get 404. */
const callOnClinicSession: ApiKey = 'DELETE /api/user/sessions/:key';

function statusInTeam(caller: (typeof teamCallers)[number], key: ApiKey): number {
  const { access } = api[key];
  const column = (name: (typeof callers)[number]) => rows[key].statuses[callers.indexOf(name)] ?? 0;
  const isOfBlockedClinic = caller === 'memberOfBlocked' || caller === 'tokenOfBlocked';
  if (access === 'anyone') return column(isOfBlockedClinic ? 'blocked' : 'nobody');
  if (access === 'player' || ['blockedMember', 'memberOfBlocked', 'expiredToken'].includes(caller)) return 401;
  if (isOfBlockedClinic || access === 'manager' || access === 'administrator') return 403;
  if (![...(letters[caller] ?? '')].some((letter) => rows[key].team.includes(letter))) return 403;
  if (key === callOnClinicSession) return 404;
  return column(caller === 'otherMember' || caller === 'otherToken' ? 'other' : 'common');
}

test('every caller has exactly the expected access to every call', async (t) => {
  const world = await createWorld(t);
  const { clinic, calls } = world;

  await t.test('every endpoint of the contract has a row with a column for each caller', () => {
    assert.deepEqual(Object.keys(rows).sort(), [...apiKeys].sort());
    for (const key of apiKeys) {
      const { statuses, team } = rows[key];
      assert.equal(statuses.length, callers.length, key);
      assert.equal(team !== '', ['user', 'viewer'].includes(api[key].access), key);
    }
  });

  /** Makes every call as every caller. Asserts their statuses, and that a refused call changes and reveals nothing. */
  async function callAll<C extends Caller>(
    tested: readonly C[],
    statusOf: (caller: C, key: ApiKey) => number | undefined,
  ) {
    const faults: string[] = [];
    let allowedEffects = 0;
    for (const key of apiKeys)
      for (const caller of tested) {
        const { status, effect } = await world.attemptCall(caller, key);
        if (status !== statusOf(caller, key)) faults.push(`${caller} ${key}: ${status}, not ${statusOf(caller, key)}`);
        if (isDeepStrictEqual(effect, noEffect)) continue;
        if (status >= 400) faults.push(`${caller} ${key}: ${JSON.stringify(effect)}`);
        else allowedEffects += 1;
      }
    assert.equal(faults.join('\n'), '');
    assert.ok(allowedEffects > 100, 'the comparison detects the effects of allowed calls');
  }

  await t.test('every caller gets the status of the table, and a refused call changes and reveals nothing', () =>
    callAll(callers, (caller, key) => rows[key].statuses[callers.indexOf(caller)]),
  );

  await t.test('every member of a team and every API token get the status of the table', () =>
    callAll(teamCallers, statusInTeam),
  );

  await t.test('a token in a cookie and a session as a bearer token are refused', async () => {
    const token = world.credentials.messagesToken.authorization?.slice('Bearer '.length);
    const session = /antessala_session=([^;]*)/.exec(world.credentials.common.cookie ?? '')?.[1];
    const attempt = (caller: Caller, headers: Record<string, string>) =>
      world.attempt(caller, () => world.send(caller, { method: 'GET', path: '/api/breaking-news', headers }));
    for (const [name, value] of [
      ['cookie', `antessala_session=${token}`],
      ['authorization', `Bearer ${session}`],
    ] as const) {
      const { status, effect } = await attempt('nobody', { [name]: value });
      assert.deepEqual([status, effect], [401, noEffect]);
    }
    // A request with an invalid token is refused even if its session is valid.
    assert.equal((await attempt('common', { authorization: `Bearer ats_${'x'.repeat(43)}` })).status, 401);
  });

  await t.test('an id of another account in a path or a body is refused, and changes nothing', async () => {
    const { foreign, playlistId, messageId, videoId, groupId, scheduleId, queue } = clinic;
    const { playerId, token } = clinic.screen;
    const playerIds = [playerId, foreign.playerId];
    const groupIds = [groupId, foreign.groupId];
    async function expectRefusal<Key extends ApiKey>(caller: Caller, key: Key, sample: SampleCall<Key>, status = 404) {
      const outcome = await world.attemptCall(caller, key, sample);
      assert.deepEqual(
        [outcome.status, outcome.effect],
        [status, noEffect],
        `${caller} ${key} ${JSON.stringify(sample)}`,
      );
    }

    const { roomId, serviceId, ticketId, callId } = foreign.queue;
    await expectRefusal('common', 'POST /api/calls', { body: { label: '7', roomId } });
    await expectRefusal('common', 'POST /api/calls', { body: { ticketId, roomId: queue.roomId } });
    await expectRefusal('common', 'POST /api/calls/next', { body: { roomId } });
    await expectRefusal('common', 'POST /api/calls/:id/repeat', { params: { id: callId } });
    await expectRefusal('common', 'PATCH /api/calls/:id', { params: { id: callId }, body: { isAbsent: true } });
    await expectRefusal('common', 'PATCH /api/tickets/:id', { params: { id: ticketId }, body: { status: 'done' } });
    for (const body of [{ roomId }, { serviceId }])
      await expectRefusal('common', 'POST /api/tickets/:id/forward', { params: { id: queue.ticketId }, body });
    await expectRefusal('common', 'POST /api/tickets', { body: { serviceId } });
    await expectRefusal('common', 'PATCH /api/call-services/:id', {
      params: { id: queue.serviceId },
      body: { roomIds: [roomId] },
    });
    await expectRefusal('player', 'POST /api/player/calls/:id/shown', {
      params: { id: callId },
      body: { hadSound: true },
    });

    const ofRoom = { params: { id: queue.roomId } };
    await expectRefusal('common', 'POST /api/call-rooms', { body: { name: 'Deles', playerIds: [foreign.playerId] } });
    await expectRefusal('common', 'POST /api/call-rooms', { body: { name: 'Deles', groupIds: [foreign.groupId] } });
    await expectRefusal('common', 'PATCH /api/call-rooms/:id', { ...ofRoom, body: { playerIds } });
    await expectRefusal('common', 'PATCH /api/call-rooms/:id', { ...ofRoom, body: { groupIds } });

    const ofGroup = { params: { id: groupId } };
    await expectRefusal('common', 'POST /api/screen-groups', { body: { name: 'Nossas', playerIds } });
    await expectRefusal('common', 'PATCH /api/screen-groups/:id', {
      ...ofGroup,
      body: { playerIds: [foreign.playerId] },
    });
    const toForeignPlaylist = { body: { playlistId: foreign.playlistId } };
    await expectRefusal('common', 'POST /api/screen-groups/:id/assign-playlist', { ...ofGroup, ...toForeignPlaylist });
    await expectRefusal('common', 'POST /api/urgent', { body: { text: 'Fora', playerIds } });
    await expectRefusal('common', 'POST /api/urgent', { body: { text: 'Fora', groupIds } });
    await expectRefusal('common', 'PATCH /api/schedules/:id', {
      params: { id: scheduleId },
      body: { targets: [{ kind: 'group', id: foreign.groupId }] },
    });

    const { soundtrackId, upload } = foreign.music;
    const ofMusic = { params: { id: clinic.music.soundtrackId } };
    await expectRefusal('common', 'PUT /api/radio-settings', { body: { selectedSoundtrackId: soundtrackId } }, 400);
    await expectRefusal('common', 'PUT /api/my-players/:id/soundtrack', {
      params: { id: playerId },
      body: { soundtrackId },
    });
    await expectRefusal('common', 'POST /api/soundtracks/:id/tracks', {
      ...ofMusic,
      body: { name: 'x', r2Path: upload },
    });
    const ofUpload = { r2Path: foreign.uploadKey };
    await expectRefusal('common', 'POST /api/videos', { body: { name: 'Deles', ...ofUpload } });
    await expectRefusal('common', 'POST /api/videos/:id/replace', { params: { id: videoId }, body: ofUpload });
    await expectRefusal('common', 'POST /api/upload-url', {
      body: { fileName: 'a.png', fileSize: 9, replaces: foreign.videoId },
    });

    const assign = 'POST /api/videos/:videoId/assignments';
    await expectRefusal('common', assign, { params: { videoId: foreign.videoId }, body: { playlistId } });
    await expectRefusal('common', assign, { params: { videoId }, ...toForeignPlaylist });
    const remove = 'DELETE /api/videos/:videoId/assignments/:playlistId';
    await expectRefusal('common', remove, { params: { videoId: foreign.videoId, playlistId: foreign.playlistId } });
    await expectRefusal('common', remove, { params: { videoId: foreign.videoId, playlistId } });
    await expectRefusal('common', remove, { params: { videoId, playlistId: foreign.playlistId } });
    // The status is 409 whoever owns the videos, because the list differs from the playlist's items.
    const order = { params: { id: playlistId }, body: { videoIds: [videoId, foreign.videoId] } };
    await expectRefusal('common', 'PUT /api/playlists/:id/order', order, 409);

    const ownScreen = { params: { id: playerId }, ...toForeignPlaylist };
    const foreignScreen = { params: { id: foreign.playerId }, body: { playlistId } };
    await expectRefusal('common', 'POST /api/my-players/:id/assign-playlist', ownScreen);
    await expectRefusal('common', 'POST /api/my-players/:id/assign-playlist', foreignScreen);
    await expectRefusal('gestor', 'POST /api/admin/players/:id/assign-playlist', ownScreen);
    await expectRefusal('administrator', 'POST /api/admin/players/:id/assign-playlist', foreignScreen);

    const placeMessage = 'POST /api/breaking-news/:id/playlists';
    await expectRefusal('common', placeMessage, {
      params: { id: messageId },
      body: { playlistIds: [playlistId, foreign.playlistId] },
    });
    await expectRefusal('common', placeMessage, {
      params: { id: foreign.messageId },
      body: { playlistIds: [playlistId] },
    });

    const { playerId: foreignId } = foreign;
    await expectRefusal('player', 'GET /api/player/info', { query: { playerId: foreignId } });
    await expectRefusal('player', 'POST /api/player/heartbeat', { body: { token, playerId: foreignId } });
    await expectRefusal('player', 'GET /api/player/videos/:id/url', { params: { id: foreign.videoId } });
    await expectRefusal('player', 'GET /api/player/playlists/:id/randomized', {
      params: { id: foreign.playlistId },
      query: { userId: String(clinic.other.user.id) },
    });
    // The caller's token belongs to another screen than `playerId`: the response must not reveal whether the screen exists.
    await expectRefusal('player', 'POST /api/player/renew-token', { body: { playerId: foreignId } }, 401);
  });

  await t.test('an unknown id returns 404 for every permitted caller, and changes nothing', async () => {
    for (const key of apiKeys) {
      const { params } = calls[key] as { params?: Record<string, unknown> };
      const withStatus = (isWanted: (status: number) => boolean) =>
        callers.find((_, column) => isWanted(rows[key].statuses[column] ?? 500));
      // A permitted caller gets 409 if the sample's screen is offline.
      const caller = withStatus((status) => status < 300) ?? withStatus((status) => status === 409) ?? 'nobody';
      for (const [name, value] of Object.entries(params ?? {})) {
        if (typeof value !== 'number') continue;
        for (const id of [999_999, Number.MAX_SAFE_INTEGER]) {
          const sample = { ...calls[key], params: { ...params, [name]: id } } as SampleCall;
          const { status, effect } = await world.attemptCall(caller, key, sample);
          assert.deepEqual([status, effect], [404, noEffect], `${caller} ${key} ${name}=${id}`);
        }
      }
    }
  });

  await t.test('invented credentials authenticate nobody', async () => {
    const headers = {
      cookie: `antessala_session=${'a'.repeat(43)}; antessala_device=${'b'.repeat(43)}`,
      authorization: `Bearer ${'c'.repeat(43)}`,
    };
    for (const key of apiKeys) {
      if (api[key].access === 'anyone') continue;
      const { status, effect } = await world.attempt('nobody', () =>
        world.send('nobody', { ...methodAndPath(key, calls[key]), headers }),
      );
      assert.deepEqual([status, effect], [401, noEffect], key);
    }
  });

  await t.test("a gestor may read, but not touch, an administrator's account or his own", async () => {
    for (const { user } of [world.app.admin, clinic.gestor]) {
      for (const key of apiKeys) {
        if (!/ \/api\/admin\/users\/:id\b/.test(key)) continue;
        const sample = { ...calls[key], params: { id: user.id } } as SampleCall;
        const { status, effect } = await world.attemptCall('gestor', key, sample);
        // For his own second factor a gestor gets 409: he switches it off with a code, in another call.
        const isOwnSecondFactor = user === clinic.gestor.user && key === 'DELETE /api/admin/users/:id/second-factor';
        const expected = key.startsWith('GET ') ? 200 : isOwnSecondFactor ? 409 : 403;
        assert.deepEqual([status, effect], [expected, noEffect], `${key} ${user.username}`);
      }
    }
  });
});
