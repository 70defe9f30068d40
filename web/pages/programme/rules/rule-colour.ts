import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { playlistColour } from '../../../components/playlists/colour.ts';

/** Returns the CSS colour of a rule: that of its playlist, or that of dark screens. */
export const ruleColour = (plays: Schedule['plays']): string =>
  plays === 'dark' ? 'var(--night)' : playlistColour(plays);
