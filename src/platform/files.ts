/** The one door to the file system. What these functions say is done survives a power cut, unless they say otherwise. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants as fsConstants,
  copyFileSync,
  createReadStream,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';

/** Bytes for everybody, as `df` counts them. */
export interface FreeSpace {
  freeBytes: number;
  totalBytes: number;
}

export async function freeSpace(directory: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

const gigabyte = 1024 ** 3;

/** Bytes to keep free for the database and for renditions: a tenth of the disk, but at least 2 GB and at most 10 GB. */
export function spaceToKeepFree({ totalBytes }: FreeSpace): number {
  return Math.min(10 * gigabyte, Math.max(2 * gigabyte, totalBytes / 10));
}

export function isSpaceLow(space: FreeSpace): boolean {
  return space.freeBytes < spaceToKeepFree(space);
}

/** The disk, or the user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

/** `relative` inside `root`. Throws when it would lead out of it. */
export function safeJoin(root: string, relative: string): string {
  const path = resolve(root, normalize(relative));
  if (relative.includes('\0') || !path.startsWith(resolve(root) + sep)) throw new Error('A path leads out of its directory');
  return path;
}

export function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true });
}

/** Bytes; undefined when there is no such file. */
export async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Bytes and age of last change; undefined when there is no such file. Blocks: for short work inside one turn of the loop. */
export function fileFacts(path: string): { sizeBytes: number; changedAt: number } | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts && { sizeBytes: facts.size, changedAt: facts.mtimeMs };
}

/** Names in a directory; none when it does not exist. */
export function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Up to `length` bytes from `offset`: fewer at the end of the file. */
export async function readPart(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Makes the file's bytes (not its name) durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names in the directory durable: what was created, renamed or removed. */
function syncDirectory(path: string): void {
  const handle = openSync(path, fsConstants.O_RDONLY);
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some network and FAT file systems cannot sync a directory.
    if (!hasCode(error, 'EINVAL') && !hasCode(error, 'EPERM') && !hasCode(error, 'ENOTSUP')) throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Moves a file whose bytes are durable to its final name, in one step for every reader; the directory is made when
 * missing. Both names must be on one file system. Blocks, so that nothing else of this process runs in between.
 */
export function moveDurably(from: string, to: string): void {
  const directory = dirname(to);
  if (mkdirSync(directory, { recursive: true })) syncDirectory(dirname(directory));
  renameSync(from, to);
  syncDirectory(directory);
}

/** Replaces the file as a whole: readers see the old or the new text, never a part. */
export function writeFileDurably(path: string, content: string | Uint8Array, mode = 0o644): void {
  const draft = `${path}.new`;
  const handle = openSync(draft, 'w', mode);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  moveDurably(draft, path);
}

/** A second name for the same bytes; a copy where the file system has no links. Not durable by itself. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EEXIST') || isDiskFull(error)) throw error;
    copyFileSync(from, to);
  }
}

/** Nothing happens when it is not there. Not durable by itself. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(ignoreMissing);
}

/** Gives the name free at once; the bytes of a large file go in the background. Not durable by itself. */
export function renameAway(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    ignoreMissing(error);
  }
}

export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** A file that grows at its end. */
export interface GrowingFile {
  /** Bytes written so far, those of earlier openings included. */
  readonly sizeBytes: number;
  append(chunk: Uint8Array): Promise<void>;
  /** Makes all that was appended durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens or creates a file to append to; `empty` drops what it holds. */
export async function openGrowing(path: string, options: { empty: boolean }): Promise<GrowingFile> {
  const flags = fsConstants.O_RDWR | fsConstants.O_CREAT | (options.empty ? fsConstants.O_TRUNC : 0);
  const file: FileHandle = await open(path, flags, 0o644);
  let sizeBytes = (await file.stat()).size;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async append(chunk) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, sizeBytes);
        done += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

/** Path below a directory, for storage keys such as `media/ab/abc.mp4`. */
export const joinPath = join;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}
