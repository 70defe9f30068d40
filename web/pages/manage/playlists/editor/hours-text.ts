import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { windowInWords } from '../../../../../src/contract/programme/texts.ts';

/** Describes when an item of a playlist (`Assignment`) plays: 'seg a sex, 7:00 às 12:00' for one window, '2 horários' or 'sempre'. */
export function hoursText(windows: Assignment['windows']): string {
  const [first] = windows;
  if (!first) return 'sempre';
  return windows.length === 1 ? windowInWords(first) : `${windows.length} horários`;
}
