/** Endpoints that a screen's device calls. */
import * as z from 'zod';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';
import * as media from '../media.ts';
import * as notices from '../notices.ts';
import * as pairing from '../pairing.ts';
import * as players from '../players.ts';
import * as playlists from '../playlists.ts';
import * as radio from '../radio.ts';
import * as urgent from '../urgent.ts';

export const section = { name: 'The device', about: 'What a screen itself asks, with the token of its activation.' };
const anyone = endpointOf(section, { access: 'anyone' });
const player = endpointOf(section, { access: 'player' });

export const endpoints = {
  'POST /api/player/activate': anyone({
    summary: 'Pair a device by its screen code',
    body: players.activateInput,
    reply: players.playerSession,
    errors: ['not_found', 'conflict', 'device_reset', 'forbidden', 'too_many_requests'],
  }),
  'POST /api/player/pairing': anyone({
    summary: 'A code for an unpaired device to show, and the secret that it keeps',
    body: pairing.pairingInput,
    reply: pairing.pairingOffer,
    status: 201,
    errors: ['too_many_requests'],
  }),
  'POST /api/player/pairing/poll': anyone({
    summary: "What became of the device's code: 202 while it waits, else the session",
    body: pairing.pairingPollInput,
    reply: pairing.pairingPollReply,
    status: 202,
    errors: ['not_found', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/validate-token': anyone({
    summary: 'Is this token good?',
    body: players.validateTokenInput,
    reply: players.validateTokenReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked'],
  }),
  'POST /api/player/renew-token': anyone({
    summary: 'A new token for the expired bearer or the device cookie',
    body: players.renewInput,
    reply: players.playerSession,
    errors: ['unauthenticated', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/disconnect': player({ summary: 'The device gives its screen back' }),
  'POST /api/player/heartbeat': anyone({
    summary: 'The screen lives; its state',
    body: players.heartbeatInput,
    reply: players.heartbeatReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked', 'not_found'],
  }),
  'GET /api/player/info': player({
    summary: 'The screen and its owner',
    query: z.object({ playerId: z.coerce.number().int().optional() }),
    reply: players.playerInfo,
    errors: ['not_found'],
  }),
  'GET /api/player/assigned-playlist': player({
    summary: 'What this screen plays',
    query: players.assignedPlaylistQuery,
    reply: players.assignedPlaylistReply,
  }),
  'GET /api/player/playlists/:id/randomized': player({
    summary: 'The items of one cycle',
    query: playlists.cycleQuery,
    reply: z.array(playlists.playItem),
  }),
  'GET /api/player/videos/:id/url': player({
    summary: "Signed address of an item's bytes",
    reply: media.playerMediaUrl,
  }),
  'GET /api/player/admin-notices': player({
    summary: 'Active notices for this screen',
    reply: z.array(notices.playerNotice),
  }),
  'GET /api/player/urgent': player({
    summary: 'Urgent notices that run on this screen, the newest first',
    reply: urgent.playerUrgents,
  }),
  'POST /api/player/urgent/:id/shown': player({
    summary: 'The urgent notice is painted on this screen; the first word counts',
    body: urgent.urgentShownInput,
  }),
  'GET /api/player/radio-stations': player({ summary: 'Stations', reply: z.array(radio.radioStation) }),
  'GET /api/player/radio-settings': player({ summary: "The owner's radio settings", reply: radio.radioSettings }),
  'POST /api/player/mode-code': anyone({
    summary: 'Password of the Player mode on the sign-in page',
    body: players.modeCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/player/options-code': anyone({
    summary: 'Exit or reset code of the options dialog',
    body: players.optionsCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
};
