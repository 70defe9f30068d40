/** Urgent notices (contract/README 18). */
import * as z from 'zod';
import { id, text, timestamp, wholeNumber } from './common.ts';
import { limits } from './limits.ts';

const { minutes, textLength, targets } = limits.urgent;
const duration = `De ${minutes.min} minutos a 24 horas.`;
const nobody = 'Escolha ao menos uma tela ou um grupo.';

export const urgentPreset = z.enum(['evacuation', 'power', 'delay', 'system', 'free']);

const fields = {
  preset: urgentPreset.default('free'),
  text: text(textLength, { required: 'Escreva o aviso.' }),
  minutes: wholeNumber.min(minutes.min, duration).max(minutes.max, duration).default(minutes.default),
  /** A sound at its beginning. */
  chime: z.boolean().default(true),
  /** Every screen; the lists are not looked at then. */
  isForAll: z.boolean().default(false),
  playerIds: z.array(id).max(targets).default([]),
};

export const urgentInput = z
  .object({ ...fields, groupIds: z.array(id).max(targets).default([]) })
  .refine(({ isForAll, playerIds, groupIds }) => isForAll || playerIds.length + groupIds.length > 0, {
    message: nobody,
    path: ['playerIds'],
  });

/** Targets that managers choose: all screens of everybody, of some accounts, or some. */
export const adminUrgentInput = z
  .object({ ...fields, userIds: z.array(id).max(targets).default([]) })
  .refine(({ isForAll, playerIds, userIds }) => isForAll || playerIds.length + userIds.length > 0, {
    message: nobody,
    path: ['playerIds'],
  });

export const urgentNotice = z.object({
  id,
  preset: urgentPreset,
  text: z.string(),
  chime: z.boolean(),
  /** Name of the sender. */
  author: z.string(),
  /** Sent by the administration: the account sees its own screens of it, and cannot end it. */
  isPlatform: z.boolean(),
  createdAt: timestamp,
  endsAt: timestamp,
  /** Before its time, by hand. */
  endedAt: timestamp.nullable(),
  isRunning: z.boolean(),
  /** At the moment of the answer: no clock but the server's is trusted; 0 when it is over. */
  remainingMs: z.number(),
  /** Those with a device, and those that showed it. */
  screens: z.object({ total: z.number(), shown: z.number() }),
});

/** Receipt of one screen. */
export const urgentReceipt = z.object({
  /** null: the screen is gone. */
  playerId: id.nullable(),
  name: z.string(),
  /** The account whose screen it is; for managers. */
  owner: z.string().nullable(),
  isOnline: z.boolean(),
  /** From the sending to the painted notice, by the server's clock; null: not shown yet. */
  delayMs: z.number().nullable(),
  hadSound: z.boolean().nullable(),
});

/** Receipts: those that have not shown it first, the offline ones before them, then by name. */
export const urgentDetails = urgentNotice.extend({ receipts: z.array(urgentReceipt) });

export const urgentQuery = z.object({ before: z.coerce.number().int().positive().optional() });
export const urgentPage = z.object({
  /** The newest first. */
  notices: z.array(urgentNotice),
  /** For `before`; null: this was the last page. */
  next: id.nullable(),
});

// ---------------------------------------------------------------- the screen
export const playerUrgent = z.object({
  id,
  preset: urgentPreset,
  text: z.string(),
  chime: z.boolean(),
  /** At the moment of the answer: the device's clock is not trusted. */
  ageMs: z.number(),
  remainingMs: z.number(),
  endsAt: timestamp,
});
/** Those that run now, the newest first: it is the one to show. */
export const playerUrgents = z.object({ notices: z.array(playerUrgent) });
export const urgentShownInput = z.object({ hadSound: z.boolean() });

export type UrgentPreset = z.infer<typeof urgentPreset>;
export type UrgentInput = z.output<typeof urgentInput>;
export type AdminUrgentInput = z.output<typeof adminUrgentInput>;
export type UrgentNotice = z.infer<typeof urgentNotice>;
export type UrgentReceipt = z.infer<typeof urgentReceipt>;
export type UrgentDetails = z.infer<typeof urgentDetails>;
export type UrgentPage = z.infer<typeof urgentPage>;
export type PlayerUrgent = z.infer<typeof playerUrgent>;
export type PlayerUrgents = z.infer<typeof playerUrgents>;
