/** Buffers Ogg for listeners that join late: they need the header pages, for the decoder, and then whole pages. */
import { createStreamBuffer } from './stream-buffer.ts';

const capture = Buffer.from('OggS');
const headBytes = 27;
const isFirstOfStream = (page: Buffer) => ((page[5] ?? 0) & 2) !== 0;

/** Maximum size of the stored header pages. Only cover pictures make them larger. */
const mostHeaderBytes = 512 * 1024;

export const isOgg = (bytes: Buffer): boolean => bytes.subarray(0, capture.length).equals(capture);

export function createOggPages() {
  let rest: Buffer = Buffer.alloc(0);
  let beginning: Buffer[] = [];
  let beginningBytes = 0;
  let isBeginning = false;
  const buffer = createStreamBuffer();

  /** Stores a page as a header page or as sound. Header pages have no time. */
  function note(page: Buffer): void {
    const time = page.readBigInt64LE(6);
    if (isFirstOfStream(page)) {
      // Several streams of one track (sound and Ogg Skeleton) begin together.
      if (!isBeginning) {
        [beginning, beginningBytes] = [[], 0];
        // The buffered pages belong to the previous headers.
        buffer.clear();
      }
      isBeginning = true;
    } else if (time > 0n) isBeginning = false;
    if (!isBeginning) return buffer.push(page);
    beginning.push(page);
    beginningBytes += page.length;
    if (beginningBytes > mostHeaderBytes) [beginning, beginningBytes, isBeginning] = [[], 0, false];
  }

  return {
    /** Returns the complete pages received by now, without bytes between pages. */
    push(chunk: Buffer): Buffer {
      rest = Buffer.concat([rest, chunk]);
      const pages: Buffer[] = [];
      for (;;) {
        const start = rest.indexOf(capture);
        if (start < 0) {
          // The end may be the first part of a capture pattern.
          rest = rest.subarray(Math.max(0, rest.length - capture.length + 1));
          break;
        }
        rest = rest.subarray(start);
        const segments = rest[headBytes - 1];
        if (segments === undefined || rest.length < headBytes + segments) break;
        const length = rest
          .subarray(headBytes, headBytes + segments)
          .reduce((sum, size) => sum + size, headBytes + segments);
        if (rest.length < length) break;
        const page = rest.subarray(0, length);
        note(page);
        pages.push(page);
        rest = rest.subarray(length);
      }
      return Buffer.concat(pages);
    },

    /** Returns the header pages, and the newest pages, for a new listener. */
    beginning: (): Buffer => (beginning.length > 0 ? Buffer.concat([...beginning, buffer.all()]) : Buffer.alloc(0)),
  };
}
