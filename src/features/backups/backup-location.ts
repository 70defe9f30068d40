/** Inspects and changes the path of the backup folder: from BACKUP_DIR, or chosen in the browser (contract/README 1.15). */
import { resolve } from 'node:path';
import { AppError, invalidField } from '../../contract/errors.ts';
import type { BackupLocation } from '../../contract/first-steps.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { freeSpace } from '../../platform/storage/disk-space.ts';
import { fileStats, folderAbove } from '../../platform/storage/files.ts';
import { writeFileDurably } from '../../platform/storage/writing.ts';
import { isSameDisk } from './backup-format.ts';
import { isUsableBackupFolder } from './backup-folder.ts';

/** `isGiven`: the folder is set by BACKUP_DIR, so it cannot be changed in the browser. */
export function createBackupLocation(dataDir: string, backupDir: string, isGiven: boolean) {
  let current = backupDir;

  return {
    directory: (): string => current,

    /** Inspects the current backup folder, or a candidate for it. */
    async inspect(candidate: string = current): Promise<BackupLocation> {
      const directory = resolve(candidate);
      const problem = problemOf(directory, dataDir);
      const nearest = accessibleFileStats(directory) ? directory : folderAbove(directory);
      const space = problem === undefined ? await freeSpace(nearest).catch(() => undefined) : undefined;
      return {
        directory,
        isGiven,
        problem: problem ?? null,
        isSameDisk: isSameDisk(dataDir, directory),
        freeMb: space ? space.freeBytes / bytesPerMb : null,
        totalMb: space ? space.totalBytes / bytesPerMb : null,
      };
    },

    /** Changes the folder of later backups, also after a restart. Throws `invalid_input`, and `conflict` if BACKUP_DIR is set. */
    moveTo(candidate: string): void {
      const directory = resolve(candidate);
      if (directory === current) return;
      if (isGiven) throw new AppError('conflict', 'A pasta dos backups é definida por BACKUP_DIR no servidor.');
      const problem = problemOf(directory, dataDir);
      if (problem !== undefined) throw invalidField('backupDirectory', problem);
      writeFileDurably(dataFolder(dataDir).backupFolder, `${directory}\n`, 0o600);
      current = directory;
    },
  };
}

/** Returns the file's stats; undefined if the file is missing or inaccessible. */
function accessibleFileStats(path: string) {
  try {
    return fileStats(path);
  } catch {
    return undefined;
  }
}

/** Returns a Portuguese sentence that says why the folder is unsuitable for backups; undefined if it is suitable. */
function problemOf(directory: string, dataDir: string): string | undefined {
  const isOwn = directory === dataFolder(dataDir).backups;
  if (`${directory}/`.startsWith(`${dataDir}/`) && !isOwn)
    return 'Esta pasta é dos dados do próprio servidor. Escolha outra, de preferência em outro disco.';
  if (isUsableBackupFolder(directory)) return undefined;
  const stats = accessibleFileStats(directory);
  if (stats) return stats.isDirectory ? 'O servidor não pode gravar nesta pasta.' : 'Isto é um arquivo, não uma pasta.';
  return accessibleFileStats(folderAbove(directory))
    ? 'O servidor não pode criar esta pasta.'
    : 'Esta pasta não existe. O disco está conectado?';
}
