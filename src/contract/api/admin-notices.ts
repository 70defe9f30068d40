/** Administration: endpoints of notices. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as notices from '../notices.ts';

export const section = { name: 'Administration: notices', about: 'Notices on the screens.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/admin/notices': endpoint({ summary: 'Notices', access: 'manager', reply: z.array(notices.adminNotice) }),
  'POST /api/admin/notices': endpoint({
    summary: 'Create a notice',
    access: 'manager',
    idempotent: true,
    body: notices.noticeInput,
    reply: notices.adminNotice,
    status: 201,
  }),
  'PUT /api/admin/notices/:id': endpoint({
    summary: 'Change a notice',
    access: 'manager',
    body: notices.noticeUpdate,
    reply: notices.adminNotice,
  }),
  'PATCH /api/admin/notices/:id/toggle': endpoint({
    summary: 'Switch on or off',
    access: 'manager',
    body: notices.noticeToggle,
    reply: notices.adminNotice,
  }),
  'DELETE /api/admin/notices/:id': endpoint({ summary: 'Delete a notice', access: 'manager' }),
};
