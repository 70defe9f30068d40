/**
 * Stores the sound files of spoken texts, named by a keyed hash of the text; deletes the oldest when the cache is full. Spoken
 * names are in a separate folder, and are deleted after 12 hours.
 */
import { limits } from '../../../contract/limits.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { fileStats, joinPath, listDirectory } from '../../../platform/storage/files.ts';
import { makeDirectory, removeFile } from '../../../platform/storage/writing.ts';

const maxBytes = limits.calls.voicesMb * bytesPerMb;

export function createClipCache(directory: string) {
  const folders = { words: joinPath(directory, 'words'), names: joinPath(directory, 'names') };
  let cachedBytes: number | undefined;

  const newPath = (key: string, isName: boolean) => joinPath(isName ? folders.names : folders.words, `${key}.wav`);
  const files = () =>
    Object.values(folders).flatMap((folder) =>
      listDirectory(folder).flatMap((name) => {
        const path = joinPath(folder, name);
        const stats = fileStats(path);
        return stats ? [{ path, sizeBytes: stats.sizeBytes, changedAt: stats.changedAt }] : [];
      }),
    );

  return {
    newPath,

    /** Returns the path for a sound while it is written, in the folder of complete sounds. Creates the folder. */
    partialPath(name: string, isName: boolean): string {
      const folder = isName ? folders.names : folders.words;
      makeDirectory(directory);
      makeDirectory(folder);
      return joinPath(folder, `${name}.partial`);
    },

    pathOf: (key: string): string | undefined =>
      [newPath(key, false), newPath(key, true)].find((path) => fileStats(path)),

    isName: (path: string): boolean => path.startsWith(folders.names),

    /** If the limit is exceeded, deletes the oldest sounds down to 90 % of it. Must be called with the size of each new sound. */
    async deleteOldest(newBytes: number): Promise<void> {
      cachedBytes = cachedBytes === undefined ? undefined : cachedBytes + newBytes;
      if (cachedBytes !== undefined && cachedBytes <= maxBytes) return;
      let bytes = 0;
      for (const file of files().toSorted((a, b) => b.changedAt - a.changedAt)) {
        bytes += file.sizeBytes;
        if (bytes > maxBytes * 0.9) await removeFile(file.path);
      }
      cachedBytes = Math.min(bytes, maxBytes * 0.9);
    },

    /** Deletes the sounds of names made before `before` (milliseconds since 1970). */
    async deleteNames(before: number): Promise<void> {
      for (const name of listDirectory(folders.names)) {
        const path = joinPath(folders.names, name);
        if ((fileStats(path)?.changedAt ?? before) < before) await removeFile(path);
      }
    },
  };
}
