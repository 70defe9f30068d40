/** Endpoints of an account's own screens: groups, pairing and display settings. */
import * as z from 'zod';
import { count } from '../common.ts';
import * as display from '../display.ts';
import { endpointOf, fileErrors } from '../endpoint.ts';
import * as groups from '../groups.ts';
import * as pairing from '../pairing.ts';
import * as players from '../players.ts';

export const section = {
  name: 'My screens',
  about: "An account's own screens, their groups, pairing and display settings.",
};
const read = endpointOf(section, { access: 'user', needs: 'screens:read' });
const change = endpointOf(section, { access: 'user', needs: 'screens', feature: 'management' });

export const endpoints = {
  'GET /api/screen-groups': read({
    summary: 'The groups of screens, by name',
    feature: 'management',
    reply: z.array(groups.screenGroup),
  }),
  'POST /api/screen-groups': change({
    summary: 'Put screens into a new group',
    idempotent: true,
    body: groups.screenGroupInput,
    reply: groups.screenGroup,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/screen-groups/:id': change({
    summary: 'Rename a group, or choose its screens; omitted fields stay unchanged',
    body: groups.screenGroupPatch,
    reply: groups.screenGroup,
    errors: ['conflict'],
  }),
  'DELETE /api/screen-groups/:id': change({ summary: 'Delete a group; its screens stay' }),
  'POST /api/screen-groups/:id/assign-playlist': change({
    summary:
      'Assign a playlist to the screens of a group; screens without a device and paused or blocked ones are skipped',
    body: groups.sendToGroupInput,
    reply: groups.sendToGroupReply,
  }),
  'GET /api/my-players': read({
    summary: "The user's screens; with `limit` a page of them",
    query: players.screensQuery,
    reply: z.array(players.myPlayer),
  }),
  'GET /api/my-players/count': read({
    summary: "Number of the user's screens that match",
    query: players.screensCountQuery,
    reply: count,
  }),
  'POST /api/my-players/:id/assign-playlist': change({
    summary: 'Assign a playlist to a screen',
    body: players.assignPlaylistInput,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/my-players/:id/remove-playlist': change({
    summary: 'Remove the playlist of a screen',
    reply: players.myPlayer,
  }),
  'PATCH /api/my-players/:id/rename': change({
    summary: 'Rename a screen',
    body: players.renameInput,
    reply: players.myPlayer,
  }),
  'PUT /api/my-players/:id/call-layout': change({
    summary: "Choose how a screen shows patients' calls; null: the layout of the account's call settings",
    body: display.callLayoutInput,
    reply: players.myPlayer,
  }),
  'PATCH /api/my-players/:id/settings': change({
    summary: "Change a screen's rotation, volume, quiet hours or dark brightness; omitted fields stay unchanged",
    body: display.screenSettingsInput,
    reply: players.myPlayer,
  }),
  'POST /api/my-players/:id/restart': change({
    summary: 'Load the page of a screen again on its TV',
    errors: ['conflict'],
  }),
  'POST /api/my-players/:id/identify': change({
    summary: 'Show the name of a screen large on its TV for 20 s',
    errors: ['conflict'],
  }),
  'POST /api/my-players/:id/disconnect': change({
    summary: 'Unpair the device; creates a new code',
    reply: players.myPlayer,
  }),
  'GET /api/pairing/:code': change({
    summary: 'Details of the device that shows a code',
    reply: pairing.pendingDevice,
    errors: ['too_many_requests'],
  }),
  'POST /api/pairing/:code/claim': change({
    summary:
      "Pair the device with one of the account's screens or a new one; `replace` swaps the device of a paired screen",
    idempotent: true,
    body: pairing.pairingClaim,
    reply: players.myPlayer,
    errors: ['forbidden', 'conflict', 'quota_exceeded', 'too_many_requests'],
  }),
  'GET /api/display-settings': read({
    summary: "Display settings of the user's screens",
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings': change({
    summary: "Change the display settings of the user's screens",
    body: display.displaySettingsInput,
    reply: display.displaySettings,
  }),
  'PUT /api/display-settings/logo': change({
    summary: "Send the clinic's own logo (PNG, JPEG or WebP); it replaces the previous one",
    body: 'binary',
    reply: display.displaySettings,
    errors: [...fileErrors, 'conflict', 'unavailable'],
  }),
  'DELETE /api/display-settings/logo': change({ summary: "Remove the clinic's own logo" }),
};
