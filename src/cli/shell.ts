/** The commands of the shell: backup, restore, doctor, admin. `node dist/cli.cjs help` says how; composed here like the server in app.ts. */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { createSessionStore } from '../features/accounts/session-store.ts';
import { createAccountStore } from '../features/accounts/store.ts';
import { backupName, isSameDisk, listBackups } from '../features/backups/backup-format.ts';
import { createDoctor, type Doctor, repairAll } from '../features/backups/doctor/doctor.ts';
import type { Finding } from '../features/backups/doctor/finding.ts';
import { finishRestore } from '../features/backups/finish-restore.ts';
import { restoreBackup } from '../features/backups/restore.ts';
import { createShellAdmin } from './administer.ts';
import { ShellError } from '../platform/process/failures.ts';
import { BackupError } from '../features/backups/backup-folder.ts';
import { takeBackup } from '../features/backups/take-backup.ts';
import { createSettingsStore } from '../features/settings/store.ts';
import { AppError } from '../contract/errors.ts';
import { bytesPerMb } from '../contract/units.ts';
import { migrationsDir, version } from '../platform/process/assets.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import {
  Database,
  DatabaseCorruptError,
  DirectoryInUseError,
  holdLock,
  isDatabaseForbidden,
  isDatabaseFull,
} from '../platform/storage/database.ts';
import { fileFacts, isDiskFull, isForbidden, joinPath } from '../platform/storage/files.ts';
import { becomeOwnerOf, NotOwnerError } from '../platform/process/folder-owner.ts';
import { MigrationError, missingMigrations } from '../platform/storage/migrate.ts';
import { restoreCommand } from '../features/backups/restore-command.ts';

const help = `Usage (settings such as DATA_DIR and BACKUP_DIR come from the environment, as for the server):

  backup [--to DIR] [--keep N]        Copy everything, beside a running server or without one. Without --to into
                                      BACKUP_DIR, where BACKUP_KEEP copies stay; with --to all stay unless --keep is given.
                                      DIR itself is made when missing, the folder that it is in must exist.
  backup --list [--to DIR]            The backups there are, newest first.
  restore --from BACKUP [--to DIR]    Put a backup in the place of DATA_DIR (or DIR), on this machine or a new one. The server
                                      must be stopped. What was there is kept beside. --without-damaged restores the rest
                                      when files of the backup are damaged.
  doctor [--deep] [--repair]          Compare database and disk; --deep reads every byte. --repair makes them agree: the server
                                      must be stopped. Ends with 1 when something is left that does not agree.
  admin list                          The accounts.
  admin set --email E [--username N] [--password P]
                                      Make E an approved administrator with a new password (generated when not given); creates
                                      the account when there is none.
  admin codes                         The five codes.
  admin rotate-codes [NAME ...]       Generate new codes, all or those named.

Run by root, a command acts as the user who owns DATA_DIR: what root made there the server could not use.
`;

/** Not a command, or not its options. */
class UsageError extends Error {}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function read(args: string[], options: Options, allowPositionals = false) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Makes sure that a folder is one, and that what is made in it will belong to who owns it. */
function useFolder(directory: string, hint: string): string {
  const facts = fileFacts(directory);
  if (facts && !facts.isDirectory) throw new ShellError(`${directory} is a file, not a folder. ${hint}`);
  becomeOwnerOf(directory);
  return directory;
}

/** DATA_DIR, with a database in it. */
function useDataDir(dataDir: string): string {
  useFolder(dataDir, 'Set DATA_DIR.');
  if (!fileFacts(dataFolder(dataDir).database))
    throw new ShellError(`There is no database in ${dataDir}. Set DATA_DIR, or start the server once.`);
  return dataDir;
}

/** What follows an option that names a folder. */
function folderOf(value: string | boolean | undefined, option: string): string | undefined {
  const given = text(value);
  if (given?.trim() === '') throw new UsageError(`${option} needs a folder.`);
  return given === undefined ? undefined : resolve(given);
}

