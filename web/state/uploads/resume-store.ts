/** Remembers unfinished uploads in this browser: after a reload, choosing the same file again resumes its upload. */
import { limits } from '../../../src/contract/limits.ts';
import { uploadsStorageKey } from '../form/drafts.ts';
import { type ChosenFile, identityOf } from './chosen-file.ts';
import type { ReplacedItem, UploadOptions } from './upload-item.ts';

export interface StoredUpload {
  /** Identity of the file (see `identityOf`). */
  identity: string;
  key: string;
  url: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  /** True once the request that turns the upload into a content was sent: the server may then have the content and no upload. */
  isRegistering?: boolean;
  options: UploadOptions;
  replaces?: ReplacedItem;
  savedAt: number;
}

export type ResumeStore = ReturnType<typeof createResumeStore>;

/**
 * Returns the user's store, without uploads that are so old that the server has deleted them. `now` returns milliseconds since
 * 1970. Full or forbidden storage is not an error.
 */
export function createResumeStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: number,
  now: () => number,
) {
  const storageKey = uploadsStorageKey(userId);

  function read(): Record<string, StoredUpload> {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, StoredUpload>;
      return Object.fromEntries(
        Object.entries(stored).filter(([, { savedAt }]) => now() - savedAt < limits.uploadIdleMs),
      );
    } catch {
      return {};
    }
  }

  function write(uploads: Record<string, StoredUpload>): void {
    try {
      if (Object.keys(uploads).length > 0) storage.setItem(storageKey, JSON.stringify(uploads));
      else storage.removeItem(storageKey);
    } catch {
      // The upload continues, but cannot be resumed after a reload.
    }
  }

  return {
    find: (file: ChosenFile): StoredUpload | undefined => read()[identityOf(file)],
    list: (): StoredUpload[] => Object.values(read()).sort((left, right) => left.savedAt - right.savedAt),
    keep(file: ChosenFile, upload: Omit<StoredUpload, 'identity' | 'fileName' | 'sizeBytes' | 'savedAt'>): void {
      const identity = identityOf(file);
      write({
        ...read(),
        [identity]: { ...upload, identity, fileName: file.name, sizeBytes: file.size, savedAt: now() },
      });
    },
    forget(key: string): void {
      write(Object.fromEntries(Object.entries(read()).filter(([, upload]) => upload.key !== key)));
    },
  };
}
