/** Endpoints of urgent notices, for accounts and for the administration. */
import { endpointOf } from '../endpoint.ts';
import * as urgent from '../urgent.ts';

export const section = {
  name: 'Urgent notices',
  about: 'Texts that cover the whole picture of screens immediately, and a receipt from each screen that showed them.',
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
    summary: 'One urgent notice with its receipts',
    reply: urgent.urgentDetails,
  }),
  'POST /api/urgent': change({
    summary: 'Show an urgent notice on screens, at once and until its end',
    idempotent: true,
    body: urgent.urgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/urgent/:id/end': change({
    summary: 'End an urgent notice early; an ended one stays unchanged',
    reply: urgent.urgentDetails,
    errors: ['forbidden'],
  }),
};

export const adminEndpoints = {
  'GET /api/admin/urgent': manager({
    summary: 'Urgent notices of a year that managers sent, the newest first',
    query: urgent.urgentQuery,
    reply: urgent.urgentPage,
  }),
  'GET /api/admin/urgent/:id': manager({
    summary: "One of the administration's urgent notices with its receipts",
    reply: urgent.urgentDetails,
  }),
  'POST /api/admin/urgent': manager({
    summary: 'Show an urgent notice on screens of any account',
    idempotent: true,
    body: urgent.adminUrgentInput,
    reply: urgent.urgentDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/admin/urgent/:id/end': manager({
    summary: "End one of the administration's urgent notices early",
    reply: urgent.urgentDetails,
  }),
};
