import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { playlistColour } from '../../../components/playlists/colour.ts';

/** A playlist's own colour, the night's for a dark screen; a CSS value. */
export const ruleColour = (plays: Schedule['plays']): string =>
  plays === 'dark' ? 'var(--night)' : playlistColour(plays);
