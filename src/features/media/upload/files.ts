/** Appends to the files of uploads, detects their type when they are complete, and removes them with their reservation. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import { AppError } from '../../../contract/errors.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { fileSize, readPart } from '../../../platform/storage/files.ts';
import { moveDurably, openForAppend, renameIfPresent } from '../../../platform/storage/writing.ts';
import { failures } from '../processing/failures.ts';
import type { ProcessingDeps } from '../processing/processing.ts';
import type { Tools } from '../processing/tools.ts';
import { isArchive, notAnArchive } from '../import/archive/source.ts';
import { checkPlayable } from '../processing/worker-runs.ts';
import { type SniffResult, sniff, sniffLength, sniffMusic } from './sniff.ts';
import { acceptedFormats, acceptedMusic, uploadNotFound } from './rules.ts';
import type { Upload, UploadStore } from './store.ts';
import type { UnlessStopped } from './writers.ts';

/** Free disk space below which running uploads are stopped, so that the database can still be written. */
const minFreeBytes = 256 * bytesPerMb;
const checkDiskEveryBytes = 64 * bytesPerMb;
const saveProgressEveryMs = 5 * 60_000;

export interface UploadFilesDeps extends Pick<ProcessingDeps, 'folder' | 'tools' | 'freeSpace' | 'clock' | 'log'> {
  store: UploadStore;
}

/** Only the upload's current writer (writers.ts) may call functions that write. */
export function createUploadFiles({ store, folder, tools, freeSpace, clock, log }: UploadFilesDeps) {
  function remove(upload: Pick<Upload, 'key' | 'userId'>): void {
    store.remove(upload.key, upload.userId);
    folder.discardUpload(upload.key);
  }

  /** Returns how many bytes of an unfinished upload are on disk. Undoes a rename whose commit was prevented by a crash. */
  async function receivedBytes(upload: Upload): Promise<number> {
    const partialBytes = await fileSize(folder.partialUpload(upload.key));
    if (partialBytes !== undefined) return partialBytes;
    renameIfPresent(folder.completeUpload(upload.key), folder.partialUpload(upload.key));
    return (await fileSize(folder.partialUpload(upload.key))) ?? 0;
  }

  /**
   * Appends the body up to `end` and returns the file's total size. After an error the received bytes are kept, durable and
   * counted. But if the disk is full the upload is removed, and if the sync fails the upload must start again.
   */
  async function append(
    upload: Upload,
    part: { start: number; end: number; restarts: boolean },
    body: AsyncIterable<Uint8Array>,
    unlessStopped: UnlessStopped,
  ): Promise<number> {
    const file = await openForAppend(folder.partialUpload(upload.key), { empty: part.restarts });
    let nextCheckBytes = part.start + checkDiskEveryBytes;
    let nextSaveAt = 0;
    try {
      const chunks = body[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await unlessStopped(chunks.next());
        if (done) return file.sizeBytes;
        if (file.sizeBytes + value.length > part.end)
          throw new AppError('payload_too_large', 'O arquivo enviado é maior do que o anunciado.');
        await file.append(value);
        if (clock.now() >= nextSaveAt) {
          nextSaveAt = clock.now() + saveProgressEveryMs;
          store.saveProgress(upload.key, file.sizeBytes);
        }
        if (file.sizeBytes >= nextCheckBytes) {
          nextCheckBytes += checkDiskEveryBytes;
          if ((await freeSpace()).freeBytes < minFreeBytes) throw new AppError('disk_full');
        }
      }
    } catch (error) {
      if (!isDiskFull(error) && !(error instanceof AppError && error.code === 'disk_full')) throw error;
      remove(upload);
      throw new AppError('disk_full', undefined, { cause: error });
    } finally {
      try {
        await file.sync();
        store.saveProgress(upload.key, file.sizeBytes);
      } catch (error) {
        log.warn('upload not synced', { error });
        // After a failed sync a later one may succeed although bytes were lost: the upload must start again.
        folder.discardUpload(upload.key);
        // oxlint-disable-next-line eslint/no-unsafe-finally -- lost bytes matter more than the earlier error
        throw error;
      } finally {
        await file.close();
      }
    }
  }

  /** Detects a received upload's type, and completes it. Throws `unsupported_media_type`, `unreadable_media`, `not_found`. */
  async function finish(upload: Upload, sizeBytes: number): Promise<void> {
    const path = folder.partialUpload(upload.key);
    // The account may have been deleted during the upload.
    if (!store.find(upload.key, upload.userId)) {
      folder.discardUpload(upload.key);
      throw uploadNotFound();
    }
    const start = await readPart(path, 0, sniffLength);
    const sniffed = upload.isArchive ? undefined : upload.isTrack ? sniffMusic(start) : sniff(start);
    const error = sniffed ? await missingConverterError(sniffed, path, tools) : unsupportedTypeError(upload, start);
    if (error) {
      remove(upload);
      throw error;
    }
    moveDurably(path, folder.completeUpload(upload.key));
    if (store.complete(upload.key, sizeBytes, sniffed?.mediaType ?? null)) return;
    folder.discardUpload(upload.key);
    throw uploadNotFound();
  }

  return { receivedBytes, append, finish, remove };
}

/** Returns undefined if the bytes begin an archive and the upload was reserved for an archive; otherwise an error. */
function unsupportedTypeError({ isTrack, isArchive: shouldBeArchive }: Upload, start: Buffer): AppError | undefined {
  if (shouldBeArchive && isArchive(start)) return undefined;
  const message = shouldBeArchive ? notAnArchive : isTrack ? acceptedMusic : acceptedFormats;
  return new AppError('unsupported_media_type', message);
}

/** Returns an error if no converter is installed and the file is a video or music that needs conversion. */
async function missingConverterError(sniffed: SniffResult, path: string, tools: Tools): Promise<AppError | undefined> {
  if (sniffed.mediaType === 'image' || tools.canTranscode) return undefined;
  if (sniffed.format === 'music') return new AppError('unsupported_media_type', failures.sound_tools_missing.message);
  if (sniffed.format !== 'mp4') {
    return new AppError(
      'unsupported_media_type',
      'Este servidor não tem o conversor de vídeos (ffmpeg). Envie o vídeo em MP4 (H.264), até Full HD.',
    );
  }
  if (await checkPlayable(path)) return undefined;
  return new AppError(
    'unreadable_media',
    'Este vídeo precisa ser convertido, mas o conversor (ffmpeg) não está instalado no servidor. Envie-o em MP4 (H.264 e AAC), até Full HD, ou avise o administrador.',
  );
}
