/** The one door to the file system. What these functions say is done survives a power cut, unless they say otherwise. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants as fsConstants,
  copyFileSync,
  createReadStream,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
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

/** Bytes to keep free for the database and for renditions: a tenth of the disk, but at least 2 GB. */
export function spaceToKeepFree({ totalBytes }: FreeSpace): number {
  return Math.max(2 * gigabyte, totalBytes / 10);
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
  if (relative.includes('\0') || !path.startsWith(resolve(root) + sep))
    throw new Error('A path leads out of its directory');
  return path;
}

/** With its parents; nothing happens when it is there. Throws the system's error. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (fileFacts(path)?.isDirectory) return;
    // Node's `recursive` asks for ever where a parent is there and takes nothing (/proc).
    if (!hasCode(error, 'ENOENT')) throw error;
    makeDirectory(dirname(path));
    makeNewDirectory(path);
  }
}

/** False when it is there already; its parent must exist. */
export function makeNewDirectory(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Nothing happens unless it is an empty directory. */
export function removeEmptyDirectory(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) throw error;
  }
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

export interface FileFacts {
  sizeBytes: number;
  /** When its bytes changed; milliseconds since 1970. */
  changedAt: number;
  /** When anything about it changed, such as its name. */
  touchedAt: number;
  isDirectory: boolean;
  /** The file system it is on. */
  device: number;
  /** Numbers of the user and the group it belongs to. */
  owner: { user: number; group: number };
}

/** Undefined when there is no such file. Blocks: for short work inside one turn of the loop. */
export function fileFacts(path: string): FileFacts | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return (
    facts && {
      sizeBytes: facts.size,
      changedAt: facts.mtimeMs,
      touchedAt: facts.ctimeMs,
      isDirectory: facts.isDirectory(),
      device: facts.dev,
      owner: { user: facts.uid, group: facts.gid },
    }
  );
}

/** Whether this process may read, change and enter a directory. */
export function canUseDirectory(path: string): boolean {
  try {
    accessSync(path, fsConstants.R_OK | fsConstants.W_OK | fsConstants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A disk, a volume or a bind mount begins here; where the system tells no mounts, one of another file system. */
export function isMountPoint(path: string): boolean {
  const facts = fileFacts(path);
  if (facts && facts.device !== fileFacts(dirname(path))?.device) return true;
  try {
    // Octal escapes stand for spaces and the like.
    const unescaped = (field = '') =>
      field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .some((line) => unescaped(line.split(' ')[4]) === path);
  } catch {
    return false;
  }
}

/** Where a disk keeps what a repair found, at its root: the system's, and closed to everybody else. */
const diskRepairs = 'lost+found';

/** Paths of all files below a directory, from there, with `/`; none when it does not exist. */
export function listTree(root: string): string[] {
  return listDirectory(root).flatMap((name) => {
    const path = join(root, name);
    return fileFacts(path)?.isDirectory ? listTree(path).map((below) => `${name}/${below}`) : [name];
  });
}

/** Names in a directory, without a disk's `lost+found`; none when it does not exist. */
export function listDirectory(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name !== diskRepairs);
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

/** The same while nothing else of this process may run. */
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

/** A durable copy of a file (not of its name); answers what was read. Throws when `to` exists. */
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

/** Makes names in the directory durable (what was created, renamed or removed), or a file's bytes. Blocks. */
export function syncNow(path: string): void {
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
  if (mkdirSync(directory, { recursive: true })) syncNow(dirname(directory));
  renameSync(from, to);
  syncNow(directory);
}

/** Replaces the file as a whole: readers see the old or the new text, never a part. */
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

/** A second name for the same bytes; a copy where the file system has no links. Not durable by itself. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EEXIST') || isDiskFull(error)) throw error;
    copyFileSync(from, to);
  }
}

/** A second name for the same bytes; false where there can be none (another file system, no links, no such file). Not durable by itself. */
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

/** The same for a file or folder, while nothing else of this process may run. */
export function removeTreeNow(path: string): void {
  rmSync(path, { recursive: true, force: true });
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

/** Path below a directory, for storage keys such as `media/ab/abc.mp4`. */
export const joinPath = join;

/** This user may not do that to this file, or nobody may. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(error, code));
}

/** There is no such file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}
