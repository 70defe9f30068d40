/** Stores equal files once, and deletes them when no item, logo or word recorded for calls uses them. Counts bytes for quotas. */
import { type Clock, yieldToEventLoop } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { uploadPrefix } from '../../../platform/storage/data-folder.ts';
import { fileStats } from '../../../platform/storage/files.ts';
import type { MediaFolder } from './folder.ts';
import type { FileKind, RenderedFile } from '../processing/jobs.ts';

export interface StoredFile {
  sha256: string;
  extension: string;
  contentType: string;
  sizeBytes: number;
}

const columns = 'm.sha256, m.extension, m.content_type AS contentType, m.size_bytes AS sizeBytes';

/** Number of uploads that are looked up and discarded at once, which takes a few milliseconds with 20,000 contents. */
const keysPerRead = 50;

export type FileStore = ReturnType<typeof createFileStore>;

/**
 * SQL of triggers that record files which lose a use in a temporary table, because a search among all files takes 100 ms with
 * 20,000 contents. The triggers avoid OR IGNORE, because the conflict clause of an upsert that fires them overrides it.
 */
const releaseTriggers = `
  CREATE TEMP TABLE IF NOT EXISTS released_files (sha256 TEXT PRIMARY KEY) WITHOUT ROWID;
  ${[
    ['media_files', 'INSERT', 'new.sha256'],
    ['video_files', 'UPDATE OF sha256', 'old.sha256'],
    ['video_files', 'DELETE', 'old.sha256'],
    ['call_recordings', 'UPDATE OF sha256', 'old.sha256'],
    ['call_recordings', 'DELETE', 'old.sha256'],
    ['display_settings', 'UPDATE OF logo_sha256', 'old.logo_sha256'],
    ['display_settings', 'DELETE', 'old.logo_sha256'],
  ]
    .map(
      ([table, event, sha256], index) => `
        CREATE TEMP TRIGGER IF NOT EXISTS release_${index} AFTER ${event} ON main.${table} WHEN ${sha256} IS NOT NULL
        BEGIN INSERT INTO released_files SELECT ${sha256} WHERE ${sha256} NOT IN (SELECT sha256 FROM released_files); END;`,
    )
    .join('')}`;

function createUnusedDeletion(database: Database, folder: MediaFolder) {
  database.exec(releaseTriggers);
  const statements = {
    dropUnused: database.prepare<[], Pick<StoredFile, 'sha256' | 'extension'>>(
      `DELETE FROM media_files WHERE sha256 IN (SELECT sha256 FROM released_files)
         AND NOT EXISTS (SELECT 1 FROM file_uses f WHERE f.sha256 = media_files.sha256) RETURNING sha256, extension`,
    ),
    release: database.prepare<[string]>('INSERT OR IGNORE INTO released_files VALUES (?)'),
    forgetReleased: database.prepare<[]>('DELETE FROM released_files'),
  };

  /**
   * Deletes files that have lost their last use: the rows now, the bytes right after the commit. `unused`: hashes of files that
   * lost their last use before this process started.
   */
  return function dropUnused(unused: readonly string[] = []): void {
    database.tx(() => {
      for (const sha256 of unused) statements.release.run(sha256);
      // This process runs nothing between the commit and this callback, so the same bytes cannot have been stored again.
      for (const { sha256, extension } of statements.dropUnused.all())
        database.afterCommit(() => folder.discard(folder.mediaPath(sha256, extension)));
      statements.forgetReleased.run();
    });
  };
}

