/** Lists the files beside database and media that a backup contains. */
import { fileStats, joinPath, listTree } from '../../platform/storage/files.ts';
import { extraEntries, isBackupPath } from './backup-format.ts';

/** Returns the paths of the extra files. Leaves out names that a manifest cannot contain: the server writes no such files. */
export function extraFiles(dataDir: string): string[] {
  const found = extraEntries.flatMap((entry) => {
    const stats = fileStats(joinPath(dataDir, entry));
    if (!stats) return [];
    return stats.isDirectory ? listTree(joinPath(dataDir, entry)).map((below) => `${entry}/${below}`) : [entry];
  });
  return found.filter(isBackupPath);
}
