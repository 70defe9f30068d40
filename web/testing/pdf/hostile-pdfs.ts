/** Files that attack a reader of PDFs, each made here. */
import { randomBytes } from 'node:crypto';
import {
  compressed,
  documentObjects,
  encryptedPdf,
  joinObjects,
  numberedPdf,
  pdfOf,
  stream,
  textAt,
} from './build-pdf.ts';

interface HostilePdf {
  name: string;
  bytes: Buffer;
  /** The sentence that the document or its first page gets; omitted: the first page has a picture. */
  refusal?: RegExp;
  /** True where drawing takes minutes. */
  hangs?: boolean;
}

const damaged = /não é um PDF ou está danificado/;
const unreadablePage = /Não foi possível ler esta página/;
const hello = textAt('Olá', 60, 700);
const validPdf = numberedPdf(2);
const image = (width: number, height: number, entries: string, data: Buffer) =>
  stream(data, `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${entries}`);
const withImage = (object: Buffer) =>
  pdfOf([`${hello} q 300 0 0 300 60 60 cm /I Do Q`], { objects: [object], resources: '/XObject << /I 5 0 R >>' });
const action = (entries: string) => pdfOf([hello], { catalog: `/OpenAction << /S ${entries} >>` });
const tree = (objects: string[]) => joinObjects(['<< /Type /Catalog /Pages 2 0 R >>', ...objects]);
/** Replaces bytes of a valid document. */
const replaceInValid = (from: RegExp, to: string) =>
  Buffer.from(validPdf.toString('latin1').replace(from, to), 'latin1');

