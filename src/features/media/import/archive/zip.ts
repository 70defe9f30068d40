/** Reads ZIP archives by their central directory (APPNOTE 6.3): stored and deflated files, ZIP64, names in UTF-8 or CP850. */
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
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

const [endSignature, end64Signature, locatorSignature, entrySignature, localSignature] = [
  0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50, 0x04034b50,
];
const endBytes = 22;
const maxCommentBytes = 65_535;
const maxDirectoryBytes = 64 * 1024 ** 2;
/**
 * Characters 128 to 255 of CP850, in which Windows in Brazil writes names without the UTF-8 flag. CP437 has its Latin letters at
 * the same positions.
 */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export const isZip = (start: Buffer): boolean => ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1', 0, 4));

/** Lists a ZIP. Throws an `ArchiveError` if the ZIP is damaged, encrypted or hostile. */
export async function openZip(file: ReadableFile): Promise<Source> {
  const directory = await findDirectory(file);
  if (directory.count > maxEntries) throw tooManyError();
  const bytes = await file.read(directory.at, directory.sizeBytes);
  if (bytes.length !== directory.sizeBytes) throw damagedError();
  const entries: Entry[] = [];
  const ranges: [number, number][] = [];
  let total = 0;
  for (let at = 0, index = 0; index < directory.count; index += 1) {
    const { entry, nextAt } = readEntry(bytes, at, directory.shift);
    at = nextAt;
    if (entry === undefined) continue;
    entries.push(entry);
    total += entry.sizeBytes;
    if (entry.locator) ranges.push([entry.locator.at, entry.locator.at + entry.locator.packedBytes]);
  }
  // In a ZIP bomb many entries share the same bytes.
  ranges.sort(([a], [b]) => a - b);
  if (ranges.some(([start], index) => start < (ranges[index - 1]?.[1] ?? 0)) || isBomb(total, file.sizeBytes))
    throw bombError();
  return { entries, read: (entry) => readZipped(file, entry), close: file.close };
}

/** Finds the central directory by the record at the end of the file, which a comment may follow. */
async function findDirectory(file: ReadableFile) {
  const tailAt = Math.max(0, file.sizeBytes - endBytes - maxCommentBytes);
  const tail = await file.read(tailAt, file.sizeBytes - tailAt);
  let at = tail.length - endBytes;
  while (
    at >= 0 &&
    !(tail.readUInt32LE(at) === endSignature && at + endBytes + tail.readUInt16LE(at + 20) <= tail.length)
  )
    at -= 1;
  if (at < 0) throw damagedError();
  const endAt = tailAt + at;
  const found = {
    disk: tail.readUInt16LE(at + 4),
    count: tail.readUInt16LE(at + 10),
    sizeBytes: tail.readUInt32LE(at + 12),
    at: tail.readUInt32LE(at + 16),
    endAt,
  };
  const locator = await file.read(Math.max(0, endAt - 20), 20);
  if (endAt >= 20 && locator.readUInt32LE(0) === locatorSignature) {
    const end64At = Number(locator.readBigUInt64LE(8));
    const end64 = end64At < endAt ? await file.read(end64At, 56) : Buffer.alloc(0);
    if (end64.length < 56 || end64.readUInt32LE(0) !== end64Signature) throw damagedError();
    found.count = Number(end64.readBigUInt64LE(32));
    found.sizeBytes = Number(end64.readBigUInt64LE(40));
    found.at = Number(end64.readBigUInt64LE(48));
    found.endAt = end64At;
  } else if (found.disk !== 0) {
    throw new ArchiveError('Este ZIP está dividido em várias partes. Gere um só arquivo.');
  }
  if (found.sizeBytes > maxDirectoryBytes) throw tooManyError();
  // In a self-extracting archive a program precedes the ZIP, and shifts every position.
  const shift = found.endAt - found.sizeBytes - found.at;
  if (shift < 0) throw damagedError();
  return { count: found.count, sizeBytes: found.sizeBytes, at: found.at + shift, shift };
}

