/** Contents whose processing failed, whoever owns them: what managers put right. */
import { notFound } from '../../../contract/errors.ts';
import type { FailedVideo } from '../../../contract/media.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { MediaKind } from '../upload/sniff.ts';

interface Row {
  id: number;
  user_id: number | null;
  username: string | null;
  name: string;
  media_type: MediaKind;
  processing_status: FailedVideo['processingStatus'];
  processing_error: string | null;
  original_r2_path: string | null;
  uploaded_at: number;
}

export function createFailedStore(database: Database) {
  const select = 'SELECT v.*, u.username FROM kept_videos v LEFT JOIN users u ON u.id = v.user_id';
  const failed = database.prepare<[], Row>(
    `${select} WHERE v.processing_status = 'failed' ORDER BY v.uploaded_at DESC, v.id DESC`,
  );
  const byId = database.prepare<[number], Row>(`${select} WHERE v.id = ?`);

  return {
    /** Newest first. */
    list: (): FailedVideo[] => failed.all().map(toFailedVideo),

    /** Any content, failed or not. Throws `not_found`. */
    findOrThrow(id: number): FailedVideo {
      const row = byId.get(id);
      if (!row) throw notFound('content');
      return toFailedVideo(row);
    },
  };
}

function toFailedVideo(row: Row): FailedVideo {
  return {
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    owner: row.user_id === null || row.username === null ? null : { id: row.user_id, username: row.username },
    processingStatus: row.processing_status,
    processingError: row.processing_error,
    canRetry: row.original_r2_path !== null,
    uploadedAt: new Date(row.uploaded_at).toISOString(),
  };
}
