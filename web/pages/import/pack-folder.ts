/** Packs a folder of this computer as a tar, which the server reads like an archive. The files are not copied into memory. */

/** A file and its path in the folder. */
interface PackedFile {
  path: string;
  file: Blob & { lastModified?: number };
}

const blockBytes = 512;
/** Smallest size in bytes that does not fit into eleven octal digits. */
const octalLimit = 8 ** 11;

export function packFolder(files: readonly PackedFile[]): Blob {
  const parts: BlobPart[] = [];
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    if (name.length > 100) parts.push(header('././@LongLink', name.length, 'L'), name, padding(name.length));
    parts.push(header(name, file.size, '0'), file, padding(file.size));
  }
  return new Blob([...parts, new Uint8Array(2 * blockBytes)], { type: 'application/x-tar' });
}

const padding = (size: number) => new Uint8Array((blockBytes - (size % blockBytes)) % blockBytes);

/** Returns the block before a file (ustar). `kind`: '0' for a file, 'L' for a name of more than 100 bytes (GNU tar). */
function header(name: Uint8Array | string, size: number, kind: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(blockBytes);
  const write = (text: string, offset: number) => bytes.set(new TextEncoder().encode(text), offset);
  bytes.set((typeof name === 'string' ? new TextEncoder().encode(name) : name).subarray(0, 100));
  write('0000644\0'.padEnd(24, '0000000\0'), 100);
  if (size < octalLimit) write(size.toString(8).padStart(11, '0'), 124);
  else {
    bytes[124] = 0x80;
    new DataView(bytes.buffer).setBigUint64(128, BigInt(size));
  }
  write('00000000000\0', 136);
  // The checksum is computed with spaces in its own field.
  write('        ', 148);
  write(kind, 156);
  write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
