/** A file on disk: one range, validators, HEAD, and bytes read in large pieces into reused buffers. */
import { close, fstat, open, read } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import type { ByteSource } from './send-bytes.ts';

export interface FilePlan {
  status: 200 | 206 | 304 | 416;
  /** Position of the first byte. */
  start: number;
  /** Bytes to send. */
  length: number;
  headers: [name: string, value: string][];
}

/** The tag as it stands in headers. */
export const strongTag = (etag: string) => `"${etag}"`;

/** True when If-None-Match names the tag. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => ['*', strongTag(etag)].includes(item.trim().replace(/^W\//, '')));
}

/**
 * What to answer for a file of `size` bytes (RFC 9110, sections 13 and 14). Several ranges, a malformed one or
 * one of another version: the whole file.
 */
export function planFile(
  method: string,
  headers: Readonly<Record<string, string>>,
  etag: string,
  size: number,
): FilePlan {
  const tag = strongTag(etag);
  const validator: [string, string] = ['etag', tag];
  if (matchesTag(headers['if-none-match'], etag)) return { status: 304, start: 0, length: 0, headers: [validator] };
  const common: [string, string][] = [validator, ['accept-ranges', 'bytes']];
  const whole: FilePlan = { status: 200, start: 0, length: size, headers: common };
  const ifRange = headers['if-range'];
  if (method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== tag)) return whole;
  const range = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(headers.range ?? '');
  const [first, last] = [range?.[1] ?? '', range?.[2] ?? ''];
  if (first === '' && last === '') return whole;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (isSuffix && Number(last) === 0)) {
    return { status: 416, start: 0, length: 0, headers: [...common, ['content-range', `bytes */${size}`]] };
  }
  return {
    status: 206,
    start,
    length: end - start + 1,
    headers: [...common, ['content-range', `bytes ${start}-${end}/${size}`]],
  };
}

/** Large pieces: 64 KB streams give a third of the throughput (src/README 7). */
const pieceBytes = 512 * 1024;
const maxSpareBuffers = 16;
const spareBuffers: Buffer[] = [];

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
    read(position, done) {
      buffer ??= spareBuffers.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
      const into = buffer;
      read(fd, into, 0, Math.min(pieceBytes, length - position), start + position, (error, count) =>
        done(error, into.subarray(0, count)),
      );
    },
    release() {
      if (buffer && spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
      buffer = undefined;
    },
    close: () => closeQuietly(fd),
  };
}

function closeQuietly(fd: number): void {
  // Nothing was written: there is nothing to lose.
  close(fd, () => {});
}
