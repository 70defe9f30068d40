/** Endpoints of the server itself: health, metrics, first steps, addresses and this documentation. */
import * as z from 'zod';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';
import * as firstSteps from '../first-steps.ts';
import * as settings from '../settings.ts';

export const section = { name: 'The house', about: 'Health, metrics, addresses and this document.' };
const endpoint = endpointOf(section);
const anyone = endpointOf(section, { access: 'anyone' });

export const endpoints = {
  'GET /healthz': anyone({ summary: 'Liveness', reply: settings.health }),
  'GET /readyz': anyone({ summary: 'Readiness', reply: message, errors: ['unavailable'] }),
  'GET /metrics': anyone({
    summary: 'Prometheus text, for this machine or with METRICS_TOKEN',
    reply: 'text',
    errors: ['forbidden'],
  }),
  'GET /api/first-steps': anyone({
    summary: 'What the first steps of a new installation begin with, for whoever may make them',
    query: firstSteps.firstStepsQuery,
    reply: firstSteps.firstSteps,
  }),
  'POST /api/first-steps': anyone({
    summary: 'Clinic, administrator, contact, backups and the first screen at once; signs in, and works once',
    body: firstSteps.firstStepsInput,
    reply: firstSteps.firstStepsDone,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'DELETE /api/first-steps': endpoint({ summary: 'Put the first steps aside for good', access: 'administrator' }),
  'GET /api/contact': anyone({ summary: 'How to reach the commercial team', reply: settings.contact }),
  'GET /api/installation': anyone({ summary: 'Addresses of this server on its network', reply: settings.installation }),
  'GET /antessala-ca.crt': anyone({
    summary: "Certificate of the server's own authority (ANTESSALA_TLS=local)",
    reply: 'text',
    errors: ['not_found'],
  }),
  'GET /api/openapi.json': anyone({
    summary: 'This contract as OpenAPI 3.1',
    reply: z.record(z.string(), z.unknown()),
  }),
  'GET /api/docs': anyone({ summary: 'This contract to read', reply: 'html' }),
  'GET /api/docs.css': anyone({ summary: 'Style sheet of the page', reply: 'text' }),
};
