/**
 * Media files in DATA_DIR (names: platform/storage/data-folder.ts): uploads grow and are whole, jobs work in `tmp/`,
 * and finished bytes are stored under their hash, each content once. All on one file system.
 */
import {
  dataFolder,
  partStorageKey,
  storageKey,
  uploadKeyOf,
  uploadStorageKey,
} from '../../../platform/storage/data-folder.ts';
import { fileFacts, joinPath, listDirectory } from '../../../platform/storage/files.ts';
import {
  makeDirectory,
  moveDurably,
  removeInParts,
  removeTree,
  renameAway,
} from '../../../platform/storage/writing.ts';
import { generateToken } from '../../../platform/random.ts';
import type { RenderedFile } from '../processing/jobs.ts';

export type MediaFolder = ReturnType<typeof createMediaFolder>;

export function createMediaFolder(dataDir: string) {
  const folder = dataFolder(dataDir);
  for (const directory of [folder.uploads, folder.temporary, folder.media]) makeDirectory(directory);

  /** Takes the name away at once, so that the same bytes can be stored again; the disk space is given back soon after. */
  function discard(path: string): void {
    const trash = joinPath(folder.temporary, `trash-${generateToken()}`);
    renameAway(path, trash);
    // What stays behind is cleared at the next start.
    removeInParts(trash).catch(() => {});
  }

  const growing = (key: string) => folder.path(partStorageKey(key));
  const whole = (key: string) => folder.path(uploadStorageKey(key));
  const mediaPath = (sha256: string, extension: string) => folder.path(storageKey({ sha256, extension }));

  return {
    discard,
    /** An upload that is not whole yet. */
    growing,
    whole,
    /** Path of a storage key. */
    path: folder.safePath,
    /** Bytes behind a storage key; 0 when it is gone. */
    sizeOf: folder.sizeOf,
    /** Path of finished bytes. */
    mediaPath,

    /** An empty directory for one job. */
    makeJobDirectory(): string {
      const path = joinPath(folder.temporary, `job-${generateToken()}`);
      makeDirectory(path);
      return path;
    },

    /** Moves a finished file to its final name unless the same content is there already. Blocks; durable. */
    place(file: RenderedFile): void {
      const target = mediaPath(file.sha256, file.extension);
      if (fileFacts(target)?.sizeBytes !== file.sizeBytes) moveDurably(file.path, target);
    },

    /** Upload keys that have a file, whole or not. */
    uploadsOnDisk: () => [...new Set(listDirectory(folder.uploads).map(uploadKeyOf))],

    discardUpload(key: string): void {
      discard(growing(key));
      discard(whole(key));
    },

    /** At the start, before any job: whatever a crash left behind. */
    async clearTemporary(): Promise<void> {
      for (const name of listDirectory(folder.temporary)) await removeTree(joinPath(folder.temporary, name));
    },
  };
}
