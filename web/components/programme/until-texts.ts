/** Texts for the time when a playlist of the programme ends or starts. Times are local minutes (local-time.ts). Pure. */
import { hourInWords, weekdayNames } from '../../../src/contract/programme/texts.ts';
import { dayMinutes, dayOfMinute, weekdayOf } from './local-time.ts';

/** Returns 'até as 12:00', 'até a meia-noite', 'até sáb, 7:00' or 'pelos próximos 7 dias'. */
export function untilText(until: number, now: number): string {
  if (until - now >= 7 * dayMinutes) return 'pelos próximos 7 dias';
  const { article, text } = momentText(until, now);
  return `até ${article}${text}`;
}

/** Returns 'às 7:00', 'à meia-noite' or 'sáb, 7:00'. */
export function startText(at: number, now: number): string {
  const { article, text } = momentText(at, now);
  return `${article.replace('a', 'à')}${text}`;
}

function momentText(at: number, now: number): { article: 'as ' | 'a ' | ''; text: string } {
  const clock = hourInWords(at % dayMinutes);
  const daysAhead = dayOfMinute(at) - dayOfMinute(now);
  if (daysAhead === 0) return { article: 'as ', text: clock };
  if (at % dayMinutes === 0 && daysAhead === 1) return { article: 'a ', text: 'meia-noite' };
  return { article: '', text: `${weekdayNames[weekdayOf(dayOfMinute(at))]}, ${clock}` };
}
