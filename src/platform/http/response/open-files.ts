/**
 * Opens each file once for all its readers, and keeps it open for 5 s after the last one. A block that was read before is in the
 * system's page cache: it is read synchronously, which takes a third of the time of a read in another thread.
 */
import { close, fstat, open, read, readSync, statSync } from 'node:fs';
import { AppError } from '../../../contract/errors.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { ByteSource } from './send-bytes.ts';
import { bufferBytes, bufferPool } from './buffer-pool.ts';

/** Time for which a file, even a deleted one, stays open without readers, because a player soon requests the next range. */
const keepOpenMs = 5_000;
/** Maximum number of files kept open without a reader. */
const maxIdleFiles = 64;
/** Duration above which a synchronous read came from the disk. The file's blocks are then read in another thread again. */
const slowReadMs = 5;

/** An open file for one reader, who must call either its `close` or the `close` of its source, exactly once. */
export interface OpenFile {
  readonly size: number;
  /** Returns a source of `length` bytes from `start`. */
  source(start: number, length: number): ByteSource;
  close(): void;
}

interface SharedFile {
  readonly path: string;
  readonly fd: number;
  /** Inode: identifies the file whatever its name. */
  readonly inode: number;
  readonly device: number;
  size: number;
  readers: number;
  /** Numbers of blocks (of `bufferBytes`) that were read since the file was opened, so the system has cached them. */
  readonly cachedBlocks: Set<number>;
  closing?: Timer;
}

export function createOpenFiles(clock: Clock) {
  const files = new Map<string, SharedFile>();

  /** Returns the file at a path if it is open already; undefined if not, or if another file has replaced it at this path. */
  function findOpen(path: string): SharedFile | undefined {
    const file = files.get(path);
    if (!file) return undefined;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.ino === file.inode && stats.dev === file.device) return Object.assign(file, { size: stats.size });
    forget(file);
    return undefined;
  }

  function forget(file: SharedFile): void {
    if (files.get(file.path) === file) files.delete(file.path);
    file.closing?.cancel();
    if (file.readers === 0) closeQuietly(file.fd);
  }

  function release(file: SharedFile): void {
    file.readers -= 1;
    if (file.readers > 0) return;
    if (files.get(file.path) !== file) return closeQuietly(file.fd);
    file.closing = clock.after(keepOpenMs, () => forget(file));
    const idle = [...files.values()].filter(({ readers }) => readers === 0);
    if (idle.length > maxIdleFiles && idle[0]) forget(idle[0]);
  }

  function createHandle(file: SharedFile): OpenFile {
    file.closing?.cancel();
    file.readers += 1;
    const close = () => release(file);
    return { size: file.size, close, source: (start, length) => sourceOf(file, start, length, close) };
  }

  function sourceOf(file: SharedFile, start: number, length: number, whenClosed: () => void): ByteSource {
    let buffer: Buffer | undefined;
    return {
      read(position, maxBytes, done) {
        const into = (buffer ??= bufferPool.take(maxBytes));
        const from = start + position;
        // The first read ends at a block boundary, so that the later reads are of whole blocks.
        const count = Math.min(into.length, length - position, bufferBytes - (from % bufferBytes));
        const block = Math.floor(from / bufferBytes);
        if (file.cachedBlocks.has(block)) return readNow(file, into.subarray(0, count), from, done);
        read(file.fd, into, 0, count, from, (error, bytesRead) => {
          if (from % bufferBytes === 0 && (bytesRead === bufferBytes || from + bytesRead === file.size))
            file.cachedBlocks.add(block);
          done(error, into.subarray(0, bytesRead));
        });
      },
      release() {
        if (buffer) bufferPool.release(buffer);
        buffer = undefined;
      },
      close: whenClosed,
    };
  }

  function readNow(file: SharedFile, into: Uint8Array, from: number, done: Parameters<ByteSource['read']>[2]): void {
    const began = clock.monotonic();
    let bytesRead = 0;
    let failure: Error | null = null;
    try {
      bytesRead = readSync(file.fd, into, 0, into.length, from);
    } catch (error) {
      failure = error as Error;
    }
    if (clock.monotonic() - began > slowReadMs) file.cachedBlocks.clear();
    done(failure, into.subarray(0, bytesRead));
  }

  return {
    /** Opens a file. Throws AppError `not_found` when there is no such file. */
    async open(path: string): Promise<OpenFile> {
      const file = findOpen(path);
      if (file) return createHandle(file);
      const opened = await openNew(path);
      const openedMeanwhile = findOpen(path);
      if (openedMeanwhile) closeQuietly(opened.fd);
      else files.set(path, opened);
      return createHandle(openedMeanwhile ?? opened);
    },

    /** Closes idle files; files being read are closed after their last reader. */
    close(): void {
      for (const file of [...files.values()]) forget(file);
    },
  };
}

export type OpenFiles = ReturnType<typeof createOpenFiles>;

function openNew(path: string): Promise<SharedFile> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (openError, fd) => {
      if (openError) {
        const isMissing = openError.code === 'ENOENT' || openError.code === 'ENOTDIR';
        return reject(isMissing ? new AppError('not_found', undefined, { cause: openError }) : openError);
      }
      fstat(fd, (statError, stats) => {
        if (!statError && stats.isFile()) {
          const { size, ino: inode, dev: device } = stats;
          return resolve({ path, fd, inode, device, size, readers: 0, cachedBlocks: new Set() });
        }
        closeQuietly(fd);
        reject(statError ?? new AppError('not_found'));
      });
    });
  });
}

function closeQuietly(fd: number): void {
  // The file was only read: a failure loses nothing.
  close(fd, () => {});
}
