/** Reads tar archives (ustar, pax and GNU names), and unpacks gzip. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ReadableFile } from '../../../../platform/storage/files.ts';
import {
  ArchiveError,
  bombError,
  damagedError,
  type Entry,
  exactly,
  isBomb,
  maxEntries,
  safePath,
  type Source,
  tooManyError,
} from './archive.ts';

const blockBytes = 512;
const maxNameBytes = 64 * 1024;

export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;
export const isTar = (start: Buffer): boolean => start.toString('latin1', 257, 262) === 'ustar';

/** Lists a tar. Throws an `ArchiveError` if the tar is damaged or hostile. */
export async function openTar(file: ReadableFile): Promise<Source> {
  const entries: Entry[] = [];
  /** Long name of the next file: pax (`x`) and GNU (`L`) store it in an entry before the file's own. */
  let longName: string | undefined;
  for (let at = 0; at < file.sizeBytes;) {
    const header = await file.read(at, blockBytes);
    if (header.length === blockBytes && header.every((byte) => byte === 0)) break;
    if (header.length < blockBytes || !hasValidChecksum(header)) throw damagedError();
    const sizeBytes = sizeIn(header);
    const dataAt = at + blockBytes;
    at = dataAt + sizeBytes + ((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
    if (dataAt + sizeBytes > file.sizeBytes) throw damagedError();
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'x' || kind === 'L') {
      if (sizeBytes > maxNameBytes) throw damagedError();
      const bytes = await file.read(dataAt, sizeBytes);
      longName = kind === 'L' ? textOf(bytes) : (paxName(bytes) ?? longName);
      continue;
    }
    const path = safePath(longName ?? nameIn(header));
    longName = undefined;
    const [isFolder, isGlobalHeader] = [kind === '5', kind === 'g'];
    if (isFolder || isGlobalHeader || path === '') continue;
    if (entries.length === maxEntries) throw tooManyError();
    const isFile = kind === '0' || kind === '\0' || kind === '7';
    const problem = isFile ? undefined : 'É um atalho (link simbólico) para outro lugar.';
    entries.push({
      path,
      sizeBytes,
      locator: { at: dataAt, packedBytes: sizeBytes, packing: 'plain' },
      ...(problem && { problem }),
    });
  }
  return {
    entries,
    read: ({ sizeBytes, locator }) => exactly(file.stream(locator?.at ?? 0, sizeBytes), sizeBytes),
    close: file.close,
  };
}

/** Yields a gzip file's unpacked bytes. Throws an `ArchiveError` if it is damaged or unpacks to too many bytes (`isBomb`). */
export async function* gunzip(file: ReadableFile): AsyncIterable<Buffer> {
  const source = Readable.from(file.stream(0, file.sizeBytes));
  const unpacked = source.pipe(createGunzip());
  let total = 0;
  try {
    for await (const chunk of unpacked) {
      total += (chunk as Buffer).length;
      if (isBomb(total, file.sizeBytes)) throw bombError();
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : damagedError();
  } finally {
    source.destroy();
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0[\s\S]*$/, '');

function nameIn(header: Buffer): string {
  const prefix = isTar(header) && header[263] === 0x30 ? textOf(header.subarray(345, 500)) : '';
  const name = textOf(header.subarray(0, 100));
  return prefix ? `${prefix}/${name}` : name;
}

/** Returns the entry's size, which is stored in octal digits, or in binary after the marker 0x80. */
function sizeIn(header: Buffer): number {
  const size =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(header.toString('latin1', 124, 136).replace(/[\0 ]/g, '') || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw damagedError();
  return size;
}

function hasValidChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return Number.parseInt(header.toString('latin1', 148, 156).replace(/[\0 ]/g, ''), 8) === sum;
}

/** Returns the value of `path` in records of the form `LENGTH key=value\n`. */
function paxName(records: Buffer): string | undefined {
  for (let at = 0; at < records.length;) {
    const length = Number.parseInt(records.toString('latin1', at, at + 10), 10);
    if (!(length > 0)) throw damagedError();
    const record = records.toString('utf8', at, at + length - 1);
    const [, name] = /^\d+ path=([\s\S]*)$/.exec(record) ?? [];
    if (name !== undefined) return name;
    at += length;
  }
  return undefined;
}
