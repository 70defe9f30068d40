/** Administration: endpoints of the screens of all accounts. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as players from '../players.ts';
import * as playlists from '../playlists.ts';

export const section = { name: 'Administration: screens', about: "Everybody's screens." };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/admin/players': endpoint({
    summary: 'All screens',
    access: 'manager',
    reply: z.array(players.adminPlayer),
  }),
  'POST /api/admin/users/:userId/players/batch': endpoint({
    summary: 'Create 1 to 5 screens for a user',
    access: 'manager',
    idempotent: true,
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
};
