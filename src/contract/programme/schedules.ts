/** The programme of screens (contract/README 16): what its calls take and answer. How it is decided: programme.ts. */
import * as z from 'zod';
import { id, requiredAs, timestamp } from '../common.ts';
import { limits } from '../limits.ts';

const sentences = {
  days: 'Escolha ao menos um dia da semana.',
  minute: 'Informe um horário entre 00:00 e 23:59.',
  date: 'Informe uma data válida.',
  targets: 'Escolha ao menos uma tela ou um grupo.',
  priority: `A prioridade vai de 0 a ${limits.schedule.maxPriority}.`,
};

const day = z.number().int().min(0).max(6);
/** 0 Monday to 6 Sunday; each once, in their order. */
const days = z
  .array(day, requiredAs(sentences.days))
  .min(1, sentences.days)
  .max(7)
  .overwrite((list) => [...new Set(list)].sort((a, b) => a - b));
/** Minutes since midnight in the clinic's time zone. */
const minute = z.number(requiredAs(sentences.minute)).int().min(0, sentences.minute).max(1439, sentences.minute);
/** `2026-12-25`, in the clinic's zone. */
export const localDate = z.iso.date(sentences.date);

/** `to` is outside; before `from` it is on the next day, equal it is 24 hours later. */
export const dayWindow = z.object({ days, from: minute, to: minute });

export const windowsInput = z.object({
  windows: z
    .array(dayWindow)
    .max(limits.schedule.windowsPerItem, `No máximo ${limits.schedule.windowsPerItem} horários.`),
});

/** A kind of target and its id. */
const target = z.object({ kind: z.enum(['screen', 'group']), id });
/** The playlist's id, or `dark`: a dark screen. */
const plays = z.union([id, z.literal('dark')], requiredAs('Escolha uma playlist ou “Tela escura”.'));
const weeks = z.enum(['every', 'even', 'odd']);
/** Its switches come at the very minute; else what is on the screen may come to its end (contract/README 16.5). */
const isExact = z.boolean();
const priority = z.number().int().min(0, sentences.priority).max(limits.schedule.maxPriority, sentences.priority);
const targets = z
  .array(target, requiredAs(sentences.targets))
  .min(1, sentences.targets)
  .max(limits.schedule.targetsPerRule);

export const schedule = z.object({
  id,
  plays,
  /** null: a dark screen. */
  playlist: z.object({ id, name: z.string() }).nullable(),
  ...dayWindow.shape,
  /** ISO weeks. */
  weeks,
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  priority: z.number(),
  isExact,
  /** Screens first, then groups. */
  targets: z.array(z.object({ kind: z.enum(['screen', 'group']), id, name: z.string() })),
  createdAt: timestamp,
});

const scheduleFields = z.object({
  plays,
  ...dayWindow.shape,
  weeks,
  firstDate: localDate.nullable(),
  lastDate: localDate.nullable(),
  priority,
  isExact,
  targets,
});
export const scheduleInput = scheduleFields.extend({
  weeks: weeks.default('every'),
  firstDate: localDate.nullable().default(null),
  lastDate: localDate.nullable().default(null),
  /** Left out: 1 with a first and a last date, so that a holiday comes before the weekdays; else 0. */
  priority: priority.optional(),
  isExact: isExact.default(false),
});
/** Fields left out stay unchanged. */
export const schedulePatch = scheduleFields.partial();

/** A rule as it is decided with (programme.ts). */
const rule = z.object({
  id,
  plays,
  ...dayWindow.shape,
  target: z.enum(['screen', 'group']),
  priority: z.number(),
  weeks,
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  /** Left out when it is not. */
  isExact: z.literal(true).optional(),
});

/** Programme of a screen, without the assigned playlist. The revision changes with everything in it. */
export const screenProgramme = z.object({
  revision: z.string(),
  /** Left out when the screen said that it knows this revision. */
  rules: z.array(rule).optional(),
  /** Playlists that the rules play; `revision` as of all items, whether shown now or not. */
  playlists: z.array(z.object({ id, name: z.string(), isRandom: z.boolean(), revision: z.string() })).optional(),
});

const moment = 'Informe uma data entre 2000 e 2099.';
export const programmeAtQuery = z.object({
  at: z.iso.datetime({ offset: true, error: moment }).regex(/^20/, moment).optional(),
});

/** A playlist, a dark screen, or, with neither, nothing. */
const whatPlays = { playlist: z.object({ id, name: z.string() }).nullable(), isDark: z.boolean() };

/** What a screen's programme plays at present, whether or not its device shows it (contract/README 16.7). */
export const playsNow = z.object({
  ...whatPlays,
  /** The rule; null: the playlist that was sent. */
  scheduleId: id.nullable(),
  /** End of the present state; null: for the next seven days. */
  until: timestamp.nullable(),
  /** State that follows; null without `until`. */
  next: z.object(whatPlays).nullable(),
});

/** What a screen plays at a given time, and the reason. */
export const programmeAt = z.object({
  at: timestamp,
  ...whatPlays,
  /** The rule; null: the playlist that was sent. */
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
