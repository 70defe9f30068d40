/** Reads the screens that should play, and stores the screens that are reported as offline. */
import type { Database } from '../../platform/storage/database.ts';

export interface WatchedScreen {
  id: number;
  name: string;
  /** Name of the owner. */
  username: string;
  email: string;
  /** True if somebody was notified that the screen is offline. */
  isReported: boolean;
  /** True for an active, paired screen of an approved account with a playlist, assigned or by a rule (view `playing_screens`). */
  shouldPlay: boolean;
}

type Row = Omit<WatchedScreen, 'isReported' | 'shouldPlay'> & { isReported: number; shouldPlay: number };

export function createOfflineStore(database: Database) {
  const select = database.prepare<[], Row>(`
    SELECT p.id, p.name, o.username, o.email, p.offline_reported_at IS NOT NULL AS isReported,
      EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id) AS shouldPlay
    FROM players p JOIN users o ON o.id = p.user_id`);
  const update = database.prepare<[number | null, number]>('UPDATE players SET offline_reported_at = ? WHERE id = ?');

  return {
    screens: (): WatchedScreen[] =>
      select.all().map((row) => ({ ...row, isReported: row.isReported === 1, shouldPlay: row.shouldPlay === 1 })),
    /** `at`: milliseconds since 1970; null: the screen is back, or no longer expected. */
    setReported: (screenId: number, at: number | null): void => void update.run(at, screenId),
  };
}
