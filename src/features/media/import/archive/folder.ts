/** Lists and reads a folder of this server without following links out of it. */
import { entriesOf, joinPath, openForReading, realPath } from '../../../../platform/storage/files.ts';
import { ArchiveError, type Entry, maxEntries, type Source, tooManyError } from './archive.ts';

/** A folder that is imported, and folders in it that are not read. Their paths are resolved, without symbolic links. */
export interface FolderSource {
  folder: string;
  excluded: readonly string[];
}

const maxDepth = 20;

/** Lists the files in a folder and below; links have a `problem`. Throws `ArchiveError` if it is unreadable or too large. */
export async function openFolder({ folder, excluded }: FolderSource): Promise<Source> {
  const entries: Entry[] = [];
  async function walk(directory: string, prefix: string, depth: number): Promise<void> {
    const found = await entriesOf(directory).catch(() => {
      if (depth === 0) throw new ArchiveError('Não foi possível ler esta pasta. Confira se o disco está conectado.');
      entries.push({ path: prefix, sizeBytes: 0, locator: null, problem: 'O servidor não pode abrir esta pasta.' });
      return [];
    });
    for (const { name, kind } of found) {
      const path = joinPath(directory, name);
      const relative = prefix === '' ? name : `${prefix}/${name}`;
      if (excluded.includes(path)) continue;
      if (kind === 'directory' && depth < maxDepth) {
        await walk(path, relative, depth + 1);
        continue;
      }
      if (entries.length === maxEntries) throw tooManyError();
      const sizeBytes = kind === 'file' ? await sizeOf(path) : undefined;
      const problem =
        kind === 'link'
          ? 'É um atalho (link simbólico) para outro lugar.'
          : sizeBytes === undefined
            ? 'O servidor não pode ler este arquivo.'
            : undefined;
      entries.push({ path: relative, sizeBytes: sizeBytes ?? 0, locator: null, ...(problem && { problem }) });
    }
  }
  await walk(folder, '', 0);
  return { entries, read: (entry) => readInFolder(folder, entry), close: async () => {} };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const file = await openForReading(path);
    await file.close();
    return file.sizeBytes;
  } catch {
    return undefined;
  }
}

/** Yields the bytes of a file. Throws an `ArchiveError` if the file has changed since it was listed. */
export async function* readInFolder(folder: string, entry: Pick<Entry, 'path' | 'sizeBytes'>): AsyncIterable<Buffer> {
  const { sizeBytes } = entry;
  const path = joinPath(folder, entry.path);
  // A folder of the path may have become a link since it was listed.
  if ((await realPath(path)) !== path) throw new ArchiveError('Este arquivo não está mais na pasta.');
  const file = await openForReading(path).catch(() => undefined);
  if (!file) throw new ArchiveError('Este arquivo não está mais na pasta.');
  try {
    if (file.sizeBytes !== sizeBytes) throw new ArchiveError('Este arquivo mudou desde a prévia.');
    yield* file.stream(0, sizeBytes);
  } finally {
    await file.close();
  }
}
