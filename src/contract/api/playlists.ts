/** Endpoints of playlists and of the items in them. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as messages from '../messages.ts';
import * as playlists from '../playlists.ts';
import * as schedules from '../programme/schedules.ts';
import { section as contentsSection } from './media.ts';
import { section as messagesSection } from './messages.ts';

export const section = { name: 'Playlists', about: 'Playlists, their items, order and frequencies.' };
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'viewer', needs: 'playlists:read' });
const change = endpointOf(section, { access: 'user', needs: 'playlists', feature: 'management' });
const readContents = endpointOf(section, { access: 'user', needs: 'contents:read', feature: 'management' });

export const endpoints = {
  'GET /api/playlists': endpoint({
    summary: "The user's playlists",
    access: 'user',
    needs: 'playlists:names',
    reply: z.array(playlists.listedPlaylist),
  }),
  'POST /api/playlists': change({
    summary: 'Create a playlist, empty or as a copy',
    idempotent: true,
    body: playlists.playlistInput,
    reply: playlists.playlist,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  }),
  'GET /api/playlists/:id': read({ summary: 'One playlist with its videos', reply: playlists.playlistWithVideos }),
  'PATCH /api/playlists/:id': change({
    summary: 'Rename a playlist, or change its order mode',
    body: playlists.playlistPatch,
    reply: playlists.playlist,
  }),
  'DELETE /api/playlists/:id': change({
    summary: 'Delete a playlist; screens play on for 10 s, in which this can be undone',
  }),
  'POST /api/playlists/:id/restore': change({
    summary: 'Undo the deletion of a playlist within 10 s',
    reply: playlists.playlist,
    errors: ['quota_exceeded'],
  }),
  'PUT /api/playlists/:id/order': change({
    summary: 'Change the order of the items',
    body: playlists.playlistOrder,
    reply: z.array(playlists.assignment),
    errors: ['conflict'],
  }),
  'GET /api/playlists/:id/assignments': endpoint({
    summary: 'Items of a playlist (assignments), each with its video',
    access: 'user',
    needs: 'playlists:read',
    reply: z.array(playlists.assignment),
  }),
  'GET /api/playlists/:id/randomized': read({ summary: 'The items of one cycle', reply: z.array(playlists.playItem) }),
  'GET /api/playlists/:id/breaking-news': endpoint({
    section: messagesSection,
    summary: 'Ticker messages of a playlist',
    access: 'viewer',
    needs: 'messages:read',
    reply: z.array(messages.tickerMessage),
  }),
  'GET /api/videos/:id/use': readContents({
    section: contentsSection,
    summary:
      "Playlists of the caller's account (for managers, of all accounts) that contain a video, and the screens that play them",
    reply: playlists.videoUse,
  }),
  'GET /api/videos/:videoId/assignments': readContents({
    summary: 'Assignments of a video: the playlists that contain it',
    reply: z.array(playlists.videoAssignment),
  }),
  'POST /api/videos/:videoId/assignments': change({
    summary: 'Add a video to a playlist, or change its frequency',
    body: playlists.assignmentInput,
    reply: playlists.videoAssignment,
    status: 201,
  }),
  'DELETE /api/videos/:videoId/assignments/:playlistId': change({ summary: 'Remove a video from a playlist' }),
  'PUT /api/videos/:videoId/assignments/:playlistId/windows': change({
    summary: 'Set the windows in which an item of a playlist is shown; none: always',
    body: schedules.windowsInput,
    reply: playlists.videoAssignment,
  }),
};
