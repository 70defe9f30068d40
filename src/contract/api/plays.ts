/** Endpoints of what screens have shown. */
import { endpointOf } from '../endpoint.ts';
import * as plays from '../plays.ts';
import { section as deviceSection } from './device.ts';

export const section = {
  name: 'What was shown',
  about: 'Report on the plays of contents, by screen, playlist, hour and day.',
};
const report = endpointOf(section, { access: 'user', needs: 'reports:read' });
const player = endpointOf(deviceSection, { access: 'player' });

export const endpoints = {
  'GET /api/plays/report': report({
    summary: 'Plays of a day, week or month, by content, screen, playlist, hour and day',
    query: plays.playsQuery,
    reply: plays.playsReport,
    errors: ['not_found'],
  }),
  'GET /api/plays/report.csv': report({
    summary: 'Plays of a day, week or month, by day, content, screen and playlist, as CSV',
    query: plays.playsQuery,
    reply: 'stream',
    errors: ['not_found'],
  }),
  'POST /api/player/plays': player({
    summary: 'Report what this screen has shown; plays that are sent again count once',
    body: plays.playsInput,
  }),
};
