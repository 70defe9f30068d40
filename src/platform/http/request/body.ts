/** Collects request bodies up to a limit, streams them with back-pressure, or discards them. */
import type { BodyStream } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { ResponseWriter } from '../response/writer.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { ParsedRequest } from './request.ts';

/** Limits of the bytes that wait for the handler: reading pauses and resumes at these sizes; the connection is cut above `maxBytes`. */
const queueLimits = { pauseAt: 1024 * 1024, resumeAt: 512 * 1024, maxBytes: 16 * 1024 * 1024 };
/** Maximum pause: while reading is paused, a disconnected client is not noticed. */
const maxPauseMs = 5_000;

const clientLeft = () => new AppError('bad_request', 'O envio foi interrompido.');

/** A body being received; `isComplete` once its last byte has arrived. */
export interface IncomingBody {
  readonly isComplete: boolean;
}

/** Ignores a body; above `limit` bytes cuts the connection. `whole` resolves at its end, and rejects when the client leaves. */
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

/** Collects a body in memory. `bytes` rejects with AppError `payload_too_large` above `limit` bytes, and when the client disconnects. */
export function collectBody(response: ResponseWriter, limit: number): IncomingBody & { bytes: Promise<Buffer> } {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = {
    isComplete: false,
    bytes: new Promise<Buffer>((resolve, reject) => {
      // Create no error for a complete body: collecting its stack takes a quarter of the time of a heartbeat.
      response.whenEnded(() => body.isComplete || reject(clientLeft()));
      response.onData((chunk, isLast) => {
        size += chunk.byteLength;
        body.isComplete = isLast;
        if (size > limit) return reject(new AppError('payload_too_large'));
        // uWebSockets.js invalidates the buffer when this callback returns.
        if (chunk.byteLength > 0) chunks.push(Buffer.from(chunk.slice(0)));
        if (isLast) resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      });
    }),
  };
  // A late rejection must not be unhandled when nobody waits for the bytes any more.
  body.bytes.catch(() => {});
  return body;
}

/** Streams chunks in order and pauses reading for a slow handler. A chunk's buffer is reused once the next chunk is requested. */
export function streamBody(
  response: ResponseWriter,
  request: Pick<ParsedRequest, 'contentLength' | 'hasBody'>,
  clock: Clock,
): IncomingBody & { stream: BodyStream } {
  const queue = createBlockQueue();
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
    // The handler may never read the rest of an interrupted body.
    if (isBroken) queue.clear();
    wake?.();
  });
  response.onData((chunk, isLast) => {
    isComplete = isLast;
    queue.add(new Uint8Array(chunk));
    wake?.();
    if (isLast) return;
    if (queue.sizeBytes > queueLimits.maxBytes) return response.abort();
    if (queue.sizeBytes >= queueLimits.pauseAt && !pause) {
      response.pauseBody();
      pause = clock.after(maxPauseMs, resume);
    }
  });

  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (isBroken) throw clientLeft();
      const block = queue.take();
      if (block) {
        if (queue.sizeBytes <= queueLimits.resumeAt) resume();
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
/** Maximum number of free blocks to keep; further blocks are dropped when their uploads end. */
const maxFreeBlocks = 16;
/** Blocks for reuse, so that no upload waits for the garbage collector. */
const freeBlocks: Buffer[] = [];

/** Returns a block to the pool. It must no longer be read or written. */
function releaseBlock(block: Buffer): void {
  if (freeBlocks.length < maxFreeBlocks) freeBlocks.push(block);
}

/** Returns a queue that copies bytes into pooled blocks. Small chunks share a block, so that they need no more memory than large ones. */
function createBlockQueue() {
  const blocks: { buffer: Buffer; used: number }[] = [];
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    add(bytes: Uint8Array) {
      for (let offset = 0; offset < bytes.length;) {
        let last = blocks.at(-1);
        if (!last || last.used === blockBytes)
          blocks.push((last = { buffer: freeBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes), used: 0 }));
        const part = bytes.subarray(offset, offset + blockBytes - last.used);
        last.buffer.set(part, last.used);
        last.used += part.length;
        offset += part.length;
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
