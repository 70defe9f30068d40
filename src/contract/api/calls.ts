/** Endpoints of calls, tickets, rooms and the voice. */
import * as z from 'zod';
import * as calls from '../calls.ts';
import { endpointOf, fileErrors, fileHeaders } from '../endpoint.ts';
import { section as adminSection } from './admin-users.ts';
import { section as deviceSection } from './device.ts';

export const section = {
  name: 'Calling patients',
  about: 'Rooms, the daily queue, calls to the screens and their receipts.',
};
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'user', needs: 'calls:read' });
const report = endpointOf(section, { access: 'user', needs: 'reports:read' });
const change = endpointOf(section, { access: 'user', needs: 'calls' });
const account = endpointOf(section, { access: 'user', needs: 'account' });
const manager = endpointOf(adminSection, { access: 'manager' });
const administrator = endpointOf(adminSection, { access: 'administrator' });
const player = endpointOf(deviceSection, { access: 'player' });

export const endpoints = {
  'POST /api/calls': change({
    summary: 'Call a typed number or name, or a waiting ticket out of turn',
    idempotent: true,
    body: calls.callInput,
    reply: calls.call,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/calls/next': change({
    summary: "Call the next ticket of the day's queue",
    idempotent: true,
    body: calls.nextInput,
    reply: calls.call,
    status: 201,
    errors: ['not_found', 'queue_empty', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/calls/:id/repeat': change({
    summary: 'Repeat a call: creates a new call with `times` increased by one',
    idempotent: true,
    reply: calls.call,
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'PATCH /api/calls/:id': change({
    summary: 'Mark the called patient as absent, or as present after all',
    body: calls.callPatch,
    reply: calls.call,
    errors: ['conflict'],
  }),
  'GET /api/calls': read({
    summary: "A day's last calls, newest first, and its queue; older calls by `before`",
    query: calls.callsQuery,
    reply: calls.dayOfCalls,
  }),
  'GET /api/calls/report': report({
    summary: 'Statistics of a day, week or month: waits and attendance by hour, room, service and kind',
    query: calls.reportQuery,
    reply: calls.callReport,
  }),
  'GET /api/calls/report.csv': report({
    summary: 'The calls of a day, week or month as CSV, without numbers and names',
    query: calls.reportQuery,
    reply: 'stream',
  }),
  'POST /api/tickets': change({
    summary: "Issue a ticket of today's queue",
    idempotent: true,
    body: calls.ticketInput,
    reply: calls.ticket,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/tickets/:id': change({
    summary: 'Change the status to in service, done, absent or cancelled, or back to waiting or called',
    body: calls.ticketPatch,
    reply: calls.ticket,
    errors: ['conflict'],
  }),
  'POST /api/tickets/:id/forward': change({
    summary: 'Pass a ticket to the queue of another service or room, under the same number',
    body: calls.forwardInput,
    reply: calls.ticket,
    errors: ['conflict'],
  }),
  'GET /api/call-rooms': read({ summary: 'Rooms to which patients are called', reply: z.array(calls.callRoom) }),
  'POST /api/call-rooms': change({
    summary: 'Create a room',
    idempotent: true,
    body: calls.callRoomInput,
    reply: calls.callRoom,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/call-rooms/:id': change({
    summary: "Change a room's name, colour, or the screens that show its calls",
    body: calls.callRoomPatch,
    reply: calls.callRoom,
    errors: ['conflict'],
  }),
  'DELETE /api/call-rooms/:id': change({ summary: 'Delete a room; its calls remain' }),
  'GET /api/call-services': read({
    summary: 'Services with queues of their own, in their order',
    reply: z.array(calls.callService),
  }),
  'POST /api/call-services': change({
    summary: 'Create a service, the last one in the order',
    idempotent: true,
    body: calls.callServiceInput,
    reply: calls.callService,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/call-services/:id': change({
    summary: "Change a service's name, prefix, rooms or place in the order",
    body: calls.callServicePatch,
    reply: calls.callService,
    errors: ['conflict'],
  }),
  'DELETE /api/call-services/:id': change({ summary: 'Delete a service; then any room may call its waiting tickets' }),
  'GET /api/call-settings': read({ summary: 'Settings of calls', reply: calls.callSettings }),
  'PUT /api/call-settings': change({
    summary: 'Change the settings of calls',
    body: calls.callSettingsInput,
    reply: calls.callSettings,
  }),
  'PUT /api/call-settings/names': account({
    summary: 'Choose how much of a name may be shown; whole names require `confirmed`',
    body: calls.namePolicyInput,
    reply: calls.callSettings,
  }),
  'GET /api/call-voices': read({
    summary: 'Programs that can speak the calls, with a spoken sample of each that is installed on the server',
    reply: z.array(calls.callVoice),
  }),
  'GET /api/call-recordings': read({
    summary: 'The words of spoken calls, with their recordings',
    reply: z.array(calls.callRecording),
  }),
  'PUT /api/call-recordings': change({
    summary: 'Send a recording of a word (MP3, M4A, OGG, WebM or WAV, 5 s at most); it replaces the previous one',
    query: calls.recordedWord,
    body: 'binary',
    reply: z.array(calls.callRecording),
    errors: [...fileErrors, 'conflict', 'quota_exceeded', 'unavailable'],
  }),
  'DELETE /api/call-recordings': change({
    summary: "Remove a recording: the machine's voice speaks the word again",
    query: calls.recordedWord,
    errors: ['not_found'],
  }),
  'GET /api/call-source': read({
    summary: 'Connection to Novo SGA, whose calls are repeated on the screens',
    reply: calls.callSource,
  }),
  'PUT /api/call-source': account({
    summary: 'Change the connection to Novo SGA; omitted secrets stay unchanged',
    body: calls.callSourceInput,
    reply: calls.callSource,
  }),
  'GET /api/admin/users/:id/call-source': manager({
    summary:
      "The address of Novo SGA that an account has entered, and the address in the server's own network that it may use",
    reply: calls.callSourceToPermit,
  }),
  'PUT /api/admin/users/:id/call-source': administrator({
    summary: "Allow an account one host and port in the server's own network for Novo SGA; null: none",
    body: calls.callSourcePermission,
  }),
  'GET /api/voice/:file': endpoint({
    summary: 'A speech clip as WAV, by signed URL',
    access: 'anyone',
    headers: fileHeaders,
    query: calls.voiceQuery,
    reply: 'file',
    errors: ['forbidden', 'range_not_satisfiable'],
  }),
  'GET /api/player/calls': player({
    summary: 'Calls for this screen that are newer than `after`',
    query: calls.playerCallsQuery,
    reply: calls.playerCalls,
  }),
  'PUT /api/player/calls/queue': player({
    summary: 'Report the calls that wait on this screen; replaces the previous report',
    body: calls.queueInput,
  }),
  'POST /api/player/calls/:id/shown': player({
    summary: 'Report that this screen has shown the call; only the first report counts',
    body: calls.shownInput,
  }),
};
