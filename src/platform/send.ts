/** Long answers: bytes of known length with the client's pace, and endless streams. */
import type { SizedReply, StreamReply } from '../contract/endpoint.ts';
import type { Answer, Head } from './answer.ts';
import type { Clock } from './clock.ts';

/**
 * uWebSockets.js cuts a reader that takes nothing for about 11 s; offering the rest again keeps it. What makes
 * no progress for `deadAfterMs` is cut by us.
 */
export const stallTimings = { sweepEveryMs: 4_000, deadAfterMs: 120_000 };

/** What waits for a slow listener; more is dropped. */
const streamQueueBytes = 256 * 1024;

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
export function createSender(clock: Clock, timings = stallTimings) {
  const stalled = new Set<Stalled>();
  const streams = new Set<() => void>();
  const sweep = clock.every(timings.sweepEveryMs, () => {
    for (const download of [...stalled]) download.retry(clock.monotonic());
  });

  /** Answers `total` bytes from `source`, and closes it whatever happens. The head must not carry a length. */
  function sendBytes(answer: Answer, head: Head, total: number, source: ByteSource): void {
    if (!answer.isOpen) return source.close();
    let chunk: Uint8Array | undefined;
    let chunkStart = 0;
    let progress = 0;
    let progressAt = clock.monotonic();
    let isReading = false;
    const self: Stalled = {
      retry(now) {
        if (now - progressAt >= timings.deadAfterMs) answer.abort();
        else answer.cork(offer);
      },
    };

    const finish = () => {
      stalled.delete(self);
      chunk = undefined;
      source.release();
      source.close();
    };
    answer.whenEnded(() => {
      // A read under way still writes into its buffer.
      if (!isReading) finish();
    });

    function offer(): boolean {
      if (!chunk || answer.hasEnded) return true;
      const isWritten = answer.tryEnd(chunk.subarray(answer.writtenBytes - chunkStart), total);
      if (answer.hasEnded) return true;
      if (answer.writtenBytes > progress) {
        progress = answer.writtenBytes;
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
        if (answer.hasEnded) return finish();
        // The promised length cannot be kept: only a cut tells the client.
        if (error || bytes.length === 0) return answer.abort();
        chunk = bytes;
        chunkStart = progress;
        answer.cork(() => {
          if (answer.isOpen && !answer.begin(head)) return;
          offer();
        });
      });
    }

    answer.onWritable(offer);
    read();
  }

  /** Runs a StreamReply. `write` answers false when the chunk was dropped because the client is too slow. */
  function sendStream(answer: Answer, head: Head, reply: StreamReply): void {
    const queue: Uint8Array[] = [];
    let queuedBytes = 0;
    let isBlocked = false;
    let isEnding = false;
    let stop: (() => void) | undefined;

    const flush = (): boolean => {
      answer.cork((raw) => {
        if (answer.isOpen) answer.begin(head);
        while (!isBlocked) {
          const chunk = queue.shift();
          if (!chunk) break;
          queuedBytes -= chunk.length;
          isBlocked = !raw.write(chunk);
        }
        if (isEnding && queue.length === 0 && !isBlocked) answer.endPieces();
      });
      return !isBlocked;
    };
    answer.onWritable(() => {
      isBlocked = false;
      return flush();
    });
    const end = () => {
      isEnding = true;
      if (!isBlocked) flush();
    };
    streams.add(end);
    answer.whenEnded(() => {
      streams.delete(end);
      stop?.();
    });

    const sink: Parameters<StreamReply['start']>[0] = {
      write(chunk) {
        if (answer.hasEnded || isEnding || chunk.length === 0) return !answer.hasEnded;
        if (queuedBytes + chunk.length > streamQueueBytes && isBlocked) return false;
        queue.push(chunk);
        queuedBytes += chunk.length;
        if (!isBlocked) flush();
        return true;
      },
      end,
    };
    try {
      stop = reply.start(sink);
    } catch (error) {
      if (answer.isOpen) throw error;
      answer.abort();
    }
    if (answer.hasEnded) stop?.();
  }

  return {
    sendBytes,
    sendStream,
    /** Ends every endless answer. */
    endStreams() {
      for (const end of [...streams]) end();
    },
    close: () => sweep.cancel(),
  };
}

export type Sender = ReturnType<typeof createSender>;

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
