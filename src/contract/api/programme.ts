/** Endpoints of the rules that decide which screen plays which playlist when. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as schedules from '../programme/schedules.ts';

export const section = {
  name: 'The programme',
  about: "Rules that replace a screen's base playlist on certain days and hours.",
};
const read = endpointOf(section, { access: 'user', needs: 'programme:read', feature: 'management' });
const change = endpointOf(section, { access: 'user', needs: 'programme', feature: 'management' });

export const endpoints = {
  'GET /api/schedules': read({
    summary: 'The rules of the programme, the oldest first',
    reply: z.array(schedules.schedule),
  }),
  'POST /api/schedules': change({
    summary: 'Create a rule: what some screens show at certain times, a playlist or dark; effective at once',
    idempotent: true,
    body: schedules.scheduleInput,
    reply: schedules.schedule,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  }),
  'PATCH /api/schedules/:id': change({
    summary: 'Change a rule; omitted fields stay unchanged',
    body: schedules.schedulePatch,
    reply: schedules.schedule,
    errors: ['quota_exceeded'],
  }),
  'DELETE /api/schedules/:id': change({ summary: 'Delete a rule' }),
  'GET /api/opening-hours': read({ summary: "The clinic's opening hours", reply: schedules.openingHours }),
  'PUT /api/opening-hours': change({
    summary: "Set the clinic's opening hours and what its screens show outside of them; effective at once",
    body: schedules.openingHours,
    reply: schedules.openingHours,
  }),
  'GET /api/my-players/:id/programme': read({
    summary: 'The playlist of a screen now or at a given time, and the reason',
    query: schedules.programmeAtQuery,
    reply: schedules.programmeAt,
  }),
};
