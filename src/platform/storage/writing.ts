/** Creates, moves and removes files. Only functions with "durable" in name or comment make their changes survive a power cut. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, rmdir, stat, truncate, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, ignoreMissing, isDiskFull } from './file-errors.ts';
import { fileStats } from './files.ts';

/** Creates a directory and its missing parents. Does nothing when it exists. Throws the system's error. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (fileStats(path)?.isDirectory) return;
    // Node's `recursive` retries for ever when a parent exists but accepts no entries (/proc).
    if (!hasCode(error, 'ENOENT')) throw error;
    makeDirectory(dirname(path));
    makeNewDirectory(path);
  }
}

/** Creates a directory; false when it already exists. Its parent must exist. */
export function makeNewDirectory(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Creates a directory in `parent` and removes it again; true if both succeed. Does not block. */
export const tryMakingDirectory = (parent: string): Promise<boolean> =>
  mkdtemp(join(parent, '.antessala-'))
    .then(rmdir)
    .then(
      () => true,
      () => false,
    );

/** Removes an empty directory. Does nothing otherwise. */
export function removeEmptyDirectory(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) throw error;
  }
}

/** Copies a file. The copy's bytes are durable, its name is not. Returns size and hash of the bytes. Throws when `to` exists. */
export async function copyDurably(from: string, to: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const target = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 512 * 1024 })) {
      hash.update(chunk as Buffer);
      await target.writeFile(chunk as Buffer);
      sizeBytes += (chunk as Buffer).length;
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Makes the file's bytes durable, but not its name. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a file's bytes durable, or the names that were created, renamed and removed in a directory. Blocks. */
export function syncNow(path: string): void {
  const handle = openSync(path, constants.O_RDONLY);
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
 * Moves a file whose bytes are durable to its final name, atomically for every reader; the directory is created when
 * missing. Both names must be on one file system. Blocks, so that nothing else of this process runs in between.
 */
export function moveDurably(from: string, to: string): void {
  const directory = dirname(to);
  if (mkdirSync(directory, { recursive: true })) syncNow(dirname(directory));
  renameSync(from, to);
  syncNow(directory);
}

/** Replaces a file atomically: readers see the old or the new content, never a part. */
export function writeFileDurably(path: string, content: string | Uint8Array, mode = 0o644): void {
  const draft = `${path}.new`;
  const handle = openSync(draft, 'w', mode);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  moveDurably(draft, path);
}

/** Replaces a file atomically, for this user only. Not durable. */
export function writeFileNow(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Writes 4 KB durably to a file, and removes it again. Throws the system's error. Blocks. */
export function tryWriting(path: string): void {
  const handle = openSync(path, 'w', 0o600);
  try {
    writeSync(handle, Buffer.alloc(4_096, 1));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  rmSync(path, { force: true });
}

/** Creates a hard link, or a copy where the file system has no links. Not durable by itself. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EEXIST') || isDiskFull(error)) throw error;
    copyFileSync(from, to);
  }
}

/** Creates a hard link; false when this is impossible (another file system, no links, no such file). Not durable by itself. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EACCES', 'ENOENT'].some((code) => hasCode(error, code)))
      return false;
    throw error;
  }
}

/** Makes a file of this user executable, for this user only. */
export function makeRunnable(path: string): void {
  chmodSync(path, 0o700);
}

/** Removes a file. Does nothing when it is missing. Not durable by itself. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(ignoreMissing);
}

/** Renames a file so that its name is free at once; a large file can then be removed in the background. Not durable by itself. */
export function renameIfPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Bytes freed in one step. ext4 frees 200 MB in 0.3 s and commits nothing meanwhile; 4 MB take a hundredth of a second. */
const freedPerStepBytes = 4 * 1024 ** 2;

/**
 * Removes a file of any size by truncating it step by step, so that commits to the same disk do not wait long. A reader
 * reaches the end too early; a file with other hard links is not truncated. Not durable by itself.
 */
export async function truncateAndRemove(path: string): Promise<void> {
  const stats = await stat(path).catch(ignoreMissing);
  if (stats?.nlink === 1)
    for (let left = stats.size - freedPerStepBytes; left > 0; left -= freedPerStepBytes) await truncate(path, left);
  await removeFile(path);
}

export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes a file or a folder with its content. Blocks. */
export function removeTreeNow(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** A file opened for appending. */
export interface AppendFile {
  /** Size of the file, including bytes of earlier openings. */
  readonly sizeBytes: number;
  append(chunk: Uint8Array): Promise<void>;
  /** Makes all appended bytes durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens or creates a file for appending; `empty` deletes its content first. */
export async function openForAppend(path: string, options: { empty: boolean }): Promise<AppendFile> {
  const flags = constants.O_RDWR | constants.O_CREAT | (options.empty ? constants.O_TRUNC : 0);
  const file: FileHandle = await open(path, flags, 0o644);
  let sizeBytes = (await file.stat()).size;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async append(chunk) {
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, sizeBytes);
        done += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
