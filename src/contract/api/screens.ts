/** Endpoints of an account's own screens: groups, pairing and display settings. */
import * as z from 'zod';
import * as display from '../display.ts';
import { endpointOf } from '../endpoint.ts';
import * as groups from '../groups.ts';
import * as pairing from '../pairing.ts';
import * as players from '../players.ts';

export const section = {
  name: 'My screens',
  about: "An account's own screens, their groups and pairing, and how they look.",
};
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/screen-groups': endpoint({
    summary: 'The groups of screens, by name',
    access: 'user',
    needs: 'screens:read',
    feature: 'management',
    reply: z.array(groups.screenGroup),
  }),
  'POST /api/screen-groups': endpoint({
    summary: 'Put screens into a new group',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    idempotent: true,
    body: groups.screenGroupInput,
    reply: groups.screenGroup,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/screen-groups/:id': endpoint({
    summary: 'Rename a group, or choose its screens; what is left out stays',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    body: groups.screenGroupPatch,
    reply: groups.screenGroup,
    errors: ['conflict'],
  }),
  'DELETE /api/screen-groups/:id': endpoint({
    summary: 'Delete a group; its screens stay',
    access: 'user',
    needs: 'screens',
    feature: 'management',
  }),
  'POST /api/screen-groups/:id/assign-playlist': endpoint({
    summary: 'Send a playlist to every screen of a group that takes one',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    body: groups.sendToGroupInput,
    reply: groups.sendToGroupReply,
  }),
  'GET /api/my-players': endpoint({
    summary: "The user's screens",
    access: 'user',
    needs: 'screens:read',
    reply: z.array(players.myPlayer),
  }),
  'POST /api/my-players/:id/assign-playlist': endpoint({
    summary: 'Send a playlist to a screen',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    body: players.assignPlaylistInput,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/my-players/:id/remove-playlist': endpoint({
    summary: 'Stop a screen',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    reply: players.myPlayer,
  }),
  'PATCH /api/my-players/:id/rename': endpoint({
    summary: 'Rename a screen',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    body: players.renameInput,
    reply: players.myPlayer,
  }),
  'POST /api/my-players/:id/disconnect': endpoint({
    summary: 'Unpair the device; a new code is made',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    reply: players.myPlayer,
  }),
  'GET /api/pairing/:code': endpoint({
    summary: 'The device that shows a code',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    reply: pairing.pairingRequest,
    errors: ['too_many_requests'],
  }),
  'POST /api/pairing/:code/claim': endpoint({
    summary: 'Give the device a screen: one of the own, or a new one; `replace` swaps the device of a paired one',
    access: 'user',
    needs: 'screens',
    feature: 'management',
    idempotent: true,
    body: pairing.pairingClaim,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict', 'quota_exceeded', 'too_many_requests'],
  }),
  'GET /api/display-settings': endpoint({
    summary: "How the user's screens look",
    access: 'user',
    needs: 'screens:read',
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings': endpoint({
    summary: "Change how the user's screens look",
    access: 'user',
    needs: 'screens',
    feature: 'management',
    body: display.displaySettingsInput,
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings/logo': endpoint({
    summary: "Send the clinic's own logo (PNG, JPEG or WebP); it replaces the one before",
    access: 'user',
    needs: 'screens',
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
    needs: 'screens',
    feature: 'management',
  }),
};
