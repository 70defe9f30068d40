/** Until when something plays, as people say it. Pure. */
import { hourInWords, weekdayNames } from '../../../src/contract/programme-words.ts';
import { dayMinutes, dayOfMinute, weekdayOf } from './local-time.ts';

/** 'até as 12:00', 'até sáb, 7:00', 'pelos próximos 7 dias'; local minutes. */
export function untilInWords(until: number, minute: number): string {
  if (until - minute >= 7 * dayMinutes) return 'pelos próximos 7 dias';
  const clock = hourInWords(until % dayMinutes);
  const ahead = dayOfMinute(until) - dayOfMinute(minute);
  if (ahead === 0) return `até as ${clock}`;
  if (until % dayMinutes === 0 && ahead === 1) return 'até a meia-noite';
  return `até ${weekdayNames[weekdayOf(dayOfMinute(until))]}, ${clock}`;
}
