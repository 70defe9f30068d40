/**
 * Reads a PDF and draws its pages, in a worker of its own: whatever a file does, the studio remains usable, and the worker's
 * memory is freed when it ends. No script in a file is executed: pdf.js runs without its sandbox for scripts, and the studio's
 * content security policy forbids eval and WebAssembly.
 */
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Defines globalThis.pdfjsWorker: pdf.js then parses in this worker, instead of starting a second worker.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { bytesPerMb } from '../../../../../src/contract/text/units.ts';
import { pdfLimits } from './pdf-limits.ts';
import { fetchFont, OffscreenCanvasFactory, PlainFilterFactory } from './factories.ts';
import { loadedId, type PagePurpose, type PdfProblem, type WorkerRequest, type WorkerResponse } from './messages.ts';

class ProblemError extends Error {
  constructor(readonly problem: PdfProblem) {
    super(problem);
  }
}

const scope = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void) => void;
  postMessage: (response: WorkerResponse) => void;
};

let opened: PDFDocumentProxy | undefined;
/** True if pdf.js has left out an image of the current page because of its size. pdf.js reports this only in the console. */
let isImageMissing = false;
console.warn = (text: unknown) => {
  if (String(text).includes('exceeded maximum allowed size')) isImageMissing = true;
};

scope.addEventListener('message', ({ data }) => {
  // pdf.js listens in this worker too: leave its own messages to it.
  if (data.kind === 'open' || data.kind === 'render') void respond(data);
});
scope.postMessage({ id: loadedId });

async function respond(request: WorkerRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'open') scope.postMessage({ id, pageCount: await open(request.file) });
    else scope.postMessage({ id, image: await render(request.page, request.purpose) });
  } catch (error) {
    scope.postMessage({ id, problem: problemOf(error, request.kind === 'open' ? 'damaged' : 'pageFailed') });
  }
}

function problemOf(error: unknown, defaultProblem: PdfProblem): PdfProblem {
  if (error instanceof ProblemError) return error.problem;
  return error instanceof PasswordException ? 'hasPassword' : defaultProblem;
}

async function open(file: Blob): Promise<number> {
  if (typeof OffscreenCanvas === 'undefined') throw new ProblemError('browserUnsupported');
  if (file.size > pdfLimits.maxMb * bytesPerMb) throw new ProblemError('isTooLarge');
  opened = await getDocument({
    ...options,
    data: new Uint8Array(await file.arrayBuffer()),
  }).promise;
  const { numPages } = opened;
  if (!(numPages > 0)) throw new ProblemError('hasNoPages');
  if (numPages > pdfLimits.pages) throw new ProblemError('hasTooManyPages');
  return numPages;
}

const options = {
  // Glyphs are drawn as paths: a worker has no document to register fonts with, and a broken font affects only its own text.
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  maxImageSize: pdfLimits.maxImagePixels,
  canvasMaxAreaInBytes: pdfLimits.maxImagePixels,
  ownerDocument: {} as HTMLDocument,
  standardFontDataUrl: '/assets/',
  BinaryDataFactory: class {
    fetch = ({ filename }: { filename: string }) => fetchFont(filename);
  },
  CanvasFactory: OffscreenCanvasFactory,
  FilterFactory: PlainFilterFactory,
};

async function render(pageNumber: number, purpose: PagePurpose): Promise<Blob> {
  if (!opened) throw new ProblemError('damaged');
  const page = await opened.getPage(pageNumber);
  isImageMissing = false;
  const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 }), purpose) });
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  try {
    // The intent 'display' waits for animation frames, which a worker of a hidden window does not get.
    await page.render({
      canvas: null,
      canvasContext: canvas.getContext('2d', { alpha: false }) as unknown as CanvasRenderingContext2D,
      viewport,
      intent: 'print',
    }).promise;
    if (isImageMissing) throw new ProblemError('pageIsTooLarge');
    return await encode(canvas, purpose);
  } finally {
    // Frees the memory now, not at the next garbage collection.
    canvas.width = canvas.height = 0;
    page.cleanup();
  }
}

/** Returns the scale at which a page of any size fills the rectangle that `pdfLimits` has for the purpose. */
function scaleOf({ width, height }: { width: number; height: number }, purpose: PagePurpose): number {
  const { longSide, shortSide } = pdfLimits[purpose];
  const scale = Math.min(longSide / Math.max(width, height), shortSide / Math.min(width, height));
  if (!(scale > 0) || !Number.isFinite(scale)) throw new ProblemError('pageFailed');
  return scale;
}

/** Returns a PNG, which keeps text sharp; a JPEG for thumbnails and for pages with photos, whose PNG would be large. */
async function encode(canvas: OffscreenCanvas, purpose: PagePurpose): Promise<Blob> {
  const jpeg = () => canvas.convertToBlob({ type: 'image/jpeg', quality: purpose === 'content' ? 0.92 : 0.8 });
  if (purpose === 'thumbnail') return jpeg();
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return png.size > pdfLimits.maxPngBytes ? jpeg() : png;
}
