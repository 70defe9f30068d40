/**
 * Media files in DATA_DIR (names: platform/storage/data-folder.ts): partial and complete uploads, job directories in
 * `tmp/`, and finished files, stored once under their hash. All of them are on one file system.
 */
import {
  dataFolder,
  partStorageKey,
  storageKey,
  uploadKeyOf,
  uploadStorageKey,
} from '../../../platform/storage/data-folder.ts';
import { fileStats, joinPath, listDirectory, listDirectoryAsync } from '../../../platform/storage/files.ts';
import {
  makeDirectory,
  moveDurably,
  truncateAndRemove,
  removeTree,
  renameIfPresent,
} from '../../../platform/storage/writing.ts';
import { generateToken } from '../../../platform/random.ts';
import type { RenderedFile } from '../processing/jobs.ts';

export type MediaFolder = ReturnType<typeof createMediaFolder>;

export function createMediaFolder(dataDir: string) {
  const folder = dataFolder(dataDir);
  for (const directory of [folder.uploads, folder.temporary, folder.media]) makeDirectory(directory);

  /** Renames a file at once, so that the same bytes can be stored again, and frees its disk space soon after. */
  function discard(path: string): void {
    const trash = joinPath(folder.temporary, `trash-${generateToken()}`);
    renameIfPresent(path, trash);
    // Remains are removed at the next start.
    truncateAndRemove(trash).catch(() => {});
  }

  const partialUpload = (key: string) => folder.path(partStorageKey(key));
  const completeUpload = (key: string) => folder.path(uploadStorageKey(key));
  const mediaPath = (sha256: string, extension: string) => folder.path(storageKey({ sha256, extension }));

  return {
    discard,
    /** Returns the path of an incomplete upload. */
    partialUpload,
    completeUpload,
    /** Returns the path of a storage key. */
    path: folder.safePath,
    /** Returns the size in bytes of a storage key's file; 0 when it is missing. */
    sizeOf: folder.sizeOf,
    mediaPath,

    /** Creates an empty directory for one job. */
    makeJobDirectory(): string {
      const path = joinPath(folder.temporary, `job-${generateToken()}`);
      makeDirectory(path);
      return path;
    },

    /** Moves a finished file durably to its final name, unless equal bytes are already there. Blocks. */
    place(file: RenderedFile): void {
      const target = mediaPath(file.sha256, file.extension);
      if (fileStats(target)?.sizeBytes !== file.sizeBytes) moveDurably(file.path, target);
    },

    /** Returns the keys of partial and complete uploads on disk. */
    uploadsOnDisk: async () => [...new Set((await listDirectoryAsync(folder.uploads)).map(uploadKeyOf))],

    discardUpload(key: string): void {
      discard(partialUpload(key));
      discard(completeUpload(key));
    },

    /** Removes the remains of a crash. Call it at the start, before any job. */
    async clearTemporary(): Promise<void> {
      for (const name of listDirectory(folder.temporary)) await removeTree(joinPath(folder.temporary, name));
    },
  };
}
