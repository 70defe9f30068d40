/** Buffers Ogg for listeners that join late: their decoder needs the header pages first, then complete pages. */
import { createStreamBuffer } from './stream-buffer.ts';

const capturePattern = Buffer.from('OggS');
const pageHeadBytes = 27;
const isFirstOfStream = (page: Buffer) => ((page[5] ?? 0) & 2) !== 0;

/** Maximum size of stored header pages. Only cover pictures exceed it; new listeners then receive no buffered bytes. */
const maxHeaderBytes = 512 * 1024;

export const isOgg = (bytes: Buffer): boolean => bytes.subarray(0, capturePattern.length).equals(capturePattern);

export function createOggBuffer() {
  let pending: Buffer = Buffer.alloc(0);
  let headerPages: Buffer[] = [];
  let headerBytes = 0;
  let isInHeader = false;
  const buffer = createStreamBuffer();

  /** Stores a page as a header page or as sound. Header pages have the granule position 0. */
  function storePage(page: Buffer): void {
    const granulePosition = page.readBigInt64LE(6);
    if (isFirstOfStream(page)) {
      // Several streams of one track (sound and Ogg Skeleton) begin together.
      if (!isInHeader) {
        [headerPages, headerBytes] = [[], 0];
        // The buffered pages belong to the previous headers.
        buffer.clear();
      }
      isInHeader = true;
    } else if (granulePosition > 0n) isInHeader = false;
    if (!isInHeader) return buffer.push(page);
    headerPages.push(page);
    headerBytes += page.length;
    if (headerBytes > maxHeaderBytes) [headerPages, headerBytes, isInHeader] = [[], 0, false];
  }

  return {
    /** Returns the pages that `chunk` completes; drops bytes between pages. */
    push(chunk: Buffer): Buffer {
      pending = Buffer.concat([pending, chunk]);
      const pages: Buffer[] = [];
      for (;;) {
        const start = pending.indexOf(capturePattern);
        if (start < 0) {
          // The last bytes may be the start of a capture pattern.
          pending = pending.subarray(Math.max(0, pending.length - capturePattern.length + 1));
          break;
        }
        pending = pending.subarray(start);
        const segments = pending[pageHeadBytes - 1];
        if (segments === undefined || pending.length < pageHeadBytes + segments) break;
        const length = pending
          .subarray(pageHeadBytes, pageHeadBytes + segments)
          .reduce((sum, size) => sum + size, pageHeadBytes + segments);
        if (pending.length < length) break;
        const page = pending.subarray(0, length);
        storePage(page);
        pages.push(page);
        pending = pending.subarray(length);
      }
      return Buffer.concat(pages);
    },

    /** Returns the header pages and the newest pages for a new listener; empty without headers. */
    beginning: (): Buffer => (headerPages.length > 0 ? Buffer.concat([...headerPages, buffer.all()]) : Buffer.alloc(0)),
  };
}
