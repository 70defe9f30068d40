/** What to type when the database is beyond help. */
import { listBackups } from './backup-format.ts';
import { joinPath } from '../../platform/storage/files.ts';
import { isSingleExecutable } from '../../platform/process/runtime.ts';

/** Names the newest full backup there is. */
export function restoreCommand(backupDir: string | undefined): string {
  const newest =
    backupDir === undefined ? undefined : listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const from = newest && backupDir !== undefined ? joinPath(backupDir, newest.name) : 'BACKUP';
  if (isSingleExecutable()) return `Restore the last good backup: antessala restore --from ${from}`;
  return `Restore the last good backup: npm run restore -- --from ${from}\n(without npm: node dist/cli.cjs restore --from ${from})`;
}
