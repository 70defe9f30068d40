/** Texts for the end and the beginning of what plays. Pure; local minutes. */
import { hourInWords, weekdayNames } from '../../../src/contract/programme/words.ts';
import { dayMinutes, dayOfMinute, weekdayOf } from './local-time.ts';

/** 'até as 12:00', 'até a meia-noite', 'até sáb, 7:00', 'pelos próximos 7 dias'. */
export function untilText(until: number, minute: number): string {
  if (until - minute >= 7 * dayMinutes) return 'pelos próximos 7 dias';
  const { article, words } = momentOf(until, minute);
  return `até ${article}${words}`;
}

/** 'às 7:00', 'à meia-noite', 'sáb, 7:00'. */
export function startText(at: number, minute: number): string {
  const { article, words } = momentOf(at, minute);
  return `${article.replace('a', 'à')}${words}`;
}

function momentOf(at: number, minute: number): { article: 'as ' | 'a ' | ''; words: string } {
  const clock = hourInWords(at % dayMinutes);
  const ahead = dayOfMinute(at) - dayOfMinute(minute);
  if (ahead === 0) return { article: 'as ', words: clock };
  if (at % dayMinutes === 0 && ahead === 1) return { article: 'a ', words: 'meia-noite' };
  return { article: '', words: `${weekdayNames[weekdayOf(dayOfMinute(at))]}, ${clock}` };
}