/** Call functions that change data inside a transaction; `dropUnused` may be called without one. */
export function createFileStore(database: Database, clock: Clock, folder: MediaFolder) {
  const dropUnused = createUnusedDeletion(database, folder);
  const statements = {
    find: database.prepare<[string], StoredFile>(`SELECT ${columns} FROM media_files m WHERE sha256 = ?`),
    ofKind: database.prepare<[number, string], StoredFile>(
      `SELECT ${columns} FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = ? AND f.kind = ?`,
    ),
    insert: database.prepare<[string, string, string, number, number]>(
      'INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    attach: database.prepare<[number, string, string]>(
      'INSERT INTO video_files (video_id, kind, sha256) VALUES (?, ?, ?) ON CONFLICT (video_id, kind) DO UPDATE SET sha256 = excluded.sha256',
    ),
    detach: database.prepare<[number, string]>('DELETE FROM video_files WHERE video_id = ? AND kind = ?'),
    detachRendered: database.prepare<[number]>("DELETE FROM video_files WHERE video_id = ? AND kind <> 'licence'"),
    totalBytes: database.prepare<[], { total: number }>('SELECT TOTAL(size_bytes) AS total FROM media_files'),
    recountUser: database.prepare<[number]>(
      'UPDATE users SET storage_used_bytes = (SELECT COALESCE(SUM(size_bytes), 0) FROM counted_videos WHERE user_id = users.id) WHERE id = ?',
    ),
    recountItem: database.prepare<[number, number]>(`
      UPDATE videos SET size_bytes = ? +
        (SELECT COALESCE(SUM(m.size_bytes), 0) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = videos.id)
        + (SELECT COALESCE(SUM(length(fields)), 0) FROM posters p WHERE p.video_id = videos.id)
        + (SELECT COALESCE(SUM(length(poster)), 0) FROM replacements r WHERE r.video_id = videos.id)
      WHERE id = ?`),
    counted: database.prepare<
      [number],
      { userId: number | null; original: string | null; replacement: string | null }
    >(`
      SELECT v.user_id AS userId, v.original_r2_path AS original, r.original_r2_path AS replacement
      FROM videos v LEFT JOIN replacements r ON r.video_id = v.id WHERE v.id = ?`),
    untracked: database.prepare<[string], { key: string }>(`
      SELECT value AS key FROM json_each(?) WHERE value NOT IN (SELECT key FROM uploads) AND '${uploadPrefix}' || value NOT IN (
        SELECT original_r2_path FROM videos WHERE original_r2_path IS NOT NULL
        UNION ALL SELECT original_r2_path FROM replacements WHERE original_r2_path IS NOT NULL
        UNION ALL SELECT archive FROM imports WHERE archive IS NOT NULL)`),
  };

  function add(file: RenderedFile): void {
    statements.insert.run(file.sha256, file.extension, file.contentType, file.sizeBytes, clock.now());
  }

  /** Discards the file of a storage key after the commit. */
  function discardLater(key: string | null): void {
    if (key !== null) database.afterCommit(() => folder.discard(folder.path(key)));
  }

  /** Sets `users.storage_used_bytes` to the sum of the user's items. */
  function recountStorage(userId: number): void {
    statements.recountUser.run(userId);
  }

  function attach(videoId: number, files: readonly RenderedFile[]): void {
    for (const file of files) {
      add(file);
      statements.attach.run(videoId, file.kind, file.sha256);
    }
    dropUnused();
  }

  const find = (sha256: string): StoredFile | undefined => statements.find.get(sha256);

  return {
    find,

    /** Moves files into place and calls `record`, without yielding. If `record` throws, discards the files that have no row. */
    placeAndRecord<Recorded>(files: readonly RenderedFile[], record: () => Recorded): Recorded {
      try {
        for (const file of files) folder.place(file);
        return database.tx(record);
      } catch (error) {
        for (const { sha256, extension } of files)
          if (!find(sha256)) folder.discard(folder.mediaPath(sha256, extension));
        throw error;
      }
    },

    ofKind: (videoId: number, kind: FileKind): StoredFile | undefined => statements.ofKind.get(videoId, kind),

    /** Adds the row of a file that is in place. The caller must record its use in the same transaction. */
    add,

    /** Attaches files that are in place to an item, and releases its previous files of the same kinds. */
    attach,

    /** Attaches as `attach` does, and releases all other files of the item, except its licence. */
    attachAll(videoId: number, files: readonly RenderedFile[]): void {
      statements.detachRendered.run(videoId);
      attach(videoId, files);
    },

    detach(videoId: number, kind: FileKind): void {
      statements.detach.run(videoId, kind);
      dropUnused();
    },

    dropUnused,

    discardLater,

    /** Updates the sizes that an item and its owner are charged for: stored files, unprocessed files in `uploads/`, and fields of posters. */
    recount(videoId: number): void {
      const row = statements.counted.get(videoId);
      if (!row) return;
      const bytesOf = (key: string | null) => (key === null ? 0 : folder.sizeOf(key));
      statements.recountItem.run(bytesOf(row.original) + bytesOf(row.replacement), videoId);
      if (row.userId !== null) recountStorage(row.userId);
    },

    recountStorage,

    /** Discards files in `uploads/` that are older than `ageMs` and belong to no upload, item or import. */
    async discardUntracked(ageMs: number): Promise<void> {
      const keys = await folder.uploadsOnDisk();
      for (let at = 0; at < keys.length; at += keysPerRead) {
        for (const { key } of statements.untracked.all(JSON.stringify(keys.slice(at, at + keysPerRead)))) {
          const stats = fileStats(folder.partialUpload(key)) ?? fileStats(folder.completeUpload(key));
          if (stats && clock.now() - stats.changedAt > ageMs) folder.discardUpload(key);
        }
        await yieldToEventLoop();
      }
    },

    totalBytes: (): number => statements.totalBytes.get()?.total ?? 0,
  };
}
