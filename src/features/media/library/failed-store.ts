/** Reads the contents of all accounts whose processing failed, for managers. */
import { notFound } from '../../../contract/errors.ts';
import type { FailedVideo } from '../../../contract/media.ts';
import type { Database } from '../../../platform/storage/database.ts';

interface Row extends Omit<FailedVideo, 'owner' | 'canRetry' | 'uploadedAt'> {
  userId: number | null;
  username: string | null;
  canRetry: number;
  uploadedAt: number;
}

export function createFailedStore(database: Database) {
  const select = `
    SELECT v.id, v.name, v.media_type AS mediaType, v.processing_status AS processingStatus, u.id AS userId, u.username,
      v.processing_error AS processingError, v.original_r2_path IS NOT NULL AS canRetry, v.uploaded_at AS uploadedAt
    FROM kept_videos v LEFT JOIN users u ON u.id = v.user_id`;
  const failed = database.prepare<[], Row>(
    `${select} WHERE v.processing_status = 'failed' AND u.removed_at IS NULL ORDER BY v.uploaded_at DESC, v.id DESC`,
  );
  const byId = database.prepare<[number], Row>(`${select} WHERE v.id = ? AND u.removed_at IS NULL`);

  return {
    /** Returns failed contents, newest first. */
    list: (): FailedVideo[] => failed.all().map(toFailedVideo),

    /** Returns any content, also one that has not failed: its status lets callers refuse it with a reason. Throws `not_found`. */
    findOrThrow(id: number): FailedVideo {
      const row = byId.get(id);
      if (!row) throw notFound('content');
      return toFailedVideo(row);
    },
  };
}

function toFailedVideo({ userId, username, canRetry, uploadedAt, ...row }: Row): FailedVideo {
  return {
    ...row,
    owner: userId === null || username === null ? null : { id: userId, username },
    canRetry: canRetry === 1,
    uploadedAt: new Date(uploadedAt).toISOString(),
  };
}
