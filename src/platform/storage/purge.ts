/** Deletes or changes any number of rows in batches, so that the event loop is never blocked for long. */
import { systemClock, yieldToEventLoop } from '../clock.ts';
import type { Database } from './database.ts';

/** Target duration of a batch, from which its size is calculated. Commits that copy part of the write-ahead log take longer. */
const targetBatchMs = 3;
const batchRows = { first: 50, min: 10, max: 2_000 };

/** Changes at most `limit` rows, and returns how many; 0 ends the work. Runs in a transaction. */
export type Batch = (limit: number) => number;

/** Returns a function that runs `batch` with as many rows as should take `targetBatchMs`, judging by its last run. */
function withAdaptedSize(batch: Batch): () => number {
  let limit = batchRows.first;
  return () => {
    const startedAt = systemClock.monotonic();
    const changed = batch(limit);
    const tookMs = Math.max(0.1, systemClock.monotonic() - startedAt);
    // At most twice as many rows as before: rows that cost more may follow.
    limit = Math.round(Math.min(batchRows.max, limit * 2, Math.max(batchRows.min, (limit * targetBatchMs) / tookMs)));
    return changed;
  };
}

/**
 * Runs `batch` until it changes no more rows, each time in a new transaction, and handles pending events in between. Returns the
 * number of changed rows. The commits are not synced: a power cut may undo the last ones, so `batch` must find their rows again.
 * Ends early when `signal` is aborted. Throws what `batch` throws.
 */
export async function inBatches(database: Database, batch: Batch, signal?: AbortSignal): Promise<number> {
  const run = withAdaptedSize(batch);
  for (let total = 0; ;) {
    const changed = signal?.aborted ? 0 : database.txUnsynced(run);
    if (changed === 0) return total;
    total += changed;
    await yieldToEventLoop();
    await database.waitForCheckpoint();
  }
}

/** Returns a batch that runs each of `batches` until it changes no more rows, and then the next. Each adapts its own size. */
export function inOrder(...batches: readonly Batch[]): Batch {
  const runs = batches.map(withAdaptedSize);
  return () => {
    for (const run of runs) {
      const changed = run();
      if (changed > 0) return changed;
    }
    return 0;
  };
}
