/** Stores the words that an account recorded with its own voice (table `call_recordings`). */
import { notFound } from '../../../contract/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';

export interface StoredRecording {
  /** Key of the recording (`recordingKey`). */
  word: string;
  sha256: string;
  durationMs: number;
}

export type RecordingStore = ReturnType<typeof createRecordingStore>;

/** Functions that change data must be called inside a transaction. */
export function createRecordingStore(database: Database) {
  const all = database.prepare<[number], StoredRecording>(
    'SELECT word, sha256, duration_ms AS durationMs FROM call_recordings WHERE user_id = ? ORDER BY word',
  );
  const save = database.prepare<[StoredRecording & { user: number }]>(
    `INSERT INTO call_recordings (user_id, word, sha256, duration_ms) VALUES (@user, @word, @sha256, @durationMs)
     ON CONFLICT (user_id, word) DO UPDATE SET sha256 = excluded.sha256, duration_ms = excluded.duration_ms`,
  );
  const remove = database.prepare<[number, string]>('DELETE FROM call_recordings WHERE user_id = ? AND word = ?');

  return {
    of: (userId: number): StoredRecording[] => all.all(userId),
    /** The file must be in the file store. */
    save: (userId: number, recording: StoredRecording): void => void save.run({ ...recording, user: userId }),
    /** Throws not_found. */
    remove(userId: number, word: string): void {
      if (remove.run(userId, word).changes === 0) throw notFound('recording');
    },
  };
}
