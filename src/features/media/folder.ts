/**
 * Where media stand under DATA_DIR: `uploads/` holds what was sent until it is processed, `media/ab/<sha256>.<ext>`
 * finished bytes, each content once, and `tmp/` what may be lost at any time. All on one file system.
 */
import {
  fileFacts,
  joinPath,
  listDirectory,
  makeDirectory,
  moveDurably,
  removeFile,
  removeTree,
  renameAway,
  safeJoin,
} from '../../platform/storage/files.ts';
import { drawToken } from '../../platform/random.ts';
import type { RenderedFile } from './jobs.ts';

export type MediaFolder = ReturnType<typeof createMediaFolder>;

const partSuffix = '.part';

export function createMediaFolder(dataDir: string) {
  const uploads = joinPath(dataDir, 'uploads');
  const temporary = joinPath(dataDir, 'tmp');
  for (const directory of [uploads, temporary, joinPath(dataDir, 'media')]) makeDirectory(directory);

  /** Takes the name away at once, so that the same bytes can be stored again; the disk space is given back soon after. */
  function discard(path: string): void {
    const trash = joinPath(temporary, `trash-${drawToken()}`);
    renameAway(path, trash);
    // What stays behind is cleared at the next start.
    removeFile(trash).catch(() => {});
  }

  const storageKey = (sha256: string, extension: string) => `media/${sha256.slice(0, 2)}/${sha256}.${extension}`;

  return {
    dataDir,
    discard,
    storageKey,
    /** An upload that is not whole yet. */
    growing: (key: string) => joinPath(uploads, key + partSuffix),
    whole: (key: string) => joinPath(uploads, key),
    /** Storage key of a whole upload, as it stands in `videos.original_r2_path`. */
    uploadKey: (key: string) => `uploads/${key}`,
    /** Path of a storage key. */
    path: (key: string) => safeJoin(dataDir, key),
    /** Bytes behind a storage key; 0 when it is gone. */
    sizeOf: (key: string): number => fileFacts(safeJoin(dataDir, key))?.sizeBytes ?? 0,
    /** Path of finished bytes. */
    mediaPath: (sha256: string, extension: string) => joinPath(dataDir, storageKey(sha256, extension)),

    /** An empty directory for one job. */
    makeJobDirectory(): string {
      const path = joinPath(temporary, `job-${drawToken()}`);
      makeDirectory(path);
      return path;
    },

    /** Moves a finished file to its final name unless the same content is there already. Blocks; durable. */
    place(file: RenderedFile): void {
      const target = joinPath(dataDir, storageKey(file.sha256, file.extension));
      if (fileFacts(target)?.sizeBytes !== file.sizeBytes) moveDurably(file.path, target);
    },

    /** Upload keys that have a file, whole or not. */
    uploadsOnDisk: () => [
      ...new Set(
        listDirectory(uploads).map((name) => (name.endsWith(partSuffix) ? name.slice(0, -partSuffix.length) : name)),
      ),
    ],

    discardUpload(key: string): void {
      discard(joinPath(uploads, key + partSuffix));
      discard(joinPath(uploads, key));
    },

    /** At the start, before any job: whatever a crash left behind. */
    async clearTemporary(): Promise<void> {
      for (const name of listDirectory(temporary)) await removeTree(joinPath(temporary, name));
    },
  };
}
