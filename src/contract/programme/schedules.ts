/** Requests and responses of the programme's calls (contract/README 16). programme.ts decides which rule plays. */
import * as z from 'zod';
import { id, optionalText, requiredAs, timestamp } from '../common.ts';
import { limits } from '../limits.ts';
import { isRuleDate } from './dates.ts';
import { cleanLine } from '../text/clean.ts';

const sentences = {
  days: 'Escolha ao menos um dia da semana.',
  minute: 'Informe um horário entre 00:00 e 23:59.',
  end: 'Informe um horário entre 00:00 e 24:00.',
  date: 'Informe uma data válida.',
  targets: 'Escolha ao menos uma tela ou um grupo.',
  priority: `A prioridade vai de 0 a ${limits.schedule.maxPriority}.`,
};

const day = z.number().int().min(0).max(6);
/** Weekdays, 0 Monday to 6 Sunday; each once, in order. */
const days = z
  .array(day, requiredAs(sentences.days))
  .min(1, sentences.days)
  .max(7)
  .overwrite((list) => [...new Set(list)].sort((a, b) => a - b));
/** Minutes since midnight in the clinic's time zone. */
const minute = z.number(requiredAs(sentences.minute)).int().min(0, sentences.minute).max(1439, sentences.minute);
/** Minutes since midnight at which a window ends; 1440 (24:00) becomes 0. */
const end = z
  .number(requiredAs(sentences.end))
  .int()
  .min(0, sentences.end)
  .max(1440, sentences.end)
  .overwrite((to) => to % 1440);
/** `2026-12-25`, in the clinic's time zone. */
export const localDate = z.iso.date(sentences.date);

/** `to` is excluded; before `from` it is on the next day, and equal to `from` it is 24 hours later. */
export const dayWindow = z.object({ days, from: minute, to: end });

export const windowsInput = z.object({
  windows: z
    .array(dayWindow)
    .max(limits.schedule.windowsPerItem, `No máximo ${limits.schedule.windowsPerItem} horários.`),
});

/** Dates in the format of dates.ts on which the rule applies; empty: all days. */
const dates = z
  .array(z.string().refine(isRuleDate, sentences.date))
  .max(limits.schedule.datesPerRule, `No máximo ${limits.schedule.datesPerRule} datas.`)
  .overwrite((list) => [...new Set(list)]);

/** Opening hours (no windows: always open), and what screens show outside of them. */
export const openingHours = windowsInput.extend({ outside: z.enum(['dark', 'base']) });

/** A kind of target and its id. */
const target = z.object({ kind: z.enum(['screen', 'group']), id });
/** Id of the playlist, or `dark` for a dark screen. */
const plays = z.union([id, z.literal('dark')], requiredAs('Escolha uma playlist ou “Tela escura”.'));
const weeks = z.enum(['every', 'even', 'odd']);
/** True: the screen switches at the exact minute. False: the current item may first play to its end (contract/README 16.5). */
const isExact = z.boolean();
const name = optionalText(limits.schedule.nameLength, cleanLine);
/** True: the rule applies to no screen. */
const isPaused = z.boolean();
const priority = z.number().int().min(0, sentences.priority).max(limits.schedule.maxPriority, sentences.priority);
const targets = z
  .array(target, requiredAs(sentences.targets))
  .min(1, sentences.targets)
  .max(limits.schedule.targetsPerRule);

export const schedule = z.object({
  id,
  /** Possibly empty. */
  name: z.string(),
  isPaused,
  plays,
  /** null: a dark screen. */
  playlist: z.object({ id, name: z.string() }).nullable(),
  ...dayWindow.shape,
  /** ISO weeks. */
  weeks,
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  dates: z.array(z.string()),
  priority: z.number(),
  isExact,
  /** Screens first, then groups. */
  targets: z.array(z.object({ kind: z.enum(['screen', 'group']), id, name: z.string() })),
  createdAt: timestamp,
});

const scheduleFields = z.object({
  name,
  isPaused,
  plays,
  ...dayWindow.shape,
  weeks,
  firstDate: localDate.nullable(),
  lastDate: localDate.nullable(),
  dates,
  priority,
  isExact,
  targets,
});
export const scheduleInput = scheduleFields.extend({
  name: name.default(''),
  isPaused: isPaused.default(false),
  weeks: weeks.default('every'),
  firstDate: localDate.nullable().default(null),
  lastDate: localDate.nullable().default(null),
  dates: dates.default([]),
  priority: priority.default(0),
  isExact: isExact.default(false),
});
/** Omitted fields stay unchanged. */
export const schedulePatch = scheduleFields.partial();

/** A rule in the form that programme.ts uses. */
const rule = z.object({
  id,
  plays,
  ...dayWindow.shape,
  target: z.enum(['screen', 'group']),
  /** Priority and length of the range of dates in one number, so that all versions of the player order rules in the same way. */
  priority: z.number(),
  weeks,
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  /** Omitted unless true. */
  isExact: z.literal(true).optional(),
});

/** Programme of a screen, without the base playlist. The revision changes when any part of the programme changes. */
export const screenProgramme = z.object({
  revision: z.string(),
  /** Omitted when the request contained this revision. */
  rules: z.array(rule).optional(),
  /** Playlists of the rules; `revision` covers all items, including those not shown now. */
  playlists: z.array(z.object({ id, name: z.string(), isRandom: z.boolean(), revision: z.string() })).optional(),
});

const yearRange = 'Informe uma data entre 2000 e 2099.';
export const programmeAtQuery = z.object({
  at: z.iso.datetime({ offset: true, error: yearRange }).regex(/^20/, yearRange).optional(),
});

/** A playlist or a dark screen; `playlist` null and `isDark` false: nothing plays. */
const whatPlays = { playlist: z.object({ id, name: z.string() }).nullable(), isDark: z.boolean() };

/** State of a screen's programme at present, even if its device does not show it (contract/README 16.7). */
export const playsNow = z.object({
  ...whatPlays,
  /** Id of the rule; null: the base playlist plays. */
  scheduleId: id.nullable(),
  /** End of the current state; null: the state lasts at least seven days. */
  until: timestamp.nullable(),
  /** Following state; null if `until` is null. */
  next: z.object(whatPlays).nullable(),
});

/** State of a screen's programme at a given time, with its reason. */
export const programmeAt = z.object({
  at: timestamp,
  ...whatPlays,
  /** Id of the rule; null: the base playlist plays. */
  scheduleId: id.nullable(),
  /** End of this state; at most seven days later. */
  until: timestamp,
});

export type DayWindow = z.infer<typeof dayWindow>;
export type Schedule = z.infer<typeof schedule>;
export type ScheduleInput = z.infer<typeof scheduleInput>;
export type SchedulePatch = z.infer<typeof schedulePatch>;
export type PlaysNow = z.infer<typeof playsNow>;
export type ScreenProgramme = z.infer<typeof screenProgramme>;
