/** Provides pdf.js in a worker with canvases, filters, fonts and decoders of images. */
import fixed from 'pdfjs-dist/standard_fonts/FoxitFixed.pfb';
import fixedBold from 'pdfjs-dist/standard_fonts/FoxitFixedBold.pfb';
import fixedBoldItalic from 'pdfjs-dist/standard_fonts/FoxitFixedBoldItalic.pfb';
import fixedItalic from 'pdfjs-dist/standard_fonts/FoxitFixedItalic.pfb';
import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb';
import serif from 'pdfjs-dist/standard_fonts/FoxitSerif.pfb';
import serifBold from 'pdfjs-dist/standard_fonts/FoxitSerifBold.pfb';
import serifBoldItalic from 'pdfjs-dist/standard_fonts/FoxitSerifBoldItalic.pfb';
import serifItalic from 'pdfjs-dist/standard_fonts/FoxitSerifItalic.pfb';
import symbol from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb';
import sansBold from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf';
import sansBoldItalic from 'pdfjs-dist/standard_fonts/LiberationSans-BoldItalic.ttf';
import sansItalic from 'pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf';
import sans from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';

/** Addresses of the fonts that a PDF may use without containing them, by the names that pdf.js asks for. */
const fonts: Record<string, string> = {
  'FoxitFixed.pfb': fixed,
  'FoxitFixedBold.pfb': fixedBold,
  'FoxitFixedBoldItalic.pfb': fixedBoldItalic,
  'FoxitFixedItalic.pfb': fixedItalic,
  'FoxitDingbats.pfb': dingbats,
  'FoxitSerif.pfb': serif,
  'FoxitSerifBold.pfb': serifBold,
  'FoxitSerifBoldItalic.pfb': serifBoldItalic,
  'FoxitSerifItalic.pfb': serifItalic,
  'FoxitSymbol.pfb': symbol,
  'LiberationSans-Bold.ttf': sansBold,
  'LiberationSans-BoldItalic.ttf': sansBoldItalic,
  'LiberationSans-Italic.ttf': sansItalic,
  'LiberationSans-Regular.ttf': sans,
};

/** Fetches a standard font. @throws {Error} if the font cannot be fetched, or for another file, such as an encoding table */
export async function fetchFont(name: string): Promise<Uint8Array> {
  const url = fonts[name];
  const response = url === undefined ? undefined : await fetch(url);
  if (!response?.ok) throw new Error(`no ${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Decoders of JBIG2, CCITT and JPEG 2000 images, loaded when a page has one. build.mjs makes pdf.js import them from here. */
Object.assign(globalThis, {
  pdfDecoders: {
    'jbig2_nowasm_fallback.js': () => import('pdfjs-dist/wasm/jbig2_nowasm_fallback.js'),
    'openjpeg_nowasm_fallback.js': () => import('pdfjs-dist/wasm/openjpeg_nowasm_fallback.js'),
  },
});

interface CanvasEntry {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** Makes the canvases on which pdf.js composes parts of a page. */
export class OffscreenCanvasFactory {
  create(width: number, height: number): CanvasEntry {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }

  reset({ canvas }: CanvasEntry, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }

  destroy(entry: CanvasEntry): void {
    this.reset(entry, 0, 0);
    Object.assign(entry, { canvas: null, context: null });
  }
}

/** Provides no SVG filters, because a worker has no document for them. pdf.js then computes masks itself. */
export class PlainFilterFactory {
  addFilter = () => 'none';
  addHCMFilter = this.addFilter;
  addAlphaFilter = this.addFilter;
  addLuminosityFilter = this.addFilter;
  addKnockoutFilter = this.addFilter;
  addHighlightHCMFilter = this.addFilter;
  destroy(): void {}
}
