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
const endpoint = endpointOf(section);

export const endpoints = {
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
    query: playlists.cycleQuery,
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
  'GET /api/player/urgent': endpoint({
    summary: 'Urgent notices that run on this screen, the newest first',
    access: 'player',
    reply: urgent.playerUrgents,
  }),
  'POST /api/player/urgent/:id/shown': endpoint({
    summary: 'The urgent notice is painted on this screen; the first word counts',
    access: 'player',
    body: urgent.urgentShownInput,
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
};
