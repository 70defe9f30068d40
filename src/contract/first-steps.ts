/** Defines the data of the setup of a new installation in the browser (contract/README 1.15). */
import * as z from 'zod';
import { email, newPassword, timeZone, user, username } from './accounts/accounts.ts';
import { id, singleLine, plainText } from './common.ts';
import { limits } from './limits.ts';
import { playerName } from './players.ts';
import { contact, contactPatch } from './settings.ts';

const folder = plainText(limits.folderLength, `No máximo ${limits.folderLength} caracteres.`).refine(
  (value) => value.startsWith('/') && !value.includes('\0'),
  'Use o caminho completo da pasta, como /media/backup.',
);

/** The folder for backups, or another folder that could be chosen for them. */
export const backupLocation = z.object({
  directory: z.string(),
  /** True if the environment variable BACKUP_DIR sets the folder, which then cannot be changed in the browser. */
  isGiven: z.boolean(),
  /** Reason why no backup can be written to the folder; null: there is none. */
  problem: z.string().nullable(),
  /** True if the folder is on the disk of the data: the failure of that disk would destroy both. */
  isSameDisk: z.boolean(),
  freeMb: z.number().nullable(),
  totalMb: z.number().nullable(),
});

export const firstSteps = z.object({
  /** False when the setup is done or dismissed, and for callers that may not run it. */
  areOpen: z.boolean(),
  /** True until somebody has signed in or run the setup. Meanwhile the sign-in page says where the first password is. */
  isNew: z.boolean(),
  /** Current values, to fill in the page; null unless `areOpen`. */
  given: z
    .object({
      username: z.string(),
      email: z.string(),
      clinicName: z.string().nullable(),
      contact,
      /** Time zone of the server (TZ). */
      timeZone: z.string(),
      backup: backupLocation,
    })
    .nullable(),
});

export const firstStepsQuery = z.object({
  /** Folder that `given.backup` describes instead of the current one. */
  backupDirectory: folder.optional(),
});

export const firstStepsInput = z.object({
  clinicName: singleLine(limits.clinicNameLength, { required: 'Informe o nome da clínica.' }),
  contact: contactPatch,
  username,
  email,
  password: newPassword('Informe a nova senha.'),
  /** Time zone of the administrator's account and the first TV; null: the server's. */
  timeZone: timeZone.nullable(),
  /** null: the current folder. */
  backupDirectory: folder.nullable(),
  /** Name of the first TV. */
  screenName: playerName,
});

/** Result of the first steps: the administrator, who is now signed in, and the first screen with the code for its TV. */
export const firstStepsDone = z.object({
  user,
  screen: z.object({ id, name: z.string(), activationCode: z.string() }),
});

export type BackupLocation = z.infer<typeof backupLocation>;
export type FirstSteps = z.infer<typeof firstSteps>;
export type FirstStepsInput = z.infer<typeof firstStepsInput>;
export type FirstStepsDone = z.infer<typeof firstStepsDone>;
