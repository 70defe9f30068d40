/** Creates ordinary and hostile archives for tests. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { crc32 } from '../archive/zip.ts';

export interface ZipFile {
  /** A buffer contains the name's bytes; the entry then has no UTF-8 flag. */
  name: string | Buffer;
  bytes: Buffer;
  isStored?: boolean;
  /** Values of the entry that differ from the true ones. */
  fake?: Partial<Record<'flags' | 'method' | 'crc' | 'packedBytes' | 'sizeBytes' | 'at' | 'mode', number>>;
}

/** Returns a ZIP. `zip64`: sizes and positions are in ZIP64 fields, as in large archives. */
export function zipOf(files: readonly ZipFile[], { zip64 = false } = {}): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, bytes, isStored = false, fake = {} } of files) {
    const nameBytes = typeof name === 'string' ? Buffer.from(name) : name;
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const entry = {
      ...{ flags: typeof name === 'string' ? 0x800 : 0, method: isStored ? 0 : 8, crc: crc32(bytes) },
      ...{ packedBytes: packed.length, sizeBytes: bytes.length, at, mode: 0o100_644, ...fake },
    };
    const common = Buffer.alloc(26);
    common.writeUInt16LE(entry.flags, 2);
    common.writeUInt16LE(entry.method, 4);
    common.writeUInt32LE(entry.crc, 10);
    common.writeUInt32LE(zip64 ? 0xffffffff : entry.packedBytes, 14);
    common.writeUInt32LE(zip64 ? 0xffffffff : entry.sizeBytes, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const extra = zip64 ? Buffer.alloc(28) : Buffer.alloc(0);
    if (zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      [entry.sizeBytes, entry.packedBytes, entry.at].forEach((value, index) =>
        extra.writeBigUInt64LE(BigInt(value), 4 + index * 8),
      );
    }
    parts.push(Buffer.from('PK\x03\x04'), common, nameBytes, packed);
    common.writeUInt16LE(0, 24);
    const entryTail = Buffer.alloc(14);
    entryTail.writeUInt32LE((entry.mode << 16) >>> 0, 6);
    entryTail.writeUInt32LE(zip64 ? 0xffffffff : entry.at, 10);
    const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.alloc(2), common]);
    central.writeUInt16LE(extra.length, 30);
    directory.push(central, entryTail, nameBytes, extra);
    at += 30 + nameBytes.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(zip64 ? 0xffff : files.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : files.length, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : central.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16);
  const end64 = Buffer.alloc(76);
  end64.write('PK\x06\x06', 0, 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  [files.length, files.length, central.length, at].forEach((value, index) =>
    end64.writeBigUInt64LE(BigInt(value), 24 + index * 8),
  );
  end64.write('PK\x06\x07', 56, 'latin1');
  end64.writeBigUInt64LE(BigInt(at + central.length), 64);
  return Buffer.concat([...parts, central, ...(zip64 ? [end64] : []), end]);
}

/** Returns a tar. `files`: contents by name; `kind`: type of all entries, such as '2' for links. */
export function tarFile(files: Record<string, Buffer>, kind = '0'): Buffer {
  const block = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  const entry = (name: Buffer, bytes: Buffer, type: string): Buffer[] => {
    const header = Buffer.alloc(512);
    name.copy(header, 0, 0, 100);
    header.write('0000644\0'.padEnd(24, '0000000\0'), 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\x0000000000000\0        ${type}`, 124);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, block(bytes)];
  };
  return Buffer.concat([
    ...Object.entries(files).flatMap(([name, bytes]) => {
      const nameBytes = Buffer.from(name);
      const long = nameBytes.length > 100 ? entry(Buffer.from('././@LongLink'), nameBytes, 'L') : [];
      return [...long, ...entry(nameBytes, bytes, kind)];
    }),
    Buffer.alloc(1_024),
  ]);
}

export const tarGz = (files: Record<string, Buffer>): Buffer => gzipSync(tarFile(files));

/** Returns a ZIP. `files`: contents by name. */
export const zipFrom = (files: Record<string, Buffer | string>): Buffer =>
  zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) })));

/** Returns a picture of one colour, which depends on `n` (0 to 255). */
export const photo = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: { r: n % 256, g: 120, b: 200 } } })
    .png()
    .toBuffer();
