/** Stores the time zones that accounts have chosen (column `users.time_zone`). */
import type { Database } from '../../../platform/storage/database.ts';

export type TimeZoneStore = ReturnType<typeof createTimeZoneStore>;

export function createTimeZoneStore(database: Database) {
  const set = database.prepare<[string, number]>('UPDATE users SET time_zone = ? WHERE id = ?');
  const chosen = database.prepare<[number], { zone: string | null }>(
    'SELECT time_zone AS zone FROM users WHERE id = ?',
  );
  return {
    /** Returns the time zone that the account has chosen; undefined if it has chosen none, so that the server's zone applies. */
    of: (userId: number): string | undefined => chosen.get(userId)?.zone ?? undefined,
    set: (userId: number, zone: string): void => void set.run(zone, userId),
  };
}
