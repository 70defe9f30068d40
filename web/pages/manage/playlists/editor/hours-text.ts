import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { windowInWords } from '../../../../../src/contract/programme/texts.ts';

/** Describes when a playlist's item (`Assignment`) plays: '2 horários', 'sempre', or one window as 'seg a sex, 7:00 às 12:00'. */
export function hoursText(windows: Assignment['windows']): string {
  const [first] = windows;
  if (!first) return 'sempre';
  return windows.length === 1 ? windowInWords(first) : `${windows.length} horários`;
}
