/** Reserves quota for uploads, receives files (resumable), detects types, and finds finished uploads (contract/README 3.4). */
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { BodyStream } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { yieldToEventLoop } from '../../../platform/clock.ts';
import { generateToken } from '../../../platform/random.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { uploadStorageKey } from '../../../platform/storage/data-folder.ts';
import { spaceToKeepFree } from '../../../platform/storage/disk-space.ts';
import { fileSize } from '../../../platform/storage/files.ts';
import type { FileStore } from '../library/file-store.ts';
import type { UploadedFile } from '../library/replacement-store.ts';
import { createUploadFiles, type UploadFilesDeps } from './files.ts';
import {
  acceptedFormats,
  acceptedMusic,
  assertReplacementFits,
  assertEnoughStorage,
  assertWithinQuota,
  type ContentRange,
  mayBeMedia,
  readPartOf,
  uploadNotFound,
} from './rules.ts';
import type { Upload } from './store.ts';
import { createUploadWriters } from './writers.ts';

/** Minimum age of untracked files that are removed: a day, in case somebody is restoring files by hand. */
const untrackedAfterMs = 24 * 3_600_000;

export interface UploadsDeps extends UploadFilesDeps {
  files: Pick<FileStore, 'discardUntracked'>;
  maxUploadMb: number;
  database: Database;
}

/** What an upload is for. */
export interface UploadUse {
  /** True for a platform item: counts towards no quota; administrators only. */
  isPlatform: boolean;
  /** Id of the item whose file is replaced; without it, a new item. */
  replaces?: number | null;
  /** True for a track of a soundtrack, which does not count as a content. */
  isTrack?: boolean;
  /** True for an archive to import. */
  isArchive?: boolean;
}

