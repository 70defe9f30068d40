import * as z from 'zod';
import { currentPassword } from './accounts/accounts.ts';
import { timestamp } from './common.ts';

/** State of the program's update (features/backups/README, Upgrades). Texts are Portuguese sentences. */
export const update = z.object({
  version: z.string(),
  /** Folder of the server in which the studio finds releases; null where something else replaces the program, as with Docker. */
  folder: z.string().nullable(),
  /** A newer release in that folder. */
  candidate: z.object({ version: z.string(), sha256: z.string(), isSigned: z.boolean() }).nullable(),
  /** Reason why a file in that folder is not offered. */
  problem: z.string().nullable(),
  /** `checking`: backup and rehearsal beside the running server; `starting`: the server stops, or the new program is on trial. */
  step: z.enum(['none', 'checking', 'starting']),
  /** Reason why the last check since the start failed; nothing was changed then. */
  failure: z.string().nullable(),
  /** Last update; with a reason it was taken back. */
  last: z.object({ from: z.string(), to: z.string(), at: timestamp, reason: z.string().nullable() }).nullable(),
});

export const updateRequest = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), currentPassword });

export type Update = z.infer<typeof update>;
