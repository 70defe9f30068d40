/** Returns the command that restores the newest backup. It can be pasted and works in any folder. */
import { commandLine } from '../../platform/process/command-line.ts';
import { joinPath } from '../../platform/storage/files.ts';
import { listBackups } from './backup-format.ts';

/** Returns the command with the newest full backup and the data folder. */
export function restoreCommand({ backupDir, dataDir }: { backupDir: string; dataDir: string }): string {
  const newest = listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const from = newest ? joinPath(backupDir, newest.name) : 'BACKUP';
  const command = commandLine('restore', '--from', from, '--to', dataDir);
  return newest
    ? `Restore the last good backup: ${command}`
    : `There is no backup in ${backupDir}. With one from elsewhere: ${command}`;
}
