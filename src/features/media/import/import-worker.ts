/** Reads archives and folders in a process of its own, so that large or hostile archives cannot block or end the server. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../contract/errors.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { serveWorker } from '../../../platform/process/workers.ts';
import { freeSpace, isSpaceLow } from '../../../platform/storage/disk-space.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { folderAbove, openForReading } from '../../../platform/storage/files.ts';
import { moveDurably, openForAppend, removeFile } from '../../../platform/storage/writing.ts';
import { readAssets } from './anthias-store.ts';
import { ArchiveError, type Entry } from './archive/archive.ts';
import { openSource, readFrom, type SourceLocation } from './archive/source.ts';
import { gunzip, isGzip } from './archive/tar.ts';
import { type FoundFile, inspect, type Inspection } from './inspect.ts';

/** `draft`: path of a temporary file that the worker may write. */
export type ImportRequest =
  | { kind: 'unpack'; archive: string; maxBytes: number; draft: string }
  | { kind: 'inspect'; location: SourceLocation; name: string; maxFileMb: number; draft: string }
  | { kind: 'extract'; location: SourceLocation; file: Pick<Entry, 'path' | 'sizeBytes' | 'locator'>; draft: string };

export type ImportMessage =
  | { type: 'files'; files: FoundFile[] }
  | ({ type: 'inspected' } & Omit<Inspection, 'files'>)
  | { type: 'extracted'; sha256: string; sizeBytes: number }
  | { type: 'refused'; sentence: string }
  | { type: 'unpacked'; sizeBytes: number }
  | { type: 'stopped'; code: 'disk_full' | 'quota_exceeded' };

const checkDiskEveryBytes = 16 * bytesPerMb;

/** Number of files in one message. The server reads such a message in less than a millisecond. */
const filesPerMessage = 100;

serveWorker<ImportRequest, ImportMessage>(async (request, send) => {
  try {
    if (request.kind === 'extract')
      return send({ type: 'extracted', ...(await write(readFrom(request.location, request.file), request.draft)) });
    if (request.kind === 'unpack') return send({ type: 'unpacked', sizeBytes: await unpackGzip(request) });
    const { location, draft } = request;
    const source = await openSource(location);
    const readDatabase = (bytes: AsyncIterable<Buffer>) => rowsOf(bytes, draft);
    const { files, ...found } = await inspect(source, { ...request, readDatabase });
    await source.close();
    for (let at = 0; at < files.length; at += filesPerMessage)
      send({ type: 'files', files: files.slice(at, at + filesPerMessage) });
    send({ type: 'inspected', ...found });
  } catch (error) {
    await removeFile(request.draft);
    if (isDiskFull(error)) return send({ type: 'stopped', code: 'disk_full' });
    if (error instanceof AppError && (error.code === 'disk_full' || error.code === 'quota_exceeded'))
      return send({ type: 'stopped', code: error.code });
    if (!(error instanceof ArchiveError)) throw error;
    send({ type: 'refused', sentence: error.message });
  }
});

/** Replaces a `.tar.gz` by its tar, from which files can be read in any order; keeps other archives. Returns the size in bytes. */
async function unpackGzip({ archive, maxBytes, draft }: Extract<ImportRequest, { kind: 'unpack' }>): Promise<number> {
  const file = await openForReading(archive);
  let sizeBytes: number;
  try {
    if (!isGzip(await file.read(0, 2))) return file.sizeBytes;
    ({ sizeBytes } = await write(gunzip(file), draft, maxBytes));
  } finally {
    await file.close();
  }
  moveDurably(draft, archive);
  return sizeBytes;
}

/** Writes a new file durably. Throws `quota_exceeded` above `maxBytes`, `disk_full` when little space is left on the disk. */
async function write(
  bytes: AsyncIterable<Buffer>,
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const target = await openForAppend(path, { empty: true });
  let nextCheckBytes = 0;
  try {
    for await (const chunk of bytes) {
      if (target.sizeBytes + chunk.length > maxBytes) throw new AppError('quota_exceeded');
      if (target.sizeBytes >= nextCheckBytes) {
        nextCheckBytes = target.sizeBytes + checkDiskEveryBytes;
        if (isSpaceLow(await freeSpace(folderAbove(path)))) throw new AppError('disk_full');
      }
      hash.update(chunk);
      await target.append(chunk);
    }
    await target.sync();
    return { sizeBytes: target.sizeBytes, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

/** Writes a database to the disk, where SQLite can read it, and returns the rows of its table `assets` as JSON. */
async function rowsOf(bytes: AsyncIterable<Buffer>, draft: string): Promise<string | undefined> {
  await write(bytes, draft);
  try {
    return readAssets(draft);
  } finally {
    await removeFile(draft);
  }
}
