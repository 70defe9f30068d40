/** Deletes contents: from lists at once, from screens and disk ten seconds later unless they are restored (contract/README 3.7). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { notFound } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createPurgeTimers } from '../../../platform/purge-timers.ts';
import type { Audit } from '../../audit/audit.ts';
import { createBulkDeletions } from './bulk-deletions.ts';
import type { Restorer, UsageBefore } from './deletion-store.ts';
import { createListNotifier } from './notify.ts';
import type { OutcomeDeps } from '../processing/outcomes.ts';
import type { Processing } from '../processing/processing.ts';
import { assertNotOver } from '../upload/rules.ts';
import type { Uploads } from '../upload/uploads.ts';

export interface MediaDeletionsDeps extends Pick<OutcomeDeps, 'media' | 'playlists' | 'publish' | 'database' | 'log'> {
  uploads: Pick<Uploads, 'usage'>;
  processing: Pick<Processing, 'wake' | 'cancel'>;
  audit: Pick<Audit, 'record'>;
  clock: Clock;
}

export type MediaDeletions = ReturnType<typeof createMediaDeletions>;

/** Delay of a purge while its account restores contents. */
const purgeRetryMs = 1_000;

export function createMediaDeletions(deps: MediaDeletionsDeps) {
  const { media, uploads, processing, playlists, audit, publish, database, clock } = deps;
  const notifyLists = createListNotifier({ publish, database, media });
  const timers = createPurgeTimers({ ...deps, purge });

  function usageOf(owner: number | null): UsageBefore | undefined {
    if (owner === null) return undefined;
    const { videos: count, freeBytes } = uploads.usage(owner);
    return { count, freeBytes };
  }

  function record(action: 'content.deleted' | 'content.restored', ids: readonly number[], by: Author): void {
    for (const id of ids) {
      const { name = '', owner = null } = media.deletions.find(id) ?? {};
      audit.record(by, action, { kind: 'content', id, name, accountId: owner });
    }
  }

  function notify(ids: readonly number[]): void {
    notifyLists(ids, { concernsFailedItems: ids.some((id) => media.deletions.find(id)?.hasFailed) });
  }

  /** Also notifies managers, who see how many contents the playlists of a screen's account have. */
  function notifyWithCounts(ids: readonly number[]): void {
    notify(ids);
    if (ids.every((id) => playlists.idsShowing(id).length === 0)) return;
    publish('managers', { type: 'adminChanged', what: 'players', patch: { of: 'GET /api/admin/players', rows: [] } });
  }

  /** Deletes items of one owner, which can be restored until `at` (ms since 1970). Returns the ids of those that existed. */
  function mark(
    ids: readonly number[],
    owner: number | null,
    by: Author,
    { before = usageOf(owner), at = clock.now() + limits.undoMs, isTrack = false } = {},
  ): number[] {
    return database.tx(() => {
      const marked = media.deletions.mark(ids, owner, { at, before, isTrack });
      record('content.deleted', marked, by);
      notifyWithCounts(marked);
      return marked;
    });
  }

  /** Restores the items whose ten seconds had not ended at `now`. Returns their ids. */
  function unmark(ids: readonly number[], restorer: Restorer, by: Author, now = clock.now()): number[] {
    return database.tx(() => {
      const items = media.deletions.unmark(ids, restorer, now);
      const restored = items.map(({ id }) => id);
      database.afterCommit(() => timers.cancel(restored));
      // The account may exceed its quota only as far as it did before these items were deleted.
      const [lowestUsage] = items.sort((a, b) => a.count - b.count);
      if (lowestUsage && lowestUsage.owner !== null) assertNotOver(uploads.usage(lowestUsage.owner), lowestUsage);
      record('content.restored', restored, by);
      notifyWithCounts(restored);
      return restored;
    });
  }

  const bulk = createBulkDeletions({ ...deps, timers, usageOf, mark, unmark });

  /** Deletes items permanently, and notifies the screens and lists that show them. */
  function removeNow(ids: readonly number[]): void {
    notify(ids);
    const shownIn = new Set(ids.flatMap((id) => playlists.idsShowing(id)));
    media.remove(ids);
    playlists.invalidate([...shownIn]);
    database.afterCommit(() => ids.forEach(processing.cancel));
  }

  function purge(ids: readonly number[]): void {
    const now = clock.now();
    /** True for an item of an account that is restoring items, and may restore this one too. */
    const mayBeRestored = (id: number) => {
      const { owner = null, deleteAt } = media.deletions.find(id) ?? {};
      return bulk.isRestoring(owner) && (deleteAt ?? 0) > now;
    };
    timers.begin(ids.filter(mayBeRestored), purgeRetryMs);
    const waiting = ids.filter((id) => media.deletions.find(id)?.deleteAt && !mayBeRestored(id));
    // Without a sync: after a power cut the next start finds the same rows again.
    database.txUnsynced(() => removeNow(waiting));
  }

  return {
    /** Deletes an item of `owner` (null: a platform item), or, with `isTrack`, one of the owner's tracks. Throws `not_found`. */
    remove(id: number, owner: number | null, by: Author, { isTrack = false } = {}): void {
      database.tx(() => {
        // Register this first: if other work after the commit fails, the item is still deleted.
        database.afterCommit(() => timers.begin([id], limits.undoMs));
        if (mark([id], owner, by, { isTrack }).length === 0) throw notFound('content');
      });
    },

    /** Restores an item. Throws `not_found` when it is too late, `quota_exceeded` when the owner's quota was used meanwhile. */
    restore(id: number, { userId, role }: UserActor, by: Author, { isTrack = false } = {}): void {
      if (unmark([id], { userId, isManager: role === 'admin', isTrack }, by).length === 0) throw notFound('content');
      database.afterCommit(processing.wake);
    },

    /** Deletes permanently an item that no screen shows. */
    removeNow: (id: number, by: Author): void =>
      database.tx(() => {
        record('content.deleted', [id], by);
        removeNow([id]);
      }),

    removeMany: bulk.removeMany,
    restoreMany: bulk.restoreMany,

    /** Schedules the deletions that were pending when the server stopped. */
    start: (): void => timers.resume(media.deletions.waiting(), limits.undoMs),

    close: timers.close,
  };
}
