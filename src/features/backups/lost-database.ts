/** A start beside the media of a database that is gone would be a fresh installation that knows none of them. */
import type { Database } from '../../platform/storage/database.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { listTree } from '../../platform/storage/files.ts';
import { listBackups } from './backup-format.ts';
import { ShellError } from '../../platform/process/failures.ts';

export interface LostDatabaseOptions {
  dataDir: string;
  backupDir: string;
  /** Returns the restore command for the message. */
  restoreCommand(): string;
}

/** Call it before the migrations. Throws ShellError when the database is new, but media or full backups of another are there. */
export function assertNotLost(database: Database, { dataDir, backupDir, restoreCommand }: LostDatabaseOptions): void {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return;
  const mediaDir = dataFolder(dataDir).media;
  const left = [
    ...(listTree(mediaDir).length > 0 ? [mediaDir] : []),
    ...(listBackups(backupDir).some(({ manifest }) => manifest.kind === 'full') ? [backupDir] : []),
  ];
  if (left.length === 0) return;
  throw new ShellError(
    `the database in ${dataDir} is missing or empty, but ${left.join(' and ')} ${left.length === 1 ? 'is' : 'are'} not.\n${restoreCommand()}\nTo start empty on purpose, move ${left.join(' and ')} away first.`,
  );
}
