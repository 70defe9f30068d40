/** Long responses of known length, at the client's pace. */
import type { SizedReply } from '../../contract/endpoint.ts';
import type { ResponseWriter, Head } from './response-writer.ts';
import type { Clock } from '../clock.ts';

/**
 * uWebSockets.js cuts a reader that takes nothing for about 11 s; offering the rest again keeps it. What makes
 * no progress for `deadAfterMs` is cut by us.
 */
export const stallTimings = { sweepEveryMs: 4_000, deadAfterMs: 120_000 };

/** Where the bytes of a long answer come from. */
export interface ByteSource {
  /** Calls back with one or more bytes from `position`; with none when the source is shorter than promised. */
  read(position: number, done: (error: Error | null, chunk: Uint8Array) => void): void;
  /** The last chunk is not needed any more. */
  release(): void;
  close(): void;
}

interface Stalled {
  retry(now: number): void;
}

/** Downloads that wait for their client, swept together. */
export function createByteSender(clock: Clock, timings = stallTimings) {
  const stalled = new Set<Stalled>();
  const sweep = clock.every(timings.sweepEveryMs, () => {
    for (const download of [...stalled]) download.retry(clock.monotonic());
  });

  /** Answers `total` bytes from `source`, and closes it whatever happens. The head must not carry a length. */
  function sendBytes(response: ResponseWriter, head: Head, total: number, source: ByteSource): void {
    if (!response.isOpen) return source.close();
    let chunk: Uint8Array | undefined;
    let chunkStart = 0;
    let progress = 0;
    let progressAt = clock.monotonic();
    let isReading = false;
    const self: Stalled = {
      retry(now) {
        if (now - progressAt >= timings.deadAfterMs) response.abort();
        else response.cork(offer);
      },
    };

    const finish = () => {
      stalled.delete(self);
      chunk = undefined;
      source.release();
      source.close();
    };
    response.whenEnded(() => {
      // A read under way still writes into its buffer.
      if (!isReading) finish();
    });

    function offer(): boolean {
      if (!chunk || response.hasEnded) return true;
      const isWritten = response.tryEnd(chunk.subarray(response.writtenBytes - chunkStart), total);
      if (response.hasEnded) return true;
      if (response.writtenBytes > progress) {
        progress = response.writtenBytes;
        progressAt = clock.monotonic();
      }
      if (!isWritten) {
        stalled.add(self);
        return false;
      }
      stalled.delete(self);
      chunk = undefined;
      read();
      return true;
    }

    function read(): void {
      isReading = true;
      source.read(progress, (error, bytes) => {
        isReading = false;
        if (response.hasEnded) return finish();
        // The promised length cannot be kept: only a cut tells the client.
        if (error || bytes.length === 0) return response.abort();
        chunk = bytes;
        chunkStart = progress;
        response.cork(() => {
          if (response.isOpen && !response.begin(head)) return;
          offer();
        });
      });
    }

    response.onWritable(offer);
    read();
  }

  return { sendBytes, close: () => sweep.cancel() };
}

export type ByteSender = ReturnType<typeof createByteSender>;

/** Bytes that are all there. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    read: (position, done) => done(null, bytes.subarray(position)),
    release() {},
    close() {},
  };
}

/** Bytes that are made as they are asked for. */
export function sizedSource(reply: Pick<SizedReply, 'read'>): ByteSource {
  return {
    read(position, done) {
      reply.read(position).then(
        (chunk) => done(null, chunk),
        (error: Error) => done(error, new Uint8Array()),
      );
    },
    release() {},
    close() {},
  };
}