const inMb = (bytes: number) => `${(bytes / bytesPerMb).toFixed(1)} MB`;

async function backup(args: string[]): Promise<number> {
  const { values } = read(args, { to: { type: 'string' }, keep: { type: 'string' }, list: { type: 'boolean' } });
  const config = readConfig();
  const to = folderOf(values.to, '--to');
  const backupDir = to ?? config.backupDir;
  if (values.list) {
    useFolder(config.dataDir, 'Set DATA_DIR.');
    if (to !== undefined && !fileFacts(to)?.isDirectory) throw new ShellError(`There is no folder ${to}.`);
    for (const { name, manifest } of listBackups(backupDir))
      console.log(
        `${name}  ${manifest.createdAt}  version ${manifest.version}  ${manifest.kind === 'full' ? 'everything' : 'database only'}`,
      );
    return 0;
  }
  const keep = values.keep === undefined ? (to === undefined ? config.backupKeep : undefined) : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError('--keep needs a number from 1.');
  useDataDir(config.dataDir);
  // A disk that is not connected has no folder: nothing is made in its place.
  if (!fileFacts(dirname(backupDir))?.isDirectory)
    throw new ShellError(`There is no folder ${dirname(backupDir)}. Is the disk connected?`);
  if (fileFacts(backupDir)?.isDirectory === false) throw new ShellError(`${backupDir} is a file, not a folder.`);
  const createdAt = clock.now();
  const taken = await takeBackup({
    dataDir: config.dataDir,
    backupDir,
    name: backupName(createdAt, config.timeZone),
    createdAt,
    version,
    keep,
  });
  console.log(
    `${joinPath(backupDir, taken.name)}: ${inMb(taken.sizeBytes)}, ${taken.fileCount} file(s), ${taken.newCount} of them new.`,
  );
  for (const path of taken.missing) console.log(`Missing on the disk: ${path}`);
  if (isSameDisk(config.dataDir, backupDir))
    console.log('It is on the same disk as the data: it helps against mistakes, not against a dead disk.');
  return 0;
}

async function restore(args: string[]): Promise<number> {
  const { values } = read(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    'without-damaged': { type: 'boolean' },
  });
  const from = folderOf(values.from, '--from');
  if (from === undefined) throw new UsageError('restore needs --from BACKUP.');
  const { dataDir, timeZone } = readConfig();
  const target = useFolder(folderOf(values.to, '--to') ?? dataDir, 'Name a folder.');
  const restored = await restoreBackup({
    from,
    dataDir: target,
    migrationsDir,
    timeZone,
    clock,
    withoutDamaged: values['without-damaged'] === true,
    report: (line) => console.log(line),
  });
  console.log(
    `${target} is now as it was at ${restored.createdAt} (version ${restored.version}): ${restored.fileCount} file(s), ${inMb(restored.sizeBytes)}.`,
  );
  for (const path of restored.missing) console.log(`Not in the backup: ${path}`);
  if (restored.aside) console.log(`What was there before is in ${restored.aside}; delete it when all is well.`);
  console.log('Start the server.');
  return 0;
}

async function doctor(args: string[]): Promise<number> {
  const { values } = read(args, { deep: { type: 'boolean' }, repair: { type: 'boolean' } });
  const { dataDir, backupDir } = readConfig();
  useFolder(dataDir, 'Set DATA_DIR.');
  if (!fileFacts(dataDir)) throw new ShellError(`There is no database in ${dataDir}.`);
  const lock = values.repair ? holdLock(dataFolder(dataDir).lock) : undefined;
  let examined: Doctor | undefined;
  try {
    if (lock) finishRestore(dataDir);
    examined = createDoctor({ dataDir, backupDir, migrationsDir, clock, isDeep: values.deep === true });
    const left = values.repair
      ? await repairAll(examined, (line) => console.log(`Repaired: ${line}`))
      : await lookTwice(examined);
    for (const { what } of left) console.log(what);
    console.log(
      left.length === 0
        ? 'Database and disk agree.'
        : `${left.length} finding(s).${values.repair ? '' : ' Stop the server and run doctor --repair.'}`,
    );
    return left.length === 0 ? 0 : 1;
  } finally {
    examined?.close();
    lock?.release();
  }
}

