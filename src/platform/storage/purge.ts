/** Deletes or changes any number of rows in pieces, so that the event loop is never held for long (see `longestPieceMs`). */
import { systemClock, yieldToEventLoop } from '../clock.ts';
import type { Database } from './database.ts';

/** Duration that the size of the next piece aims at. A piece may take longer: its commit may copy part of the write-ahead log. */
const targetPieceMs = 3;
const rows = { first: 50, min: 10, max: 2_000 };

/** Changes at most `limit` rows, and returns how many; 0 ends the work. Runs in a transaction. */
export type Piece = (limit: number) => number;

/** Returns a function that runs `piece` with the number of rows that takes `targetPieceMs`, as far as its last run tells. */
function paced(piece: Piece): () => number {
  let limit = rows.first;
  return () => {
    const startedAt = systemClock.monotonic();
    const changed = piece(limit);
    const tookMs = Math.max(0.1, systemClock.monotonic() - startedAt);
    // At most twice as many rows as before: rows that cost more may follow.
    limit = Math.round(Math.min(rows.max, limit * 2, Math.max(rows.min, (limit * targetPieceMs) / tookMs)));
    return changed;
  };
}

/**
 * Runs `piece` until it has nothing left to do, each time in a transaction of its own with pending events handled in between. Returns the number of
 * changed rows. The commits are not synced: after a power cut the last pieces may have to be repeated, so `piece` must find its rows again by
 * itself. Ends early when `signal` is aborted. Throws what `piece` throws.
 */
export async function inPieces(database: Database, piece: Piece, signal?: AbortSignal): Promise<number> {
  const run = paced(piece);
  for (let total = 0; ;) {
    const changed = signal?.aborted ? 0 : database.txUnsynced(run);
    if (changed === 0) return total;
    total += changed;
    await yieldToEventLoop();
    await database.logCopied();
  }
}

/** Returns a piece that runs `pieces` one after the other: rows that refer to others before these. Each has a pace of its own. */
export function inOrder(...pieces: readonly Piece[]): Piece {
  const runs = pieces.map(paced);
  return () => {
    for (const run of runs) {
      const changed = run();
      if (changed > 0) return changed;
    }
    return 0;
  };
}
