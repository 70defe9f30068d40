/** Reads and repairs the database's records of files and its storage counters, for scheduled tasks and doctor. */
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import type { Database, Statement } from '../../platform/storage/database.ts';

export interface StoredRow {
  sha256: string;
  extension: string;
  sizeBytes: number;
}

export interface SizedItem {
  id: number;
  userId: number | null;
  name: string;
  sizeBytes: number;
  /** Total size of the item's stored files. */
  storedBytes: number;
  /** Storage key of the uploaded file until it is processed. */
  original: string | null;
  /** Storage key of a replacement until it is processed. */
  replacement: string | null;
}

/** Number of rows that are read at once, which takes about 2 ms. */
const rowsPerPage = 300;

function* pagesOf<Key, Row>(page: Statement<[Key], Row>, first: Key, keyOf: (row: Row) => Key): Generator<Row[]> {
  for (let after = first; ;) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}

export type FileConsistencyStore = ReturnType<typeof createFileConsistencyStore>;

/** Functions that change data must be called inside a transaction. */
export function createFileConsistencyStore(database: Database) {
  const statements = {
    stored: database.prepare<[string], StoredRow>(
      `SELECT sha256, extension, size_bytes AS sizeBytes FROM media_files WHERE sha256 > ? ORDER BY sha256 LIMIT ${rowsPerPage}`,
    ),
    isUsed: database.prepare<[string]>('SELECT 1 FROM file_uses WHERE sha256 = ?'),
    isStored: database.prepare<[string, string]>('SELECT 1 FROM media_files WHERE sha256 = ? AND extension = ?'),
    items: database.prepare<[string], { videoId: number; kind: string }>(
      'SELECT video_id AS videoId, kind FROM video_files WHERE sha256 = ?',
    ),
    uses: database.prepare<[{ sha256: string }], { use: string }>(`
      SELECT '"' || v.name || '" (' || f.kind || ')' AS use FROM video_files f JOIN videos v ON v.id = f.video_id WHERE f.sha256 = @sha256
      UNION ALL SELECT u.username || ' (logo)' FROM display_settings d JOIN users u ON u.id = d.user_id WHERE d.logo_sha256 = @sha256
      UNION ALL SELECT u.username || ' (recording of "' || r.word || '")' FROM call_recordings r JOIN users u ON u.id = r.user_id WHERE r.sha256 = @sha256`),
    dropLogo: database.prepare<[string]>(
      'UPDATE display_settings SET logo_sha256 = NULL, logo_width = NULL, logo_height = NULL, logo_ground = NULL WHERE logo_sha256 = ?',
    ),
    dropRecording: database.prepare<[string]>('DELETE FROM call_recordings WHERE sha256 = ?'),
    sizes: database.prepare<[number], SizedItem>(`
      SELECT v.id, v.user_id AS userId, v.name, v.size_bytes AS sizeBytes, v.original_r2_path AS original,
        (SELECT r.original_r2_path FROM replacements r WHERE r.video_id = v.id) AS replacement,
        (SELECT COALESCE(SUM(m.size_bytes), 0) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id)
          + (SELECT COALESCE(SUM(length(fields)), 0) FROM posters p WHERE p.video_id = v.id)
          + (SELECT COALESCE(SUM(length(poster)), 0) FROM replacements r WHERE r.video_id = v.id) AS storedBytes
      FROM videos v WHERE v.id > ? ORDER BY v.id LIMIT ${rowsPerPage}`),
    accounts: database.prepare<[], { id: number }>('SELECT id FROM users ORDER BY id'),
    drifted: database.prepare<[], { id: number; username: string }>(
      'SELECT id, username FROM users WHERE storage_used_bytes <> (SELECT COALESCE(SUM(size_bytes), 0) FROM counted_videos WHERE user_id = users.id)',
    ),
    recountUser: database.prepare<[number]>(`
      UPDATE users SET storage_used_bytes = (SELECT COALESCE(SUM(size_bytes), 0) FROM counted_videos WHERE user_id = users.id)
      WHERE id = ? AND storage_used_bytes <> (SELECT COALESCE(SUM(size_bytes), 0) FROM counted_videos WHERE user_id = users.id)`),
    setSize: database.prepare<[number, number]>('UPDATE videos SET size_bytes = ? WHERE id = ?'),
    detach: database.prepare<[number, string]>('DELETE FROM video_files WHERE video_id = ? AND kind = ?'),
    fail: database.prepare<[string, number]>(
      "UPDATE videos SET processing_status = 'failed', processing_error = ?, original_r2_path = NULL WHERE id = ?",
    ),
    failReplacement: database.prepare<[string, number]>(
      "UPDATE replacements SET processing_status = 'failed', processing_error = ?, original_r2_path = NULL WHERE video_id = ?",
    ),
    deleteFileRecord: database.prepare<[string]>('DELETE FROM media_files WHERE sha256 = ?'),
    uploads: database.prepare<[], { key: string; isComplete: number; expiresAt: number }>(
      "SELECT key, status = 'complete' AS isComplete, expires_at AS expiresAt FROM uploads",
    ),
    dropUpload: database.prepare<[string]>('DELETE FROM uploads WHERE key = ?'),
  };

  return {
    /** Yields the records of stored files in pages. Pause between pages while the server runs. */
    stored: () => pagesOf(statements.stored, '', (row) => row.sha256),
    isStored: (sha256: string, extension: string): boolean => statements.isStored.get(sha256, extension) !== undefined,
    isUsed: (sha256: string): boolean => statements.isUsed.get(sha256) !== undefined,
    /** Returns the items that use a stored file, with the file's kind in each. */
    itemsOf: (sha256: string) => statements.items.all(sha256),
    /** Describes the uses of a stored file: contents, logos and recorded words. */
    usesOf: (sha256: string): string[] => statements.uses.all({ sha256 }).map(({ use }) => use),
    /** Yields the contents in pages. */
    items: () => pagesOf(statements.sizes, 0, (row) => row.id),

    /** Returns the size that the database should have for a content: its stored files, unprocessed original and replacement. */
    bytesToCount: ({ storedBytes, original, replacement }: SizedItem, { sizeOf }: Pick<DataFolder, 'sizeOf'>): number =>
      [original, replacement].reduce((sum, key) => sum + (key === null ? 0 : sizeOf(key)), storedBytes),
    accountIds: (): number[] => statements.accounts.all().map(({ id }) => id),
    /** Returns accounts whose storage counter differs from the sum of their items. */
    driftedAccounts: () => statements.drifted.all(),
    /** Corrects the storage counter of an account. Returns true if the counter was wrong. */
    recountAccount: (id: number): boolean => statements.recountUser.run(id).changes > 0,
    setSize: (videoId: number, sizeBytes: number): void => void statements.setSize.run(sizeBytes, videoId),
    detach: (videoId: number, kind: string): void => void statements.detach.run(videoId, kind),
    fail: (videoId: number, message: string): void => void statements.fail.run(message, videoId),
    failReplacement: (videoId: number, message: string): void => void statements.failReplacement.run(message, videoId),
    /** Deletes the record of a stored file, and the logo and recording rows that refer to it. No content may use it. */
    deleteFileRecord(sha256: string): void {
      for (const statement of [statements.dropLogo, statements.dropRecording, statements.deleteFileRecord])
        statement.run(sha256);
    },
    uploads: () => statements.uploads.all(),
    dropUpload: (key: string): void => void statements.dropUpload.run(key),
  };
}
