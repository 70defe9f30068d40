/** Endpoints of playlists and of the items in them. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as messages from '../messages.ts';
import * as playlists from '../playlists.ts';
import * as schedules from '../programme/schedules.ts';
import { section as contentsSection } from './media.ts';
import { section as messagesSection } from './messages.ts';

export const section = { name: 'Playlists', about: 'What plays in which order, and how often.' };
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'viewer', needs: 'playlists:read' });
const change = endpointOf(section, { access: 'user', needs: 'playlists', feature: 'management' });
const readContents = endpointOf(section, { access: 'user', needs: 'contents:read', feature: 'management' });

export const endpoints = {
  'GET /api/playlists': endpoint({
    summary: "The user's playlists",
    access: 'user',
    needs: 'playlists:names',
    reply: z.array(playlists.playlist),
  }),
  'POST /api/playlists': change({
    summary: 'Create a playlist, empty or as a copy',
    body: playlists.playlistInput,
    reply: playlists.playlist,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  }),
  'GET /api/playlists/:id': read({ summary: 'One playlist with its videos', reply: playlists.playlistWithVideos }),
  'PATCH /api/playlists/:id': change({
    summary: 'Rename, or switch the mode',
    body: playlists.playlistPatch,
    reply: playlists.playlist,
  }),
  'DELETE /api/playlists/:id': change({
    summary: 'Delete a playlist; screens go on for 10 s, in which it can be taken back',
  }),
  'POST /api/playlists/:id/restore': change({
    summary: 'Take the deletion of a playlist back within 10 s',
    reply: playlists.playlist,
    errors: ['quota_exceeded'],
  }),
  'PUT /api/playlists/:id/order': change({
    summary: 'Order of the items',
    body: playlists.playlistOrder,
    reply: z.array(playlists.assignment),
    errors: ['conflict'],
  }),
  'GET /api/playlists/:id/assignments': endpoint({
    summary: 'Items with embedded video',
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
    summary: "The playlists that hold a video and the screens that play them: one's own; for managers everybody's",
    reply: playlists.videoUse,
  }),
  'GET /api/videos/:videoId/assignments': readContents({
    summary: 'Playlists of a video',
    reply: z.array(playlists.videoAssignment),
  }),
  'POST /api/videos/:videoId/assignments': change({
    summary: 'Put a video into a playlist, or change its frequency',
    body: playlists.assignmentInput,
    reply: playlists.videoAssignment,
    status: 201,
  }),
  'DELETE /api/videos/:videoId/assignments/:playlistId': change({ summary: 'Take a video out of a playlist' }),
  'PUT /api/videos/:videoId/assignments/:playlistId/windows': change({
    summary: 'When an item of a playlist is shown; none: at all hours',
    body: schedules.windowsInput,
    reply: playlists.videoAssignment,
  }),
};
