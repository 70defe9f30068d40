/** Reads the counts for the administrators' home page. */
import type { Overview } from '../../contract/settings.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';

export type OverviewStore = ReturnType<typeof createOverviewStore>;

/** `lastBackupAt`: time of the newest backup in milliseconds since 1970. `isOnline`: true for a heartbeat within 45 s. */
export function createOverviewStore(
  database: Database,
  lastBackupAt: () => Promise<number | null>,
  isOnline: (playerId: number) => boolean,
) {
  const select = database.prepare<[], { pendingUsers: number; screens: number; failedMedia: number }>(`
    SELECT
      (SELECT count(*) FROM users WHERE status = 'pending') AS pendingUsers,
      (SELECT count(*) FROM players p JOIN users o ON o.id = p.user_id WHERE o.removed_at IS NULL) AS screens,
      (SELECT count(*) FROM kept_videos WHERE processing_status = 'failed') AS failedMedia`);
  const selectActive = database.prepare<[], { id: number; shouldPlay: number; hasFault: number }>(`
    SELECT p.id, EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id) AS shouldPlay,
      coalesce(json_extract(p.state, '$.lastError') IS NOT NULL OR json_extract(p.state, '$.soundBlocked') = 1, 0) AS hasFault
    FROM players p
    WHERE p.status = 'active'`);

  const selectFirst = database.prepare<[], { at: number | null }>('SELECT min(created_at) AS at FROM users');

  return {
    /** Returns the time when the first account was created; milliseconds since 1970. */
    installedAt: (): number => selectFirst.get()?.at ?? 0,

    /**
     * Returns the counts. `withProblems`: online screens that report an error or blocked sound, and offline ones that should
     * play, as on the screens page.
     */
    async counts() {
      const backedUpAt = await lastBackupAt();
      const row = select.get();
      if (!row) throw new Error('A query without FROM always returns one row');
      return {
        pendingUsers: row.pendingUsers,
        screens: {
          total: row.screens,
          withProblems: selectActive
            .all()
            .filter(({ id, shouldPlay, hasFault }) => (isOnline(id) ? hasFault : shouldPlay) === 1).length,
        },
        failedMedia: row.failedMedia,
        lastBackupAt: backedUpAt === null ? null : new Date(backedUpAt).toISOString(),
      };
    },
  };
}

/** Describes the disk of the data folder for administrators. */
export function describeDisk(space: FreeSpace, mediaBytes: number): Overview['disk'] {
  return {
    freeMb: space.freeBytes / bytesPerMb,
    totalMb: space.totalBytes / bytesPerMb,
    mediaMb: mediaBytes / bytesPerMb,
    isLow: isSpaceLow(space),
  };
}