/** A running server may be between two steps: what is gone at the second look was nothing. */
async function lookTwice(examined: Doctor): Promise<Finding[]> {
  const first = await examined.examine();
  if (first.length === 0) return [];
  const second = await examined.examine();
  return second.filter(({ what }) => first.some((finding) => finding.what === what));
}

async function admin([command, ...args]: string[]): Promise<number> {
  const dataDir = useDataDir(readConfig().dataDir);
  const database = new Database(dataFolder(dataDir).database);
  const passwords = createPasswords();
  try {
    if (missingMigrations(database, migrationsDir).length > 0)
      throw new ShellError('The database is older than this program: start the server once, then ask again.');
    const settings = createSettingsStore(database, clock);
    const shell = createShellAdmin({
      database,
      settings,
      passwords,
      accounts: createAccountStore(database, clock),
      sessions: createSessionStore(database, clock, settings),
    });
    switch (command) {
      case 'list':
        read(args, {});
        for (const { id, email, username, userType, status } of shell.list())
          console.log(`${id}  ${email}  ${username}  ${userType}  ${status}`);
        return 0;
      case 'set': {
        const { values } = read(args, {
          email: { type: 'string' },
          username: { type: 'string' },
          password: { type: 'string' },
        });
        const email = text(values.email);
        if (email === undefined) throw new UsageError('admin set needs --email.');
        const { password, wasCreated } = await shell.setAdministrator({
          email,
          username: text(values.username),
          password: text(values.password),
        });
        console.log(
          `${email} is an administrator${wasCreated ? ' (new account)' : '; its sessions are ended'}. Password: ${password}`,
        );
        return 0;
      }
      case 'codes':
      case 'rotate-codes': {
        const { positionals } = read(args, {}, command === 'rotate-codes');
        const codes = command === 'codes' ? shell.codes() : shell.rotateCodes(positionals);
        for (const [name, code] of Object.entries(codes)) console.log(`${name.padEnd(20)} ${code}`);
        return 0;
      }
      default:
        throw new UsageError('admin knows list, set, codes and rotate-codes.');
    }
  } finally {
    await passwords.close();
    database.close();
  }
}

/** Answers the exit code. */
async function run([command = 'help', ...args]: string[]): Promise<number> {
  // Database, backups and passwords are for this user's eyes only.
  process.umask(0o077);
  const commands: Record<string, (args: string[]) => Promise<number>> = { backup, restore, doctor, admin };
  const chosen = commands[command];
  if (chosen) return chosen(args);
  console.log(help);
  return command === 'help' || command === '--help' ? 0 : 2;
}

/** One line for what people can put right, everything for what only a programmer can. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Wrong configuration.\n${error.message}`;
  if (error instanceof UsageError) return `${error.message}\n\n${help}`;
  if (error instanceof DatabaseCorruptError)
    return `The database is damaged (${error.message}).\n${restoreCommand(readConfig().backupDir)}`;
  if (error instanceof DirectoryInUseError) return `Stop the server first: ${error.message}.`;
  if (isForbidden(error) || isDatabaseForbidden(error))
    return `This user may not do that: ${error instanceof Error ? error.message : ''}. Who owns the folder and the files in it?`;
  if (isDiskFull(error) || isDatabaseFull(error)) return 'The disk is full.';
  const isExpected =
    error instanceof BackupError ||
    error instanceof NotOwnerError ||
    error instanceof ShellError ||
    error instanceof MigrationError ||
    error instanceof AppError;
  if (!(error instanceof Error)) return String(error);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** Runs one command and sets the exit code: 0 when all is well, 1 when not, 2 for a command that nobody knows. */
export async function shell(args: string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
