/** Remembers unfinished uploads in this browser: after a reload, choosing the same file again resumes its upload. */
import { limits } from '../../../src/contract/limits.ts';
import { uploadsStorageKey } from '../form/drafts.ts';
import { type ChosenFile, identityOf } from './chosen-file.ts';
import type { Replaced, UploadOptions } from './upload-item.ts';

export interface RememberedUpload {
  /** Identity of the file (see `identityOf`). */
  identity: string;
  key: string;
  url: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  /** True once the request that makes a content of the upload was sent: the server may have the content, and no upload any more. */
  isRegistering?: boolean;
  options: UploadOptions;
  replaces?: Replaced;
  savedAt: number;
}

export type ResumeMemory = ReturnType<typeof createResumeMemory>;

/** `now`: milliseconds since 1970. Drops uploads that the server has deleted. Full or forbidden storage is not an error. */
export function createResumeMemory(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: number,
  now: () => number,
) {
  const storageKey = uploadsStorageKey(userId);

  function read(): Record<string, RememberedUpload> {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, RememberedUpload>;
      return Object.fromEntries(
        Object.entries(stored).filter(([, { savedAt }]) => now() - savedAt < limits.uploadIdleMs),
      );
    } catch {
      return {};
    }
  }

  function write(uploads: Record<string, RememberedUpload>): void {
    try {
      if (Object.keys(uploads).length > 0) storage.setItem(storageKey, JSON.stringify(uploads));
      else storage.removeItem(storageKey);
    } catch {
      // The upload continues, but cannot be resumed after a reload.
    }
  }

  return {
    find: (file: ChosenFile): RememberedUpload | undefined => read()[identityOf(file)],
    list: (): RememberedUpload[] => Object.values(read()).sort((left, right) => left.savedAt - right.savedAt),
    keep(file: ChosenFile, upload: Omit<RememberedUpload, 'identity' | 'fileName' | 'sizeBytes' | 'savedAt'>): void {
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
