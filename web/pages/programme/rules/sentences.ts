/** Describes rules, playback and conflicts in sentences. Pure functions. */
import { dateInWords } from '../../../../src/contract/programme/dates.ts';
import { daysInWords, hoursInWords } from '../../../../src/contract/programme/texts.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { dateText } from '../../../components/programme/local-time.ts';
import { darkName } from '../../../components/screens/plays-now.ts';
import type { OverrideReason } from '../week/week.ts';

/** Returns what a rule plays: the name of its playlist, or the text for a dark screen. */
export const playbackNameOf = ({ playlist }: Pick<Schedule, 'playlist'>): string => playlist?.name ?? darkName;

type RuleTimes = Pick<Schedule, 'days' | 'from' | 'to' | 'weeks' | 'firstDate' | 'lastDate' | 'dates' | 'isExact'>;

/** Returns the name of a rule, or what the rule plays if it has no name. */
export const titleOf = (rule: Pick<Schedule, 'playlist' | 'name'>): string => rule.name || playbackNameOf(rule);

/** Returns when a rule applies: 'seg a sex, 7:00 às 12:00', or 'o dia inteiro, só em 25/12/2026'. */
export function whenInWords(rule: RuleTimes): string {
  const dates = [rule.dates.map(dateInWords).join(' e '), datesInWords(rule)].filter((part) => part !== '').join(', ');
  const isEveryDay = rule.days.length === 7 && dates !== '';
  const parts = [
    isEveryDay ? '' : daysInWords(rule.days),
    hoursInWords(rule),
    dates,
    weeksInWords[rule.weeks],
    rule.isExact ? 'no minuto exato' : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const weeksInWords = { every: '', even: 'semanas pares', odd: 'semanas ímpares' };

function datesInWords({ firstDate, lastDate }: RuleTimes): string {
  if (firstDate && firstDate === lastDate) return `só em ${dateText(firstDate)}`;
  if (firstDate && lastDate) return `de ${dateText(firstDate)} a ${dateText(lastDate)}`;
  if (firstDate) return `a partir de ${dateText(firstDate)}`;
  return lastDate ? `até ${dateText(lastDate)}` : '';
}

/** Returns a rule as a sentence: 'seg a sex, 7:00 às 12:00: Manhã'. */
export const sentenceOf = (rule: RuleTimes & Pick<Schedule, 'playlist'>): string =>
  `${whenInWords(rule)}: ${playbackNameOf(rule)}`;

/** Reasons why a rule wins. Each text follows the name of the winning rule. */
const reasonTexts: Record<OverrideReason, string> = {
  priority: 'tem prioridade maior',
  dates: 'vale para menos dias',
  screen: 'é desta tela, e não de um grupo',
  later: 'começa mais tarde',
  older: 'foi criada antes',
};

/** Returns the text for a conflict: 'Perde para “Geral”, que começa mais tarde'. */
export const conflictInWords = (name: string, why: OverrideReason): string =>
  `Perde para “${name}”, que ${reasonTexts[why]}`;

/**
 * Returns why a rule or, without `rule`, the base playlist plays: 'porque vale a regra “seg a sex, 7:00 às 12:00”; vem antes de
 * “Geral” porque ...'. `base`: one base playlist was sent, the screens of a group have different ones, or there is none.
 * `emptyRule`: the rule that would play if its playlist had something to show.
 */
export function reasonInWords(
  rule: RuleTimes | undefined,
  overridden: readonly { name: string; why: OverrideReason }[],
  base: 'sent' | 'perScreen' | 'none',
  emptyRule?: RuleTimes & Pick<Schedule, 'playlist'>,
): string {
  const why = emptyRule
    ? `porque “${playbackNameOf(emptyRule)}”, da regra “${whenInWords(emptyRule)}”, não tem nada para mostrar neste horário`
    : 'porque nenhuma regra vale neste horário';
  if (!rule && base === 'perScreen') return `${why}: é a playlist enviada para cada tela do grupo`;
  if (!rule)
    return base === 'sent'
      ? `${why}: é a playlist enviada para a tela`
      : `${why} e nenhuma playlist foi enviada para a tela`;
  const others = overridden.map(({ name, why }) => `vem antes de “${name}” porque ${reasonTexts[why]}`);
  return [`porque vale a regra “${whenInWords(rule)}”`, ...others].join('; ');
}

/** True if the last day of the rule is in the past. `today`: date such as '2026-11-22'. */
export const hasEnded = ({ lastDate, dates }: Pick<Schedule, 'lastDate' | 'dates'>, today: string): boolean =>
  (lastDate !== null && lastDate < today) ||
  (dates.length > 0 && dates.every((date) => /^\d{4}-/.test(date) && date.slice(-10) < today));
