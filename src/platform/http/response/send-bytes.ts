/** Sends long responses of known length at the client's pace. */
import type { SizedReply } from '../../../contract/endpoint.ts';
import type { ResponseWriter, Head } from './writer.ts';
import type { Clock } from '../../clock.ts';
import { networkOf } from '../../throttle.ts';

/**
 * uWebSockets.js cuts a stalled reader after 11 s, unless the sweep offers it bytes again. The sweep cuts a reader that takes
 * fewer than `leastBytes` in `deadAfterMs`.
 */
export const stallTimings = { sweepEveryMs: 4_000, deadAfterMs: 120_000, leastBytes: 32 * 1024 };

/** A reader that takes fewer than `bytes` between two sweeps is slow and gets one of at most `max` small buffers. */
const slowReader = { bytes: 64 * 1024, bufferBytes: 16 * 1024, max: 1_024, maxPerAddress: 64 };

/** Source of the bytes of a long response. */
export interface ByteSource {
  /** True when all bytes are in memory: they are then read and sent at once, without waiting for other downloads. */
  readonly isReady?: boolean;
  /** Calls `done`, now or later, with about `maxBytes` bytes from `position`; with none when the source ends too early. */
  read(position: number, maxBytes: number, done: (error: Error | null, chunk: Uint8Array) => void): void;
  /** Called when the chunk of the latest `read` is no longer needed. */
  release(): void;
  close(): void;
}

interface Download {
  readonly address: string;
  /** Offers the rest of the bytes to a client that has not taken all. `now`: monotonic time in milliseconds. */
  retry(now: number): void;
  cut(): void;
}

/**
 * Tracks the slow downloads in the order in which they became slow. If an address has too many, cuts its first one. If there are
 * too many in all, cuts the first one of the address with the most: a screen is usually the only slow reader of its address.
 */
export function createSlowReaders() {
  const all = new Set<Download>();
  const byAddress = new Map<string, Set<Download>>();

  function remove(download: Download): void {
    all.delete(download);
    const ofAddress = byAddress.get(download.address);
    if (ofAddress?.delete(download) && ofAddress.size === 0) byAddress.delete(download.address);
  }

  function largestAddress(): Set<Download> | undefined {
    let found: Set<Download> | undefined;
    for (const ofAddress of byAddress.values()) if (ofAddress.size > (found?.size ?? 0)) found = ofAddress;
    return found;
  }

  return {
    remove,
    add(download: Download): void {
      if (all.has(download)) return;
      const ofAddress = byAddress.get(download.address) ?? new Set();
      byAddress.set(download.address, ofAddress.add(download));
      all.add(download);
      const tooMany =
        ofAddress.size > slowReader.maxPerAddress
          ? ofAddress
          : all.size > slowReader.max
            ? largestAddress()
            : undefined;
      const [first] = tooMany ?? [];
      if (!first) return;
      remove(first);
      first.cut();
    },
  };
}

/** Number of blocks sent per turn of the event loop: other events wait for two blocks, not for one of each download. */
const blocksPerTurn = 2;

/** Returns a function that queues callbacks and runs `blocksPerTurn` of them per turn of the event loop, from the next turn on. */
export function createFairScheduler(): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  function scheduleTurn(): void {
    isScheduled = waiting.length > 0;
    if (isScheduled) setImmediate(runTurn);
  }
  function runTurn(): void {
    try {
      for (let left = blocksPerTurn; left > 0 && waiting.length > 0; left -= 1) waiting.shift()?.();
    } finally {
      // Do this after an exception too: otherwise the other callbacks would wait for ever.
      scheduleTurn();
    }
  }
  return (run) => {
    waiting.push(run);
    if (!isScheduled) scheduleTurn();
  };
}

/** Creates the sender of long responses. One timer sweeps all downloads that wait for their client. */
export function createByteSender(clock: Clock, timings = stallTimings) {
  const scheduleBlock = createFairScheduler();
  const stalled = new Set<Download>();
  const slowReaders = createSlowReaders();
  const sweep = clock.every(timings.sweepEveryMs, () => {
    for (const download of [...stalled]) download.retry(clock.monotonic());
  });

  /** Sends `total` bytes from `source`, and always closes it. The head must not have a content-length. */
  function sendBytes(response: ResponseWriter, head: Head, total: number, source: ByteSource, address: string): void {
    if (!response.isOpen) return source.close();
    let chunk: Uint8Array | undefined;
    let chunkStart = 0;
    let written = 0;
    let isReading = false;
    let isSlow = false;
    let lastSweep = { bytes: 0, at: clock.monotonic() };
    /** Position and time at which the reader last completed another `leastBytes`. */
    const progress = { bytes: 0, at: clock.monotonic() };
    const self: Download = {
      address: networkOf(address),
      retry(now) {
        // The same sweep may have cut this download when it added another one: do not add it again.
        if (response.hasEnded) return;
        if (now - progress.at >= timings.deadAfterMs) return response.abort();
        // A download that has just begun is measured at the next sweep.
        if (now - lastSweep.at >= timings.sweepEveryMs * 0.9) {
          isSlow = written - lastSweep.bytes < slowReader.bytes;
          lastSweep = { bytes: written, at: now };
        }
        if (isSlow) {
          release();
          slowReaders.add(self);
        } else slowReaders.remove(self);
        response.cork(offer);
      },
      cut: () => response.abort(),
    };

    /** Frees the chunk's memory while the reader is idle; the bytes are read again from the reader's position. */
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
      // A read in progress still writes into its buffer.
      if (!isReading) finish();
    });

    /** Offers the rest of the chunk to the reader; false when it did not take all. */
    function offer(): boolean {
      if (response.hasEnded || isReading) return true;
      if (!chunk) {
        scheduleRead();
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
      // The sweep only visits stalled downloads: keep a slow one among them.
      if (isSlow) stalled.add(self);
      chunk = undefined;
      source.release();
      scheduleRead();
      return true;
    }

    /**
     * Schedules the reading of each block, also of the first: many downloads may begin in one turn of the event loop. Reads a
     * ready source at once, unless the response is deferred (`ResponseWriter.isDeferred`).
     */
    function scheduleRead(): void {
      isReading = true;
      if (source.isReady) return response.inTurn(read);
      scheduleBlock(() => response.guard(() => (response.hasEnded ? finish() : read())));
    }

    function read(): void {
      source.read(written, isSlow ? slowReader.bufferBytes : Infinity, (error, bytes) => {
        isReading = false;
        if (response.hasEnded) return finish();
        // The announced length cannot be reached. The connection is cut, because the head was already sent.
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
    scheduleRead();
  }

  return { sendBytes, close: () => sweep.cancel() };
}

export type ByteSender = ReturnType<typeof createByteSender>;

/** Returns a source of bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    isReady: true,
    read: (position, _maxBytes, done) => done(null, bytes.subarray(position)),
    release() {},
    close() {},
  };
}

/** Returns a source of bytes that a handler produces on demand. */
export function sizedSource(reply: Pick<SizedReply, 'read'>): ByteSource {
  return {
    read(position, _maxBytes, done) {
      reply.read(position).then(
        (chunk) => done(null, chunk),
        (error: Error) => done(error, new Uint8Array()),
      );
    },
    release() {},
    close() {},
  };
}
