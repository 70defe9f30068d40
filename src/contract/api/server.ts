/** Endpoints of the server itself: health, metrics, first steps, addresses and this documentation. */
import * as z from 'zod';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';
import * as firstSteps from '../first-steps.ts';
import * as settings from '../settings.ts';

export const section = { name: 'The house', about: 'Health, metrics, addresses and this document.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /healthz': endpoint({ summary: 'Liveness', access: 'anyone', reply: settings.health }),
  'GET /readyz': endpoint({ summary: 'Readiness', access: 'anyone', reply: message, errors: ['unavailable'] }),
  'GET /metrics': endpoint({
    summary: 'Prometheus text, for this machine or with METRICS_TOKEN',
    access: 'anyone',
    reply: 'text',
    errors: ['forbidden'],
  }),
  'GET /api/first-steps': endpoint({
    summary: 'What the first steps of a new installation begin with, for whoever may make them',
    access: 'anyone',
    query: firstSteps.firstStepsQuery,
    reply: firstSteps.firstSteps,
  }),
  'POST /api/first-steps': endpoint({
    summary: 'Clinic, administrator, contact, backups and the first screen at once; signs in, and works once',
    access: 'anyone',
    body: firstSteps.firstStepsInput,
    reply: firstSteps.firstStepsDone,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'DELETE /api/first-steps': endpoint({
    summary: 'Put the first steps aside for good',
    access: 'administrator',
  }),
  'GET /api/contact': endpoint({
    summary: 'How to reach the commercial team',
    access: 'anyone',
    reply: settings.contact,
  }),
  'GET /api/installation': endpoint({
    summary: 'Addresses of this server on its network',
    access: 'anyone',
    reply: settings.installation,
  }),
  'GET /antessala-ca.crt': endpoint({
    summary: "Certificate of the server's own authority (ANTESSALA_TLS=local)",
    access: 'anyone',
    reply: 'text',
    errors: ['not_found'],
  }),
  'GET /api/openapi.json': endpoint({
    summary: 'This contract as OpenAPI 3.1',
    access: 'anyone',
    reply: z.record(z.string(), z.unknown()),
  }),
  'GET /api/docs': endpoint({ summary: 'This contract to read', access: 'anyone', reply: 'html' }),
  'GET /api/docs.css': endpoint({ summary: 'Style sheet of the page', access: 'anyone', reply: 'text' }),
};
