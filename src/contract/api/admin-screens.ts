/** Administration: endpoints of the screens of all accounts. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as players from '../players.ts';
import * as playlists from '../playlists.ts';

export const section = { name: 'Administration: screens', about: 'Screens of all accounts.' };
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/admin/players': manager({
    summary: 'All screens; with `limit` a page of them',
    query: players.adminPlayersQuery,
    reply: z.array(players.adminPlayer),
  }),
  'GET /api/admin/players/count': manager({
    summary: 'Number of screens that match, how many of them are online, and how many have a problem',
    query: players.adminPlayersCountQuery,
    reply: players.adminPlayersCount,
  }),
  'GET /api/admin/players/by-account': manager({
    summary: 'For each approved account with paired screens: their number, and how many are online',
    reply: z.array(players.accountScreens),
  }),
  'POST /api/admin/users/:userId/players/batch': manager({
    summary: 'Create 1 to 5 screens for a user',
    idempotent: true,
    body: players.batchInput,
    reply: z.array(players.adminPlayer),
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'POST /api/admin/players/:id/assign-playlist': manager({
    summary: "Send one of the owner's playlists to the screen",
    body: players.assignPlaylistInput,
    reply: players.adminPlayer,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/players/:id/assign-playlist': manager({ summary: 'Stop the screen' }),
  'GET /api/admin/players/:id/playlists': manager({
    summary: "Playlists of the screen's owner",
    reply: z.array(playlists.playlist),
  }),
  'POST /api/admin/players/:id/disconnect': manager({
    summary: 'Unpair the device; creates a new code',
    reply: players.adminPlayer,
  }),
  'POST /api/admin/players/:id/reset': manager({
    summary: 'Reset the screen: unpair its device, remove its playlist, set it active, create a new code',
    reply: players.adminPlayer,
  }),
  'POST /api/admin/players/:id/restart': manager({
    summary: 'Load the page of a screen again on its TV',
    errors: ['conflict'],
  }),
  'POST /api/admin/players/:id/identify': manager({
    summary: 'Show the name of the screen large on its TV for 20 s',
    errors: ['conflict'],
  }),
  'PATCH /api/admin/players/:id': manager({
    summary: 'Pause, resume, block, unblock, rename',
    body: players.adminPlayerPatch,
    reply: players.adminPlayer,
  }),
  'DELETE /api/admin/players/:id': manager({ summary: 'Delete a screen' }),
};
