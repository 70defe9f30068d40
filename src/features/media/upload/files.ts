/** The file of an upload: it grows, is recognized when it is whole, and is released with its reservation. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import { AppError } from '../../../contract/errors.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { fileSize, readPart } from '../../../platform/storage/files.ts';
import { moveDurably, openForAppend, renameAway } from '../../../platform/storage/writing.ts';
import type { ProcessingDeps } from '../processing/processing.ts';
import type { Tools } from '../processing/tools.ts';
import { checkPlayable } from '../processing/worker-runs.ts';
import { type Sniffed, sniff, sniffBytes } from './sniff.ts';
import { acceptedFormats, uploadNotFound } from './rules.ts';
import type { Upload, UploadStore } from './store.ts';
import type { UnlessStopped } from './writers.ts';

/** Below this, even running uploads stop, so that the database can still be written. */
const lastReserveBytes = 256 * bytesPerMb;
const checkDiskEveryBytes = 64 * bytesPerMb;
const noteProgressEveryMs = 5 * 60_000;

export interface UploadFilesDeps extends Pick<ProcessingDeps, 'folder' | 'tools' | 'freeSpace' | 'clock' | 'log'> {
  store: UploadStore;
}

/** Every function that writes is for the upload's only writer (writers.ts). */
export function createUploadFiles({ store, folder, tools, freeSpace, clock, log }: UploadFilesDeps) {
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

  /** Appends the body up to `end`; returns the total size. Bytes before an error stay, durable and counted. */
  async function append(
    upload: Upload,
    part: { start: number; end: number; replaces: boolean },
    body: AsyncIterable<Uint8Array>,
    unlessStopped: UnlessStopped,
  ): Promise<number> {
    const file = await openForAppend(folder.growing(upload.key), { empty: part.replaces });
    let inspect = part.start + checkDiskEveryBytes;
    let noteAt = 0;
    try {
      const chunks = body[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await unlessStopped(chunks.next());
        if (done) return file.sizeBytes;
        if (file.sizeBytes + value.length > part.end)
          throw new AppError('payload_too_large', 'O arquivo enviado é maior do que o anunciado.');
        await file.append(value);
        if (clock.now() >= noteAt) {
          noteAt = clock.now() + noteProgressEveryMs;
          store.noteProgress(upload.key, file.sizeBytes);
        }
        if (file.sizeBytes >= inspect) {
          inspect += checkDiskEveryBytes;
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
      throw uploadNotFound();
    }
    const sniffed = sniff(await readPart(path, 0, sniffBytes));
    const refusal = sniffed
      ? await refuseVideo(sniffed, path, tools)
      : new AppError('unsupported_media_type', acceptedFormats);
    if (refusal || !sniffed) {
      forget(upload);
      throw refusal;
    }
    moveDurably(path, folder.whole(upload.key));
    if (store.complete(upload.key, sizeBytes, sniffed.mediaType)) return;
    folder.discardUpload(upload.key);
    throw uploadNotFound();
  }

  return { receivedBytes, append, finish, forget };
}

/** Refuses a video that would need conversion when no converter is installed. */
async function refuseVideo(sniffed: Sniffed, path: string, tools: Tools): Promise<AppError | undefined> {
  if (sniffed.mediaType === 'image' || tools.canTranscode) return undefined;
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
