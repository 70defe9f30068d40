/** Generates a tar archive (ustar) of files without writing it to the disk. The archive can be read from any position. */
import { readPart } from './files.ts';

export interface TarFile {
  /** Path in the archive: up to 155 characters of folder and 100 of name. */
  path: string;
  /** Path on disk. */
  source: string;
  sizeBytes: number;
  /** Modification time in milliseconds since 1970. */
  changedAt: number;
}

const blockBytes = 512;
const maxReadBytes = 512 * 1024;
const padding = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes;

/** Returns the archive's size and `read`, which returns one or more bytes, or rejects if a file became shorter or was deleted. */
export function tarOf(files: readonly TarFile[]): { sizeBytes: number; read(position: number): Promise<Uint8Array> } {
  const starts: number[] = [];
  let end = 0;
  for (const { sizeBytes } of files) {
    starts.push(end);
    end += blockBytes + sizeBytes + padding(sizeBytes);
  }
  const sizeBytes = end + 2 * blockBytes;

  return {
    sizeBytes,
    async read(position) {
      if (position >= end) return Buffer.alloc(sizeBytes - position);
      const index = starts.findLastIndex((start) => start <= position);
      const file = files[index] as TarFile;
      const offset = position - (starts[index] as number) - blockBytes;
      if (offset < 0) return header(file).subarray(blockBytes + offset);
      if (offset >= file.sizeBytes) return Buffer.alloc(file.sizeBytes + padding(file.sizeBytes) - offset);
      const bytes = await readPart(file.source, offset, Math.min(maxReadBytes, file.sizeBytes - offset));
      if (bytes.length === 0) throw new Error(`${file.path} is shorter than it was`);
      return bytes;
    },
  };
}

function header({ path, sizeBytes, changedAt }: TarFile): Buffer {
  const bytes = Buffer.alloc(blockBytes);
  const slash = path.lastIndexOf('/');
  bytes.write(path.slice(slash + 1), 0, 100);
  // Mode 0600, user and group 0.
  bytes.write('0000600\0'.padEnd(24, '0000000\0'), 100);
  // Eleven octal digits suffice up to 8 GB; a larger number is written in binary after a marker.
  if (sizeBytes < 8 ** 11) bytes.write(sizeBytes.toString(8).padStart(11, '0'), 124);
  else bytes.writeBigUInt64BE(BigInt(sizeBytes), bytes.writeUInt8(0x80, 124) + 3);
  bytes.write(
    Math.floor(changedAt / 1000)
      .toString(8)
      .padStart(11, '0'),
    136,
  );
  bytes.write('        0', 148);
  bytes.write('ustar\x0000', 257);
  bytes.write(path.slice(0, Math.max(0, slash)), 345, 155);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