/** Reads one entry of the central directory; `entry` is undefined for a folder. */
function readEntry(bytes: Buffer, at: number, shift: number): { entry: Entry | undefined; nextAt: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw damagedError();
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
  const nameEnd = at + 46 + (nameBytes ?? 0);
  const extraEnd = nameEnd + (extraBytes ?? 0);
  const nextAt = extraEnd + (commentBytes ?? 0);
  if (nextAt > bytes.length) throw damagedError();
  const name = bytes.subarray(at + 46, nameEnd);
  const extra = bytes.subarray(nameEnd, extraEnd);
  const sizes = readSizes(bytes, at, extra);
  const path = safePath(decodeName(name, (flags & 0x800) !== 0));
  if ((flags & 0x1) !== 0) throw new ArchiveError('Este ZIP é protegido por senha. Gere outro, sem senha.');
  if (path === '' || /[/\\]$/.test(name.toString('latin1'))) return { entry: undefined, nextAt };
  const isLink = (bytes.readUInt16LE(at + 40) & 0xf000) === 0xa000;
  const problem = isLink
    ? 'É um atalho (link simbólico) para outro lugar.'
    : method !== 0 && method !== 8
      ? 'Está compactado de um modo que este servidor não lê.'
      : undefined;
  const packing = method === 0 ? 'stored' : 'deflated';
  if (packing === 'stored' && !problem && sizes.packedBytes !== sizes.sizeBytes) throw damagedError();
  const locator = {
    at: sizes.at + shift,
    packedBytes: sizes.packedBytes,
    packing,
    crc: bytes.readUInt32LE(at + 16),
  } as const;
  return { entry: { path, sizeBytes: sizes.sizeBytes, locator, ...(problem && { problem }) }, nextAt };
}

/** Returns an entry's sizes and position. Values that do not fit in 32 bits are in the entry's ZIP64 field. */
function readSizes(bytes: Buffer, at: number, extra: Buffer) {
  const values = {
    sizeBytes: bytes.readUInt32LE(at + 24),
    packedBytes: bytes.readUInt32LE(at + 20),
    at: bytes.readUInt32LE(at + 42),
  };
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue;
    let next = field + 4;
    for (const key of ['sizeBytes', 'packedBytes', 'at'] as const) {
      if (values[key] !== 0xffffffff) continue;
      if (next + 8 > extra.length) throw damagedError();
      values[key] = Number(extra.readBigUInt64LE(next));
      next += 8;
    }
    break;
  }
  if (!Object.values(values).every(Number.isSafeInteger)) throw damagedError();
  return values;
}

function decodeName(name: Buffer, isUtf8: boolean): string {
  const text = name.toString('utf8');
  // macOS and Linux write UTF-8 without the flag.
  if (isUtf8 || !text.includes('\ufffd')) return text;
  return [...name].map((byte) => (byte < 128 ? String.fromCharCode(byte) : cp850[byte - 128])).join('');
}

/** Yields the bytes of a file of a ZIP. Throws an `ArchiveError` if the file is damaged. */
export async function* readZipped(
  file: ReadableFile,
  { sizeBytes, locator }: Pick<Entry, 'sizeBytes' | 'locator'>,
): AsyncIterable<Buffer> {
  if (!locator) throw damagedError();
  const header = await file.read(locator.at, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localSignature) throw damagedError();
  const dataAt = locator.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = exactly(file.stream(dataAt, locator.packedBytes), locator.packedBytes);
  let crc = 0;
  for await (const chunk of exactly(locator.packing === 'deflated' ? inflate(packed) : packed, sizeBytes)) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== locator.crc) throw damagedError();
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(packed);
  const inflated = createInflateRaw();
  source.on('error', (error) => inflated.destroy(error)).pipe(inflated);
  try {
    for await (const chunk of inflated) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof ArchiveError ? error : damagedError();
  } finally {
    source.destroy();
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of bytes, continued from that of the bytes before them. */
export function crc32(bytes: Uint8Array, previousCrc = 0): number {
  let crc = ~previousCrc;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}
