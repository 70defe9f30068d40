/** Long responses of known length, at the client's pace. */
import type { SizedReply } from '../../../contract/endpoint.ts';
import type { ResponseWriter, Head } from './writer.ts';
import type { Clock } from '../../clock.ts';
import { throttleAddress } from '../../throttle.ts';

/** uWebSockets.js cuts stalled readers after 11 s unless offered more; below `leastBytes` in `deadAfterMs` we cut. */
export const stallTimings = { sweepEveryMs: 4_000, deadAfterMs: 120_000, leastBytes: 32 * 1024 };

/** A reader that takes fewer than `bytes` between two sweeps is slow and gets one of `most` small buffers. */
const slow = { bytes: 64 * 1024, bufferBytes: 16 * 1024, most: 1_024, mostAtAddress: 64 };

/** Source of the bytes of a long response. */
export interface ByteSource {
  /** Nothing has to be fetched: it is read whenever it is asked for, and what the client takes at once is sent at once. */
  readonly isReady?: boolean;
  /** Calls back, now or later, with bytes from `position`, about `most`; with none when the source ends too early. */
  read(position: number, most: number, done: (error: Error | null, chunk: Uint8Array) => void): void;
  /** The last chunk is not needed any more. */
  release(): void;
  close(): void;
}

interface Download {
  readonly address: string;
  retry(now: number): void;
  cut(): void;
}

/**
 * The slow ones, longest slow first; one too many costs the first its connection: of its address, or of the address with
 * most of them, for a screen on a bad line is mostly the only one of its own.
 */
export function createSlowReaders() {
  const all = new Set<Download>();
  const byAddress = new Map<string, Set<Download>>();

  function remove(download: Download): void {
    all.delete(download);
    const there = byAddress.get(download.address);
    if (there?.delete(download) && there.size === 0) byAddress.delete(download.address);
  }

  function largest(): Set<Download> | undefined {
    let found: Set<Download> | undefined;
    for (const there of byAddress.values()) if (there.size > (found?.size ?? 0)) found = there;
    return found;
  }

  return {
    remove,
    add(download: Download): void {
      if (all.has(download)) return;
      const there = byAddress.get(download.address) ?? new Set();
      byAddress.set(download.address, there.add(download));
      all.add(download);
      const crowd = there.size > slow.mostAtAddress ? there : all.size > slow.most ? largest() : undefined;
      const [first] = crowd ?? [];
      if (!first) return;
      remove(first);
      first.cut();
    },
  };
}

/** Number of pieces sent per turn of the event loop: other events wait for these, not for one of each download. */
const piecesPerTurn = 2;

/** Runs each in its turn, the first one in the next. */
export function createFairScheduler(): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  let isPlanned = false;
  function plan(): void {
    isPlanned = waiting.length > 0;
    if (isPlanned) setImmediate(turn);
  }
  function turn(): void {
    try {
      for (let left = piecesPerTurn; left > 0 && waiting.length > 0; left -= 1) waiting.shift()?.();
    } finally {
      // Whatever one of them threw: the others would wait for ever.
      plan();
    }
  }
  return (run) => {
    waiting.push(run);
    if (!isPlanned) plan();
  };
}

/** Downloads that wait for their client, swept together. */
export function createByteSender(clock: Clock, timings = stallTimings) {
  const inTurn = createFairScheduler();
  const stalled = new Set<Download>();
  const slowReaders = createSlowReaders();
  const sweep = clock.every(timings.sweepEveryMs, () => {
    for (const download of [...stalled]) download.retry(clock.monotonic());
  });

  /** Answers `total` bytes from `source`, and closes it whatever happens. The head must not carry a length. */
  function sendBytes(response: ResponseWriter, head: Head, total: number, source: ByteSource, address: string): void {
    if (!response.isOpen) return source.close();
    let chunk: Uint8Array | undefined;
    let chunkStart = 0;
    let written = 0;
    let isReading = false;
    let isSlow = false;
    let swept = { bytes: 0, at: clock.monotonic() };
    const progress = { bytes: 0, at: clock.monotonic() };
    const self: Download = {
      address: throttleAddress(address),
      retry(now) {
        // Cut by the same sweep, for another one's sake: it must not be counted again.
        if (response.hasEnded) return;
        if (now - progress.at >= timings.deadAfterMs) return response.abort();
        // Who has only just begun is judged by the next sweep.
        if (now - swept.at >= timings.sweepEveryMs * 0.9) {
          isSlow = written - swept.bytes < slow.bytes;
          swept = { bytes: written, at: now };
        }
        if (isSlow) {
          release();
          slowReaders.add(self);
        } else slowReaders.remove(self);
        response.cork(offer);
      },
      cut: () => response.abort(),
    };

    /** Nobody's memory is held while the reader does nothing: it is read again from where he is. */
    function release(): void {
      if (isReading || !chunk) return;
      chunk = undefined;
      source.release();
    }

    const finish = () => {
      stalled.delete(self);
      slowReaders.remove(self);
      chunk = undefined;
      source.release();
      source.close();
    };
    response.whenEnded(() => {
      // A read under way still writes into its buffer.
      if (!isReading) finish();
    });

    function offer(): boolean {
      if (response.hasEnded || isReading) return true;
      if (!chunk) {
        readInTurn();
        return true;
      }
      const isWritten = response.tryEnd(chunk.subarray(response.writtenBytes - chunkStart), total);
      if (response.hasEnded) return true;
      written = response.writtenBytes;
      if (written - progress.bytes >= timings.leastBytes)
        Object.assign(progress, { bytes: written, at: clock.monotonic() });
      if (!isWritten) {
        stalled.add(self);
        if (isSlow) release();
        return false;
      }
      stalled.delete(self);
      // The sweep does not see who is never found waiting.
      if (isSlow) stalled.add(self);
      chunk = undefined;
      source.release();
      readInTurn();
      return true;
    }

    /**
     * Others get their turn before each piece: before the first too, for sixteen may ask in one turn of the loop. What is ready
     * waits for none of them: an answer that is not there before the next request on its connection costs the connection.
     */
    function readInTurn(): void {
      isReading = true;
      if (source.isReady) return read();
      inTurn(() => response.guard(() => (response.hasEnded ? finish() : read())));
    }

    function read(): void {
      source.read(written, isSlow ? slow.bufferBytes : Infinity, (error, bytes) => {
        isReading = false;
        if (response.hasEnded) return finish();
        // The promised length cannot be kept: only a cut tells the client.
        if (error || bytes.length === 0) return response.abort();
        chunk = bytes;
        chunkStart = written;
        response.cork(() => {
          if (response.isOpen && !response.begin(head)) return;
          offer();
        });
      });
    }

    response.onWritable(offer);
    readInTurn();
  }

  return { sendBytes, close: () => sweep.cancel() };
}

export type ByteSender = ReturnType<typeof createByteSender>;

/** Bytes that are all there. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    isReady: true,
    read: (position, _most, done) => done(null, bytes.subarray(position)),
    release() {},
    close() {},
  };
}

/** Bytes that are made as they are asked for. */
export function sizedSource(reply: Pick<SizedReply, 'read'>): ByteSource {
  return {
    read(position, _most, done) {
      reply.read(position).then(
        (chunk) => done(null, chunk),
        (error: Error) => done(error, new Uint8Array()),
      );
    },
    release() {},
    close() {},
  };
}
