/** Deletes and restores many contents of an account, a few in each transaction; between transactions other requests are served. */
import type { Author } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { type Clock, yieldToEventLoop } from '../../../platform/clock.ts';
import type { createPurgeTimers } from '../../../platform/purge-timers.ts';
import type { Log } from '../../../platform/log.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Processing } from '../processing/processing.ts';
import type { Restorer, UsageBefore } from './deletion-store.ts';

/** Number of items that are deleted or restored in one transaction, which takes a few milliseconds. */
const itemsPerStep = 20;
/** Longest time that the deletion of an item takes on a slow disk, in milliseconds. */
const maxMsPerItem = 50;

export interface BulkDeletionsDeps {
  processing: Pick<Processing, 'wake'>;
  timers: Pick<ReturnType<typeof createPurgeTimers>, 'begin'>;
  usageOf: (owner: number) => UsageBefore | undefined;
  /** Deletes items of one owner, which can be restored until `at` (ms since 1970). Returns the ids of those that existed. */
  mark: (
    ids: readonly number[],
    owner: number,
    by: Author,
    how: { before: UsageBefore | undefined; at: number },
  ) => number[];
  /** Restores the items whose ten seconds had not ended at `now`. Returns their ids. */
  unmark: (ids: readonly number[], restorer: Restorer, by: Author, now: number) => number[];
  database: Pick<Database, 'waitForCheckpoint'>;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

export function createBulkDeletions(deps: BulkDeletionsDeps) {
  const { processing, timers, usageOf, mark, unmark, database, clock, log } = deps;
  /** The accounts that are restoring items. An account is listed once for each of its restorations; a large one takes seconds. */
  const restoring: number[] = [];

  /** Calls `change` with a few of the ids at a time. Adds the ids that it returns to `changed`. */
  async function inSteps(
    ids: readonly number[],
    changed: number[],
    change: (step: number[]) => number[],
  ): Promise<void> {
    for (let at = 0; at < ids.length; at += itemsPerStep) {
      // Yield before the first step too: reading thousands of ids has taken some milliseconds.
      await yieldToEventLoop();
      await database.waitForCheckpoint();
      changed.push(...change(ids.slice(at, at + itemsPerStep)));
    }
  }

  return {
    /** True while the account restores items. Its deleted items must not be purged then, even if their ten seconds end. */
    isRestoring: (owner: number | null): boolean => restoring.some((each) => each === owner),

    /** Deletes an account's items. Returns the ids of those that existed. The ten seconds begin after the last deletion. */
    async removeMany(ids: readonly number[], owner: number, by: Author): Promise<number[]> {
      const before = usageOf(owner);
      // The ten seconds begin after the last deletion, and must end before this time.
      const at = clock.now() + limits.undoMs + maxMsPerItem * ids.length;
      const removed: number[] = [];
      try {
        await inSteps(ids, removed, (step) => mark(step, owner, by, { before, at }));
      } catch (error) {
        // If some were deleted, the client must learn which, to offer the restore.
        if (removed.length === 0) throw error;
        log.error('only some contents were deleted', { user: owner, deleted: removed.length, of: ids.length, error });
      } finally {
        timers.begin(removed, limits.undoMs);
      }
      return removed;
    },

    /** Restores the items whose ten seconds had not ended when it was called. Returns their ids. Throws `quota_exceeded`. */
    async restoreMany(ids: readonly number[], owner: number, by: Author): Promise<number[]> {
      const now = clock.now();
      const restored: number[] = [];
      restoring.push(owner);
      try {
        const restorer = { userId: owner, isManager: false, isTrack: false };
        await inSteps(ids, restored, (step) => unmark(step, restorer, by, now));
      } finally {
        restoring.splice(restoring.indexOf(owner), 1);
        processing.wake();
      }
      return restored;
    },
  };
}
