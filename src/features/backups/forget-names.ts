/** A backup holds no patient's name: it is kept for weeks, and a called name only for hours (contract/README 15.4). */
import type { Database } from '../../platform/storage/database.ts';

/** In a copy of the database, of whatever version; the bytes are gone from the file (call-store.ts says how). */
export function forgetNames(copy: Database): void {
  const hasCalls = copy
    .prepare<[], { total: number }>(
      "SELECT count(*) AS total FROM sqlite_schema WHERE type = 'table' AND name = 'calls'",
    )
    .get();
  if (hasCalls?.total === 1)
    copy.erase(() =>
      copy.exec(
        "UPDATE calls SET label = printf('%*s', length(CAST(label AS BLOB)), ''), is_name = 0 WHERE is_name = 1",
      ),
    );
}
