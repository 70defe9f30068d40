/** Collects the files of a backup: as hard links to files of the last backup or of the data folder, or else as copies. */
import { dirname } from 'node:path';
import { isMissing } from '../../platform/storage/file-errors.ts';
import { fileStats, joinPath, sha256OfFile } from '../../platform/storage/files.ts';
import { copyDurably, makeDirectory, removeFile, syncNow, tryLink } from '../../platform/storage/writing.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import type { BackupFile, Manifest } from './backup-format.ts';
import type { ReferencedFile } from './referenced-files-store.ts';

/** `target`: folder of the unfinished backup. `previous`: the last full backup, with its folder. */
export function createCollector(dataDir: string, target: string, previous?: { directory: string; manifest: Manifest }) {
  const previousFiles = new Map(previous?.manifest.files.map((file) => [file.path, file]));
  /** Collected files by path. Size and hash are known if the file was copied or comes from the last backup. */
  const collected = new Map<string, BackupFile | undefined>();
  const directories = new Set<string>();

  function pathInBackup(path: string): string {
    const copyPath = joinPath(target, path);
    makeDirectory(dirname(copyPath));
    directories.add(dirname(copyPath));
    return copyPath;
  }

  return {
    /** Links or copies a file into the backup. Returns false when the file is missing. */
    async collect(path: string): Promise<boolean> {
      if (collected.has(path)) return true;
      const to = pathInBackup(path);
      const previousFile = previousFiles.get(path);
      if (previous && previousFile && tryLink(joinPath(previous.directory, path), to)) {
        if (fileStats(to)?.sizeBytes === previousFile.sizeBytes) return Boolean(collected.set(path, previousFile));
        await removeFile(to);
      }
      try {
        const from = joinPath(dataDir, path);
        const copied = tryLink(from, to) ? undefined : await copyDurably(from, to);
        // The server removes a large file by renaming and truncating it, so a copy of it may end early without an error.
        if (copied && fileStats(from)?.sizeBytes !== copied.sizeBytes) {
          await removeFile(to);
          return false;
        }
        collected.set(path, copied && { path, ...copied });
        return true;
      } catch (error) {
        await removeFile(to);
        if (isMissing(error)) return false;
        throw error;
      }
    },

    /** Copies a file instead of linking it, because the server may change it in place. */
    async copy(path: string): Promise<void> {
      collected.set(path, { path, ...(await copyDurably(joinPath(dataDir, path), pathInBackup(path))) });
    },

    /** Hashes new files. Removes damaged and unexpected files from the backup. `newCount`: files that the last backup lacks. */
    async verify(
      expected: readonly ReferencedFile[],
    ): Promise<{ files: BackupFile[]; newCount: number; damaged: string[] }> {
      const files: BackupFile[] = [];
      const damaged: string[] = [];
      let newCount = 0;
      for (const { path, sizeBytes, sha256 } of expected) {
        if (!collected.has(path)) continue;
        const copyPath = joinPath(target, path);
        const found = collected.get(path) ?? {
          path,
          sizeBytes: fileStats(copyPath)?.sizeBytes ?? 0,
          sha256: await sha256OfFile(copyPath),
        };
        collected.delete(path);
        if ((sizeBytes ?? found.sizeBytes) === found.sizeBytes && (sha256 ?? found.sha256) === found.sha256) {
          files.push(found);
          if (!previousFiles.has(path)) newCount += 1;
        } else {
          damaged.push(path);
          await removeFile(copyPath);
        }
      }
      for (const path of collected.keys()) await removeFile(joinPath(target, path));
      return { files, newCount, damaged };
    },

    /** Makes the names of the files survive a power cut. */
    sync(): void {
      for (const directory of directories) syncNow(directory);
      const { media, uploads } = dataFolder(target);
      for (const directory of [media, uploads]) if (fileStats(directory)) syncNow(directory);
    },
  };
}
