/** Messages between the studio and the worker that reads PDFs. No imports, so that both bundles stay small. */

/** `thumbnail`: a small JPEG for the picker. `content`: an image of the size of a TV. */
export type PagePurpose = 'thumbnail' | 'content';

/**
 * Why a document or a page has no picture. `readerFailed`: the worker hung or crashed; `readerNotLoaded`: its program was not
 * loaded in time; `studioOutdated`: the server no longer has this version of the program.
 */
export type PdfProblem =
  | 'damaged'
  | 'hasPassword'
  | 'hasNoPages'
  | 'hasTooManyPages'
  | 'isTooLarge'
  | 'readerFailed'
  | 'browserUnsupported'
  | 'readerNotLoaded'
  | 'studioOutdated'
  | 'pageFailed'
  | 'pageIsTooLarge';

export type WorkerRequest =
  | { id: number; kind: 'open'; file: Blob }
  /** `page` counts from 1. */
  | { id: number; kind: 'render'; page: number; purpose: PagePurpose };

/** The id of the message that the worker sends once, when its program was loaded. Requests count from 1. */
export const loadedId = 0;

export type WorkerResponse =
  | { id: typeof loadedId }
  | { id: number; pageCount: number }
  | { id: number; image: Blob }
  | { id: number; problem: PdfProblem };
