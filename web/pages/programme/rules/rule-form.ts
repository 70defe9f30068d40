/** Converts rules to form values and back, and validates the form. Pure functions. */
import { dateInWords, isRuleDate, nationalHolidays } from '../../../../src/contract/programme/dates.ts';
import type { DayWindow } from '../../../../src/contract/programme/programme.ts';
import type { Schedule, ScheduleInput } from '../../../../src/contract/programme/schedules.ts';
import { clockOf, dayMinutes, minuteOf } from '../../../components/programme/local-time.ts';
import type { FormErrors } from '../../../state/form/use-form.ts';
import { dateProblem, isIsoDate } from '../../../ui/form/date/parse-date.ts';
import { refOf, type Target, type TargetRef } from './targets.ts';

export interface RuleForm {
  name: string;
  isPaused: boolean;
  /** Id of a playlist, 'dark', or '' if nothing is chosen. */
  plays: string;
  days: readonly number[];
  /** Time such as '07:00', or '' while the user is typing it. */
  from: string;
  to: string;
  weeks: Schedule['weeks'];
  /** Date such as '2026-12-25', an incomplete text, or ''. */
  firstDate: string;
  lastDate: string;
  /** Dates as typed: '25/12, Sexta-feira Santa, 24/12/2026 a 26/12/2026'. */
  dates: string;
  priority: string;
  isExact: boolean;
  targets: readonly TargetRef[];
}

/** Initial values of a new rule. Omitted values depend on the existing rules. */
export type InitialRule = Partial<DayWindow & { plays: Schedule['plays'] }>;

export const workdays = [0, 1, 2, 3, 4];
const hour = 60;

/** Returns the form of a new rule. Defaults: the days of the newest rule, the hours after that rule, and an unused playlist. */
export function newForm(
  initial: InitialRule,
  rules: readonly Schedule[],
  playlists: readonly { id: number }[],
  target: Target,
): RuleForm {
  const last = rules.reduce<Schedule | undefined>(
    (newest, rule) => (newest && newest.id > rule.id ? newest : rule),
    undefined,
  );
  const window =
    initial.from === undefined || initial.to === undefined ? hoursAfter(last) : { from: initial.from, to: initial.to };
  const usedPlaylists = new Set([...rules.map(({ plays }) => plays), target.base?.id]);
  const plays =
    initial.plays ??
    (playlists.find(({ id }) => !usedPlaylists.has(id)) ?? playlists.find(({ id }) => id !== target.base?.id))?.id ??
    'dark';
  return {
    ...{ name: '', isPaused: false },
    plays: String(plays),
    days: initial.days ?? last?.days ?? workdays,
    from: clockOf(window.from),
    to: clockOf(window.to),
    ...{ weeks: 'every', firstDate: '', lastDate: '', dates: '', priority: '0', isExact: false },
    targets: [refOf(target)],
  };
}

/** Returns the hours from the end of the newest rule, or from 7:00, to the next of 12:00, 18:00, 22:00 and midnight. */
function hoursAfter(last: DayWindow | undefined): { from: number; to: number } {
  const isFollowing = last && last.to > last.from && last.to < 22 * hour;
  const from = isFollowing ? last.to : 7 * hour;
  const end = [12, 18, 22].map((each) => each * hour).find((each) => each > from) ?? 0;
  return { from, to: end % dayMinutes };
}

export const formOf = (rule: Schedule): RuleForm => ({
  name: rule.name,
  isPaused: rule.isPaused,
  plays: String(rule.plays),
  days: rule.days,
  from: clockOf(rule.from),
  to: clockOf(rule.to),
  weeks: rule.weeks,
  firstDate: rule.firstDate ?? '',
  lastDate: rule.lastDate ?? '',
  dates: rule.dates.map(dateInWords).join(', '),
  priority: String(rule.priority),
  isExact: rule.isExact,
  targets: rule.targets.map(refOf),
});

export function ruleErrors({
  plays,
  days,
  from,
  to,
  firstDate,
  lastDate,
  dates,
  targets,
}: RuleForm): FormErrors<RuleForm> {
  return {
    plays: plays === '' ? 'Escolha uma playlist ou “Tela escura”.' : undefined,
    days: days.length === 0 ? 'Escolha ao menos um dia da semana.' : undefined,
    from: minuteOf(from) === undefined ? 'Informe um horário.' : undefined,
    to: minuteOf(to) === undefined ? 'Informe um horário.' : undefined,
    firstDate: dateProblem(firstDate),
    lastDate:
      dateProblem(lastDate) ??
      (isIsoDate(firstDate) && lastDate && lastDate < firstDate
        ? 'A última data não pode vir antes da primeira.'
        : undefined),
    dates: parseDates(dates) ? undefined : 'Escreva datas como 25/12, 25/12/2026 ou 24/12/2026 a 26/12/2026.',
    targets: targets.length === 0 ? 'Escolha ao menos uma tela ou um grupo.' : undefined,
  };
}

export const bodyOf = (form: RuleForm): ScheduleInput => ({
  ...playbackOf(form),
  name: form.name,
  isPaused: form.isPaused,
  weeks: form.weeks,
  firstDate: form.firstDate || null,
  lastDate: form.lastDate || null,
  dates: parseDates(form.dates) ?? [],
  priority: Number(form.priority),
  isExact: form.isExact,
  targets: form.targets.map(refOf),
});

/**
 * Parses dates as `dateInWords` writes them, separated by commas or semicolons: '24/6, Natal' becomes ['12-25', '06-24'].
 * Returns undefined if a part is neither a date nor a holiday.
 */
export function parseDates(text: string): string[] | undefined {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  // Search the whole text for holidays, because a holiday's name may contain a comma ('Carnaval, terça-feira').
  const namedHolidays = nationalHolidays.filter(({ name }) => text.toLowerCase().includes(name.toLowerCase()));
  const partsOfNames = namedHolidays.flatMap(({ name }) => name.toLowerCase().split(/,\s*/));
  const isNamed = (part: string) => partsOfNames.includes(part.toLowerCase());
  const dates = parts
    .filter((part) => part !== '' && (/\d/.test(part) || !isNamed(part)))
    .map((part) =>
      part
        .split(/\sa\s/)
        .map((day) =>
          day
            .trim()
            .split('/')
            .map((digits) => digits.padStart(2, '0'))
            .reverse()
            .join('-'),
        )
        .join('/'),
    );
  return dates.every(isRuleDate) ? [...namedHolidays.map(({ date }) => date), ...dates] : undefined;
}

/** Returns playlist, days and hours of the form, also for the preview of an unfinished form: an incomplete time becomes 0:00. */
export const playbackOf = ({ plays, days, from, to }: RuleForm) => ({
  plays: plays === 'dark' ? ('dark' as const) : Number(plays),
  days: [...days],
  from: minuteOf(from) ?? 0,
  to: minuteOf(to) ?? 0,
});
