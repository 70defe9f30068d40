/** Types for opened archives and folders, with the checks and errors that all formats share. */

/** Position of a file in an archive. */
export interface Locator {
  /** Position of the file's bytes in a TAR, and of its local header in a ZIP. */
  at: number;
  packedBytes: number;
  /** `plain`: in a TAR; `stored`: in a ZIP, not compressed; `deflated`: in a ZIP, compressed. */
  packing: 'plain' | 'stored' | 'deflated';
  /** Checksum of the unpacked bytes, in ZIPs. */
  crc?: number;
}

export interface Entry {
  /** Path with `/`, without `..`. */
  path: string;
  sizeBytes: number;
  /** Null for files of a folder. */
  locator: Locator | null;
  /** The reason for which the file cannot be read, in Portuguese. */
  problem?: string;
}

/** An opened archive or folder. */
export interface Source {
  entries: Entry[];
  /** Yields the bytes of a file. Throws an `ArchiveError` if it is damaged. */
  read(entry: Pick<Entry, 'path' | 'sizeBytes' | 'locator'>): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** An archive or folder, or one file in it, cannot be read. The message is for people. */
export class ArchiveError extends Error {}

export const maxEntries = 65_000;
/** An archive that unpacks to more than this multiple of its size (and to more than 100 MB) is refused. */
const maxRatio = 200;
const minBombBytes = 100 * 1024 ** 2;

export const isBomb = (unpackedBytes: number, packedBytes: number): boolean =>
  unpackedBytes > Math.max(minBombBytes, packedBytes * maxRatio);

export const bombError = () =>
  new ArchiveError(
    'Este arquivo se expande para muito mais do que o seu tamanho e pode encher o disco. Ele não foi lido.',
  );
export const damagedError = () =>
  new ArchiveError('Este arquivo está incompleto ou danificado. Gere-o ou envie-o novamente.');
export const tooManyError = () =>
  new ArchiveError(`Há mais de ${maxEntries.toLocaleString('pt-BR')} arquivos aqui. Divida-os em partes menores.`);

/** Returns a name in an archive as a relative path. Throws an `ArchiveError` if the path leads out of the folder. */
export function safePath(name: string): string {
  const parts = name.replaceAll('\\', '/').split('/');
  const isAbsolute = parts[0] === '' || /^[a-z]:$/i.test(parts[0] ?? '');
  if (isAbsolute || parts.includes('..') || name.includes('\0'))
    throw new ArchiveError(
      `Este arquivo tem um caminho que sai da pasta (“${name.slice(0, 80)}”), por isso não foi lido.`,
    );
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Yields `bytes`, and throws an `ArchiveError` unless there are exactly `sizeBytes`. */
export async function* exactly(bytes: AsyncIterable<Buffer>, sizeBytes: number): AsyncIterable<Buffer> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > sizeBytes) throw damagedError();
    yield chunk;
  }
  if (read !== sizeBytes) throw damagedError();
}
