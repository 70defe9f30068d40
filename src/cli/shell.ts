/** Runs a command of the command line. Each command has a file of its own; `node dist/cli.cjs help` describes them. */
import { ConfigError, readConfig } from '../config.ts';
import { AppError } from '../contract/errors.ts';
import { restoreCommand } from '../features/backups/restore-command.ts';
import { BackupError } from '../features/backups/backup-folder.ts';
import { releaseText } from '../platform/process/assets.ts';
import { CommandError } from '../platform/process/failures.ts';
import { NotOwnerError } from '../platform/process/folder-owner.ts';
import { DatabaseCorruptError, isDatabaseForbidden, isDatabaseFull } from '../platform/storage/database.ts';
import { DirectoryInUseError } from '../platform/storage/folder-lock.ts';
import { isDiskFull, isForbidden } from '../platform/storage/file-errors.ts';
import { MigrationError } from '../platform/storage/migrate.ts';
import { admin } from './admin.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { restore } from './restore.ts';
import { standby } from './standby.ts';
import { update } from './update.ts';
import { help, UsageError, versionWords } from './usage.ts';

/** Returns the exit code. */
type Command = (args: string[]) => Promise<number>;

async function run([command = 'help', ...args]: string[]): Promise<number> {
  // Only this user may read database, backups and passwords.
  process.umask(0o077);
  const commands: Record<string, Command> = { backup, restore, doctor, admin, standby, update };
  const chosen = commands[command];
  if (chosen) return chosen(args);
  if (versionWords.includes(command)) {
    console.log(`Antessala ${releaseText}`);
    return 0;
  }
  console.log(help);
  return command === 'help' || command === '--help' ? 0 : 2;
}

/** Returns an explanation for an error that people can fix, and the stack of any other error. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Wrong configuration.\n${error.message}`;
  if (error instanceof UsageError) return `${error.message}\n\n${help}`;
  if (error instanceof DatabaseCorruptError)
    return `The database is damaged (${error.message}).\n${restoreCommand(readConfig())}`;
  if (error instanceof DirectoryInUseError) return `Stop the server first: ${error.message}.`;
  if (error instanceof BackupError) return error.english;
  if (error instanceof AppError) return `That was refused: ${error.code}.`;
  if (isForbidden(error) || isDatabaseForbidden(error))
    return `This user may not do that: ${error instanceof Error ? error.message : ''}. Who owns the folder and the files in it?`;
  if (isDiskFull(error) || isDatabaseFull(error)) return 'The disk is full.';
  const isExpected = error instanceof NotOwnerError || error instanceof CommandError || error instanceof MigrationError;
  if (!(error instanceof Error)) return String(error);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** Runs one command and sets the exit code: 0 on success, 1 on failure, 2 for an unknown command or wrong options. */
export async function runCli(args: string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
