/** Counts the accounts, contents, playlists, screens and audit entries created since a backup. */
import type { SinceBackup } from '../../contract/tasks.ts';
import type { Database } from '../../platform/storage/database.ts';

/** Maximum count: people need no exact number above it. */
const max = 1_000;

/** Returns a function that counts rows of all accounts since a time (milliseconds since 1970). */
export function createSinceStore(database: Database) {
  const count = (table: string, column = 'created_at') =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${column} > @since LIMIT ${max}))`;
  const counts = database.prepare<[{ since: number }], SinceBackup>(`
    SELECT ${count('users')} AS accounts, ${count('videos', 'uploaded_at')} AS contents, ${count('playlists')} AS playlists,
      ${count('players')} AS screens, ${count('audit_log')} AS actions`);
  return (since: number): SinceBackup =>
    counts.get({ since }) ?? { accounts: 0, contents: 0, playlists: 0, screens: 0, actions: 0 };
}
