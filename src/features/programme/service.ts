/** Changes the rules and opening hours of an account. Each change and its events are one transaction, and take effect at once. */
import type { Author } from '../../contract/endpoint.ts';
import { dateText } from '../../contract/text/report-days.ts';
import { AppError, invalidField } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { expandDates } from '../../contract/programme/dates.ts';
import type { OpeningHours } from '../../contract/programme/opening-hours.ts';
import { neverBegins } from '../../contract/programme/programme.ts';
import { daysInWords, windowInWords } from '../../contract/programme/texts.ts';
import type { Schedule, ScheduleInput, SchedulePatch } from '../../contract/programme/schedules.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { ScreenProgrammes } from './screen-programmes.ts';
import type { ProgrammeStore } from './store.ts';

export interface ProgrammeServiceDeps {
  programme: ProgrammeStore;
  screenProgrammes: Pick<ScreenProgrammes, 'invalidate'>;
  audit: Pick<Audit, 'record'>;
  database: Database;
}

export function createProgrammeService(deps: ProgrammeServiceDeps) {
  const { programme, screenProgrammes, audit, database } = deps;

  /** Notifies the owner's studios, and the screens that the rule targets before or after the change. */
  const notify = (userId: number, before: readonly number[], after: readonly number[]): void =>
    screenProgrammes.invalidate(userId, [...new Set([...before, ...after])]);

  const record = (by: Author, action: 'created' | 'changed' | 'deleted', userId: number, rule: Schedule): void =>
    audit.record(
      by,
      `programme.${action}`,
      { kind: 'programme', id: rule.id, name: textOf(rule), accountId: userId },
      action === 'deleted'
        ? {}
        : {
            other: rule.targets
              .map(({ name }) => name)
              .join(', ')
              .slice(0, 300),
          },
    );

  /** Throws `quota_exceeded` if the account may not have `added` more rules. Each date counts as a rule, as in programmes. */
  function assertQuota(userId: number, added: number): void {
    if (added > 0 && programme.count(userId) + added > limits.schedule.perAccount)
      throw new AppError(
        'quota_exceeded',
        `A programação pode ter no máximo ${limits.schedule.perAccount} regras, e cada data conta como uma. Exclua as que já passaram.`,
      );
  }

  return {
    /**
     * Creates a rule. Throws `not_found` if the playlist or a target is not the user's, `quota_exceeded` at the limit of rules,
     * `invalid_input` if the rule can never begin.
     */
    create(userId: number, { targets, ...input }: ScheduleInput, by: Author): Schedule {
      return database.tx(() => {
        assertQuota(userId, quotaUseOf(input));
        assertCanBegin(input);
        const id = programme.insert(userId, input);
        programme.setTargets(userId, id, targets);
        const created = programme.findOrThrow(userId, id);
        record(by, 'created', userId, created);
        notify(userId, [], programme.screensOf(id));
        return created;
      });
    },

    /** Changes the fields in `patch`. Throws the errors of `create`, and `not_found` if the user has no such rule. */
    update(userId: number, id: number, { targets, ...patch }: SchedulePatch, by: Author): Schedule {
      return database.tx(() => {
        const before = programme.findOrThrow(userId, id);
        const screens = programme.screensOf(id);
        const fields = { ...before, ...patch };
        assertQuota(userId, quotaUseOf(fields) - quotaUseOf(before));
        assertCanBegin(fields);
        programme.update(userId, id, fields);
        if (targets) programme.setTargets(userId, id, targets);
        const after = programme.findOrThrow(userId, id);
        record(by, 'changed', userId, after);
        notify(userId, screens, programme.screensOf(id));
        return after;
      });
    },

    /** Sets the account's opening hours, which apply to all of its screens. */
    setOpeningHours(userId: number, hours: OpeningHours, by: Author): OpeningHours {
      database.tx(() => {
        programme.setOpeningHours(userId, hours);
        const name = hours.windows.map(windowInWords).join('; ') || 'sempre aberta';
        audit.record(by, 'programme.opening', { kind: 'programme', id: userId, name, accountId: userId });
        notify(userId, [], programme.ownScreens(userId));
      });
      return programme.openingHours(userId);
    },

    /** Throws `not_found`. */
    remove(userId: number, id: number, by: Author): void {
      database.tx(() => {
        const before = programme.findOrThrow(userId, id);
        const screens = programme.screensOf(id);
        programme.remove(userId, id);
        record(by, 'deleted', userId, before);
        notify(userId, screens, []);
      });
    },
  };
}

/** Returns how much a rule counts in the quota: the number of its dates, or 1 without dates. */
const quotaUseOf = ({ dates }: Pick<Schedule, 'dates'>): number => Math.max(1, dates.length);

/** Returns a rule as text, such as 'seg a sex, 7:00 às 12:00: Manhã'. */
const textOf = (rule: Schedule): string =>
  `${rule.name && `${rule.name}, `}${windowInWords(rule)}: ${rule.playlist?.name ?? 'Tela escura'}${rule.isPaused ? ' (em pausa)' : ''}`;

/** Throws `invalid_input` if `lastDate` is before `firstDate`, or there is no day on which the rule begins. */
function assertCanBegin(rule: Omit<ScheduleInput, 'targets'>): void {
  const { firstDate, lastDate, dates } = rule;
  const isBounded = firstDate !== null || lastDate !== null || rule.weeks !== 'every';
  if (dates.length > 0 && datedRules(rule).every(neverBegins))
    throw invalidField(
      'dates',
      `A regra nunca valeria: nenhuma das datas ${isBounded ? 'atende ao período, aos dias e às semanas da regra' : `é ${daysInWords(rule.days)}`}.`,
    );
  if (dates.length > 0 || firstDate === null || lastDate === null) return;
  if (firstDate > lastDate) throw invalidField('lastDate', 'A última data não pode vir antes da primeira.');
  if (!neverBegins(rule)) return;
  const [first, last] = [firstDate, lastDate].map((date) => dateText(date));
  const range = first === last ? `${first} não é` : `De ${first} a ${last} não há`;
  const weeks = { every: '', even: ' de semana par', odd: ' de semana ímpar' }[rule.weeks];
  throw invalidField('days', `A regra nunca valeria: ${range} ${daysInWords(rule.days)}${weeks}.`);
}

/** Returns a rule for each date; without a year, rules of twelve years, in which a fixed date falls on every weekday. */
const datedRules = (rule: Omit<ScheduleInput, 'targets'>) =>
  rule.dates.flatMap((date) => {
    const [, year] = /^(\d{4})-/.exec(date) ?? [];
    const years = year === undefined ? Array.from({ length: 12 }, (_, index) => 2022 + 3 * index) : [Number(year)];
    return years.flatMap((each) => expandDates(rule, [date], each));
  });
