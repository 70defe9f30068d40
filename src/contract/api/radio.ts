/** Endpoints of radio stations, settings and the relay. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as radio from '../radio.ts';

export const section = { name: 'Radio', about: 'Stations, the background sound, and their relay.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/radio-stations': endpoint({
    summary: 'Stations, and whether each is on the air',
    access: 'viewer',
    needs: 'radio:read',
    reply: z.array(radio.studioRadioStation),
  }),
  'POST /api/radio-stations/:id/check': endpoint({
    summary: 'Listen whether a station is on the air, unless that was known within the last minute',
    access: 'user',
    needs: 'radio',
    feature: 'radio',
    reply: radio.stationSignal,
  }),
  'GET /api/radio-settings': endpoint({
    summary: "The user's radio settings",
    access: 'user',
    needs: 'radio:read',
    feature: 'radio',
    reply: radio.radioSettings,
  }),
  'PUT /api/radio-settings': endpoint({
    summary: 'Change the radio settings',
    access: 'user',
    needs: 'radio',
    feature: 'radio',
    body: radio.radioSettingsInput,
    reply: radio.radioSettings,
  }),
  'GET /api/radio/:id/stream': endpoint({
    summary: 'Same-origin relay of a station',
    access: 'anyone',
    reply: 'stream',
    errors: ['bad_gateway'],
  }),
};
