/** Usage text of the commands, and parsing of their options. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bytesPerMb } from '../contract/text/units.ts';

export const help = `Usage (settings such as DATA_DIR and BACKUP_DIR come from the environment, as for the server):

  backup [--to DIR] [--keep N]        Makes a backup, also while the server runs. Without --to: in BACKUP_DIR, where old backups
                                      are removed as BACKUP_KEEP says. With --to: in DIR, where all backups stay unless --keep
                                      is given. DIR is created if it is missing, but not its parent folder.
  backup --list [--to DIR]            Lists the backups, newest first.
  restore --from BACKUP [--to DIR]    Replaces the data in DATA_DIR (or DIR) by a backup, on this machine or a new one. Stop the
                                      server first. The previous data stay in a folder beside. --without-damaged leaves out
                                      files that are damaged in the backup.
  restore --from BACKUP --account EMAIL
                                      Adds what one account has in the backup and lacks today, also if the account was deleted,
                                      and also while the server runs. Changes nothing that exists.
  doctor [--deep] [--repair]          Compares database and disk. --deep reads every byte. --repair mends the differences: stop the
                                      server first. Exits with 1 if a difference remains.
  admin list                          Lists the accounts.
  admin password --email E [--password P]
                                      Sets a new password for an account or a member (generated without --password) and ends
                                      its sessions.
  admin set --email E [--username N] [--password P] [--administrator]
                                      Creates an approved administrator, or sets a new password for an existing one. Makes
                                      another account an administrator only with --administrator.
  admin second-factor-off --email E   Switches the second factor off, for a person without phone and recovery codes.
  admin codes                         Prints the five codes.
  admin rotate-codes [NAME ...]       Generates new codes: all, or the named ones.
  standby serve | adopt TIME COPY...
                                      For scripts/standby.sh: makes copies for a second machine, and takes over from them.
  update FILE                         Makes a backup and replaces this executable by a newer one, which is checked by the SHA256SUMS
                                      beside it. Goes back to the old one, and its data, if the new one does not become healthy.
  --version                           Prints the version.

Run as root, a command acts as the user who owns DATA_DIR, so that the server can use the files that it creates.
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

/** Returns the absolute path of an option's file or folder; undefined without the option. Throws UsageError for an empty text. */
export function absolutePathOf(value: string | boolean | undefined, option: string): string | undefined {
  const text = textOf(value);
  if (text?.trim() === '') throw new UsageError(`${option} needs a path.`);
  return text === undefined ? undefined : resolve(text);
}

export const inMb = (bytes: number) => `${(bytes / bytesPerMb).toFixed(1)} MB`;
