/** Sends responses of unknown length, such as a radio's audio or a CSV table. */
import type { StreamReply, StreamSink } from '../../../contract/endpoint.ts';
import type { ResponseWriter, Head } from './writer.ts';

/** Maximum number of bytes queued for a slow client. `write` refuses further ones: radio drops them, a table awaits `drained`. */
const streamQueueBytes = 256 * 1024;

export function createStreamSender() {
  const streams = new Set<() => void>();

  /** Starts the reply, and sends what it writes until it ends or the client disconnects. */
  function sendStream(response: ResponseWriter, head: Head, reply: StreamReply): void {
    const queue: Uint8Array[] = [];
    let queuedBytes = 0;
    let isBlocked = false;
    let isEnding = false;
    let stop: (() => void) | undefined;
    const waiting: (() => void)[] = [];

    const wake = () => {
      for (const resolve of waiting.splice(0)) resolve();
    };
    const flush = (): boolean => {
      response.cork((raw) => {
        if (response.isOpen) response.begin(head);
        while (!isBlocked) {
          const chunk = queue.shift();
          if (!chunk) break;
          queuedBytes -= chunk.length;
          isBlocked = !raw.write(chunk);
        }
        if (isEnding && queue.length === 0 && !isBlocked) response.endParts();
      });
      return !isBlocked;
    };
    response.onWritable(() => {
      isBlocked = false;
      const isFlushed = flush();
      if (isFlushed) wake();
      return isFlushed;
    });
    const end = () => {
      isEnding = true;
      if (!isBlocked) flush();
    };
    streams.add(end);
    response.whenEnded(() => {
      streams.delete(end);
      stop?.();
      wake();
    });

    const sink: StreamSink = {
      write(chunk) {
        if (response.hasEnded || isEnding || chunk.length === 0) return !response.hasEnded;
        if (queuedBytes + chunk.length > streamQueueBytes && isBlocked) return false;
        queue.push(chunk);
        queuedBytes += chunk.length;
        if (!isBlocked) flush();
        return true;
      },
      drained: () => new Promise((resolve) => (isBlocked && !response.hasEnded ? waiting.push(resolve) : resolve())),
      end,
      abort: () => response.abort(),
    };
    try {
      stop = reply.start(sink);
    } catch (error) {
      if (response.isOpen) throw error;
      response.abort();
    }
    if (response.hasEnded) stop?.();
  }

  return {
    sendStream,
    /** Ends all streams. */
    endStreams() {
      for (const end of [...streams]) end();
    },
  };
}

export type StreamSender = ReturnType<typeof createStreamSender>;
