/** Counts over all nouns for the administrator's home page. */
import type { Overview } from '../../contract/settings.ts';
import type { Database } from '../../platform/database.ts';

export type OverviewStore = ReturnType<typeof createOverviewStore>;

export function createOverviewStore(database: Database) {
  const select = database.prepare<[], { pendingUsers: number; screens: number; screensWithProblems: number; failedMedia: number; lastBackupAt: number | null }>(`
    SELECT
      (SELECT count(*) FROM users WHERE status = 'pending') AS pendingUsers,
      (SELECT count(*) FROM players) AS screens,
      (SELECT count(*) FROM players WHERE status = 'active'
        AND (json_extract(state, '$.lastError') IS NOT NULL OR json_extract(state, '$.soundBlocked') = 1)) AS screensWithProblems,
      (SELECT count(*) FROM videos WHERE processing_status = 'failed') AS failedMedia,
      (SELECT last_success_at FROM task_runs WHERE name = 'backup') AS lastBackupAt`);

  return {
    /** `withProblems`: active screens whose last report names an error or blocked sound. */
    counts(): Omit<Overview, 'disk' | 'screens'> & { screens: Omit<Overview['screens'], 'online'> } {
      const row = select.get();
      if (!row) throw new Error('A query without FROM always answers one row');
      return {
        pendingUsers: row.pendingUsers,
        screens: { total: row.screens, withProblems: row.screensWithProblems },
        failedMedia: row.failedMedia,
        lastBackupAt: row.lastBackupAt === null ? null : new Date(row.lastBackupAt).toISOString(),
      };
    },
  };
}
