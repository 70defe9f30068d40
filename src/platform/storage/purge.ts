/** Deletes or changes any number of rows in pieces, so that the event loop is never held for long (see `longestPieceMs`). */
import { systemClock, yieldToEventLoop } from '../clock.ts';
import type { Database } from './database.ts';

/** Duration that the size of the next piece aims at. A piece may take longer: its commit may copy part of the write-ahead log. */
const targetPieceMs = 3;
const rows = { first: 50, min: 10, max: 2_000 };

/** Changes at most `limit` rows, and returns how many; 0 ends the work. Runs in a transaction. */
export type Piece = (limit: number) => number;

/**
 * Runs `piece` until it has nothing left to do, each time in a transaction of its own with pending events handled in between. Returns the number of
 * changed rows. The commits are not synced: after a power cut the last pieces may have to be repeated, so `piece` must find its rows again by
 * itself. Ends early when `signal` is aborted. Throws what `piece` throws.
 */
export async function inPieces(database: Database, piece: Piece, signal?: AbortSignal): Promise<number> {
  let total = 0;
  let limit = rows.first;
  while (!signal?.aborted) {
    const startedAt = systemClock.monotonic();
    const changed = database.txUnsynced(() => piece(limit));
    if (changed === 0) break;
    total += changed;
    const tookMs = Math.max(0.1, systemClock.monotonic() - startedAt);
    // At most twice as many rows as before: rows that cost more may follow.
    limit = Math.round(Math.min(rows.max, limit * 2, Math.max(rows.min, (limit * targetPieceMs) / tookMs)));
    await yieldToEventLoop();
  }
  return total;
}

/** Returns a piece that runs `pieces` one after the other: rows that refer to others before these. */
export const inOrder =
  (...pieces: readonly Piece[]): Piece =>
  (limit) => {
    for (const piece of pieces) {
      const changed = piece(limit);
      if (changed > 0) return changed;
    }
    return 0;
  };