export const hostilePdfs: readonly HostilePdf[] = [
  { name: 'zero-bytes', bytes: Buffer.alloc(0), refusal: damaged },
  { name: 'not-a-pdf', bytes: Buffer.from('MZ isto não é um PDF'.repeat(50)), refusal: damaged },
  { name: 'random', bytes: randomBytes(50_000), refusal: damaged },
  { name: 'only-header', bytes: Buffer.from('%PDF-1.7\n'), refusal: damaged },
  { name: 'truncated', bytes: validPdf.subarray(0, Math.floor(validPdf.length * 0.2)), refusal: damaged },
  { name: 'broken-xref', bytes: replaceInValid(/startxref\n\d+/, 'startxref\n7') },
  { name: 'xref-loop', bytes: replaceInValid(/\/Root 1 0 R/, '/Root 1 0 R /Prev 15') },
  { name: 'no-trailer', bytes: replaceInValid(/trailer[\s\S]*/, ''), refusal: damaged },
  { name: 'encrypted', bytes: encryptedPdf('segredo'), refusal: /tem senha/ },
  { name: 'encrypted-without-password', bytes: encryptedPdf('') },
  { name: '400-pages', bytes: numberedPdf(400) },
  { name: '2000-pages', bytes: numberedPdf(2_000), refusal: /o máximo são 500/ },
  { name: 'false-count', bytes: replaceInValid(/\/Count 2/, '/Count 2000000000') },
  { name: 'zero-pages', bytes: pdfOf([]), refusal: /não tem páginas/ },
  { name: 'tree-loop', bytes: tree(['<< /Type /Pages /Count 1 /Kids [2 0 R] >>']), refusal: unreadablePage },
  {
    name: 'deep-tree',
    bytes: tree(
      Array.from(
        { length: 5_000 },
        (_, index) => `<< /Type /Pages /Count 1 /Parent ${index + 1} 0 R /Kids [${index + 3} 0 R] >>`,
      ),
    ),
    refusal: unreadablePage,
  },
  { name: 'page-of-20000-points', bytes: pdfOf([hello], { mediaBox: '0 0 20000 20000' }) },
  { name: 'long-narrow-page', bytes: pdfOf([hello], { mediaBox: '0 0 200000 1' }) },
  { name: 'tiny-page', bytes: pdfOf([hello], { mediaBox: '0 0 0.001 0.001' }) },
  { name: 'page-without-size', bytes: pdfOf([hello], { mediaBox: '0 0 0 0' }) },
  { name: 'rotated', bytes: pdfOf([hello], { page: '/Rotate 270' }) },
  { name: 'javascript', bytes: action('/JavaScript /JS (while\\(true\\){} app.alert\\("x"\\))') },
  { name: 'launch', bytes: action('/Launch /F (calc.exe)') },
  { name: 'opens-address', bytes: action('/URI /URI (https://example.com/)') },
  {
    name: 'embedded-file',
    bytes: pdfOf([hello], {
      objects: [
        stream(randomBytes(1_000), '/Type /EmbeddedFile'),
        '<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>',
      ],
      catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 6 0 R] >> >>',
    }),
  },
  {
    name: 'xfa-form',
    bytes: pdfOf([hello], {
      objects: [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><subform/></template></xdp:xdp>')],
      catalog: '/AcroForm << /Fields [] /XFA 5 0 R >> /NeedsRendering true',
    }),
  },
  {
    name: 'nested-arrays',
    bytes: pdfOf([hello], { catalog: `/X ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    refusal: damaged,
  },
  {
    name: 'nested-states',
    bytes: pdfOf([`${'q '.repeat(400_000)} ${hello}`]),
    refusal: /demora demais/,
    hangs: true,
  },
  {
    name: 'form-in-itself',
    bytes: pdfOf([`${hello} /X Do`], {
      objects: [stream('/X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 4 0 R')],
      resources: '/XObject << /X 5 0 R >>',
    }),
  },
  {
    name: 'huge-image',
    bytes: withImage(image(50_000, 50_000, '/ColorSpace /DeviceRGB', randomBytes(100))),
    refusal: /imagem grande demais/,
  },
  {
    name: 'decompression-bomb',
    bytes: withImage(
      compressed(
        Buffer.alloc(50_000_000),
        '/Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ),
    ),
  },
  {
    name: 'broken-jpeg',
    bytes: withImage(image(90, 90, '/ColorSpace /DeviceRGB /Filter /DCTDecode', randomBytes(999))),
  },
  {
    name: 'broken-jbig2',
    bytes: withImage(image(90, 90, '/ColorSpace /DeviceGray /Filter /JBIG2Decode', randomBytes(999))),
  },
  {
    name: 'broken-jpeg2000',
    bytes: withImage(image(90, 90, '/ColorSpace /DeviceRGB /Filter /JPXDecode', randomBytes(999))),
  },
  {
    name: 'broken-font',
    bytes: pdfOf([hello], {
      font: '<< /Type /Font /Subtype /TrueType /BaseFont /Quebrada /FontDescriptor 5 0 R /FirstChar 0 /LastChar 0 /Widths [500] >>',
      objects: [
        '<< /Type /FontDescriptor /FontName /Quebrada /Flags 32 /FontFile2 6 0 R >>',
        compressed(randomBytes(5_000)),
      ],
    }),
  },
  {
    name: 'endless-tiling',
    bytes: pdfOf(['/Pattern cs /P scn 0 0 595 842 re f'], {
      objects: [
        stream(
          '1 0 0 rg 0 0 1 1 re f',
          '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.00001 /YStep 0.00001 /Resources << >>',
        ),
      ],
      resources: '/Pattern << /P 5 0 R >>',
    }),
  },
  {
    name: 'endless-function',
    bytes: pdfOf([`${hello} /S sh`], {
      objects: [
        `<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 100000 0 100000] /Function 6 0 R >>`,
        stream(
          `{ ${'2 copy mul sin cos pop '.repeat(5_000)} }`,
          '/FunctionType 4 /Domain [0 100000 0 100000] /Range [0 1]',
        ),
      ],
      resources: '/Shading << /S 5 0 R >>',
    }),
  },
  {
    name: 'object-streams-in-a-ring',
    bytes: joinObjects([
      ...documentObjects([hello]),
      stream('99 0 << >>', '/Type /ObjStm /N 1000000000 /First 5 /Extends 7 0 R'),
    ]),
  },
  {
    name: 'length-of-itself',
    bytes: joinObjects([...documentObjects([hello]).slice(0, -1), '<< /Length 6 0 R >>\nstream\nq\nendstream']),
  },
];