export interface UploadRequest extends UploadUse {
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

export interface ReceiveState {
  receivedBytes: number;
  complete: boolean;
}

export type FinishedUpload = UploadedFile & { sizeBytes: number };
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(deps: UploadsDeps) {
  const { store, folder, freeSpace, maxUploadMb, database } = deps;
  const writers = createUploadWriters();
  const { receivedBytes, append, finish, remove } = createUploadFiles(deps);

  function findOrThrow(key: string, userId: number): Upload {
    const upload = store.find(key, userId);
    if (!upload) throw uploadNotFound();
    return upload;
  }

  function findUnfinishedOrThrow(key: string, userId: number): Upload {
    const upload = findOrThrow(key, userId);
    if (upload.isComplete) throw new AppError('conflict', 'Este arquivo já foi enviado.');
    return upload;
  }

  const uploads = {
    /**
     * Reserves quota for an upload. A new content needs quota for one content and its bytes; a track, an archive, or the
     * replacement of a content that already counts needs only bytes; a platform item needs none. The disk must have space for
     * this upload and all running ones. Throws `payload_too_large`, `unsupported_media_type`, `quota_exceeded`, `disk_full`.
     */
    async reserve(userId: number, file: UploadRequest): Promise<{ key: string; expiresAt: number }> {
      const { isArchive = false, isTrack = false } = file;
      const maxMb = isArchive ? Math.max(maxUploadMb, limits.import.maxGb * 1024) : maxUploadMb;
      if (file.sizeBytes > maxMb * bytesPerMb)
        throw new AppError('payload_too_large', `O arquivo é grande demais: o máximo é ${maxMb} MB.`);
      if (!isArchive && !mayBeMedia(file.contentType, isTrack))
        throw new AppError('unsupported_media_type', isTrack ? acceptedMusic : acceptedFormats);
      const space = await freeSpace();
      if (space.freeBytes - store.missingBytes() - file.sizeBytes < spaceToKeepFree(space))
        throw new AppError('disk_full');
      const key = generateToken();
      return database.tx(() => {
        const upload = { ...file, key, userId, isArchive, isTrack, replaces: file.replaces ?? null };
        if (!file.isPlatform) assertFits(store, upload);
        return { key, ...store.insert(upload) };
      });
    },

    /** Returns the user's quota and current usage. */
    usage: store.usageOf,

    /** Returns the state of an upload. Finishes an upload whose last bytes were received right before a crash. Throws `not_found`. */
    async state(key: string, userId: number): Promise<ReceiveState & { sizeBytes: number }> {
      const upload = findOrThrow(key, userId);
      const { sizeBytes } = upload;
      if (upload.isComplete) return { receivedBytes: sizeBytes, complete: true, sizeBytes };
      if (writers.has(key))
        return { receivedBytes: (await fileSize(folder.partialUpload(key))) ?? 0, complete: false, sizeBytes };
      return writers.run(key, async () => {
        const received = await receivedBytes(upload);
        if (received === sizeBytes) await finish(upload, sizeBytes);
        return { receivedBytes: received, complete: received === sizeBytes, sizeBytes };
      });
    },

    /**
     * Receives the whole file, or a range that starts after the received bytes. A newer connection stops an older one. If a range
     * starts elsewhere, calls `onConflict` with the number of received bytes and throws `conflict`. Also throws `conflict` for a
     * complete upload or a stopped connection, `not_found`, `disk_full`, and the errors of `readPartOf` and `finish`.
     */
    async receive(
      key: string,
      userId: number,
      body: BodyStream,
      range: ContentRange | undefined,
      onConflict: (offset: number) => void = () => {},
    ): Promise<ReceiveState> {
      const part = readPartOf(findUnfinishedOrThrow(key, userId), body.length, range);
      return writers.run(key, async (unlessStopped) => {
        const upload = findUnfinishedOrThrow(key, userId);
        const offset = await receivedBytes(upload);
        if (!part.restarts && part.start !== offset) {
          onConflict(offset);
          throw new AppError('conflict', `Continue o envio a partir do byte ${offset}.`);
        }
        const received = await append(upload, part, body, unlessStopped);
        if (received !== part.end) throw new AppError('bad_request', 'O envio terminou antes do fim do arquivo.');
        if (received === upload.sizeBytes) await finish(upload, received);
        return { receivedBytes: received, complete: received === upload.sizeBytes };
      });
    },

    /** Receives a body of unknown length (multipart) up to the reserved size, then reduces the reservation to the received size. Throws like `receive`. */
    async receiveWhole(key: string, userId: number, body: AsyncIterable<Uint8Array>): Promise<void> {
      const upload = findOrThrow(key, userId);
      await writers.run(key, async (unlessStopped) => {
        const received = await append(upload, { start: 0, end: upload.sizeBytes, restarts: true }, body, unlessStopped);
        await finish(upload, received);
      });
    },

    /** Discards an upload and its reservation. Throws `not_found`. */
    async cancel(key: string, userId: number): Promise<void> {
      findOrThrow(key, userId);
      await writers.run(key, async () => remove(findOrThrow(key, userId)));
    },

    /** Returns the user's finished upload; call `consume` in the item's transaction. Throws `not_found`. */
    async findFinished(key: string, userId: number): Promise<FinishedUpload> {
      const { complete } = await uploads.state(key, userId);
      const upload = findOrThrow(key, userId);
      if (!complete || !upload.mediaType)
        throw new AppError('not_found', 'Este envio ainda não terminou. Envie o arquivo novamente.');
      return { mediaType: upload.mediaType, sizeBytes: upload.sizeBytes, storageKey: uploadStorageKey(key) };
    },

    /**
     * Ends the reservation; call it in the transaction that creates or changes the item. Throws `not_found`, or `quota_exceeded`
     * if the upload was reserved for another use and exceeds the quota.
     */
    consume(key: string, userId: number, { isPlatform, replaces = null, isTrack = false }: UploadUse): void {
      const reserved = findOrThrow(key, userId);
      if (reserved.isTrack !== isTrack) throw uploadNotFound();
      if (!store.remove(key, userId)) throw uploadNotFound();
      const isAsReserved = !reserved.isPlatform && reserved.replaces === replaces;
      if (!isPlatform && !isAsReserved) assertFits(store, { ...reserved, replaces });
    },
  };
  return { ...uploads, ...createArchiveUploads(store, uploads.state), ...createSweep(deps, writers, remove) };
}

function createSweep(
  { store, files }: Pick<UploadsDeps, 'store' | 'files'>,
  writers: Pick<ReturnType<typeof createUploadWriters>, 'has'>,
  remove: (upload: Upload) => void,
) {
  return {
    /**
     * Removes expired uploads, and files older than a day that belong to no upload, item or import. With `isStart`, removes such
     * files of any age, because no upload runs yet. Returns the number of removed uploads.
     */
    async sweepAbandoned({ isStart = false } = {}): Promise<number> {
      let removed = 0;
      for (const upload of store.expired()) {
        if (writers.has(upload.key)) continue;
        remove(upload);
        removed += 1;
        await yieldToEventLoop();
      }
      await files.discardUntracked(isStart ? Number.NEGATIVE_INFINITY : untrackedAfterMs);
      return removed;
    },
  };
}

function createArchiveUploads(
  store: UploadsDeps['store'],
  stateOf: (key: string, userId: number) => Promise<ReceiveState>,
) {
  return {
    /** Returns the storage key of the user's complete archive; call `takeArchive` in the import's transaction. Throws `not_found`. */
    async findArchive(key: string, userId: number): Promise<string> {
      const { complete } = await stateOf(key, userId);
      if (!complete || !store.find(key, userId)?.isArchive) throw uploadNotFound();
      return uploadStorageKey(key);
    },

    /** Ends the reservation of an archive, whose file and bytes then belong to the import. Returns its size. Throws `not_found`. */
    takeArchive(key: string, userId: number): number {
      const upload = store.find(key, userId);
      if (!upload) throw uploadNotFound();
      store.remove(key, userId);
      return upload.sizeBytes;
    },
  };
}

/** Throws `quota_exceeded` if the upload exceeds the user's quota. */
function assertFits(
  store: UploadsDeps['store'],
  upload: Pick<Upload, 'userId' | 'sizeBytes' | 'replaces' | 'isTrack' | 'isArchive'>,
): void {
  const { userId, sizeBytes, replaces, isTrack, isArchive } = upload;
  const usage = store.usageOf(userId);
  if (isTrack || isArchive) assertEnoughStorage(usage, sizeBytes);
  else if (replaces === null) assertWithinQuota(usage, sizeBytes);
  else assertReplacementFits(usage, sizeBytes, { isCounted: store.isCounted(replaces) });
}
