/** Request bodies: collected up to a limit, streamed with back-pressure, or thrown away. */
import type { BodyStream } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { Clock, Timer } from '../clock.ts';
import type { RequestFacts } from './request.ts';

/** Bytes waiting for the handler: reading pauses above, resumes below, and the connection is cut at `most`. */
const queued = { pauseAt: 4 * 1024 * 1024, resumeAt: 1024 * 1024, most: 16 * 1024 * 1024 };
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
      response.whenEnded(() => reject(clientLeft()));
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

/** Chunks in order; reading pauses while the handler is slower than the client. */
export function streamBody(
  response: ResponseWriter,
  request: Pick<RequestFacts, 'contentLength' | 'hasBody'>,
  clock: Clock,
): IncomingBody & { stream: BodyStream } {
  const chunks: Buffer[] = [];
  let size = 0;
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
    wake?.();
  });
  response.onData((chunk, isLast) => {
    isComplete = isLast;
    if (chunk.byteLength > 0) {
      chunks.push(Buffer.from(chunk.slice(0)));
      size += chunk.byteLength;
    }
    wake?.();
    if (isLast) return;
    if (size > queued.most) return response.abort();
    if (size >= queued.pauseAt && !pause) {
      response.pauseBody();
      pause = clock.after(longestPauseMs, resume);
    }
  });

  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (isBroken) throw clientLeft();
      const chunk = chunks.shift();
      if (chunk) {
        size -= chunk.byteLength;
        if (size <= queued.resumeAt) resume();
        yield chunk;
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
