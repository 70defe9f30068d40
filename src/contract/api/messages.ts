/** Endpoints of ticker messages. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as messages from '../messages.ts';

export const section = { name: 'Messages', about: 'The ticker at the bottom of the picture.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/breaking-news': endpoint({
    summary: "The user's messages",
    access: 'user',
    needs: 'messages:read',
    feature: 'breakingNews',
    reply: z.array(messages.breakingNews),
  }),
  'POST /api/breaking-news': endpoint({
    summary: 'Create a message',
    access: 'user',
    needs: 'messages',
    feature: 'breakingNews',
    idempotent: true,
    body: messages.breakingNewsInput,
    reply: messages.breakingNews,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PATCH /api/breaking-news/:id': endpoint({
    summary: 'Change a message',
    access: 'user',
    needs: 'messages',
    feature: 'breakingNews',
    body: messages.breakingNewsPatch,
    reply: messages.breakingNews,
  }),
  'DELETE /api/breaking-news/:id': endpoint({
    summary: 'Delete a message',
    access: 'user',
    needs: 'messages',
    feature: 'breakingNews',
  }),
  'GET /api/breaking-news/:id/playlists': endpoint({
    summary: 'Playlists that show a message',
    access: 'user',
    needs: 'messages:read',
    feature: 'breakingNews',
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  'POST /api/breaking-news/:id/playlists': endpoint({
    summary: 'Replace the playlists that show a message',
    access: 'user',
    needs: 'messages',
    feature: 'breakingNews',
    body: messages.breakingNewsPlaylists,
    reply: messages.breakingNews,
  }),
};
