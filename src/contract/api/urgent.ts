/** Endpoints of urgent notices, for accounts and for the administration. */
import { endpointOf } from '../endpoint.ts';
import * as urgent from '../urgent.ts';

export const section = {
  name: 'Urgent notices',
  about: 'What fills the screens at once, and what each of them made of it.',
};
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/urgent': endpoint({
    summary: 'Urgent notices of a year, the newest first',
    access: 'user',
    needs: 'urgent:read',
    feature: 'management',
    query: urgent.urgentQuery,
    reply: urgent.urgentPage,
  }),
  'GET /api/urgent/:id': endpoint({
    summary: 'One urgent notice, with what each screen made of it',
    access: 'user',
    needs: 'urgent:read',
    feature: 'management',
    reply: urgent.urgentDetails,
  }),
  'POST /api/urgent': endpoint({
    summary: 'Show an urgent notice on screens, at once and until its end',
    access: 'user',
    needs: 'urgent',
    feature: 'management',
    idempotent: true,
    body: urgent.urgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/urgent/:id/end': endpoint({
    summary: 'End an urgent notice before its time; one that is over stays as it is',
    access: 'user',
    needs: 'urgent',
    feature: 'management',
    reply: urgent.urgentDetails,
    errors: ['forbidden'],
  }),
};

export const adminEndpoints = {
  'GET /api/admin/urgent': endpoint({
    summary: "The administration's urgent notices of a year, the newest first",
    access: 'manager',
    query: urgent.urgentQuery,
    reply: urgent.urgentPage,
  }),
  'GET /api/admin/urgent/:id': endpoint({
    summary: 'One of them, with what each screen made of it',
    access: 'manager',
    reply: urgent.urgentDetails,
  }),
  'POST /api/admin/urgent': endpoint({
    summary: 'Show an urgent notice on screens of any account',
    access: 'manager',
    idempotent: true,
    body: urgent.adminUrgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/admin/urgent/:id/end': endpoint({
    summary: 'End one of them before its time',
    access: 'manager',
    reply: urgent.urgentDetails,
  }),
};
