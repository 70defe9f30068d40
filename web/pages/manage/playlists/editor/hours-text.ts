import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { windowInWords } from '../../../../../src/contract/programme/words.ts';

/** 'seg a sex, 7:00 às 12:00'; of several how many; 'sempre'. */
export function hoursText(windows: Assignment['windows']): string {
  const [first] = windows;
  if (!first) return 'sempre';
  return windows.length === 1 ? windowInWords(first) : `${windows.length} horários`;
}
