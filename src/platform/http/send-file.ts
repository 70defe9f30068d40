/** A file on disk: its bytes read in large pieces into reused buffers. */
import { close, fstat, open, read } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import type { ByteSource } from './send-bytes.ts';

/** Large pieces: 64 KB streams give a third of the throughput (src/README 7). */
const pieceBytes = 512 * 1024;
const maxSpareBuffers = 16;
const spareBuffers: Buffer[] = [];
/** While so many large pieces are out, at 32 MB, others get small ones. */
const maxLargePieces = 64;
const smallPieceBytes = 64 * 1024;
/** And while so many of these are out, at 16 MB, the smallest: thousands that read just fast enough hold little. */
const maxSmallPieces = 256;
const smallestPieceBytes = 16 * 1024;
let largePieces = 0;
let smallPieces = 0;

export interface OpenFile {
  size: number;
  /** Bytes from `start`; the caller closes it. */
  source(start: number, length: number): ByteSource;
  close(): void;
}

/** Throws AppError `not_found` when there is no such file. */
export function openFile(path: string): Promise<OpenFile> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (openError, fd) => {
      if (openError) {
        const isMissing = openError.code === 'ENOENT' || openError.code === 'ENOTDIR';
        return reject(isMissing ? new AppError('not_found', undefined, { cause: openError }) : openError);
      }
      fstat(fd, (statError, stats) => {
        if (!statError && stats.isFile())
          return resolve({
            size: stats.size,
            source: (start, length) => fileSource(fd, start, length),
            close: () => closeQuietly(fd),
          });
        closeQuietly(fd);
        reject(statError ?? new AppError('not_found'));
      });
    });
  });
}

function fileSource(fd: number, start: number, length: number): ByteSource {
  let buffer: Buffer | undefined;
  return {
    read(position, most, done) {
      const into = (buffer ??= takeBuffer(most));
      read(fd, into, 0, Math.min(into.length, length - position), start + position, (error, count) =>
        done(error, into.subarray(0, count)),
      );
    },
    release() {
      if (buffer?.length === pieceBytes) {
        largePieces -= 1;
        if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
      } else if (buffer?.length === smallPieceBytes) smallPieces -= 1;
      buffer = undefined;
    },
    close: () => closeQuietly(fd),
  };
}

function takeBuffer(most: number): Buffer {
  if (most >= pieceBytes && largePieces < maxLargePieces) {
    largePieces += 1;
    return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  }
  if (most >= smallPieceBytes && smallPieces < maxSmallPieces) {
    smallPieces += 1;
    return Buffer.allocUnsafeSlow(smallPieceBytes);
  }
  return Buffer.allocUnsafeSlow(Math.min(most, smallestPieceBytes));
}

function closeQuietly(fd: number): void {
  // Nothing was written: there is nothing to lose.
  close(fd, () => {});
}
