/** Detects the type of a file from its first bytes. Names and content types are not trusted. */

export type MediaKind = 'image' | 'video';

export interface SniffResult {
  mediaType: MediaKind;
  /** `mp4` includes MOV and M4V. */
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'mp4' | 'matroska' | 'avi' | 'music';
}

/** File extension and content type of stored originals. Originals of music are not stored. */
export const formats: Record<Exclude<SniffResult['format'], 'music'>, { extension: string; contentType: string }> = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
  gif: { extension: 'gif', contentType: 'image/gif' },
  avif: { extension: 'avif', contentType: 'image/avif' },
  heic: { extension: 'heic', contentType: 'image/heic' },
  mp4: { extension: 'mp4', contentType: 'video/mp4' },
  matroska: { extension: 'mkv', contentType: 'video/x-matroska' },
  avi: { extension: 'avi', contentType: 'video/x-msvideo' },
};

/** Number of bytes to read from the start of a file. */
export const sniffLength = 4096;

const avifBrands = ['avif', 'avis'];
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'];
const stillBrands = [...avifBrands, ...heicBrands];
/** First atoms of QuickTime files without `ftyp`. */
const quickTimeAtoms = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Returns the type of a file, or undefined for unsupported formats: SVG, HTML, documents, audio, TIFF, FLV... */
export function sniff(start: Uint8Array): SniffResult | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const text = (from: number, length: number) => bytes.toString('latin1', from, from + length);

  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { mediaType: 'image', format: 'jpeg' };
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { mediaType: 'image', format: 'png' };
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return { mediaType: 'image', format: 'gif' };
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return { mediaType: 'image', format: 'webp' };
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'AVI ') return { mediaType: 'video', format: 'avi' };
  if (text(0, 4) === '\x1a\x45\xdf\xa3') {
    const docType = text(0, 64);
    return docType.includes('matroska') || docType.includes('webm')
      ? { mediaType: 'video', format: 'matroska' }
      : undefined;
  }
  if (text(4, 4) === 'ftyp') return sniffFtypBox(bytes, text);
  if (quickTimeAtoms.includes(text(4, 4)) && bytes.length >= 16) return { mediaType: 'video', format: 'mp4' };
  return undefined;
}

function sniffFtypBox(bytes: Buffer, text: (from: number, length: number) => string): SniffResult | undefined {
  if (bytes.length < 16) return undefined;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  const major = text(8, 4);
  const brands = [major];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(text(offset, 4));
  if (stillBrands.includes(major)) {
    return { mediaType: 'image', format: brands.some((brand) => avifBrands.includes(brand)) ? 'avif' : 'heic' };
  }
  // M4A and M4B are audio only; `crx ` is Canon's raw image format.
  if (['M4A ', 'M4B ', 'M4P ', 'crx '].includes(major)) return undefined;
  return { mediaType: 'video', format: 'mp4' };
}

/** Returns extension and content type of a licence: PDF, JPEG, PNG or WebP; undefined for anything else. */
export function sniffLicence(start: Uint8Array): { extension: string; contentType: string } | undefined {
  if (Buffer.from(start).toString('latin1', 0, 5) === '%PDF-')
    return { extension: 'pdf', contentType: 'application/pdf' };
  const format = sniff(start)?.format;
  return format === 'jpeg' || format === 'png' || format === 'webp' ? formats[format] : undefined;
}

/**
 * Recognizes a file that may be music: MP3, AAC, OGG, WAV, or any file of the MP4 family. Returns undefined for other files. Music
 * is processed like a video without picture.
 */
export function sniffMusic(start: Uint8Array): SniffResult | undefined {
  const isMatroska = start[0] === 0x1a;
  // Header of an ADTS frame: raw AAC.
  const isAac = start[0] === 0xff && ((start[1] ?? 0) & 0xf6) === 0xf0;
  return isAac || (isSound(start) && !isMatroska) ? { mediaType: 'video', format: 'music' } : undefined;
}

/** True if the bytes may be an audio recording (for the voice of calls): WAV, MP3, OGG, M4A (phones) or WebM (browsers). */
export function isSound(start: Uint8Array): boolean {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const text = (from: number, length: number) => bytes.toString('latin1', from, from + length);
  if (text(0, 4) === 'RIFF') return text(8, 4) === 'WAVE';
  if (text(0, 4) === 'OggS' || text(0, 3) === 'ID3' || text(4, 4) === 'ftyp') return true;
  if (text(0, 4) === '\x1a\x45\xdf\xa3') return true;
  // Header of an MPEG audio frame, layer III.
  return bytes.length >= 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
}
