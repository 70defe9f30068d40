/** Screens with what is known of each: should it play, and was its owner notified that it is gone. */
import type { Database } from '../../platform/storage/database.ts';

export interface WatchedScreen {
  id: number;
  name: string;
  /** Name of the owner; `email` is the owner's too. */
  username: string;
  email: string;
  /** Somebody was notified that it is gone. */
  isReported: boolean;
  /** Active and paired, with a playlist, sent or by a rule, of an approved account (view `playing_screens`). */
  shouldPlay: boolean;
}

type Row = Omit<WatchedScreen, 'isReported' | 'shouldPlay'> & { isReported: number; shouldPlay: number };

export function createOfflineStore(database: Database) {
  const select = database.prepare<[], Row>(`
    SELECT p.id, p.name, o.username, o.email, p.offline_reported_at IS NOT NULL AS isReported,
      EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id) AS shouldPlay
    FROM players p JOIN users o ON o.id = p.user_id`);
  const note = database.prepare<[number | null, number]>('UPDATE players SET offline_reported_at = ? WHERE id = ?');

  return {
    screens: (): WatchedScreen[] =>
      select.all().map((row) => ({ ...row, isReported: row.isReported === 1, shouldPlay: row.shouldPlay === 1 })),
    /** `at`: milliseconds since 1970; null: nobody waits for it any more. */
    note: (screenId: number, at: number | null): void => void note.run(at, screenId),
  };
}
