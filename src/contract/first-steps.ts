/** The first minutes of a new installation, in the browser (contract/README 1.15). */
import * as z from 'zod';
import { email, newPassword, timeZone, user, username } from './accounts/accounts.ts';
import { id, line, plainText } from './common.ts';
import { limits } from './limits.ts';
import { playerName } from './players.ts';
import { contact, contactPatch } from './settings.ts';

const folder = plainText(limits.folderLength, `No máximo ${limits.folderLength} caracteres.`).refine(
  (value) => value.startsWith('/') && !value.includes('\0'),
  'Use o caminho completo da pasta, como /media/backup.',
);

/** A folder that backups go to, or could go to. */
export const backupPlace = z.object({
  directory: z.string(),
  /** By BACKUP_DIR: it cannot be changed here. */
  isGiven: z.boolean(),
  /** Why nothing can be put there; null: all is well. */
  problem: z.string().nullable(),
  /** The disk of the data itself, which may break. */
  isSameDisk: z.boolean(),
  freeMb: z.number().nullable(),
  totalMb: z.number().nullable(),
});

export const firstSteps = z.object({
  /** False when they are over, and for everybody else whom they do not concern. */
  areOpen: z.boolean(),
  /** Initial values of the page; null unless they are open. */
  given: z
    .object({
      username: z.string(),
      email: z.string(),
      clinicName: z.string().nullable(),
      contact,
      /** Time zone of the server (TZ). */
      timeZone: z.string(),
      /** Other zones to choose from, as in `GET /api/time-zones`. */
      zones: z.array(z.string()),
      backup: backupPlace,
    })
    .nullable(),
});

export const firstStepsQuery = z.object({
  /** `given.backup` is about this folder instead. */
  backupDirectory: folder.optional(),
});

export const firstStepsInput = z.object({
  clinicName: line(limits.clinicNameLength, { required: 'Informe o nome da clínica.' }),
  contact: contactPatch,
  username,
  email,
  password: newPassword('Informe a nova senha.'),
  /** Time zone of the administrator's account and the first TV; null: the server's. */
  timeZone: timeZone.nullable(),
  /** null: where they go already. */
  backupDirectory: folder.nullable(),
  /** Name of the first TV. */
  screenName: playerName,
});

/** The administrator is signed in, and the first screen waits for its TV. */
export const firstStepsDone = z.object({
  user,
  screen: z.object({ id, name: z.string(), activationCode: z.string() }),
});

export type BackupPlace = z.infer<typeof backupPlace>;
export type FirstSteps = z.infer<typeof firstSteps>;
export type FirstStepsInput = z.infer<typeof firstStepsInput>;
export type FirstStepsDone = z.infer<typeof firstStepsDone>;
