import * as z from 'zod';
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
  /** Size in MB after a restore; media shared between backups count in each. */
  sizeMb: z.number(),
  version: z.string(),
});

export const backups = z.object({
  directory: z.string(),
  /** True when backups are on the file system of the data, and would be lost with its disk. */
  isSameDisk: z.boolean(),
  keep: z.number(),
  /** Newest first. */
  backups: z.array(backup),
});

export type TaskName = (typeof taskNames)[number];
export type Task = z.infer<typeof task>;
export type Backups = z.infer<typeof backups>;
