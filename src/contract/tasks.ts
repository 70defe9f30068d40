import * as z from 'zod';
import { currentPassword } from './accounts/accounts.ts';
import { timestamp } from './common.ts';

/** Scheduled tasks, in the order of the settings page. */
export const taskNames = [
  'backup',
  'disk-guard',
  'offline-screens',
  'empty-screens',
  'processing-sweep',
  'abandoned-uploads',
  'orphaned-files',
  'quota-recount',
  'expired-sessions',
  'database-optimize',
] as const;

export const task = z.object({
  name: z.enum(taskNames),
  /** Cron expression, in the server's time zone. */
  schedule: z.string(),
  isRunning: z.boolean(),
  /** Null before the first run. */
  lastRun: z
    .object({
      startedAt: timestamp,
      durationMs: z.number(),
      succeeded: z.boolean(),
      /** A Portuguese sentence with the result, or the reason of the failure. */
      result: z.string(),
    })
    .nullable(),
});

export const backup = z.object({
  /** Name of the backup and of its folder in BACKUP_DIR. */
  name: z.string(),
  createdAt: timestamp,
  /** `database`: the copy made before an upgrade, without media. */
  kind: z.enum(['full', 'database']),
  /** True for the backup of the data that a restore in the studio replaced. */
  isBeforeRestore: z.boolean(),
  /** Size in MB of the data when restored; a media file that several backups share counts in each of them. */
  sizeMb: z.number(),
  version: z.string(),
});

export const backups = z.object({
  directory: z.string(),
  /** True when backups are on the file system of the data, and would be lost with its disk. */
  isSameDisk: z.boolean(),
  /** Number of days of which the last backup is kept. */
  keep: z.number(),
  /** Newest first. */
  backups: z.array(backup),
  /** The last restore since the start. `preparing`: while the server runs; `starting`: it restarts with the restored data. */
  restore: z
    .object({
      /** Time of the restored backup. */
      createdAt: timestamp,
      step: z.enum(['preparing', 'starting', 'done', 'failed']),
      /** Time of the backup of the replaced data. */
      keptAt: timestamp.nullable(),
      /** Reason of a failed restore, which changed nothing, as a Portuguese sentence; null unless it failed. */
      reason: z.string().nullable(),
    })
    .nullable(),
});

/** Numbers of objects that were created, and of actions that the audit log recorded, since a backup; at most 1,000 each. */
export const sinceBackup = z.object({
  accounts: z.number(),
  contents: z.number(),
  playlists: z.number(),
  screens: z.number(),
  actions: z.number(),
});

export const restoreRequest = z.object({ currentPassword });

/** State of the program's update (features/backups/README, Upgrades). Texts are Portuguese sentences. */
export const update = z.object({
  version: z.string(),
  /** Folder of the server in which the studio finds releases; null where something else replaces the program, as with Docker. */
  folder: z.string().nullable(),
  /** A newer release in that folder. */
  candidate: z.object({ version: z.string(), sha256: z.string(), isSigned: z.boolean() }).nullable(),
  /** Reason why a file in that folder cannot be installed; null if there is no such file. */
  problem: z.string().nullable(),
  /** `checking`: backup and rehearsal while the server runs; `starting`: the server stops, or the new program is on trial. */
  step: z.enum(['none', 'checking', 'starting']),
  /** Reason why the last check since the start failed; nothing was changed then. */
  failure: z.string().nullable(),
  /** The last update. If it has a `reason`, it failed and was undone. */
  last: z.object({ from: z.string(), to: z.string(), at: timestamp, reason: z.string().nullable() }).nullable(),
});

export const updateRequest = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), currentPassword });

export type TaskName = (typeof taskNames)[number];
export type Task = z.infer<typeof task>;
export type SinceBackup = z.infer<typeof sinceBackup>;
export type Backups = z.infer<typeof backups>;
export type Update = z.infer<typeof update>;
