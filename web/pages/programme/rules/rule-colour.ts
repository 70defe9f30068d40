import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { playlistColour } from '../../../components/playlists/colour.ts';

/** Returns the colour of a playlist, or of dark screens, as a CSS value. */
export const ruleColour = (plays: Schedule['plays']): string =>
  plays === 'dark' ? 'var(--night)' : playlistColour(plays);
