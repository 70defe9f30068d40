/** Administration: endpoints of notices. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as notices from '../notices.ts';

export const section = { name: 'Administration: notices', about: 'Notices on the screens.' };
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/admin/notices': manager({ summary: 'Notices', reply: z.array(notices.adminNotice) }),
  'POST /api/admin/notices': manager({
    summary: 'Create a notice',
    idempotent: true,
    body: notices.noticeInput,
    reply: notices.adminNotice,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PUT /api/admin/notices/:id': manager({
    summary: 'Change a notice',
    body: notices.noticeUpdate,
    reply: notices.adminNotice,
  }),
  'PATCH /api/admin/notices/:id/toggle': manager({
    summary: 'Switch a notice on or off',
    body: notices.noticeToggle,
    reply: notices.adminNotice,
  }),
  'DELETE /api/admin/notices/:id': manager({ summary: 'Delete a notice' }),
};
