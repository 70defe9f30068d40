/** Uploads: reserve, receive (resumable), recognize, hand over (DESIGN section 3, Upload). */
import type { BodyStream } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { bytesPerMb } from '../../contract/units.ts';
import type { Log } from '../../platform/log.ts';
import { type FreeSpace, spaceToKeepFree } from '../../platform/storage/disk-space.ts';
import { isDiskFull } from '../../platform/storage/file-errors.ts';
import { fileFacts, fileSize, readPart } from '../../platform/storage/files.ts';
import { moveDurably, openGrowing, renameAway } from '../../platform/storage/writing.ts';
import { generateToken } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from './file-store.ts';
import { uploadStorageKey } from '../../platform/storage/data-folder.ts';
import type { MediaFolder } from './folder.ts';
import { readPlayableMp4 } from './mp4.ts';
import { type Sniffed, sniff, sniffBytes } from './sniff.ts';
import type { Tools } from './tools.ts';
import { acceptedFormats, type ContentRange, mayBeMedia, readPartOf } from './upload-rules.ts';
import type { Upload, UploadStore } from './upload-store.ts';

/** Below this, even running uploads stop, so that the database can still be written. */
const lastReserveBytes = 256 * bytesPerMb;
const lookAtDiskEveryBytes = 64 * bytesPerMb;
const noteProgressEveryMs = 5 * 60_000;
/** Files that nobody knows are kept for a day, in case a person is restoring something. */
const strayAfterMs = 24 * 3_600_000;

export interface UploadsDeps {
  store: UploadStore;
  files: Pick<FileStore, 'strayUploads'>;
  folder: MediaFolder;
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  maxUploadMb: number;
  clock: Clock;
  log: Log;
}

