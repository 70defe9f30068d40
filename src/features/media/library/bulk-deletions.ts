/** Deletes and restores several contents of an account, a few in each transaction, between which other requests are served. */
import type { Author } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { createPurgeTimers } from '../../../platform/purge-timers.ts';
import type { Target } from '../../audit/store.ts';
import { assertNotOver } from '../upload/rules.ts';
import type { UsageBefore } from './deletion-store.ts';
import type { Audit } from '../../audit/audit.ts';
import type { OutcomeDeps } from '../processing/outcomes.ts';
import type { Processing } from '../processing/processing.ts';
import type { PlaylistStore } from '../../playlists/store.ts';
import type { Uploads } from '../upload/uploads.ts';

/** Number of items that are deleted or restored at once, which takes a few milliseconds. */
const itemsPerStep = 20;

export interface BulkDeletionsDeps extends Pick<OutcomeDeps, 'media' | 'publish' | 'database'> {
  uploads: Pick<Uploads, 'usage'>;
  playlists: Pick<PlaylistStore, 'idsShowing'>;
  processing: Pick<Processing, 'wake'>;
  audit: Pick<Audit, 'record'>;
  timers: Pick<ReturnType<typeof createPurgeTimers>, 'begin' | 'cancel'>;
  usageOf: (owner: number) => UsageBefore;
  targetOf: (id: number, owner: number) => Target;
  hasFailed: (id: number) => boolean;
}

export function createBulkDeletions(deps: BulkDeletionsDeps) {
  const { media, publish, database, uploads, playlists, processing, audit, timers, usageOf, targetOf, hasFailed } =
    deps;

  /** Runs `change` for a few items at a time, each in a transaction. */
  function* inSteps(ids: readonly number[], change: (step: number[]) => number[]): Generator<void, number[]> {
    const changed: number[] = [];
    for (let at = 0; at < ids.length; at += itemsPerStep) {
      changed.push(...database.tx(() => change(ids.slice(at, at + itemsPerStep))));
      yield;
    }
    return changed;
  }

  /** Publishes one message for several items of an account, instead of one for each. */
  function notifyMany(ids: readonly number[], owner: number, concernsFailedItems: boolean): void {
    if (ids.length === 0) return;
    database.afterCommit(() => {
      const rows = media.videosByIds(ids, owner);
      const removed = ids.filter((id) => !rows.some((row) => row.id === id));
      publish(`user:${owner}`, {
        type: 'contentChanged',
        what: 'videos',
        patch: { of: 'GET /api/videos', rows, removed },
      });
    });
    if (concernsFailedItems) publish('managers', { type: 'adminChanged', what: 'videos' });
    // Managers see how many contents the playlists of a screen's account have.
    if (ids.some((id) => playlists.idsShowing(id).length > 0))
      publish('managers', {
        type: 'adminChanged',
        what: 'players',
        patch: { of: 'GET /api/admin/players', rows: [] },
      });
  }

  return {
    /** Deletes several items of an account, those of a step together, and returns the ids of those that existed. Run it with `yieldBetween`. */
    *removeMany(ids: readonly number[], owner: number, by: Author): Generator<void, number[]> {
      const before = usageOf(owner);
      return yield* inSteps(ids, (step) => {
        const removed = media.deletions.markMany(step, owner, before);
        database.afterCommit(() => {
          for (const id of removed) timers.begin(id, limits.undoMs);
        });
        for (const id of removed) audit.record(by, 'content.deleted', targetOf(id, owner));
        notifyMany(
          removed,
          owner,
          removed.some((id) => media.deletions.findWaiting(id)?.hasFailed),
        );
        return removed;
      });
    },

    /** Restores several items of an account, and returns the ids of those for which it was not too late. Throws `quota_exceeded`. */
    *restoreMany(ids: readonly number[], owner: number, by: Author): Generator<void, number[]> {
      const all = yield* inSteps(ids, (step) => {
        const { restored, before } = media.deletions.unmarkMany(step, owner);
        if (before) assertNotOver(uploads.usage(owner), before);
        database.afterCommit(() => {
          for (const id of restored) timers.cancel(id);
        });
        for (const id of restored) audit.record(by, 'content.restored', targetOf(id, owner));
        notifyMany(restored, owner, restored.some(hasFailed));
        return restored;
      });
      processing.wake();
      return all;
    },
  };
}
