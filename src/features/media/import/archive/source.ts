/** Opens the archive or folder of an import, and recognises an archive's format by its first bytes. */
import { openForReading } from '../../../../platform/storage/files.ts';
import { ArchiveError, type Entry, exactly, type Source } from './archive.ts';
import { type FolderSource, openFolder, readInFolder } from './folder.ts';
import { isGzip, isTar, openTar } from './tar.ts';
import { isZip, openZip, readZipped } from './zip.ts';

/** An archive's path, or a folder. */
export type SourceLocation = { archive: string } | FolderSource;

/** Number of bytes at the beginning of an archive that suffice to recognise it. */
export const archiveStartBytes = 512;

export const notAnArchive = 'Envie um arquivo ZIP, .tar ou .tar.gz.';

/** True for archives that can be imported. */
export const isArchive = (start: Buffer): boolean => isZip(start) || isGzip(start) || isTar(start);

/** Opens a folder, ZIP or tar (a .tar.gz is unpacked before). Throws `ArchiveError` for damaged, hostile or other archives. */
export async function openSource(location: SourceLocation): Promise<Source> {
  if ('folder' in location) return openFolder(location);
  const file = await openForReading(location.archive);
  try {
    const start = await file.read(0, archiveStartBytes);
    if (isZip(start)) return await openZip(file);
    if (isTar(start)) return await openTar(file);
    throw new ArchiveError(notAnArchive);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Yields the bytes of a listed file, without listing the archive again. Throws an `ArchiveError` for a damaged file. */
export async function* readFrom(
  location: SourceLocation,
  entry: Pick<Entry, 'path' | 'sizeBytes' | 'locator'>,
): AsyncIterable<Buffer> {
  if ('folder' in location) return yield* readInFolder(location.folder, entry);
  const { sizeBytes, locator } = entry;
  const file = await openForReading(location.archive);
  try {
    if (locator?.packing === 'plain') yield* exactly(file.stream(locator.at, sizeBytes), sizeBytes);
    else yield* readZipped(file, entry);
  } finally {
    await file.close();
  }
}
