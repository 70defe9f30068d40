/** Reads names, attributes and contents of files. Code outside src/platform uses files only through this file and writing.ts. */
import { createHash } from 'node:crypto';
import {
  type Stats,
  accessSync,
  closeSync,
  constants,
  createReadStream,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { access, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import { isMissing } from './file-errors.ts';

/** Returns the path of `relative` inside `root`. Throws when it would be outside. */
export function safeJoin(root: string, relative: string): string {
  const path = resolve(root, normalize(relative));
  if (relative.includes('\0') || !path.startsWith(resolve(root) + sep))
    throw new Error('A path leads out of its directory');
  return path;
}

/** Returns a file's size in bytes; undefined when there is no such file. */
export const fileSize = async (path: string): Promise<number | undefined> => (await fileStatsAsync(path))?.sizeBytes;

export interface FileStats {
  sizeBytes: number;
  /** Time of the last change of content; milliseconds since 1970. */
  changedAt: number;
  /** Time of the last change of content or metadata, such as the name. */
  touchedAt: number;
  isDirectory: boolean;
  /** Number of the file system, and number of the file in it (inode). */
  device: number;
  inode: number;
  /** Ids of the owning user and group. */
  owner: { user: number; group: number };
}

/** Returns a file's size, times and owner; undefined when there is no such file. Blocks until the disk responds. */
export function fileStats(path: string): FileStats | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && toFileStats(stats);
}

/** Like `fileStats`, but without blocking: a network disk may never respond. */
export async function fileStatsAsync(path: string): Promise<FileStats | undefined> {
  try {
    return toFileStats(await stat(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const toFileStats = (stats: Stats): FileStats => ({
  sizeBytes: stats.size,
  changedAt: stats.mtimeMs,
  touchedAt: stats.ctimeMs,
  isDirectory: stats.isDirectory(),
  device: stats.dev,
  inode: stats.ino,
  owner: { user: stats.uid, group: stats.gid },
});

const fullAccess = constants.R_OK | constants.W_OK | constants.X_OK;

/** True if this process may read, change and enter a directory. */
export function canUseDirectory(path: string): boolean {
  try {
    accessSync(path, fullAccess);
    return true;
  } catch {
    return false;
  }
}

/** Like `canUseDirectory`, but without blocking. */
export const canUseDirectoryAsync = (path: string): Promise<boolean> =>
  access(path, fullAccess).then(
    () => true,
    () => false,
  );

/** True if a disk, volume or bind mount begins at the path. Outside Linux, bind mounts of the same file system are not found. */
export function isMountPoint(path: string): boolean {
  const stats = fileStats(path);
  if (stats && stats.device !== fileStats(dirname(path))?.device) return true;
  try {
    // Spaces and similar characters are escaped in octal.
    const unescaped = (field = '') =>
      field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .some((line) => unescaped(line.split(' ')[4]) === path);
  } catch {
    return false;
  }
}

/** Folder for repaired files at a disk's root, which only the system may read. */
const diskRepairs = 'lost+found';

/** Returns the paths of all files below `root`, relative to it and separated by `/`; none when `root` does not exist. */
export function listTree(root: string): string[] {
  return listDirectory(root).flatMap((name) => {
    const path = join(root, name);
    return fileStats(path)?.isDirectory ? listTree(path).map((below) => `${name}/${below}`) : [name];
  });
}

/** Returns the names in a directory, without a disk's `lost+found`; none when the directory does not exist. */
export function listDirectory(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name !== diskRepairs);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Like `listDirectory`, but without blocking. Throws when the directory does not exist. */
export const listDirectoryAsync = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((name) => name !== diskRepairs);

/** Returns a whole file as text without blocking. */
export const readTextAsync = (path: string): Promise<string> => readFile(path, 'utf8');

/** Returns a file's SHA-256 in lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Like `sha256OfFile`, but blocks. */
export function sha256OfFileNow(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1024 * 1024);
  const handle = openSync(path, 'r');
  try {
    for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

/** Returns up to `length` bytes from `offset`; fewer at the end of the file. */
export async function readPart(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file that is read at several positions. */
export interface ReadableFile {
  sizeBytes: number;
  /** Returns up to `length` bytes from `offset`; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Yields `length` bytes from `offset`; fewer at the end of the file. */
  stream(offset: number, length: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Opens a file for reading. Throws for a symbolic link, and for everything else that is no regular file. */
export async function openForReading(path: string): Promise<ReadableFile> {
  // O_NONBLOCK: opening a pipe without a writer would otherwise block for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    throw new Error('not a regular file');
  }
  const read = async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  return {
    sizeBytes: stats.size,
    read,
    async *stream(offset, length) {
      for (let position = offset; position < offset + length;) {
        const bytes = await read(position, Math.min(512 * 1024, offset + length - position));
        if (bytes.length === 0) return;
        position += bytes.length;
        yield bytes;
      }
    },
    close: () => file.close(),
  };
}

/** Returns the entries of a directory, unsorted. Neither blocks nor follows links. Throws when the directory cannot be read. */
export async function entriesOf(
  path: string,
): Promise<{ name: string; kind: 'file' | 'directory' | 'link' | 'other' }[]> {
  const found = await readdir(path, { withFileTypes: true });
  return found.map((entry) => ({
    name: entry.name,
    kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other',
  }));
}

/** Returns the path with its symbolic links resolved; undefined when nothing exists at the path or it may not be read. */
export const realPath = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Returns a file as text; undefined when it does not exist or cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** Joins a directory and a storage key such as `media/ab/abc.mp4`. */
export const joinPath = join;

/** Returns how many files and connections this process may have open: Linux's limit, or a low guess on another system. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? 1_000_000 : Number(limit);
  } catch {
    return 10_000;
  }
}

/** Returns the directory of a path. */
export const folderAbove = dirname;
