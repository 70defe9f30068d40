/** Reservations of quota (table `uploads`): parallel uploads cannot pass a limit (contract/README 3.4). */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { MediaKind } from './sniff.ts';
import type { QuotaUse } from './rules.ts';

export interface Upload {
  key: string;
  userId: number;
  sizeBytes: number;
  isComplete: boolean;
  /** Reserved for a platform item: counts for nobody. */
  isPlatform: boolean;
  /** The item that these bytes are for; null: a new one. */
  replaces: number | null;
  /** Known when complete. */
  mediaType: MediaKind | null;
  expiresAt: number;
}

/** A reservation. */
interface NewUpload extends Pick<Upload, 'key' | 'userId' | 'sizeBytes' | 'isPlatform' | 'replaces'> {
  fileName: string;
  contentType: string;
}

interface UploadRow {
  key: string;
  user_id: number;
  size_bytes: number;
  status: 'reserved' | 'complete';
  is_platform: number;
  replaces: number | null;
  media_type: MediaKind | null;
  expires_at: number;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(database: Database, clock: Clock) {
  const statements = {
    use: database.prepare<
      [{ user: number; now: number }],
      {
        storage_limit_mb: number;
        storage_used_bytes: number;
        max_videos: number;
        videos: number;
        failed: number;
        uploads: number;
        reserved_bytes: number;
      }
    >(`
      SELECT u.storage_limit_mb, u.storage_used_bytes, COALESCE(q.max_videos, ${limits.defaultMaxVideos}) AS max_videos,
        (SELECT COUNT(*) FROM counted_videos v WHERE v.user_id = u.id) AS videos,
        (SELECT COUNT(*) FROM kept_videos v WHERE v.user_id = u.id AND v.processing_status = 'failed' AND v.original_r2_path IS NULL) AS failed,
        (SELECT COUNT(*) FROM uploads r WHERE r.user_id = u.id AND r.is_platform = 0 AND r.expires_at > @now
          AND NOT EXISTS (SELECT 1 FROM counted_videos v WHERE v.id = r.replaces)) AS uploads,
        (SELECT COALESCE(SUM(size_bytes), 0) FROM uploads r WHERE r.user_id = u.id AND r.is_platform = 0 AND r.expires_at > @now) AS reserved_bytes
      FROM users u LEFT JOIN user_quotas q ON q.user_id = u.id WHERE u.id = @user`),
    isCounted: database.prepare<[number]>('SELECT 1 FROM counted_videos WHERE id = ?'),
    insert: database.prepare<
      [
        {
          key: string;
          user: number;
          name: string;
          type: string;
          size: number;
          isPlatform: number;
          replaces: number | null;
          expires: number;
          now: number;
        },
      ]
    >(`
      INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, is_platform, replaces, expires_at, created_at)
      VALUES (@key, @user, @name, @type, @size, @isPlatform, @replaces, @expires, @now)`),
    find: database.prepare<[string, number, number], UploadRow>(
      'SELECT * FROM uploads WHERE key = ? AND user_id = ? AND expires_at > ?',
    ),
    progress: database.prepare<[number, number, string]>(
      "UPDATE uploads SET received_bytes = ?, expires_at = ? WHERE key = ? AND status = 'reserved'",
    ),
    complete: database.prepare<[{ key: string; size: number; type: MediaKind; expires: number }]>(`
      UPDATE uploads SET status = 'complete', received_bytes = @size, size_bytes = @size, media_type = @type, expires_at = @expires
      WHERE key = @key AND status = 'reserved'`),
    remove: database.prepare<[string, number]>('DELETE FROM uploads WHERE key = ? AND user_id = ?'),
    expired: database.prepare<[number], UploadRow>('SELECT * FROM uploads WHERE expires_at <= ?'),
    missingBytes: database.prepare<[number], { total: number }>(
      "SELECT COALESCE(SUM(size_bytes - received_bytes), 0) AS total FROM uploads WHERE status = 'reserved' AND expires_at > ?",
    ),
  };

  return {
    /**
     * Returns the user's quota and what counts against it, reservations included. Throws `unauthenticated` when the
     * account is gone.
     */
    useOf(userId: number): QuotaUse {
      const row = statements.use.get({ user: userId, now: clock.now() });
      if (!row) throw new AppError('unauthenticated');
      return {
        maxVideos: row.max_videos,
        videos: row.videos + row.uploads,
        failed: row.failed,
        freeBytes: row.storage_limit_mb * bytesPerMb - row.storage_used_bytes - row.reserved_bytes,
      };
    },

    /** True if `useOf` counts an item, or would count it if a person owned it. */
    isCounted: (videoId: number): boolean => statements.isCounted.get(videoId) !== undefined,

    /** A reservation; it has 15 minutes to start. */
    insert(upload: NewUpload): { expiresAt: number } {
      const now = clock.now();
      const expiresAt = now + limits.uploadStartMs;
      statements.insert.run({
        key: upload.key,
        user: upload.userId,
        name: upload.fileName,
        type: upload.contentType,
        size: upload.sizeBytes,
        isPlatform: Number(upload.isPlatform),
        replaces: upload.replaces,
        expires: expiresAt,
        now,
      });
      return { expiresAt };
    },

    /** The user's own, until its time is over. */
    find(key: string, userId: number): Upload | undefined {
      const row = statements.find.get(key, userId, clock.now());
      return row && toUpload(row);
    },

    /** Notes durable bytes; from now on there is an hour for the next ones. */
    noteProgress: (key: string, receivedBytes: number): void =>
      void statements.progress.run(receivedBytes, clock.now() + limits.abandonedUploadMs, key),

    /** The bytes are whole, named and durable. False when the reservation is gone. */
    complete: (key: string, sizeBytes: number, mediaType: MediaKind): boolean =>
      statements.complete.run({
        key,
        size: sizeBytes,
        type: mediaType,
        expires: clock.now() + limits.abandonedUploadMs,
      }).changes > 0,

    /** False when there was none. */
    remove: (key: string, userId: number): boolean => statements.remove.run(key, userId).changes > 0,

    expired: (): Upload[] => statements.expired.all(clock.now()).map(toUpload),

    /** Bytes that running uploads may still bring. */
    missingBytes: (): number => statements.missingBytes.get(clock.now())?.total ?? 0,
  };
}

function toUpload(row: UploadRow): Upload {
  return {
    key: row.key,
    userId: row.user_id,
    sizeBytes: row.size_bytes,
    isComplete: row.status === 'complete',
    isPlatform: row.is_platform === 1,
    replaces: row.replaces,
    mediaType: row.media_type,
    expiresAt: row.expires_at,
  };
}
