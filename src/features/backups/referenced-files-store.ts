/** Lists the media and uploads to which the rows of a database refer: a backup contains them, and a restore needs them. */
import { storageKey, uploadPrefix } from '../../platform/storage/data-folder.ts';
import type { Database } from '../../platform/storage/database.ts';

/** `path`: relative to DATA_DIR. Size and hash are null if the database does not contain them. */
export interface ReferencedFile {
  path: string;
  sizeBytes: number | null;
  sha256: string | null;
}

/** Returns media and unprocessed uploads. The database may have the schema of an older version. */
export function filesReferencedBy(database: Database): ReferencedFile[] {
  const media = database.prepare<[], { sha256: string; extension: string; sizeBytes: number }>(
    'SELECT sha256, extension, size_bytes AS sizeBytes FROM media_files',
  );
  const hasReplacements = database
    .prepare<[]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'replacements'")
    .get();
  const replacements = hasReplacements
    ? 'UNION SELECT original_r2_path FROM replacements WHERE original_r2_path IS NOT NULL'
    : '';
  const uploads = database.prepare<[string, string], { path: string }>(`
    SELECT original_r2_path AS path FROM videos WHERE original_r2_path LIKE ? || '%'
    UNION SELECT ? || key FROM uploads WHERE status = 'complete' ${replacements}`);
  return [
    ...media.all().map((file) => ({ path: storageKey(file), sizeBytes: file.sizeBytes, sha256: file.sha256 })),
    ...uploads.all(uploadPrefix, uploadPrefix).map(({ path }) => ({ path, sizeBytes: null, sha256: null })),
  ];
}
