/** Request bodies: collected up to a limit, streamed with back-pressure, or thrown away. */
import type { BodyStream } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { ResponseWriter } from '../response/writer.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { RequestFacts } from './request.ts';

/** Bytes waiting for the handler: reading pauses above, resumes below, and the connection is cut at `most`. */
const queued = { pauseAt: 1024 * 1024, resumeAt: 512 * 1024, most: 16 * 1024 * 1024 };
/** A client that leaves while reading is paused is not noticed: no pause lasts longer. */
const longestPauseMs = 5_000;

const clientLeft = () => new AppError('bad_request', 'O envio foi interrompido.');

/** A body that waits to be read; `isComplete` once its last byte has come. */
export interface IncomingBody {
  readonly isComplete: boolean;
}

/** Takes at most `limit` bytes, ignored. `whole` resolves after the last one, and rejects when the client leaves. */
export function discardBody(response: ResponseWriter, limit: number): IncomingBody & { whole: Promise<undefined> } {
  let size = 0;
  const body = {
    isComplete: false,
    whole: new Promise<undefined>((resolve, reject) => {
      response.whenEnded(() => reject(clientLeft()));
      response.onData((chunk, isLast) => {
        size += chunk.byteLength;
        body.isComplete = isLast;
        if (size > limit) response.abort();
        else if (isLast) resolve(undefined);
      });
    }),
  };
  body.whole.catch(() => {});
  return body;
}

/** Rejects with AppError `payload_too_large` above `limit` bytes, and when the client leaves. */
export function collectBody(response: ResponseWriter, limit: number): IncomingBody & { bytes: Promise<Buffer> } {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = {
    isComplete: false,
    bytes: new Promise<Buffer>((resolve, reject) => {
      // An error costs its stack: a quarter of a heartbeat.
      response.whenEnded(() => body.isComplete || reject(clientLeft()));
      response.onData((chunk, isLast) => {
        size += chunk.byteLength;
        body.isComplete = isLast;
        if (size > limit) return reject(new AppError('payload_too_large'));
        // The buffer is taken back when this callback returns.
        if (chunk.byteLength > 0) chunks.push(Buffer.from(chunk.slice(0)));
        if (isLast) resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      });
    }),
  };
  // The waiting code may have gone on before a late rejection.
  body.bytes.catch(() => {});
  return body;
}

/** Streams chunks in order and pauses reading for a slow handler. A chunk's buffer is filled anew for the next. */
export function streamBody(
  response: ResponseWriter,
  request: Pick<RequestFacts, 'contentLength' | 'hasBody'>,
  clock: Clock,
): IncomingBody & { stream: BodyStream } {
  const waiting = createBlockQueue();
  let isComplete = false;
  let isBroken = false;
  let pause: Timer | undefined;
  let wake: (() => void) | undefined;

  const resume = () => {
    if (!pause) return;
    pause.cancel();
    pause = undefined;
    response.resumeBody();
  };
  response.whenEnded(() => {
    isBroken = !isComplete;
    pause?.cancel();
    // Nobody may ever ask for what is left of a body that broke off.
    if (isBroken) waiting.clear();
    wake?.();
  });
  response.onData((chunk, isLast) => {
    isComplete = isLast;
    waiting.add(new Uint8Array(chunk));
    wake?.();
    if (isLast) return;
    if (waiting.sizeBytes > queued.most) return response.abort();
    if (waiting.sizeBytes >= queued.pauseAt && !pause) {
      response.pauseBody();
      pause = clock.after(longestPauseMs, resume);
    }
  });

  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (isBroken) throw clientLeft();
      const block = waiting.take();
      if (block) {
        if (waiting.sizeBytes <= queued.resumeAt) resume();
        yield block.bytes;
        block.release();
      } else if (isComplete) {
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
      }
    }
  }
  const iterable = read();
  return {
    get isComplete() {
      return isComplete;
    },
    stream: { length: request.hasBody ? request.contentLength : 0, [Symbol.asyncIterator]: () => iterable },
  };
}

/** Size of a block, equal to uWebSockets.js's read buffer. */
const blockBytes = 512 * 1024;
/** Maximum number of free blocks to keep; what more uploads need goes when they end. */
const keptBlocks = 16;
/** Blocks that are used again, so that no upload waits for the garbage collector. */
const freeBlocks: Buffer[] = [];

/** Returns a block to the pool, once nobody reads from it or writes into it. */
function releaseBlock(block: Buffer): void {
  if (freeBlocks.length < keptBlocks) freeBlocks.push(block);
}

/** Bytes in blocks of our own: small chunks share one, so that a trickle takes no more room than a flood. */
function createBlockQueue() {
  const blocks: { buffer: Buffer; used: number }[] = [];
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    add(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length;) {
        let last = blocks.at(-1);
        if (!last || last.used === blockBytes)
          blocks.push((last = { buffer: freeBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes), used: 0 }));
        const part = bytes.subarray(at, at + blockBytes - last.used);
        last.buffer.set(part, last.used);
        last.used += part.length;
        at += part.length;
      }
      sizeBytes += bytes.length;
    },
    take() {
      const first = blocks.shift();
      if (!first) return undefined;
      const { buffer, used } = first;
      sizeBytes -= used;
      return { bytes: buffer.subarray(0, used), release: () => releaseBlock(buffer) };
    },
    clear() {
      for (const { buffer } of blocks.splice(0)) releaseBlock(buffer);
      sizeBytes = 0;
    },
  };
}
