/** Builds small PDFs for tests, and the objects of broken ones. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

type PdfObject = string | Buffer;

/** Joins objects, which are numbered from 1, with their cross-reference table. `trailer`: entries besides the size. */
export function joinObjects(objects: readonly PdfObject[], trailer = '/Root 1 0 R'): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), toBytes(object), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const toBytes = (object: PdfObject) => (typeof object === 'string' ? Buffer.from(object, 'latin1') : object);

/** Returns a stream object. */
export function stream(data: PdfObject, entries = ''): Buffer {
  const bytes = toBytes(data);
  const head = `<< /Length ${bytes.length} ${entries} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
}

export const compressed = (data: PdfObject, entries = ''): Buffer =>
  stream(deflateSync(toBytes(data)), `/Filter /FlateDecode ${entries}`);

/** Returns the operators that write a text with font F1. */
export const textAt = (text: string, x: number, y: number, size = 32): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;

interface PageOptions {
  mediaBox?: string;
  /** More entries of each page, of the catalog and of the resources. */
  page?: string;
  catalog?: string;
  resources?: string;
  font?: string;
  /** More objects; the first one has the number 5. */
  objects?: readonly PdfObject[];
  trailer?: string;
}

/** Returns the objects of a document: catalog 1, page tree 2, font 3, resources 4, then `objects`, then the pages. */
export function documentObjects(contents: readonly PdfObject[], options: PageOptions = {}): PdfObject[] {
  const { mediaBox = '0 0 595 842', objects = [] } = options;
  const firstPage = 5 + objects.length;
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Resources 4 0 R /Contents ${firstPage + 2 * index + 1} 0 R ${options.page ?? ''} >>`,
    compressed(content),
  ]);
  const kids = contents.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  return [
    `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`,
    `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`,
    options.font ?? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Font << /F1 3 0 R >> ${options.resources ?? ''} >>`,
    ...objects,
    ...pages,
  ];
}

/** Returns a document with one page for each content. */
export const pdfOf = (contents: readonly PdfObject[], options: PageOptions = {}): Buffer =>
  joinObjects(documentObjects(contents, options), `/Root 1 0 R ${options.trailer ?? ''}`);

/** Returns a document with the pages 'Página 1', 'Página 2' and so on. */
export const numberedPdf = (count: number, options?: PageOptions): Buffer =>
  pdfOf(
    Array.from({ length: count }, (_, index) => textAt(`Página ${index + 1}`, 60, 700)),
    options,
  );

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);

/** Encrypts a one-page document with the 40-bit standard handler. If `password` is empty, no reader asks for it. */
export function encryptedPdf(password: string): Buffer {
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(padded('dono')).subarray(0, 5), padded(password));
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5);
  const objects = documentObjects(['']);
  const number = objects.length;
  const objectKey = md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10);
  objects[number - 1] = stream(rc4(objectKey, Buffer.from(textAt('Cifrado', 60, 700))));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P -4 >>`);
  return joinObjects(objects, `/Root 1 0 R /Encrypt ${objects.length} 0 R /ID [${hex(id)} ${hex(id)}]`);
}

/** Node's OpenSSL no longer has this cipher. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (left: number, right: number) => {
    [state[left], state[right]] = [state[right] ?? 0, state[left] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) % 256;
    swap(index, other);
  }
  let [first, second] = [0, 0];
  return data.map((byte) => {
    first = (first + 1) % 256;
    second = (second + (state[first] ?? 0)) % 256;
    swap(first, second);
    return byte ^ (state[((state[first] ?? 0) + (state[second] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}
