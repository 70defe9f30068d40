/** Administration: endpoints of settings, tasks, backups, stations, failed contents and the audit log. */
import * as z from 'zod';
import * as audit from '../accounts/audit.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';
import * as media from '../media.ts';
import * as radio from '../radio.ts';
import * as settings from '../settings.ts';
import * as tasks from '../tasks.ts';

export const section = {
  name: 'Administration: server',
  about: 'Settings, tasks, backups, stations, and failed contents.',
};
const manager = endpointOf(section, { access: 'manager' });
const administrator = endpointOf(section, { access: 'administrator' });

export const auditEndpoints = {
  'GET /api/admin/audit': manager({
    summary: 'A page of the audit log of all accounts; for gestores, of common accounts only',
    query: audit.auditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/admin/audit/download': manager({
    summary: 'The audit log as CSV with semicolons, at most 20,000 entries',
    query: audit.auditFilters,
    reply: 'stream',
  }),
};

export const endpoints = {
  'GET /api/admin/overview': manager({
    summary: "Matters that need the administrator's attention",
    reply: settings.overview,
  }),
  'GET /api/admin/settings': administrator({ summary: 'Codes, contact, mail, version', reply: settings.settings }),
  'PATCH /api/admin/settings': administrator({
    summary: 'Change codes, contact, mail, log level',
    body: settings.settingsPatch,
    reply: settings.settings,
  }),
  'POST /api/admin/mail-test': administrator({
    summary: 'Send a test mail',
    body: settings.mailTest,
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'POST /api/admin/webhook-test': administrator({
    summary: 'Send a test notice to the webhook',
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'GET /api/admin/tasks': administrator({ summary: 'Scheduled tasks with their last run', reply: z.array(tasks.task) }),
  'POST /api/admin/tasks/:name/run': administrator({
    summary: 'Run a task now; it continues after the response',
    reply: tasks.task,
    status: 202,
    errors: ['conflict'],
  }),
  'GET /api/admin/update': administrator({
    summary: 'The running version, and a newer one on this server',
    reply: tasks.update,
  }),
  'POST /api/admin/update': administrator({
    summary: 'Install a newer version that lies on this server; it continues after the response',
    body: tasks.updateRequest,
    reply: tasks.update,
    status: 202,
    errors: ['conflict', 'too_many_requests', 'unavailable'],
  }),
  'GET /api/admin/backups': administrator({ summary: 'Backups on this server', reply: tasks.backups }),
  'POST /api/admin/backups/:name/restore': administrator({
    summary: 'Back up the present data, then go back to a backup; continues after the response, with a restart',
    body: tasks.restoreRequest,
    reply: tasks.backups,
    status: 202,
    errors: ['conflict', 'too_many_requests', 'unavailable'],
  }),
  'GET /api/admin/backups/:name/since': administrator({
    summary: 'What was created since a backup, and would be lost by going back to it',
    reply: tasks.sinceBackup,
  }),
  'GET /api/admin/backups/:name/download': administrator({ summary: 'One backup as a tar archive', reply: 'stream' }),
  'GET /api/admin/failed-videos': manager({
    summary: 'Contents that could not be processed',
    reply: z.array(media.failedVideo),
  }),
  'POST /api/admin/videos/:id/retry': manager({
    summary: "Process anybody's failed item again",
    reply: media.failedVideo,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/videos/:id': manager({ summary: "Delete anybody's failed item", errors: ['conflict'] }),
  'GET /api/admin/radio-stations': administrator({
    summary: 'Stations with the addresses of their streams',
    reply: z.array(radio.adminRadioStation),
  }),
  'POST /api/admin/radio-stations': administrator({
    summary: 'Add a station; the server first listens to an active one, unless `unheard` is true',
    idempotent: true,
    body: radio.radioStationInput,
    reply: radio.adminRadioStation,
    status: 201,
    errors: ['conflict', 'quota_exceeded', 'unplayable_station', 'unheard_station'],
  }),
  'GET /api/admin/radio-stations/trial': administrator({
    summary: 'Play an address that is not saved as a station yet',
    query: radio.stationTrial,
    reply: 'stream',
    errors: ['bad_gateway'],
  }),
  'PATCH /api/admin/radio-stations/:id': administrator({
    summary: 'Change a station; the server first listens to a new address, unless `unheard` is true',
    body: radio.radioStationPatch,
    reply: radio.adminRadioStation,
    errors: ['conflict', 'unplayable_station', 'unheard_station'],
  }),
  'DELETE /api/admin/radio-stations/:id': administrator({ summary: 'Remove a station' }),
};
