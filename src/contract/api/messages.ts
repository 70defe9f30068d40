/** Endpoints of ticker messages. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as messages from '../messages.ts';

export const section = { name: 'Messages', about: 'The ticker at the bottom of the picture.' };
const read = endpointOf(section, { access: 'user', needs: 'messages:read', feature: 'breakingNews' });
const change = endpointOf(section, { access: 'user', needs: 'messages', feature: 'breakingNews' });

export const endpoints = {
  'GET /api/breaking-news': read({ summary: "The user's messages", reply: z.array(messages.breakingNews) }),
  'POST /api/breaking-news': change({
    summary: 'Create a message',
    body: messages.breakingNewsInput,
    reply: messages.breakingNews,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PATCH /api/breaking-news/:id': change({
    summary: 'Change a message',
    body: messages.breakingNewsPatch,
    reply: messages.breakingNews,
  }),
  'DELETE /api/breaking-news/:id': change({ summary: 'Delete a message' }),
  'GET /api/breaking-news/:id/playlists': read({
    summary: 'Playlists that show a message',
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  'POST /api/breaking-news/:id/playlists': change({
    summary: 'Replace the playlists that show a message',
    body: messages.breakingNewsPlaylists,
    reply: messages.breakingNews,
  }),
};
