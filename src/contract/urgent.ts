/** Defines the data of urgent notices (contract/README 18). */
import * as z from 'zod';
import { id, text, timestamp, wholeNumber } from './common.ts';
import { limits } from './limits.ts';
import { normalizeLineBreaks } from './text/line-breaks.ts';

const { minutes, textLength, lines, targets } = limits.urgent;
const linesOf = (value: string) => value.split('\n').length;
const duration = `De ${minutes.min} minutos a 24 horas.`;
const missingTarget = 'Escolha ao menos uma tela ou um grupo.';

export const urgentPreset = z.enum(['evacuation', 'power', 'delay', 'system', 'free']);

const fields = {
  preset: urgentPreset.default('free'),
  text: text(textLength, { required: 'Escreva o aviso.' })
    .overwrite(normalizeLineBreaks)
    .refine((value) => linesOf(value) <= lines, {
      error: ({ input }) => `Cabem ${lines} linhas na tela, e o aviso tem ${linesOf(String(input))}.`,
    }),
  minutes: wholeNumber.min(minutes.min, duration).max(minutes.max, duration).default(minutes.default),
  /** True: a chime sounds when the notice appears. */
  chime: z.boolean().default(true),
  /** True: all screens; the ids below are then ignored. */
  isForAll: z.boolean().default(false),
  playerIds: z.array(id).max(targets).default([]),
};

export const urgentInput = z
  .object({ ...fields, groupIds: z.array(id).max(targets).default([]) })
  .refine(({ isForAll, playerIds, groupIds }) => isForAll || playerIds.length + groupIds.length > 0, {
    message: missingTarget,
    path: ['playerIds'],
  });

/** Input of a manager, whose targets are all screens of all accounts, all screens of some accounts, or some screens. */
export const adminUrgentInput = z
  .object({ ...fields, userIds: z.array(id).max(targets).default([]) })
  .refine(({ isForAll, playerIds, userIds }) => isForAll || playerIds.length + userIds.length > 0, {
    message: missingTarget,
    path: ['playerIds'],
  });

export const urgentNotice = z.object({
  id,
  preset: urgentPreset,
  text: z.string(),
  chime: z.boolean(),
  /** Name of the sender. */
  author: z.string(),
  /** True if a manager sent it. A target screen's account sees the notice with its own screens only, and cannot end it. */
  isPlatform: z.boolean(),
  createdAt: timestamp,
  endsAt: timestamp,
  /** Time at which a person ended the notice early; null otherwise. */
  endedAt: timestamp.nullable(),
  isRunning: z.boolean(),
  /** Remaining time at the moment of the response, because only the server's clock is trusted; 0 when the notice has ended. */
  remainingMs: z.number(),
  /** Number of target screens with a device, and how many of them have shown the notice. */
  screens: z.object({ total: z.number(), shown: z.number() }),
});

/** Receipt of one target screen, which may not have shown the notice yet. */
export const urgentReceipt = z.object({
  /** null: the screen was deleted. */
  playerId: id.nullable(),
  name: z.string(),
  /** Name of the screen's account; for managers. */
  owner: z.string().nullable(),
  isOnline: z.boolean(),
  /** Time from the sending of the notice until the screen showed it, by the server's clock; null: not shown yet. */
  delayMs: z.number().nullable(),
  hadSound: z.boolean().nullable(),
});

/** An urgent notice with its receipts: first screens that have not shown it, offline ones before online ones, then by name. */
export const urgentDetails = urgentNotice.extend({ receipts: z.array(urgentReceipt) });

export const urgentQuery = z.object({ before: z.coerce.number().int().positive().optional() });
export const urgentPage = z.object({
  /** The newest first. */
  notices: z.array(urgentNotice),
  /** Value for `before` to get the next page; null: this was the last page. */
  next: id.nullable(),
});

// ---------------------------------------------------------------- the screen
export const playerUrgent = z.object({
  id,
  /** Identifies the notice even if its id is used again, after a backup was restored or another server took over. */
  key: z.string(),
  preset: urgentPreset,
  text: z.string(),
  chime: z.boolean(),
  /** Age at the moment of the response, because the device's clock is not trusted. */
  ageMs: z.number(),
  remainingMs: z.number(),
  endsAt: timestamp,
});
/** Running urgent notices, the newest first; the screen shows the first one. */
export const playerUrgents = z.object({ notices: z.array(playerUrgent) });
/** `key`: key of the notice; omitted by pages that were loaded before notices had keys. */
export const urgentShownInput = z.object({ key: z.string().max(60).optional(), hadSound: z.boolean() });

export type UrgentPreset = z.infer<typeof urgentPreset>;
export type UrgentInput = z.output<typeof urgentInput>;
export type AdminUrgentInput = z.output<typeof adminUrgentInput>;
export type UrgentNotice = z.infer<typeof urgentNotice>;
export type UrgentReceipt = z.infer<typeof urgentReceipt>;
export type UrgentDetails = z.infer<typeof urgentDetails>;
export type UrgentPage = z.infer<typeof urgentPage>;
export type PlayerUrgent = z.infer<typeof playerUrgent>;
export type PlayerUrgents = z.infer<typeof playerUrgents>;
