import { useEffect, useState } from 'react';
import type { PdfProblem } from './messages.ts';
import { PdfError, PdfReader } from './pdf-reader.ts';

declare const __PDF_WORKER__: string;

/** State of a PDF: being opened, opened (its number of pages is known), or not readable. */
export type PdfState =
  | { status: 'opening' }
  | { status: 'opened'; reader: PdfReader; pageCount: number }
  | { status: 'failed'; problem: PdfProblem };

/** Opens the file and returns its state. Closes the file when the component is unmounted. */
export function usePdf(file: File): PdfState {
  const [state, setState] = useState<PdfState>({ status: 'opening' });
  useEffect(() => {
    const reader = new PdfReader(file, () => new Worker(__PDF_WORKER__, { type: 'module' }));
    let isClosed = false;
    reader.open().then(
      (pageCount) => isClosed || setState({ status: 'opened', reader, pageCount }),
      (error: unknown) => isClosed || setState({ status: 'failed', problem: problemOf(error) }),
    );
    return () => {
      isClosed = true;
      reader.close();
    };
  }, [file]);
  return state;
}

const problemOf = (error: unknown): PdfProblem => (error instanceof PdfError ? error.problem : 'damaged');

type Thumbnail = { url: string } | { problem: PdfProblem } | undefined;

/** Draws a page once the element is visible. Returns the picture or the problem; until then undefined. */
export function useThumbnail(reader: PdfReader, page: number, element: React.RefObject<Element | null>): Thumbnail {
  const [thumbnail, setThumbnail] = useState<Thumbnail>();
  const isDone = thumbnail !== undefined;
  useEffect(() => {
    if (isDone || !element.current) return;
    let request: AbortController | undefined;
    const draw = async (signal: AbortSignal) => {
      try {
        const image = await reader.render(page, 'thumbnail', signal);
        if (!signal.aborted) setThumbnail({ url: URL.createObjectURL(image) });
      } catch (error) {
        if (!signal.aborted) setThumbnail({ problem: problemOf(error) });
      }
    };
    const observer = new IntersectionObserver((entries) => {
      // Abort the drawing of a page that was scrolled away, so that visible pages are drawn first.
      request?.abort();
      request = entries.at(-1)?.isIntersecting ? new AbortController() : undefined;
      if (request) void draw(request.signal);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      request?.abort();
    };
  }, [reader, page, element, isDone]);
  useEffect(() => () => void (thumbnail && 'url' in thumbnail && URL.revokeObjectURL(thumbnail.url)), [thumbnail]);
  return thumbnail;
}
