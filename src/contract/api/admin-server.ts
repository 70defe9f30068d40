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
  name: 'Administration: the house',
  about: 'Settings, tasks, backups, stations, and what failed.',
};
const endpoint = endpointOf(section);

export const auditEndpoints = {
  'GET /api/admin/audit': endpoint({
    summary: 'Who did what, to whom, when and from where; gestores: what concerns common accounts',
    access: 'manager',
    query: audit.auditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/admin/audit/download': endpoint({
    summary: 'The same as CSV with semicolons, 20,000 entries at most',
    access: 'manager',
    query: audit.auditFilters,
    reply: 'text',
  }),
};

export const endpoints = {
  'GET /api/admin/overview': endpoint({
    summary: "What needs the administrator's attention",
    access: 'manager',
    reply: settings.overview,
  }),
  'GET /api/admin/settings': endpoint({
    summary: 'Codes, contact, mail, version',
    access: 'administrator',
    reply: settings.settings,
  }),
  'PATCH /api/admin/settings': endpoint({
    summary: 'Change codes, contact, mail, log level',
    access: 'administrator',
    body: settings.settingsPatch,
    reply: settings.settings,
  }),
  'POST /api/admin/mail-test': endpoint({
    summary: 'Send a test mail',
    access: 'administrator',
    body: settings.mailTest,
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'POST /api/admin/webhook-test': endpoint({
    summary: 'Send a test notice',
    access: 'administrator',
    reply: message,
    errors: ['conflict', 'bad_gateway', 'too_many_requests'],
  }),
  'GET /api/admin/tasks': endpoint({
    summary: 'Scheduled tasks with their last run',
    access: 'administrator',
    reply: z.array(tasks.task),
  }),
  'POST /api/admin/tasks/:name/run': endpoint({
    summary: 'Run a task now; it goes on after the answer',
    access: 'administrator',
    reply: tasks.task,
    status: 202,
    errors: ['conflict'],
  }),
  'GET /api/admin/backups': endpoint({
    summary: 'Backups on this server',
    access: 'administrator',
    reply: tasks.backups,
  }),
  'GET /api/admin/backups/:name/download': endpoint({
    summary: 'One backup as a tar archive',
    access: 'administrator',
    reply: 'stream',
  }),
  'GET /api/admin/failed-videos': endpoint({
    summary: 'Contents that could not be processed',
    access: 'manager',
    reply: z.array(media.failedVideo),
  }),
  'POST /api/admin/videos/:id/retry': endpoint({
    summary: "Process anybody's failed item again",
    access: 'manager',
    reply: media.failedVideo,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/videos/:id': endpoint({
    summary: "Delete anybody's failed item",
    access: 'manager',
    errors: ['conflict'],
  }),
  'GET /api/admin/radio-stations': endpoint({
    summary: 'Stations with upstream',
    access: 'administrator',
    reply: z.array(radio.adminRadioStation),
  }),
  'POST /api/admin/radio-stations': endpoint({
    summary: 'Add a station, after listening to it for a moment unless it is sent as unheard',
    access: 'administrator',
    body: radio.radioStationInput,
    reply: radio.adminRadioStation,
    status: 201,
    errors: ['conflict', 'unplayable_station', 'unheard_station'],
  }),
  'GET /api/admin/radio-stations/trial': endpoint({
    summary: 'Listen to an address before it is a station',
    access: 'administrator',
    query: radio.stationTrial,
    reply: 'stream',
    errors: ['bad_gateway'],
  }),
  'PATCH /api/admin/radio-stations/:id': endpoint({
    summary: 'Change a station, after listening to a new address unless it is sent as unheard',
    access: 'administrator',
    body: radio.radioStationPatch,
    reply: radio.adminRadioStation,
    errors: ['conflict', 'unplayable_station', 'unheard_station'],
  }),
  'DELETE /api/admin/radio-stations/:id': endpoint({ summary: 'Remove a station', access: 'administrator' }),
};
