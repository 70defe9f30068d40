/** Endpoints of radio stations, settings and the relay. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as radio from '../radio.ts';

export const section = { name: 'Radio', about: 'Radio stations as background sound, and their relay.' };
const endpoint = endpointOf(section);
const change = endpointOf(section, { access: 'user', needs: 'radio', feature: 'radio' });

export const endpoints = {
  'GET /api/radio-stations': endpoint({
    summary: 'Stations, and whether each is on the air',
    access: 'viewer',
    needs: 'radio:read',
    reply: z.array(radio.studioRadioStation),
  }),
  'POST /api/radio-stations/:id/check': change({
    summary: 'Check whether a station is on the air; returns the last result if it is less than a minute old',
    reply: radio.stationSignal,
  }),
  'GET /api/radio-settings': endpoint({
    summary: "The user's radio settings",
    access: 'user',
    needs: 'radio:read',
    feature: 'radio',
    reply: radio.accountRadioSettings,
  }),
  'PUT /api/radio-settings': change({
    summary: 'Change the radio settings',
    body: radio.radioSettingsInput,
    reply: radio.accountRadioSettings,
  }),
  'GET /api/radio/:id/stream': endpoint({
    summary: 'Same-origin relay of a station',
    access: 'anyone',
    reply: 'stream',
    errors: ['bad_gateway'],
  }),
};
