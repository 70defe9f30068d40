/** Tells people who operate the server how to restore the newest backup. */
import { commandLine } from '../../platform/process/command-line.ts';
import { joinPath } from '../../platform/storage/files.ts';
import { listBackups } from './backup-format.ts';

/**
 * Returns a sentence that ends with a command, which restores the newest backup with media and can be pasted in any folder.
 * Without such a backup the command contains the placeholder BACKUP.
 */
export function restoreCommand({ backupDir, dataDir }: { backupDir: string; dataDir: string }): string {
  const newest = listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const from = newest ? joinPath(backupDir, newest.name) : 'BACKUP';
  const command = commandLine('restore', '--from', from, '--to', dataDir);
  return newest
    ? `Restore the last good backup: ${command}`
    : `There is no backup in ${backupDir}. With one from elsewhere: ${command}`;
}
