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

export const section = { name: 'The device', about: 'Requests of a screen itself, with the token of its activation.' };
const anyone = endpointOf(section, { access: 'anyone' });
const player = endpointOf(section, { access: 'player' });

export const endpoints = {
  'POST /api/player/activate': anyone({
    summary: "Pair a device by the screen's code",
    body: players.activateInput,
    reply: players.playerSession,
    errors: ['not_found', 'conflict', 'device_reset', 'forbidden', 'too_many_requests'],
  }),
  'POST /api/player/pairing': anyone({
    summary: 'Create a code that an unpaired device shows, and a secret that it keeps',
    body: pairing.pairingInput,
    reply: pairing.pairingOffer,
    status: 201,
    errors: ['too_many_requests'],
  }),
  'POST /api/player/pairing/poll': anyone({
    summary: "State of the device's code: 202 while it waits, then the session",
    body: pairing.pairingPollInput,
    reply: pairing.pairingPollReply,
    status: 202,
    errors: ['not_found', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/validate-token': anyone({
    summary: 'Check whether a token is valid',
    body: players.validateTokenInput,
    reply: players.validateTokenReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked'],
  }),
  'POST /api/player/renew-token': anyone({
    summary: 'Renew the token, by the expired token or the device cookie',
    body: players.renewInput,
    reply: players.playerSession,
    errors: ['unauthenticated', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/player/disconnect': player({ summary: 'Unpair the device from its screen' }),
  'POST /api/player/heartbeat': anyone({
    summary: 'Heartbeat with the state of the screen',
    body: players.heartbeatInput,
    reply: players.heartbeatReply,
    errors: ['token_expired', 'unauthenticated', 'account_blocked', 'not_found'],
  }),
  'GET /api/player/info': player({
    summary: 'Names of the screen and its owner',
    query: z.object({ playerId: z.coerce.number().int().optional() }),
    reply: players.playerInfo,
    errors: ['not_found'],
  }),
  'GET /api/player/assigned-playlist': player({
    summary: 'Playlist of this screen (poll)',
    query: players.assignedPlaylistQuery,
    reply: players.assignedPlaylistReply,
  }),
  'GET /api/player/playlists/:id/randomized': player({
    summary: 'The items of one cycle',
    query: playlists.cycleQuery,
    reply: z.array(playlists.playItem),
  }),
  'GET /api/player/videos/:id/url': player({
    summary: "Signed URL of an item's file",
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
    summary: 'Report that this screen has shown the urgent notice; only the first report counts',
    body: urgent.urgentShownInput,
  }),
  'GET /api/player/radio-stations': player({ summary: 'Stations', reply: z.array(radio.radioStation) }),
  'GET /api/player/radio-settings': player({
    summary: 'The radio station or soundtrack of this screen, and the times without it',
    reply: radio.playerRadioSettings,
  }),
  'POST /api/player/mode-code': anyone({
    summary: 'Check the password of the Player mode on the sign-in page',
    body: players.modeCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/player/options-code': anyone({
    summary: 'Check the exit or reset code of the options dialog',
    body: players.optionsCodeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
};
