/** Administration: endpoints of categories and platform contents. */
import * as z from 'zod';
import * as categories from '../categories.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Administration: categories', about: 'Platform contents and who may play them.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/admin/categories': endpoint({
    summary: 'Categories',
    access: 'manager',
    reply: z.array(categories.adminCategory),
  }),
  'POST /api/admin/categories': endpoint({
    summary: 'Create a category',
    access: 'manager',
    idempotent: true,
    body: categories.categoryInput,
    reply: categories.adminCategory,
    status: 201,
    errors: ['conflict'],
  }),
  'PATCH /api/admin/categories/:id': endpoint({
    summary: 'Rename, describe',
    access: 'manager',
    body: categories.categoryPatch,
    reply: categories.adminCategory,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/categories/:id': endpoint({
    summary: 'Delete; its contents keep playing without category',
    access: 'manager',
  }),
  'GET /api/admin/categories/:id/users': endpoint({
    summary: 'Users with access',
    access: 'manager',
    reply: z.array(categories.categoryUser),
  }),
  'GET /api/admin/categories/:id/videos': endpoint({
    summary: 'Platform contents',
    access: 'manager',
    reply: z.array(categories.categoryVideo),
  }),
  'POST /api/admin/users/:userId/categories/:categoryId': endpoint({
    summary: 'Grant access',
    access: 'manager',
    reply: message,
    status: 201,
  }),
  'DELETE /api/admin/users/:userId/categories/:categoryId': endpoint({ summary: 'Revoke access', access: 'manager' }),
  'DELETE /api/admin/platform-videos/:id': endpoint({
    summary: 'Delete platform content from every playlist',
    access: 'manager',
  }),
};
