/** Endpoints of soundtracks, their tracks and licences. */
import * as z from 'zod';
import { endpointOf, fileErrors, fileHeaders } from '../endpoint.ts';
import * as radio from '../radio.ts';

export const section = { name: 'Soundtracks', about: 'Own music that screens play instead of a radio station.' };
const read = endpointOf(section, { access: 'user', needs: 'radio:read', feature: 'radio' });
const change = endpointOf(section, { access: 'user', needs: 'radio', feature: 'radio' });

export const endpoints = {
  'GET /api/soundtracks': read({ summary: 'Soundtracks with their tracks', reply: z.array(radio.soundtrack) }),
  'POST /api/soundtracks': change({
    summary: 'Create an empty soundtrack',
    idempotent: true,
    body: radio.soundtrackInput,
    reply: radio.soundtrack,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PATCH /api/soundtracks/:id': change({
    summary: 'Rename a soundtrack',
    body: radio.soundtrackInput,
    reply: radio.soundtrack,
  }),
  'DELETE /api/soundtracks/:id': change({ summary: 'Delete a soundtrack with its tracks, at once' }),
  'POST /api/soundtracks/:id/tracks': change({
    summary: 'Add a finished upload that was reserved with `isTrack`, and queue its conversion',
    idempotent: true,
    body: radio.trackInput,
    reply: radio.track,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'PATCH /api/tracks/:id': change({
    summary: 'Change the name of a track or the note on its licence; omitted fields stay unchanged',
    body: radio.trackPatch,
    reply: radio.track,
  }),
  'DELETE /api/tracks/:id': change({
    summary: 'Delete a track; screens play on for 10 s, in which this can be undone',
  }),
  'POST /api/tracks/:id/restore': change({
    summary: 'Undo the deletion of a track within 10 s',
    reply: radio.track,
    errors: ['quota_exceeded'],
  }),
  'POST /api/tracks/:id/retry': change({
    summary: 'Convert a failed track again',
    reply: radio.track,
    errors: ['conflict'],
  }),
  'GET /api/tracks/:id/licence': read({
    summary: "A track's licence file, as a download",
    headers: fileHeaders,
    reply: 'file',
    errors: ['not_found', 'range_not_satisfiable'],
  }),
  'PUT /api/tracks/:id/licence': change({
    summary: 'Send the licence (PDF, JPEG, PNG or WebP); it replaces the previous one',
    body: 'binary',
    reply: radio.track,
    errors: [...fileErrors, 'conflict', 'quota_exceeded', 'unavailable'],
  }),
  'DELETE /api/tracks/:id/licence': change({ summary: 'Remove the licence file' }),
  'PUT /api/my-players/:id/soundtrack': change({
    summary: 'Choose the soundtrack of one screen; null: that of the account',
    body: radio.screenSoundtrackInput,
  }),
};
