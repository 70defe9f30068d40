/** Deletes contents: at once from lists, permanently ten seconds later. Until then they can be restored (contract/README 3.7). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createPurgeTimers } from '../../../platform/purge-timers.ts';
import type { Audit } from '../../audit/audit.ts';
import { createBulkDeletions } from './bulk-deletions.ts';
import type { UsageBefore } from './deletion-store.ts';
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

export function createMediaDeletions(deps: MediaDeletionsDeps) {
  const { media, uploads, processing, playlists, audit, publish, database } = deps;
  const notifyLists = createListNotifier({ publish, database, media });
  const timers = createPurgeTimers({ ...deps, purge });

  function usageOf(owner: number): UsageBefore {
    const { videos: count, freeBytes } = uploads.usage(owner);
    return { count, freeBytes };
  }

  const targetOf = (id: number, owner: number | null) =>
    ({ kind: 'content', id, name: media.deletions.nameOf(id) ?? '', accountId: owner }) as const;

  const hasFailed = (id: number) => media.failed.findOrThrow(id).processingStatus === 'failed';

  /** Deletes the item, and notifies the screens and lists that show it. */
  function removeNow(id: number, owner: number | null, concernsFailedItems: boolean): void {
    database.tx(() => {
      notifyLists(id, { concernsFailedItems });
      const shownIn = playlists.idsShowing(id);
      media.remove(id, owner);
      playlists.invalidate(shownIn);
    });
    processing.cancel(id);
  }

  function purge(id: number): void {
    const waiting = media.deletions.findWaiting(id);
    if (waiting) removeNow(id, waiting.owner, waiting.hasFailed);
  }

  return {
    /** Deletes an item of `owner` (null: a platform item), or one of the owner's tracks. Throws `not_found`. */
    remove(id: number, owner: number | null, by: Author, { isTrack = false } = {}): void {
      database.tx(() => {
        // Register this before all other work after the commit: if that fails, the item is still deleted.
        database.afterCommit(() => timers.begin(id, limits.undoMs));
        const concernsFailedItems = hasFailed(id);
        media.deletions.mark(id, owner, owner === null ? undefined : usageOf(owner), isTrack);
        audit.record(by, 'content.deleted', targetOf(id, owner));
        notifyLists(id, { concernsFailedItems });
      });
    },

    ...createBulkDeletions({ ...deps, timers, usageOf, targetOf, hasFailed }),

    /** Restores an item. Throws `not_found` when it is too late, `quota_exceeded` when its quota was used meanwhile. */
    restore(id: number, user: UserActor, by: Author, { isTrack = false } = {}): void {
      database.tx(() => {
        const viewer = { userId: user.userId, isManager: user.role === 'admin', isTrack };
        const { owner, before } = media.deletions.findOrThrow(id, viewer);
        media.deletions.unmark(id, owner);
        audit.record(by, 'content.restored', targetOf(id, owner));
        if (owner !== null) assertNotOver(uploads.usage(owner), before);
        notifyLists(id, { concernsFailedItems: hasFailed(id) });
      });
      timers.cancel(id);
      processing.wake();
    },

    /** Deletes permanently an item that no screen shows. */
    removeNow(id: number, owner: number | null, concernsFailedItems: boolean, by: Author): void {
      database.tx(() => {
        audit.record(by, 'content.deleted', targetOf(id, owner));
        removeNow(id, owner, concernsFailedItems);
      });
    },

    /** Schedules the deletions that were pending when the server stopped. */
    start: (): void => timers.resume(media.deletions.waiting(), limits.undoMs),

    close: timers.close,
  };
}
