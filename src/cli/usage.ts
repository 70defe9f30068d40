/** Usage text of the commands, and parsing of their options. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bytesPerMb } from '../contract/text/units.ts';

export const help = `Usage (settings such as DATA_DIR and BACKUP_DIR come from the environment, as for the server):

  backup [--to DIR] [--keep N]        Copy everything, beside a running server or without one. Without --to into
                                      BACKUP_DIR, where those of BACKUP_KEEP days stay, of the hours of one and of four weeks;
                                      with --to all stay unless --keep is given.
                                      DIR itself is made when missing, the folder that it is in must exist.
  backup --list [--to DIR]            The backups there are, newest first.
  restore --from BACKUP [--to DIR]    Put a backup in the place of DATA_DIR (or DIR), on this machine or a new one. The server
                                      must be stopped. What was there is kept beside. --without-damaged restores the rest
                                      when files of the backup are damaged.
  restore --from BACKUP --account EMAIL
                                      Add again what one account has in the backup and not today, beside a running server or
                                      without one; also an account that was deleted. What exists stays as it is.
  doctor [--deep] [--repair]          Compare database and disk; --deep reads every byte. --repair makes them agree: the server
                                      must be stopped. Ends with 1 when something is left that does not agree.
  admin list                          The accounts.
  admin password --email E [--password P]
                                      A new password (generated when not given) for whoever has the account; its sessions end.
  admin set --email E [--username N] [--password P] [--administrator]
                                      A new, approved administrator; one that there is gets a new password. Another's account
                                      is made an administrator's only with --administrator.
  admin second-factor-off --email E   For who has lost phone and recovery codes: the password alone signs in again.
  admin codes                         The five codes.
  admin rotate-codes [NAME ...]       Generate new codes, all or those named.
  standby serve | adopt TIME COPY...
                                      For scripts/standby.sh: copies for a machine that follows this one, and the take-over.
  update FILE                         Replace this executable by a newer one, beside its SHA256SUMS: checked, after a backup, and taken
                                      back by itself, with the data, when it does not become healthy.
  --version                           What runs.

Run by root, a command acts as the user who owns DATA_DIR: what root made there the server could not use.
`;

export const versionWords: readonly string[] = ['--version', '-v', 'version'];

/** Thrown for an unknown command or wrong options. */
export class UsageError extends Error {}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Parses a command's options. Throws UsageError. */
export function readOptions(args: string[], options: Options, allowPositionals = false) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the value of a text option. */
export const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns an option's folder as an absolute path; undefined without the option. Throws UsageError for an empty text. */
export function folderOf(value: string | boolean | undefined, option: string): string | undefined {
  const text = textOf(value);
  if (text?.trim() === '') throw new UsageError(`${option} needs a folder.`);
  return text === undefined ? undefined : resolve(text);
}

export const inMb = (bytes: number) => `${(bytes / bytesPerMb).toFixed(1)} MB`;
