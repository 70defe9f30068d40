/** Stores reservations of quota (table `uploads`), so that parallel uploads cannot exceed it (contract/README 3.4). */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { MediaKind } from './sniff.ts';
import type { QuotaUsage } from './rules.ts';

export interface Upload {
  key: string;
  userId: number;
  sizeBytes: number;
  isComplete: boolean;
  /** True for a platform item, which counts towards no quota. */
  isPlatform: boolean;
  /** True for an archive to import: counts as bytes, not as content. */
  isArchive: boolean;
  /** Id of the item whose file is replaced; null: a new item. */
  replaces: number | null;
  /** True for a track of a soundtrack. */
  isTrack: boolean;
  /** null until the upload is complete. */
  mediaType: MediaKind | null;
  expiresAt: number;
}

interface NewUpload extends Pick<
  Upload,
  'key' | 'userId' | 'sizeBytes' | 'isPlatform' | 'replaces' | 'isTrack' | 'isArchive'
> {
  fileName: string;
  contentType: string;
}

/** An upload with its flags as SQLite has them. */
type UploadRow = Omit<Upload, Flag> & Record<Flag, number>;
type Flag = 'isComplete' | 'isPlatform' | 'isTrack' | 'isArchive';

const columns = `key, user_id AS userId, size_bytes AS sizeBytes, status = 'complete' AS isComplete, is_platform AS isPlatform,
  is_archive AS isArchive, replaces, is_track AS isTrack, media_type AS mediaType, expires_at AS expiresAt`;

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(database: Database, clock: Clock) {
  const statements = {
    usage: database.prepare<[{ user: number; now: number }], QuotaUsage>(`
      SELECT COALESCE(q.max_videos, ${limits.defaultMaxVideos}) AS maxVideos,
        (SELECT COUNT(*) FROM counted_videos v WHERE v.user_id = u.id AND v.soundtrack_id IS NULL)
          + (SELECT COUNT(*) FROM uploads r WHERE r.user_id = u.id AND r.is_platform = 0 AND r.is_track = 0 AND r.is_archive = 0
            AND r.expires_at > @now
            AND NOT EXISTS (SELECT 1 FROM counted_videos v WHERE v.id = r.replaces)) AS videos,
        (SELECT COUNT(*) FROM kept_videos v WHERE v.user_id = u.id AND v.processing_status = 'failed' AND v.original_r2_path IS NULL AND v.soundtrack_id IS NULL) AS failed,
        u.storage_limit_mb * ${bytesPerMb} - u.storage_used_bytes
          - (SELECT COALESCE(SUM(size_bytes), 0) FROM uploads r WHERE r.user_id = u.id AND r.is_platform = 0 AND r.expires_at > @now)
          - (SELECT COALESCE(SUM(archive_bytes), 0) FROM imports i WHERE i.user_id = u.id AND i.status <> 'running') AS freeBytes
      FROM users u LEFT JOIN user_quotas q ON q.user_id = u.id WHERE u.id = @user`),
    isCounted: database.prepare<[number]>('SELECT 1 FROM counted_videos WHERE id = ?'),
    insert: database.prepare<
      [
        Omit<NewUpload, Flag> & {
          isPlatform: number;
          isTrack: number;
          isArchive: number;
          expiresAt: number;
          now: number;
        },
      ]
    >(`
      INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, is_platform, is_archive, replaces, is_track, expires_at,
        created_at)
      VALUES (@key, @userId, @fileName, @contentType, @sizeBytes, @isPlatform, @isArchive, @replaces, @isTrack, @expiresAt, @now)`),
    find: database.prepare<[string, number, number], UploadRow>(
      `SELECT ${columns} FROM uploads WHERE key = ? AND user_id = ? AND expires_at > ?`,
    ),
    progress: database.prepare<[number, number, string]>(
      "UPDATE uploads SET received_bytes = ?, expires_at = ? WHERE key = ? AND status = 'reserved'",
    ),
    complete: database.prepare<[{ key: string; sizeBytes: number; mediaType: MediaKind | null; expiresAt: number }]>(`
      UPDATE uploads SET status = 'complete', received_bytes = @sizeBytes, size_bytes = @sizeBytes, media_type = @mediaType,
        expires_at = @expiresAt
      WHERE key = @key AND status = 'reserved'`),
    remove: database.prepare<[string, number]>('DELETE FROM uploads WHERE key = ? AND user_id = ?'),
    expired: database.prepare<[number], UploadRow>(`SELECT ${columns} FROM uploads WHERE expires_at <= ?`),
    missingBytes: database.prepare<[number], { total: number }>(
      "SELECT COALESCE(SUM(size_bytes - received_bytes), 0) AS total FROM uploads WHERE status = 'reserved' AND expires_at > ?",
    ),
  };

  return {
    /** Returns the user's quota and usage, including reservations. Throws `unauthenticated` for a deleted account. */
    usageOf(userId: number): QuotaUsage {
      const usage = statements.usage.get({ user: userId, now: clock.now() });
      if (!usage) throw new AppError('unauthenticated');
      return usage;
    },

    /** True if an item counts towards its owner's quota, or would if it were not a platform item. */
    isCounted: (videoId: number): boolean => statements.isCounted.get(videoId) !== undefined,

    /** Stores a reservation, which expires after 15 minutes unless bytes arrive. `expiresAt`: milliseconds since 1970. */
    insert(upload: NewUpload): { expiresAt: number } {
      const now = clock.now();
      const expiresAt = now + limits.uploadStartTimeoutMs;
      statements.insert.run({
        ...upload,
        isPlatform: Number(upload.isPlatform),
        isTrack: Number(upload.isTrack),
        isArchive: Number(upload.isArchive),
        expiresAt,
        now,
      });
      return { expiresAt };
    },

    /** Returns the user's upload unless it has expired. */
    find(key: string, userId: number): Upload | undefined {
      const row = statements.find.get(key, userId, clock.now());
      return row && toUpload(row);
    },

    /** Stores the number of durable bytes; the upload then expires in an hour unless more arrive. */
    saveProgress: (key: string, receivedBytes: number): void =>
      void statements.progress.run(receivedBytes, clock.now() + limits.uploadIdleMs, key),

    /** Marks an upload as complete; its file must be durable. Returns false when the reservation no longer exists. */
    complete(key: string, sizeBytes: number, mediaType: MediaKind | null): boolean {
      const expiresAt = clock.now() + limits.uploadIdleMs;
      return statements.complete.run({ key, sizeBytes, mediaType, expiresAt }).changes > 0;
    },

    /** Returns false when there was no such upload. */
    remove: (key: string, userId: number): boolean => statements.remove.run(key, userId).changes > 0,

    expired: (): Upload[] => statements.expired.all(clock.now()).map(toUpload),

    /** Returns the number of bytes that running uploads may still receive. */
    missingBytes: (): number => statements.missingBytes.get(clock.now())?.total ?? 0,
  };
}

function toUpload(row: UploadRow): Upload {
  const { isComplete, isPlatform, isTrack, isArchive } = row;
  return {
    ...row,
    isComplete: isComplete === 1,
    isPlatform: isPlatform === 1,
    isTrack: isTrack === 1,
    isArchive: isArchive === 1,
  };
}
