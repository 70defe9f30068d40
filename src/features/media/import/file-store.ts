/** Stores the files of imports (table `import_files`). Functions that change data must be called inside a transaction. */
import type { ImportFile, ImportFileStatus } from '../../../contract/contents/imports.ts';
import { limits } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { inBatches } from '../../../platform/storage/purge.ts';
import type { Locator } from './archive/archive.ts';
import type { FoundFile } from './inspect.ts';

export interface WaitingFile extends Omit<ImportFile, 'status' | 'note'> {
  note: string | null;
  validUntil: string | null;
  locator: Locator | null;
}

type Outcome = { status: ImportFileStatus; note: string | null; sha256?: string | null; videoId?: number | null };

const fileColumns = `position, path, name, size_bytes AS sizeBytes, media_type AS mediaType, seconds, status, note`;
const includedStatuses = "('waiting', 'done', 'same')";

export function createImportFileStore(database: Database) {
  const statements = {
    addFile: database.prepare<
      [Omit<FoundFile, 'locator' | 'reason'> & { id: number; position: number; locator: string | null; status: string }]
    >(`
      INSERT INTO import_files (import_id, position, path, name, size_bytes, media_type, seconds, valid_from, valid_until, locator, status, note)
      VALUES (@id, @position, @path, @name, @sizeBytes, @mediaType, @seconds, @validFrom, @validUntil, @locator, @status, @note)`),
    removeFiles: database.prepare<[{ id: number; limit: number }]>(`
      DELETE FROM import_files WHERE import_id = @id
        AND position IN (SELECT position FROM import_files WHERE import_id = @id LIMIT @limit)`),
    waiting: database.prepare<[number], Omit<WaitingFile, 'locator'> & { locator: string | null }>(`
      SELECT ${fileColumns}, valid_until AS validUntil, locator FROM import_files
      WHERE import_id = ? AND status = 'waiting' ORDER BY position LIMIT 1`),
    finish: database.prepare<[Required<Outcome> & { id: number; position: number }]>(`
      UPDATE import_files SET status = @status, note = @note, sha256 = @sha256, video_id = @videoId
      WHERE import_id = @id AND position = @position`),
    contentByHash: database.prepare<[{ user: number; sha256: string }], { id: number; name: string }>(`
      SELECT v.id, v.name FROM kept_videos v WHERE v.user_id = @user AND v.soundtrack_id IS NULL AND v.id IN (
        SELECT f.video_id FROM import_files f WHERE f.sha256 = @sha256
        UNION ALL SELECT m.video_id FROM video_files m WHERE m.sha256 = @sha256)
      ORDER BY v.id LIMIT 1`),
    videos: database.prepare<[number], { position: number; videoId: number }>(
      'SELECT position, video_id AS videoId FROM import_files WHERE import_id = ? AND video_id IS NOT NULL',
    ),
    files: database.prepare<[number, number], ImportFile>(
      `SELECT ${fileColumns} FROM import_files WHERE import_id = ? AND status IN ${includedStatuses} ORDER BY position LIMIT ?`,
    ),
    left: database.prepare<[number, number], ImportFile>(
      `SELECT ${fileColumns} FROM import_files WHERE import_id = ? AND status NOT IN ${includedStatuses} ORDER BY position LIMIT ?`,
    ),
    page: database.prepare<[number, number, number], ImportFile>(
      `SELECT ${fileColumns} FROM import_files WHERE import_id = ? AND position > ? ORDER BY position LIMIT ?`,
    ),
  };

  return {
    /** Adds files at the positions from `position` on. A file with a `reason` is added as skipped. */
    addFiles(id: number, position: number, files: readonly FoundFile[]): void {
      files.forEach(({ reason, locator, note, ...file }, index) => {
        const status = reason === null ? 'waiting' : 'skipped';
        const location = { id, position: position + index, locator: locator && JSON.stringify(locator) };
        statements.addFile.run({ ...file, ...location, status, note: reason ?? note });
      });
    },

    /** Deletes all files of an import, in several transactions. */
    removeFiles: (id: number): Promise<number> =>
      inBatches(database, (limit) => statements.removeFiles.run({ id, limit }).changes),

    /** Returns the next file to import. */
    nextFile(id: number): WaitingFile | undefined {
      const row = statements.waiting.get(id);
      return row && { ...row, locator: row.locator === null ? null : (JSON.parse(row.locator) as Locator) };
    },

    finishFile: (id: number, position: number, { sha256 = null, videoId = null, ...outcome }: Outcome): void =>
      void statements.finish.run({ id, position, sha256, videoId, ...outcome }),

    /** Returns a content of the account that was imported from a file with this hash, or has a stored file with this hash. */
    findContentByHash: (userId: number, sha256: string) => statements.contentByHash.get({ user: userId, sha256 }),

    /** Returns the ids of the contents of the import's files, by the files' positions. */
    videosOf: (id: number): Map<number, number> =>
      new Map(statements.videos.all(id).map(({ position, videoId }) => [position, videoId])),

    /** `files`: the first files that were or will be imported; `left`: the first files that were skipped or have failed. */
    filesOf: (id: number) => ({
      files: statements.files.all(id, limits.import.shown),
      left: statements.left.all(id, limits.import.shown),
    }),

    /** Returns up to `count` files after `position`. */
    pageOf: (id: number, position: number, count: number): ImportFile[] => statements.page.all(id, position, count),
  };
}
