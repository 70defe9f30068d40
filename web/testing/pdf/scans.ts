/** Makes PDFs of one black square, compressed as scanners do. */
import { readFile } from 'node:fs/promises';
import { cachedFile, ffmpeg } from '../../../src/testing/media.ts';
import { pdfOf, stream } from './build-pdf.ts';

const side = 64;

const scan = (entries: string, data: Buffer) =>
  pdfOf(['q 300 0 0 300 60 60 cm /I Do Q'], {
    objects: [stream(data, `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} ${entries}`)],
    resources: '/XObject << /I 5 0 R >>',
  });

/** The square in T.6 (CCITT group 4): a horizontal run of 0 white and 64 black pixels, lines like the one above, and the end. */
function groupFour(): Buffer {
  const bits = `001001101010000001111${'0000110111'}${'11'.repeat(side - 1)}${'000000000001'.repeat(2)}`;
  return Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)),
  );
}

/** The segments of a JBIG2 page: its description, and a region that is compressed with T.6. */
function jbig2(): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(data.length), data]);
  const page = Buffer.concat([numbers(side, side, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([numbers(side, side, 0, 0), Buffer.from([0, 1]), groupFour()]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

const jpeg2000 = async () =>
  readFile(
    await cachedFile('black.jp2', (path) =>
      ffmpeg('-f', 'lavfi', '-i', `color=c=black:s=${side}x${side}`, '-frames:v', '1', '-c:v', 'jpeg2000', path),
    ),
  );

/** Returns the documents by the name of their compression. */
export const scannedPdfs = async (): Promise<Record<string, Buffer>> => ({
  CCITT: scan(
    `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${side} /Rows ${side} >>`,
    groupFour(),
  ),
  JBIG2: scan('/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode', jbig2()),
  'JPEG 2000': scan('/Filter /JPXDecode', await jpeg2000()),
});
