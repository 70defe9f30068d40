/** Endpoints of urgent notices, for accounts and for the administration. */
import { endpointOf } from '../endpoint.ts';
import * as urgent from '../urgent.ts';

export const section = {
  name: 'Urgent notices',
  about: 'What fills the screens at once, and what each of them made of it.',
};
const read = endpointOf(section, { access: 'user', needs: 'urgent:read', feature: 'management' });
const change = endpointOf(section, { access: 'user', needs: 'urgent', feature: 'management' });
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/urgent': read({
    summary: 'Urgent notices of a year, the newest first',
    query: urgent.urgentQuery,
    reply: urgent.urgentPage,
  }),
  'GET /api/urgent/:id': read({
    summary: 'One urgent notice, with what each screen made of it',
    reply: urgent.urgentDetails,
  }),
  'POST /api/urgent': change({
    summary: 'Show an urgent notice on screens, at once and until its end',
    body: urgent.urgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/urgent/:id/end': change({
    summary: 'End an urgent notice before its time; one that is over stays as it is',
    reply: urgent.urgentDetails,
    errors: ['forbidden'],
  }),
};

export const adminEndpoints = {
  'GET /api/admin/urgent': manager({
    summary: "The administration's urgent notices of a year, the newest first",
    query: urgent.urgentQuery,
    reply: urgent.urgentPage,
  }),
  'GET /api/admin/urgent/:id': manager({
    summary: 'One of them, with what each screen made of it',
    reply: urgent.urgentDetails,
  }),
  'POST /api/admin/urgent': manager({
    summary: 'Show an urgent notice on screens of any account',
    body: urgent.adminUrgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/admin/urgent/:id/end': manager({
    summary: 'End one of them before its time',
    reply: urgent.urgentDetails,
  }),
};
