/**
 * The whole API on one page (what it promises: contract/README). The key is method and path. Handlers, client, access
 * checks and OpenAPI are inferred from it.
 */
import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as categories from './categories.ts';
import { message } from './common.ts';
import * as display from './display.ts';
import * as firstSteps from './first-steps.ts';
import { endpoint, type Handler } from './endpoint.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as notices from './notices.ts';
import * as pairing from './pairing.ts';
import * as players from './players.ts';
import * as playlists from './playlists.ts';
import * as radio from './radio.ts';
import * as settings from './settings.ts';
import * as tasks from './tasks.ts';

export const api = {
  // ---------------------------------------------------------------- accounts
  'GET /api/user': endpoint({ summary: 'Current user', access: 'user', reply: accounts.user }),
  'GET /api/user/me': endpoint({
    summary: 'Current user with storage and quota use',
    access: 'user',
    reply: accounts.userWithUsage,
  }),
  'POST /api/user/space-request': endpoint({
    summary: 'Ask the administrators for more space; once a day until it is answered',
    access: 'user',
    feature: 'management',
    reply: accounts.spaceRequest,
    status: 201,
    errors: ['conflict'],
  }),
  'PUT /api/user/password': endpoint({
    summary: 'Change the own password; all other sessions end, this one gets a new cookie',
    access: 'user',
    body: accounts.passwordChange,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'GET /api/time-zones': endpoint({
    summary: 'The time zones that an account may choose',
    access: 'user',
    reply: accounts.timeZones,
  }),
  'PUT /api/user/time-zone': endpoint({
    summary: "Choose the account's time zone: its screens and pages show its time",
    access: 'user',
    body: accounts.timeZoneInput,
    reply: accounts.user,
  }),
  'GET /api/user/sessions': endpoint({
    summary: "The account's open sessions, the latest used first, 100 at most",
    access: 'user',
    reply: z.array(accounts.ownSession),
  }),
  'DELETE /api/user/sessions': endpoint({
    summary: 'End all own sessions but this one',
    access: 'user',
    reply: accounts.endedSessions,
  }),
  'DELETE /api/user/sessions/:key': endpoint({
    summary: 'End another own session; this one ends by POST /api/logout',
    access: 'user',
    errors: ['conflict'],
  }),
  'GET /api/user/second-factor': endpoint({
    summary: 'Whether a sign-in asks for a second step',
    access: 'user',
    reply: accounts.secondFactorState,
  }),
  'POST /api/user/second-factor/key': endpoint({
    summary: 'A new key for an authenticator app; nothing is kept yet',
    access: 'user',
    reply: accounts.secondFactorKey,
  }),
  'POST /api/user/second-factor': endpoint({
    summary: 'Switch the second step on with the first code of a key; answers ten recovery codes, once',
    access: 'user',
    body: accounts.secondFactorInput,
    reply: accounts.recoveryCodes,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/disable': endpoint({
    summary: 'Switch the second step off',
    access: 'user',
    body: accounts.secondFactorProof,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/recovery-codes': endpoint({
    summary: 'New recovery codes; the old ones are void',
    access: 'user',
    body: accounts.secondFactorProof,
    reply: accounts.recoveryCodes,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/login': endpoint({
    summary: 'Start a session',
    access: 'anyone',
    body: accounts.credentials,
    reply: accounts.user,
    errors: [
      'unauthenticated',
      'second_factor_required',
      'second_factor_setup',
      'account_pending',
      'account_blocked',
      'too_many_requests',
    ],
  }),
  'POST /api/login/second-factor': endpoint({
    summary: 'The second step: a code of the app or a recovery code, within 5 minutes of the password (ticket cookie)',
    access: 'anyone',
    body: accounts.secondFactorCode,
    reply: accounts.user,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/login/second-factor/key': endpoint({
    summary: 'A key for who must have a second step and has none (ticket cookie)',
    access: 'anyone',
    reply: accounts.secondFactorKey,
    errors: ['unauthenticated', 'account_pending', 'account_blocked'],
  }),
  'POST /api/login/second-factor/setup': endpoint({
    summary: 'Switch it on with the first code of that key, and start the session (ticket cookie)',
    access: 'anyone',
    body: accounts.secondFactorSetup,
    reply: accounts.userWithRecoveryCodes,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked'],
  }),
  'POST /api/register/validate-code': endpoint({
    summary: 'Check the registration access code; sets a single-use 10-minute ticket cookie',
    access: 'anyone',
    body: accounts.codeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/register': endpoint({
    summary: 'Create an account that waits for approval',
    access: 'anyone',
    body: accounts.registration,
    reply: message,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/logout': endpoint({ summary: 'End the session', access: 'anyone' }),
  'GET /api/user/category-access': endpoint({
    summary: 'Categories the user may see',
    access: 'user',
    reply: z.array(categories.categoryAccess),
  }),

  'GET /api/user/audit': endpoint({
    summary: 'What was done in the own clinic, by whom: a page of the audit log, the newest first',
    access: 'user',
    query: audit.ownAuditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/user/audit/download': endpoint({
    summary: 'The same as CSV with semicolons, 20,000 entries at most',
    access: 'user',
    query: audit.ownAuditFilters,
    reply: 'text',
  }),

  // ---------------------------------------------------------------- contents
  'GET /api/capabilities': endpoint({
    summary: 'What this server can take',
    access: 'user',
    reply: media.capabilities,
  }),
  'GET /api/videos': endpoint({
    summary: "The user's contents",
    access: 'user',
    feature: 'management',
    reply: z.array(media.video),
  }),
  'GET /api/platform-videos': endpoint({
    summary: 'Platform contents the user may play',
    access: 'user',
    feature: 'management',
    reply: z.array(media.video),
  }),
  'POST /api/upload-url': endpoint({
    summary: 'Reserve quota and get the address to PUT a file to',
    access: 'user',
    feature: 'management',
    body: media.uploadRequest,
    reply: media.uploadTicket,
    status: 201,
    errors: [
      'forbidden',
      'not_found',
      'conflict',
      'quota_exceeded',
      'payload_too_large',
      'unsupported_media_type',
      'disk_full',
    ],
  }),
  'HEAD /api/uploads/:key': endpoint({
    summary: 'Upload-Offset of an unfinished upload',
    access: 'user',
    feature: 'management',
    replyHeaders: { 'Upload-Offset': 'Bytes that are on disk.', 'Upload-Length': 'Bytes of the whole file.' },
    status: 200,
  }),
  'PUT /api/uploads/:key': endpoint({
    summary: 'Send the bytes; resumable with Content-Range',
    access: 'user',
    feature: 'management',
    body: 'binary',
    headers: {
      'Content-Range':
        'bytes FIRST-LAST/TOTAL; FIRST is the Upload-Offset. Left out: the whole file from its beginning.',
    },
    replyHeaders: { 'Upload-Offset': 'Bytes that are on disk.' },
    reply: media.uploadState,
    errors: [
      'bad_request',
      'conflict',
      'length_required',
      'payload_too_large',
      'unsupported_media_type',
      'unreadable_media',
      'disk_full',
    ],
  }),
  'DELETE /api/uploads/:key': endpoint({
    summary: 'Give up an upload; its reservation is freed',
    access: 'user',
    feature: 'management',
  }),
  'POST /api/videos': endpoint({
    summary: 'Register a finished upload and queue its processing',
    access: 'user',
    feature: 'management',
    body: media.videoInput,
    reply: media.video,
    status: 201,
    errors: ['forbidden', 'not_found', 'quota_exceeded'],
  }),
  'POST /api/upload': endpoint({
    summary:
      'Reserve, send and register in one multipart request: file, name, displayDuration, useAmbientBackground, isPlatformVideo, categoryId',
    access: 'user',
    feature: 'management',
    body: 'multipart',
    reply: media.video,
    status: 201,
    errors: [
      'bad_request',
      'invalid_input',
      'forbidden',
      'quota_exceeded',
      'length_required',
      'payload_too_large',
      'unsupported_media_type',
      'unreadable_media',
      'disk_full',
    ],
  }),
  'PATCH /api/videos/:id': endpoint({
    summary: 'Rename, or change the display time',
    access: 'user',
    feature: 'management',
    body: media.videoPatch,
    reply: media.video,
  }),
  'DELETE /api/videos/:id': endpoint({
    summary: 'Delete with all its assignments; screens go on for 10 s, in which it can be taken back',
    access: 'user',
    feature: 'management',
  }),
  'POST /api/videos/:id/restore': endpoint({
    summary: 'Take a deletion back within 10 s; managers also that of a platform content',
    access: 'user',
    feature: 'management',
    reply: media.video,
    errors: ['quota_exceeded'],
  }),
  'POST /api/videos/:id/retry': endpoint({
    summary: 'Process a failed item, or the failed replacement of one, again',
    access: 'user',
    feature: 'management',
    reply: media.video,
    errors: ['conflict'],
  }),
  'POST /api/videos/:id/replace': endpoint({
    summary: 'Give an item the bytes of a finished upload; its old ones stay until these are ready',
    access: 'user',
    feature: 'management',
    body: media.replacementInput,
    reply: media.video,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'DELETE /api/videos/:id/replacement': endpoint({
    summary: 'Give up a replacement that is not finished; the item keeps its bytes',
    access: 'user',
    feature: 'management',
  }),
  'GET /media/:file': endpoint({
    summary: 'Bytes of a rendition, by signed URL',
    access: 'anyone',
    query: z.object({ e: z.string(), s: z.string() }),
    headers: {
      Range: 'One range, as bytes=FIRST-LAST.',
      'If-Range': 'The ETag under which the range counts; else the whole file.',
      'If-None-Match': 'Known ETags: 304 when one is the file.',
    },
    replyHeaders: { ETag: 'Strong; the bytes under an address never change.', 'Accept-Ranges': 'bytes' },
    reply: 'file',
    errors: ['forbidden', 'range_not_satisfiable'],
  }),

  // ---------------------------------------------------------------- playlists
  'GET /api/playlists': endpoint({
    summary: "The user's playlists",
    access: 'user',
    reply: z.array(playlists.playlist),
  }),
  'POST /api/playlists': endpoint({
    summary: 'Create a playlist, empty or as a copy',
    access: 'user',
    feature: 'management',
    body: playlists.playlistInput,
    reply: playlists.playlist,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  }),
  'GET /api/playlists/:id': endpoint({
    summary: 'One playlist with its videos',
    access: 'viewer',
    reply: playlists.playlistWithVideos,
  }),
  'PATCH /api/playlists/:id': endpoint({
    summary: 'Rename, or switch the mode',
    access: 'user',
    feature: 'management',
    body: playlists.playlistPatch,
    reply: playlists.playlist,
  }),
  'DELETE /api/playlists/:id': endpoint({
    summary: 'Delete a playlist; screens go on for 10 s, in which it can be taken back',
    access: 'user',
    feature: 'management',
  }),
  'POST /api/playlists/:id/restore': endpoint({
    summary: 'Take the deletion of a playlist back within 10 s',
    access: 'user',
    feature: 'management',
    reply: playlists.playlist,
    errors: ['quota_exceeded'],
  }),
  'PUT /api/playlists/:id/order': endpoint({
    summary: 'Order of the items',
    access: 'user',
    feature: 'management',
    body: playlists.playlistOrder,
    reply: z.array(playlists.assignment),
    errors: ['conflict'],
  }),
  'GET /api/playlists/:id/assignments': endpoint({
    summary: 'Items with embedded video',
    access: 'user',
    reply: z.array(playlists.assignment),
  }),
  'GET /api/playlists/:id/randomized': endpoint({
    summary: 'The items of one cycle',
    access: 'viewer',
    reply: z.array(playlists.playItem),
  }),
  'GET /api/playlists/:id/breaking-news': endpoint({
    summary: 'Ticker messages of a playlist',
    access: 'viewer',
    reply: z.array(messages.tickerMessage),
  }),
  'GET /api/videos/:id/use': endpoint({
    summary: "The playlists that hold a video and the screens that play them: one's own; for managers everybody's",
    access: 'user',
    feature: 'management',
    reply: playlists.videoUse,
  }),
  'GET /api/videos/:videoId/assignments': endpoint({
    summary: 'Playlists of a video',
    access: 'user',
    feature: 'management',
    reply: z.array(playlists.videoAssignment),
  }),
  'POST /api/videos/:videoId/assignments': endpoint({
    summary: 'Put a video into a playlist, or change its frequency',
    access: 'user',
    feature: 'management',
    body: playlists.assignmentInput,
    reply: playlists.videoAssignment,
    status: 201,
  }),
  'DELETE /api/videos/:videoId/assignments/:playlistId': endpoint({
    summary: 'Take a video out of a playlist',
    access: 'user',
    feature: 'management',
  }),

  // ---------------------------------------------------------------- the customer's screens
  'GET /api/my-players': endpoint({ summary: "The user's screens", access: 'user', reply: z.array(players.myPlayer) }),
  'POST /api/my-players/:id/assign-playlist': endpoint({
    summary: 'Send a playlist to a screen',
    access: 'user',
    feature: 'management',
    body: players.assignPlaylistInput,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/my-players/:id/remove-playlist': endpoint({
    summary: 'Stop a screen',
    access: 'user',
    feature: 'management',
    reply: players.myPlayer,
  }),
  'PATCH /api/my-players/:id/rename': endpoint({
    summary: 'Rename a screen',
    access: 'user',
    feature: 'management',
    body: players.renameInput,
    reply: players.myPlayer,
  }),
  'POST /api/my-players/:id/disconnect': endpoint({
    summary: 'Unpair the device; a new code is made',
    access: 'user',
    feature: 'management',
    reply: players.myPlayer,
  }),

  'GET /api/pairing/:code': endpoint({
    summary: 'The device that shows a code',
    access: 'user',
    feature: 'management',
    reply: pairing.pairingRequest,
    errors: ['too_many_requests'],
  }),
  'POST /api/pairing/:code/claim': endpoint({
    summary: 'Give the device a screen: one of the own, or a new one; `replace` swaps the device of a paired one',
    access: 'user',
    feature: 'management',
    body: pairing.pairingClaim,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict', 'quota_exceeded', 'too_many_requests'],
  }),

  'GET /api/display-settings': endpoint({
    summary: "How the user's screens look",
    access: 'user',
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings': endpoint({
    summary: "Change how the user's screens look",
    access: 'user',
    feature: 'management',
    body: display.displaySettingsInput,
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings/logo': endpoint({
    summary: "Send the clinic's own logo (PNG, JPEG or WebP); it replaces the one before",
    access: 'user',
    feature: 'management',
    body: 'binary',
    reply: display.displaySettings,
    errors: [
      'bad_request',
      'conflict',
      'length_required',
      'payload_too_large',
      'unsupported_media_type',
      'unreadable_media',
      'unavailable',
      'disk_full',
    ],
  }),
  'DELETE /api/display-settings/logo': endpoint({
    summary: "Remove the clinic's own logo",
    access: 'user',
    feature: 'management',
  }),

  // ---------------------------------------------------------------- the device
  'POST /api/player/activate': endpoint({
    summary: 'Pair a device by its screen code',
    access: 'anyone',
    body: players.activateInput,
    reply: players.playerSession,
    errors: ['not_found', 'conflict', 'device_reset', 'forbidden', 'too_many_requests'],
  }),
  'POST /api/player/pairing': endpoint({
    summary: 'A code for an unpaired device to show, and the secret that it keeps',
    access: 'anyone',
    body: pairing.pairingInput,
    reply: pairing.pairingOffer,
    status: 201,
    errors: ['too_many_requests'],
  }),
  'POST /api/player/pairing/poll': endpoint({
    summary: "What became of the device's code: 202 while it waits, else the session",
    access: 'anyone',
    body: pairing.pairingPollInput,
    reply: pairing.pairingPollReply,
    status: 202,
    errors: ['not_found', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/validate-token': endpoint({
    summary: 'Is this token good?',
    access: 'anyone',
    body: players.validateTokenInput,
    reply: players.validateTokenReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked'],
  }),
  'POST /api/player/renew-token': endpoint({
    summary: 'A new token for the expired bearer or the device cookie',
    access: 'anyone',
    body: players.renewInput,
    reply: players.playerSession,
    errors: ['unauthenticated', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/disconnect': endpoint({
    summary: 'The device gives its screen back',
    access: 'player',
  }),
  'POST /api/player/heartbeat': endpoint({
    summary: 'The screen lives; its state',
    access: 'anyone',
    body: players.heartbeatInput,
    reply: players.heartbeatReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked', 'not_found'],
  }),
  'GET /api/player/info': endpoint({
    summary: 'The screen and its owner',
    access: 'player',
    query: z.object({ playerId: z.coerce.number().int().optional() }),
    reply: players.playerInfo,
    errors: ['not_found'],
  }),
  'GET /api/player/assigned-playlist': endpoint({
    summary: 'What this screen plays',
    access: 'player',
    query: players.assignedPlaylistQuery,
    reply: players.assignedPlaylistReply,
  }),
  'GET /api/player/playlists/:id/randomized': endpoint({
    summary: 'The items of one cycle',
    access: 'player',
    query: z.object({ userId: z.string().optional() }),
    reply: z.array(playlists.playItem),
  }),
  'GET /api/player/videos/:id/url': endpoint({
    summary: "Signed address of an item's bytes",
    access: 'player',
    reply: media.playerMediaUrl,
  }),
  'GET /api/player/admin-notices': endpoint({
    summary: 'Active notices for this screen',
    access: 'player',
    reply: z.array(notices.playerNotice),
  }),
  'GET /api/player/radio-stations': endpoint({
    summary: 'Stations',
    access: 'player',
    reply: z.array(radio.radioStation),
  }),
  'GET /api/player/radio-settings': endpoint({
    summary: "The owner's radio settings",
    access: 'player',
    reply: radio.radioSettings,
  }),
  'POST /api/player/mode-code': endpoint({
    summary: 'Password of the Player mode on the sign-in page',
    access: 'anyone',
    body: players.modeCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/player/options-code': endpoint({
    summary: 'Exit or reset code of the options dialog',
    access: 'anyone',
    body: players.optionsCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),

  // ---------------------------------------------------------------- messages and radio
  'GET /api/breaking-news': endpoint({
    summary: "The user's messages",
    access: 'user',
    feature: 'breakingNews',
    reply: z.array(messages.breakingNews),
  }),
  'POST /api/breaking-news': endpoint({
    summary: 'Create a message',
    access: 'user',
    feature: 'breakingNews',
    body: messages.breakingNewsInput,
    reply: messages.breakingNews,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PATCH /api/breaking-news/:id': endpoint({
    summary: 'Change a message',
    access: 'user',
    feature: 'breakingNews',
    body: messages.breakingNewsPatch,
    reply: messages.breakingNews,
  }),
  'DELETE /api/breaking-news/:id': endpoint({ summary: 'Delete a message', access: 'user', feature: 'breakingNews' }),
  'GET /api/breaking-news/:id/playlists': endpoint({
    summary: 'Playlists that show a message',
    access: 'user',
    feature: 'breakingNews',
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  'POST /api/breaking-news/:id/playlists': endpoint({
    summary: 'Replace the playlists that show a message',
    access: 'user',
    feature: 'breakingNews',
    body: messages.breakingNewsPlaylists,
    reply: messages.breakingNews,
  }),
  'GET /api/radio-stations': endpoint({
    summary: 'Stations, and whether each is on the air',
    access: 'viewer',
    reply: z.array(radio.studioRadioStation),
  }),
  'POST /api/radio-stations/:id/check': endpoint({
    summary: 'Listen whether a station is on the air, unless that was known within the last minute',
    access: 'user',
    feature: 'radio',
    reply: radio.stationSignal,
  }),
  'GET /api/radio-settings': endpoint({
    summary: "The user's radio settings",
    access: 'user',
    feature: 'radio',
    reply: radio.radioSettings,
  }),
  'PUT /api/radio-settings': endpoint({
    summary: 'Change the radio settings',
    access: 'user',
    feature: 'radio',
    body: radio.radioSettingsInput,
    reply: radio.radioSettings,
  }),
  'GET /api/radio/:id/stream': endpoint({
    summary: 'Same-origin relay of a station',
    access: 'anyone',
    reply: 'stream',
    errors: ['bad_gateway'],
  }),

  // ---------------------------------------------------------------- administration: the audit log
  'GET /api/admin/audit': endpoint({
    summary: 'Who did what, to whom, when and from where; gestores: what concerns common accounts',
    access: 'manager',
    query: audit.auditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/admin/audit/download': endpoint({
    summary: 'The same as CSV with semicolons, 20,000 entries at most',
    access: 'manager',
    query: audit.auditFilters,
    reply: 'text',
  }),

  // ---------------------------------------------------------------- administration: users
  'GET /api/admin/users': endpoint({
    summary: 'All accounts, short',
    access: 'manager',
    reply: z.array(accounts.adminUser),
  }),
  'GET /api/admin/users-with-counts': endpoint({
    summary: 'All accounts with quotas and use',
    access: 'manager',
    reply: z.array(accounts.adminUserWithCounts),
  }),
  'POST /api/admin/users/:id/approve': endpoint({
    summary: 'Approve, or unblock',
    access: 'manager',
    reply: accounts.userAnswer,
    errors: ['forbidden'],
  }),
  'POST /api/admin/users/:id/block': endpoint({
    summary: 'Block, or reject',
    access: 'manager',
    reply: accounts.userAnswer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/admin/users/:id/reset-password': endpoint({
    summary: 'Set a new password; ends the sessions',
    access: 'manager',
    body: accounts.resetPassword,
    reply: accounts.userAnswer,
    errors: ['forbidden'],
  }),
  'GET /api/admin/users/:id/quotas': endpoint({ summary: 'Quotas', access: 'manager', reply: accounts.quotas }),
  'PUT /api/admin/users/:id/quotas': endpoint({
    summary: 'Change quotas and feature flags',
    access: 'manager',
    body: accounts.quotasInput,
    reply: accounts.quotas,
    errors: ['forbidden'],
  }),
  'DELETE /api/admin/users/:id/space-request': endpoint({
    summary: 'Put a request for more space aside',
    access: 'manager',
    errors: ['forbidden', 'not_found'],
  }),
  'DELETE /api/admin/users/:id/second-factor': endpoint({
    summary: 'Switch the second step off for somebody who has lost phone and codes',
    access: 'manager',
    errors: ['forbidden'],
  }),
  'PUT /api/admin/users/:id/time-zone': endpoint({
    summary: "Choose an account's time zone",
    access: 'manager',
    body: accounts.timeZoneInput,
    errors: ['forbidden'],
  }),
  'PATCH /api/admin/users/:id/profile': endpoint({
    summary: 'Comum, Gestor or Administrador',
    access: 'administrator',
    body: accounts.profileInput,
    reply: accounts.userAnswer,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/users/:id': endpoint({
    summary: 'Delete an account with everything it owns',
    access: 'manager',
    errors: ['forbidden', 'conflict'],
  }),

  // ---------------------------------------------------------------- administration: screens
  'GET /api/admin/players': endpoint({
    summary: 'All screens',
    access: 'manager',
    reply: z.array(players.adminPlayer),
  }),
  'POST /api/admin/users/:userId/players/batch': endpoint({
    summary: 'Create 1 to 5 screens for a user',
    access: 'manager',
    body: players.batchInput,
    reply: z.array(players.adminPlayer),
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'POST /api/admin/players/:id/assign-playlist': endpoint({
    summary: "Send one of the owner's playlists",
    access: 'manager',
    body: players.assignPlaylistInput,
    reply: players.adminPlayer,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/players/:id/assign-playlist': endpoint({ summary: 'Stop the screen', access: 'manager' }),
  'GET /api/admin/players/:id/playlists': endpoint({
    summary: "Playlists of the screen's owner",
    access: 'manager',
    reply: z.array(playlists.playlist),
  }),
  'POST /api/admin/players/:id/disconnect': endpoint({
    summary: 'Unpair the device; a new code is made',
    access: 'manager',
    reply: players.adminPlayer,
  }),
  'POST /api/admin/players/:id/reset': endpoint({
    summary: 'Unpair, stop, and make the screen new: playlist removed, status active, new code',
    access: 'manager',
    reply: players.adminPlayer,
  }),
  'PATCH /api/admin/players/:id': endpoint({
    summary: 'Pause, resume, block, unblock, rename',
    access: 'manager',
    body: players.adminPlayerPatch,
    reply: players.adminPlayer,
  }),
  'DELETE /api/admin/players/:id': endpoint({ summary: 'Delete a screen', access: 'manager' }),

  // ---------------------------------------------------------------- administration: categories
  'GET /api/admin/categories': endpoint({
    summary: 'Categories',
    access: 'manager',
    reply: z.array(categories.adminCategory),
  }),
  'POST /api/admin/categories': endpoint({
    summary: 'Create a category',
    access: 'manager',
    body: categories.categoryInput,
    reply: categories.adminCategory,
    status: 201,
    errors: ['conflict'],
  }),
  'PATCH /api/admin/categories/:id': endpoint({
    summary: 'Rename, describe',
    access: 'manager',
    body: categories.categoryPatch,
    reply: categories.adminCategory,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/categories/:id': endpoint({
    summary: 'Delete; its contents keep playing without category',
    access: 'manager',
  }),
  'GET /api/admin/categories/:id/users': endpoint({
    summary: 'Users with access',
    access: 'manager',
    reply: z.array(categories.categoryUser),
  }),
  'GET /api/admin/categories/:id/videos': endpoint({
    summary: 'Platform contents',
    access: 'manager',
    reply: z.array(categories.categoryVideo),
  }),
  'POST /api/admin/users/:userId/categories/:categoryId': endpoint({
    summary: 'Grant access',
    access: 'manager',
    reply: message,
    status: 201,
  }),
  'DELETE /api/admin/users/:userId/categories/:categoryId': endpoint({ summary: 'Revoke access', access: 'manager' }),
  'DELETE /api/admin/platform-videos/:id': endpoint({
    summary: 'Delete platform content from every playlist',
    access: 'manager',
  }),

  // ---------------------------------------------------------------- administration: notices
  'GET /api/admin/notices': endpoint({ summary: 'Notices', access: 'manager', reply: z.array(notices.adminNotice) }),
  'POST /api/admin/notices': endpoint({
    summary: 'Create a notice',
    access: 'manager',
    body: notices.noticeInput,
    reply: notices.adminNotice,
    status: 201,
  }),
  'PUT /api/admin/notices/:id': endpoint({
    summary: 'Change a notice',
    access: 'manager',
    body: notices.noticeUpdate,
    reply: notices.adminNotice,
  }),
  'PATCH /api/admin/notices/:id/toggle': endpoint({
    summary: 'Switch on or off',
    access: 'manager',
    body: notices.noticeToggle,
    reply: notices.adminNotice,
  }),
  'DELETE /api/admin/notices/:id': endpoint({ summary: 'Delete a notice', access: 'manager' }),

  // ---------------------------------------------------------------- administration: settings and the house
  'GET /api/admin/overview': endpoint({
    summary: "What needs the administrator's attention",
    access: 'manager',
    reply: settings.overview,
  }),
  'GET /api/admin/settings': endpoint({
    summary: 'Codes, contact, mail, version',
    access: 'administrator',
    reply: settings.settings,
  }),
  'PATCH /api/admin/settings': endpoint({
    summary: 'Change codes, contact, mail, log level',
    access: 'administrator',
    body: settings.settingsPatch,
    reply: settings.settings,
  }),
  'POST /api/admin/mail-test': endpoint({
    summary: 'Send a test mail',
    access: 'administrator',
    body: settings.mailTest,
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'POST /api/admin/webhook-test': endpoint({
    summary: 'Send a test notice',
    access: 'administrator',
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'GET /api/admin/tasks': endpoint({
    summary: 'Scheduled tasks with their last run',
    access: 'administrator',
    reply: z.array(tasks.task),
  }),
  'POST /api/admin/tasks/:name/run': endpoint({
    summary: 'Run a task now; it goes on after the answer',
    access: 'administrator',
    reply: tasks.task,
    status: 202,
    errors: ['conflict'],
  }),
  'GET /api/admin/backups': endpoint({
    summary: 'Backups on this server',
    access: 'administrator',
    reply: tasks.backups,
  }),
  'GET /api/admin/backups/:name/download': endpoint({
    summary: 'One backup as a tar archive',
    access: 'administrator',
    reply: 'stream',
  }),
  'GET /api/admin/failed-videos': endpoint({
    summary: 'Contents that could not be processed',
    access: 'manager',
    reply: z.array(media.failedVideo),
  }),
  'POST /api/admin/videos/:id/retry': endpoint({
    summary: "Process anybody's failed item again",
    access: 'manager',
    reply: media.failedVideo,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/videos/:id': endpoint({
    summary: "Delete anybody's failed item",
    access: 'manager',
    errors: ['conflict'],
  }),
  'GET /api/admin/radio-stations': endpoint({
    summary: 'Stations with upstream',
    access: 'administrator',
    reply: z.array(radio.adminRadioStation),
  }),
  'POST /api/admin/radio-stations': endpoint({
    summary: 'Add a station, after listening to it for a moment unless it is sent as unheard',
    access: 'administrator',
    body: radio.radioStationInput,
    reply: radio.adminRadioStation,
    status: 201,
    errors: ['conflict', 'unplayable_station', 'unheard_station'],
  }),
  'GET /api/admin/radio-stations/trial': endpoint({
    summary: 'Listen to an address before it is a station',
    access: 'administrator',
    query: radio.stationTrial,
    reply: 'stream',
    errors: ['bad_gateway'],
  }),
  'PATCH /api/admin/radio-stations/:id': endpoint({
    summary: 'Change a station, after listening to a new address unless it is sent as unheard',
    access: 'administrator',
    body: radio.radioStationPatch,
    reply: radio.adminRadioStation,
    errors: ['conflict', 'unplayable_station', 'unheard_station'],
  }),
  'DELETE /api/admin/radio-stations/:id': endpoint({ summary: 'Remove a station', access: 'administrator' }),
  'GET /healthz': endpoint({ summary: 'Liveness', access: 'anyone', reply: settings.health }),
  'GET /readyz': endpoint({ summary: 'Readiness', access: 'anyone', reply: message, errors: ['unavailable'] }),
  'GET /metrics': endpoint({
    summary: 'Prometheus text, for this machine or with METRICS_TOKEN',
    access: 'anyone',
    reply: 'text',
    errors: ['forbidden'],
  }),
  'GET /api/first-steps': endpoint({
    summary: 'What the first steps of a new installation begin with, for whoever may make them',
    access: 'anyone',
    query: firstSteps.firstStepsQuery,
    reply: firstSteps.firstSteps,
  }),
  'POST /api/first-steps': endpoint({
    summary: 'Clinic, administrator, contact, backups and the first screen at once; signs in, and works once',
    access: 'anyone',
    body: firstSteps.firstStepsInput,
    reply: firstSteps.firstStepsDone,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'DELETE /api/first-steps': endpoint({
    summary: 'Put the first steps aside for good',
    access: 'administrator',
  }),
  'GET /api/contact': endpoint({
    summary: 'How to reach the commercial team',
    access: 'anyone',
    reply: settings.contact,
  }),
  'GET /api/installation': endpoint({
    summary: 'Addresses of this server on its network',
    access: 'anyone',
    reply: settings.installation,
  }),
  'GET /antessala-ca.crt': endpoint({
    summary: "Certificate of the server's own authority (ANTESSALA_TLS=local)",
    access: 'anyone',
    reply: 'text',
    errors: ['not_found'],
  }),
  'GET /api/openapi.json': endpoint({
    summary: 'This contract as OpenAPI 3.1',
    access: 'anyone',
    reply: z.record(z.string(), z.unknown()),
  }),
  'GET /api/docs': endpoint({ summary: 'This contract to read', access: 'anyone', reply: 'html' }),
  'GET /api/docs.css': endpoint({ summary: 'Style sheet of the page', access: 'anyone', reply: 'text' }),
} as const;

export type Api = typeof api;
export type ApiKey = keyof Api;

/** Handlers for some keys of the table: a feature's routes. */
export type Handlers<Keys extends ApiKey = ApiKey> = { [Key in Keys]: Handler<Key, Api[Key]> };
