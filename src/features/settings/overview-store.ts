/** Reads the counts for the administrators' home page. */
import type { Overview } from '../../contract/settings.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';

export type OverviewStore = ReturnType<typeof createOverviewStore>;

/** `lastBackupAt`: time of the newest backup in milliseconds since 1970. */
export function createOverviewStore(database: Database, lastBackupAt: () => Promise<number | null>) {
  const select = database.prepare<[], { pendingUsers: number; failedMedia: number }>(`
    SELECT
      (SELECT count(*) FROM users WHERE status = 'pending') AS pendingUsers,
      (SELECT count(*) FROM kept_videos WHERE processing_status = 'failed') AS failedMedia`);
  const selectFirst = database.prepare<[], { at: number | null }>('SELECT min(created_at) AS at FROM users');

  return {
    /** Returns the time when the first account was created; milliseconds since 1970. */
    installedAt: (): number => selectFirst.get()?.at ?? 0,

    async counts() {
      const backedUpAt = await lastBackupAt();
      const row = select.get();
      if (!row) throw new Error('A query without FROM always returns one row');
      return {
        ...row,
        lastBackupAt: backedUpAt === null ? null : new Date(backedUpAt).toISOString(),
      };
    },
  };
}

/** Describes the disk of the data folder for administrators. `space`: undefined if it cannot be read. */
export function describeDisk(space: FreeSpace | undefined, mediaBytes: number): Overview['disk'] {
  return {
    freeMb: space ? space.freeBytes / bytesPerMb : null,
    totalMb: space ? space.totalBytes / bytesPerMb : null,
    mediaMb: mediaBytes / bytesPerMb,
    isLow: !space || isSpaceLow(space),
  };
}