export interface ReceiveState {
  receivedBytes: number;
  complete: boolean;
}

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ store, files, folder, tools, freeSpace, maxUploadMb, clock, log }: UploadsDeps) {
  /** The one writer of each growing file. */
  const writers = new Map<string, { stop: () => void; done: Promise<void> }>();

  function findOrThrow(key: string, userId: number): Upload {
    const upload = store.find(key, userId);
    if (!upload) throw new AppError('not_found', 'Este envio não existe mais. Comece de novo.');
    return upload;
  }

  function findUnfinishedOrThrow(key: string, userId: number): Upload {
    const upload = findOrThrow(key, userId);
    if (upload.isComplete) throw new AppError('conflict', 'Este arquivo já foi enviado.');
    return upload;
  }

  function forget(upload: Pick<Upload, 'key' | 'userId'>): void {
    store.remove(upload.key, upload.userId);
    folder.discardUpload(upload.key);
  }

  /** Bytes of an unfinished upload that are on disk. A crash between renaming and committing is undone here. */
  async function receivedBytes(upload: Upload): Promise<number> {
    const growing = await fileSize(folder.growing(upload.key));
    if (growing !== undefined) return growing;
    renameAway(folder.whole(upload.key), folder.growing(upload.key));
    return (await fileSize(folder.growing(upload.key))) ?? 0;
  }

  /**
   * Runs `write` as the only writer: an older one, perhaps of a connection that died unnoticed, is stopped first. It
   * may have finished the upload before it could be stopped: what was looked up before is no longer true.
   */
  async function asOnlyWriter<T>(key: string, write: (stopped: Promise<never>) => Promise<T>): Promise<T> {
    for (let older = writers.get(key); older; older = writers.get(key)) {
      older.stop();
      await older.done;
    }
    let stop = () => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new AppError('conflict', 'Este arquivo já está sendo enviado por outra conexão.'));
    });
    stopped.catch(() => {});
    const work = write(stopped);
    const done = work.then(
      () => {},
      () => {},
    );
    const writer = { stop, done };
    writers.set(key, writer);
    try {
      return await work;
    } finally {
      if (writers.get(key) === writer) writers.delete(key);
    }
  }

  /**
   * Appends the body, up to `end` bytes in all; answers how many there are then. What came before an error stays,
   * durable and counted.
   */
  async function append(
    upload: Upload,
    part: { start: number; end: number; replaces: boolean },
    body: AsyncIterable<Uint8Array>,
    stopped: Promise<never>,
  ): Promise<number> {
    const file = await openGrowing(folder.growing(upload.key), { empty: part.replaces });
    let lookAt = part.start + lookAtDiskEveryBytes;
    let noteAt = 0;
    try {
      const chunks = body[Symbol.asyncIterator]();
      for (;;) {
        const next = chunks.next();
        // Whoever is stopped leaves a read behind that may fail later.
        next.catch(() => {});
        const { done, value } = await Promise.race([next, stopped]);
        if (done) return file.sizeBytes;
        if (file.sizeBytes + value.length > part.end)
          throw new AppError('payload_too_large', 'O arquivo enviado é maior do que o anunciado.');
        await file.append(value);
        if (clock.now() >= noteAt) {
          noteAt = clock.now() + noteProgressEveryMs;
          store.noteProgress(upload.key, file.sizeBytes);
        }
        if (file.sizeBytes >= lookAt) {
          lookAt += lookAtDiskEveryBytes;
          if ((await freeSpace()).freeBytes < lastReserveBytes) throw new AppError('disk_full');
        }
      }
    } catch (error) {
      if (!isDiskFull(error) && !(error instanceof AppError && error.code === 'disk_full')) throw error;
      forget(upload);
      throw new AppError('disk_full', undefined, { cause: error });
    } finally {
      try {
        await file.sync();
        store.noteProgress(upload.key, file.sizeBytes);
      } catch (error) {
        log.warn('upload not synced', { error });
        // A later sync says yes to bytes that an earlier one lost: the upload starts again.
        folder.discardUpload(upload.key);
        // oxlint-disable-next-line eslint/no-unsafe-finally -- bytes that are not on the disk outweigh whatever went wrong before
        throw error;
      } finally {
        await file.close();
      }
    }
  }

  /** All bytes are there and durable: look what they are, name them, commit. Throws `unsupported_media_type`, `unreadable_media`. */
  async function finish(upload: Upload, sizeBytes: number): Promise<void> {
    const path = folder.growing(upload.key);
    // Its account may have been deleted while the bytes came.
    if (!store.find(upload.key, upload.userId)) {
      folder.discardUpload(upload.key);
      throw new AppError('not_found', 'Este envio não existe mais. Comece de novo.');
    }
    const sniffed = sniff(await readPart(path, 0, sniffBytes));
    const refusal = sniffed
      ? await refuseVideo(sniffed, path, sizeBytes)
      : new AppError('unsupported_media_type', acceptedFormats);
    if (refusal || !sniffed) {
      forget(upload);
      throw refusal;
    }
    moveDurably(path, folder.whole(upload.key));
    if (store.complete(upload.key, sizeBytes, sniffed.mediaType)) return;
    folder.discardUpload(upload.key);
    throw new AppError('not_found', 'Este envio não existe mais. Comece de novo.');
  }

  /** Where nothing can be converted, only what every screen plays is taken. */
  async function refuseVideo(sniffed: Sniffed, path: string, sizeBytes: number): Promise<AppError | undefined> {
    if (sniffed.mediaType === 'image' || tools.canTranscode) return undefined;
    if (sniffed.format !== 'mp4') {
      return new AppError(
        'unsupported_media_type',
        'Este servidor não tem o conversor de vídeos (ffmpeg). Envie o vídeo em MP4 (H.264), até Full HD.',
      );
    }
    if (await readPlayableMp4(path, sizeBytes)) return undefined;
    return new AppError(
      'unreadable_media',
      'Este vídeo precisa ser convertido, mas o conversor (ffmpeg) não está instalado no servidor. Envie-o em MP4 (H.264 e AAC), até Full HD, ou avise o administrador.',
    );
  }

  const uploads = {
    /**
     * Reserves count and bytes. Throws `payload_too_large`, `unsupported_media_type`, `quota_exceeded`, `disk_full`.
     * The disk must hold all running uploads besides and still keep `spaceToKeepFree`.
     */
    async reserve(
      userId: number,
      file: { fileName: string; contentType: string; sizeBytes: number },
    ): Promise<{ key: string; expiresAt: number }> {
      if (file.sizeBytes > maxUploadMb * bytesPerMb)
        throw new AppError('payload_too_large', `O arquivo é grande demais: o máximo é ${maxUploadMb} MB.`);
      if (!mayBeMedia(file.contentType)) throw new AppError('unsupported_media_type', acceptedFormats);
      const space = await freeSpace();
      if (space.freeBytes - store.missingBytes() - file.sizeBytes < spaceToKeepFree(space))
        throw new AppError('disk_full');
      const key = generateToken();
      return { key, ...store.reserve({ key, userId, ...file }) };
    },

    /** Where an upload stands; one whose bytes all came is finished by asking. Throws `not_found`. */
    async state(key: string, userId: number): Promise<ReceiveState & { sizeBytes: number }> {
      const upload = findOrThrow(key, userId);
      const { sizeBytes } = upload;
      if (upload.isComplete) return { receivedBytes: sizeBytes, complete: true, sizeBytes };
      if (writers.has(key))
        return { receivedBytes: (await fileSize(folder.growing(key))) ?? 0, complete: false, sizeBytes };
      return asOnlyWriter(key, async () => {
        const received = await receivedBytes(upload);
        if (received === sizeBytes) await finish(upload, sizeBytes);
        return { receivedBytes: received, complete: received === sizeBytes, sizeBytes };
      });
    },

    /**
     * Takes bytes: from the start, or a range that goes on exactly where the last one ended. The newer of two
     * connections wins. Throws `not_found`, `conflict` (wrong place; `onConflict` hears the right one),
     * `length_required`, `bad_request`, `payload_too_large`, `unsupported_media_type`, `unreadable_media`, `disk_full`.
     */
    async receive(
      key: string,
      userId: number,
      body: BodyStream,
      range: ContentRange | undefined,
      onConflict: (offset: number) => void = () => {},
    ): Promise<ReceiveState> {
      const part = readPartOf(findUnfinishedOrThrow(key, userId), body.length, range);
      return asOnlyWriter(key, async (stopped) => {
        const upload = findUnfinishedOrThrow(key, userId);
        const offset = await receivedBytes(upload);
        if (!part.replaces && part.start !== offset) {
          onConflict(offset);
          throw new AppError('conflict', `Continue o envio a partir do byte ${offset}.`);
        }
        const received = await append(upload, part, body, stopped);
        if (received !== part.end) throw new AppError('bad_request', 'O envio terminou antes do fim do arquivo.');
        if (received === upload.sizeBytes) await finish(upload, received);
        return { receivedBytes: received, complete: received === upload.sizeBytes };
      });
    },

    /** Takes a body of unknown length up to the reserved size, which then becomes what came (multipart). Same errors. */
    async receiveWhole(key: string, userId: number, body: AsyncIterable<Uint8Array>): Promise<void> {
      const upload = findOrThrow(key, userId);
      await asOnlyWriter(key, async (stopped) => {
        const received = await append(upload, { start: 0, end: upload.sizeBytes, replaces: true }, body, stopped);
        await finish(upload, received);
      });
    },

    /** Gives up an upload and its reservation. Throws `not_found`. */
    async cancel(key: string, userId: number): Promise<void> {
      findOrThrow(key, userId);
      await asOnlyWriter(key, async () => forget(findOrThrow(key, userId)));
    },

    /**
     * The caller's own finished upload. Throws `not_found`. Call `consume` in the transaction that makes the item.
     */
    async findFinished(
      key: string,
      userId: number,
    ): Promise<{ mediaType: Sniffed['mediaType']; sizeBytes: number; storageKey: string }> {
      const { complete } = await uploads.state(key, userId);
      const upload = findOrThrow(key, userId);
      if (!complete || !upload.mediaType)
        throw new AppError('not_found', 'Este envio ainda não terminou. Envie o arquivo novamente.');
      return { mediaType: upload.mediaType, sizeBytes: upload.sizeBytes, storageKey: uploadStorageKey(key) };
    },

    /** Ends the reservation; its file is now the item's. Throws `not_found` when somebody was faster. */
    consume(key: string, userId: number): void {
      if (!store.remove(key, userId)) throw new AppError('not_found', 'Este envio não existe mais. Comece de novo.');
    },

    /** Frees reservations whose time is over, and their files; answers how many. */
    sweepAbandoned(): number {
      const abandoned = store.expired().filter((upload) => !writers.has(upload.key));
      for (const upload of abandoned) forget(upload);
      for (const key of files.strayUploads()) {
        const facts = fileFacts(folder.growing(key)) ?? fileFacts(folder.whole(key));
        if (facts && clock.now() - facts.changedAt > strayAfterMs) folder.discardUpload(key);
      }
      return abandoned.length;
    },
  };
  return uploads;
}
