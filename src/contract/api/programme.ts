/** Endpoints of the rules that decide which screen plays which playlist when. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as schedules from '../programme/schedules.ts';

export const section = {
  name: 'The programme',
  about: 'Which screen plays what when, beside the playlist that was sent.',
};
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/schedules': endpoint({
    summary: 'The rules of the programme, the oldest first',
    access: 'user',
    needs: 'programme:read',
    feature: 'management',
    reply: z.array(schedules.schedule),
  }),
  'POST /api/schedules': endpoint({
    summary: 'Put another playlist, or a dark screen, into hours of some screens; live at once',
    access: 'user',
    needs: 'programme',
    feature: 'management',
    idempotent: true,
    body: schedules.scheduleInput,
    reply: schedules.schedule,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  }),
  'PATCH /api/schedules/:id': endpoint({
    summary: 'Change a rule; what is left out stays',
    access: 'user',
    needs: 'programme',
    feature: 'management',
    body: schedules.schedulePatch,
    reply: schedules.schedule,
  }),
  'DELETE /api/schedules/:id': endpoint({
    summary: 'Delete a rule',
    access: 'user',
    needs: 'programme',
    feature: 'management',
  }),
  'GET /api/my-players/:id/programme': endpoint({
    summary: 'What a screen plays now, or at a time, and why',
    access: 'user',
    needs: 'programme:read',
    feature: 'management',
    query: schedules.programmeAtQuery,
    reply: schedules.programmeAt,
  }),
};
