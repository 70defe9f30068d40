/** Unfinished uploads of this browser: after a reload the same file chosen again (name, size, date) goes on. */
import { limits } from '../../../src/contract/limits.ts';
import { uploadsStorageKey } from '../form/drafts.ts';
import { type ChosenFile, identityOf } from './chosen-file.ts';
import type { Replaced, UploadOptions } from './upload-item.ts';

export interface RememberedUpload {
  /** Identity of the file, see `identityOf`. */
  identity: string;
  key: string;
  url: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  options: UploadOptions;
  replaces?: Replaced;
  savedAt: number;
}

export type ResumeMemory = ReturnType<typeof createResumeMemory>;

/** `now` in ms; entries older than what the server keeps are dropped. Storage that is full or forbidden is no error. */
export function createResumeMemory(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: number,
  now: () => number,
) {
  const place = uploadsStorageKey(userId);

  function read(): Record<string, RememberedUpload> {
    try {
      const stored = JSON.parse(storage.getItem(place) ?? '{}') as Record<string, RememberedUpload>;
      return Object.fromEntries(
        Object.entries(stored).filter(([, { savedAt }]) => now() - savedAt < limits.abandonedUploadMs),
      );
    } catch {
      return {};
    }
  }

  function write(uploads: Record<string, RememberedUpload>): void {
    try {
      if (Object.keys(uploads).length > 0) storage.setItem(place, JSON.stringify(uploads));
      else storage.removeItem(place);
    } catch {
      // The upload then can't be resumed after a reload; it goes on all the same.
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
