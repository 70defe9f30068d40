/** Endpoints of the server itself: health, metrics, setup, URLs and this documentation. */
import * as z from 'zod';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';
import * as firstSteps from '../first-steps.ts';
import * as settings from '../settings.ts';

export const section = { name: 'Server', about: 'Health, metrics, setup, URLs and this document.' };
const endpoint = endpointOf(section);
const anyone = endpointOf(section, { access: 'anyone' });

export const endpoints = {
  'GET /healthz': anyone({ summary: 'Liveness', reply: settings.health }),
  'GET /readyz': anyone({ summary: 'Readiness', reply: message, errors: ['unavailable'] }),
  'GET /metrics': anyone({
    summary: 'Metrics in Prometheus text format, for this machine or with METRICS_TOKEN',
    reply: 'text',
    errors: ['forbidden'],
  }),
  'GET /api/first-steps': anyone({
    summary: 'Initial values for the setup of a new installation; `areOpen` is false for callers that may not run it',
    query: firstSteps.firstStepsQuery,
    reply: firstSteps.firstSteps,
  }),
  'POST /api/first-steps': anyone({
    summary:
      'Run the setup of a new installation: clinic, administrator, contact, backups and first screen in one call. Signs the caller in; can be run once',
    body: firstSteps.firstStepsInput,
    reply: firstSteps.firstStepsDone,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'DELETE /api/first-steps': endpoint({
    summary: 'Dismiss the setup of a new installation permanently',
    access: 'administrator',
  }),
  'GET /api/contact': anyone({ summary: 'Contact of the commercial team', reply: settings.contact }),
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
  'GET /api/docs': anyone({ summary: 'This contract as an HTML page', reply: 'html' }),
  'GET /api/docs.css': anyone({ summary: 'Style sheet of /api/docs', reply: 'text' }),
};
