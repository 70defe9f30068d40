/** Endpoints of calls, tickets, rooms and the voice. */
import * as z from 'zod';
import * as calls from '../calls.ts';
import { endpointOf, fileErrors, fileHeaders, idempotencyKey } from '../endpoint.ts';
import { section as deviceSection } from './device.ts';

export const section = {
  name: 'Calling patients',
  about: 'Rooms, the daily queue, calls to the screens and their receipts.',
};
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'user', needs: 'calls:read' });
const change = endpointOf(section, { access: 'user', needs: 'calls' });
const account = endpointOf(section, { access: 'user', needs: 'account' });
const player = endpointOf(deviceSection, { access: 'player' });

export const endpoints = {
  'POST /api/calls': change({
    summary: 'Call what is typed, or a waiting ticket out of its turn',
    headers: idempotencyKey,
    body: calls.callInput,
    reply: calls.call,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/calls/next': change({
    summary: "Call the next ticket of the day's queue",
    headers: idempotencyKey,
    body: calls.nextInput,
    reply: calls.call,
    status: 201,
    errors: ['not_found', 'queue_empty', 'conflict', 'quota_exceeded'],
  }),
  'POST /api/calls/:id/repeat': change({
    summary: 'Call again: a new call, whose `times` is one more',
    headers: idempotencyKey,
    reply: calls.call,
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'PATCH /api/calls/:id': change({
    summary: 'Whoever was called did not come, or came after all',
    body: calls.callPatch,
    reply: calls.call,
    errors: ['conflict'],
  }),
  'GET /api/calls': read({
    summary: "A day's calls, the newest first, its tickets, and what they come to",
    query: calls.callsQuery,
    reply: calls.dayOfCalls,
  }),
  'GET /api/calls/report.csv': read({
    summary: "The day's calls as a table, without numbers and names",
    query: calls.callsQuery,
    reply: 'stream',
  }),
  'POST /api/tickets': change({
    summary: "Draw a ticket of today's queue",
    headers: idempotencyKey,
    body: calls.ticketInput,
    reply: calls.ticket,
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'PATCH /api/tickets/:id': change({
    summary: 'Absent, done, cancelled, or waiting again',
    body: calls.ticketPatch,
    reply: calls.ticket,
  }),
  'GET /api/call-rooms': read({ summary: 'Where patients are called to', reply: z.array(calls.callRoom) }),
  'POST /api/call-rooms': change({
    summary: 'A new room',
    body: calls.callRoomInput,
    reply: calls.callRoom,
    status: 201,
    errors: ['not_found', 'conflict', 'quota_exceeded'],
  }),
  'PATCH /api/call-rooms/:id': change({
    summary: 'Change name, colour, or the screens that show its calls',
    body: calls.callRoomPatch,
    reply: calls.callRoom,
    errors: ['conflict'],
  }),
  'DELETE /api/call-rooms/:id': change({ summary: 'Delete a room; what was called stays' }),
  'GET /api/call-settings': read({ summary: 'How calls look and sound', reply: calls.callSettings }),
  'PUT /api/call-settings': change({ summary: 'Change it', body: calls.callSettingsInput, reply: calls.callSettings }),
  'PUT /api/call-settings/names': account({
    summary: 'How much of a name may be shown; whole names only where `confirmed`',
    body: calls.namePolicyInput,
    reply: calls.callSettings,
  }),
  'GET /api/call-recordings': read({
    summary: 'The words that calls are made of, with the recordings of an own voice',
    reply: z.array(calls.callRecording),
  }),
  'PUT /api/call-recordings': change({
    summary: 'Send a recording of a word (MP3, M4A, OGG, WebM or WAV, 5 s); it replaces the one before',
    query: calls.recordedWord,
    body: 'binary',
    reply: z.array(calls.callRecording),
    errors: [...fileErrors, 'conflict', 'quota_exceeded', 'unavailable'],
  }),
  'DELETE /api/call-recordings': change({
    summary: "Remove a recording: the machine's voice says the word again",
    query: calls.recordedWord,
    errors: ['not_found'],
  }),
  'GET /api/call-source': read({ summary: 'Novo SGA, whose panel is repeated', reply: calls.callSource }),
  'PUT /api/call-source': account({
    summary: 'Change it; secrets that are left out stay',
    body: calls.callSourceInput,
    reply: calls.callSource,
  }),
  'GET /api/voice/:file': endpoint({
    summary: 'Spoken words as WAV, by signed URL',
    access: 'anyone',
    headers: fileHeaders,
    query: calls.voiceQuery,
    reply: 'file',
    errors: ['forbidden', 'range_not_satisfiable'],
  }),
  'GET /api/player/calls': player({
    summary: 'Calls for this screen that are newer than it knows',
    query: calls.playerCallsQuery,
    reply: calls.playerCalls,
  }),
  'POST /api/player/calls/:id/shown': player({
    summary: 'The call is painted on this screen; the first word counts',
    body: calls.shownInput,
  }),
};
