/** Reads archives and folders in a process of its own, so that neither their size nor hostile ones stop the server. */
import { createHash } from 'node:crypto';
import { serveWorker } from '../../../platform/process/workers.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { openForReading } from '../../../platform/storage/files.ts';
import { moveDurably, openForAppend, removeFile } from '../../../platform/storage/writing.ts';
import { readAssets } from './anthias-store.ts';
import { ArchiveError, type Entry } from './archive/archive.ts';
import { openSource, readFrom, type SourceLocation } from './archive/source.ts';
import { gunzip, isGzip } from './archive/tar.ts';
import { type FoundFile, inspect, type Inspection } from './inspect.ts';

export type ImportRequest =
  | { kind: 'inspect'; location: SourceLocation; name: string; maxFileMb: number; draft: string }
  | { kind: 'extract'; location: SourceLocation; file: Pick<Entry, 'path' | 'sizeBytes' | 'locator'>; draft: string };

export type ImportMessage =
  | { type: 'files'; files: FoundFile[] }
  | ({ type: 'inspected' } & Omit<Inspection, 'files'>)
  | { type: 'extracted'; sha256: string; sizeBytes: number }
  | { type: 'refused'; sentence: string }
  | { type: 'disk_full' };

/** Number of files in one message: the server's reading of a message takes less than a millisecond. */
const filesPerMessage = 100;

serveWorker<ImportRequest, ImportMessage>(async (request, send) => {
  try {
    if (request.kind === 'extract')
      return send({ type: 'extracted', ...(await write(readFrom(request.location, request.file), request.draft)) });
    const { location, draft } = request;
    if ('archive' in location) await unpackGzip(location.archive, draft);
    const source = await openSource(location);
    const readDatabase = (bytes: AsyncIterable<Buffer>) => rowsOf(bytes, draft);
    const { files, ...found } = await inspect(source, { ...request, readDatabase });
    await source.close();
    for (let at = 0; at < files.length; at += filesPerMessage)
      send({ type: 'files', files: files.slice(at, at + filesPerMessage) });
    send({ type: 'inspected', ...found });
  } catch (error) {
    await removeFile(request.draft);
    if (isDiskFull(error)) return send({ type: 'disk_full' });
    if (!(error instanceof ArchiveError)) throw error;
    send({ type: 'refused', sentence: error.message });
  }
});

/** Replaces a `.tar.gz` by its tar, from which files can be read in any order. */
async function unpackGzip(archive: string, draft: string): Promise<void> {
  const file = await openForReading(archive);
  try {
    if (!isGzip(await file.read(0, 2))) return;
    await write(gunzip(file), draft);
  } finally {
    await file.close();
  }
  moveDurably(draft, archive);
}

/** Writes a new file durably, and returns its size and hash. */
async function write(bytes: AsyncIterable<Buffer>, path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const target = await openForAppend(path, { empty: true });
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await target.append(chunk);
    }
    await target.sync();
    return { sizeBytes: target.sizeBytes, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

/** Writes a database to the disk, where SQLite can read it, and returns its rows as JSON. */
async function rowsOf(bytes: AsyncIterable<Buffer>, draft: string): Promise<string | undefined> {
  await write(bytes, draft);
  try {
    return readAssets(draft);
  } finally {
    await removeFile(draft);
  }
}
