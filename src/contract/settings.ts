import { z } from 'zod';
import { timestamp } from './common.ts';

/** 4 to 10 characters, stored in upper case. */
const code = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => /^[A-Z0-9]{4,10}$/.test(value), 'Use de 4 a 10 letras e números.');

/** The five codes that the specification keeps secret. */
export const codes = z.object({
  accessCode: z.string(),
  playerModePassword: z.string(),
  playerExitCode: z.string(),
  playerResetCode: z.string(),
  deviceResetCode: z.string(),
});

export const codesPatch = z.object({
  accessCode: code.optional(),
  playerModePassword: code.optional(),
  playerExitCode: code.optional(),
  playerResetCode: code.optional(),
  deviceResetCode: code.optional(),
});

export const settings = z.object({
  codes,
  mail: z.object({ isConfigured: z.boolean(), from: z.string().nullable() }),
  version: z.string(),
});

export const overview = z.object({
  pendingUsers: z.number(),
  screens: z.object({ total: z.number(), online: z.number(), withProblems: z.number() }),
  failedMedia: z.number(),
  disk: z.object({ freeMb: z.number(), totalMb: z.number(), mediaMb: z.number(), isLow: z.boolean() }),
  lastBackupAt: timestamp.nullable(),
});

/** Liveness: what works, for people and container checks. */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptimeS: z.number(),
  ffmpeg: z.boolean(),
  problems: z.array(z.string()),
});

export type Codes = z.infer<typeof codes>;
export type CodeName = keyof Codes;
export type Settings = z.infer<typeof settings>;
export type Overview = z.infer<typeof overview>;
