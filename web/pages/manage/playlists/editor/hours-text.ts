import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { windowInWords } from '../../../../../src/contract/programme/texts.ts';

/** Returns the only time window ('seg a sex, 7:00 às 12:00'), or the number of time windows, or 'sempre' if there are none. */
export function hoursText(windows: Assignment['windows']): string {
  const [first] = windows;
  if (!first) return 'sempre';
  return windows.length === 1 ? windowInWords(first) : `${windows.length} horários`;
}
