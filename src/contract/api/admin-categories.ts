/** Administration: endpoints of categories and platform contents. */
import * as z from 'zod';
import * as categories from '../categories.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';

export const section = {
  name: 'Administration: categories',
  about: 'Categories of platform contents, and the users that may play them.',
};
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/admin/categories': manager({ summary: 'Categories', reply: z.array(categories.adminCategory) }),
  'POST /api/admin/categories': manager({
    summary: 'Create a category',
    idempotent: true,
    body: categories.categoryInput,
    reply: categories.adminCategory,
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'PATCH /api/admin/categories/:id': manager({
    summary: 'Change name and description',
    body: categories.categoryPatch,
    reply: categories.adminCategory,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/categories/:id': manager({ summary: 'Delete a category; its contents keep playing without one' }),
  'GET /api/admin/categories/:id/users': manager({
    summary: 'Users with access',
    reply: z.array(categories.categoryUser),
  }),
  'GET /api/admin/categories/:id/videos': manager({
    summary: 'Platform contents of a category',
    reply: z.array(categories.categoryVideo),
  }),
  'POST /api/admin/users/:userId/categories/:categoryId': manager({
    summary: 'Grant access',
    reply: message,
    status: 201,
  }),
  'DELETE /api/admin/users/:userId/categories/:categoryId': manager({ summary: 'Revoke access' }),
  'DELETE /api/admin/platform-videos/:id': manager({ summary: 'Delete platform content from every playlist' }),
};
