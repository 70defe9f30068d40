-- A new file for an item, which plays its old file until the new one is processed. Then the row is deleted; after a failure
-- the row keeps the reason.
CREATE TABLE replacements (
  video_id INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  -- Storage key of what was sent; NULL: it failed for good, and its bytes are gone.
  original_r2_path TEXT,
  media_type TEXT NOT NULL CHECK (media_type IN ('image', 'video')),
  processing_status TEXT NOT NULL DEFAULT 'pending' CHECK (processing_status IN ('pending', 'processing', 'failed')),
  processing_attempts INTEGER NOT NULL DEFAULT 0,
  processing_started_at INTEGER,
  processing_error TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Item whose file the upload replaces. Such an upload does not count as a further content.
ALTER TABLE uploads ADD COLUMN replaces INTEGER REFERENCES videos (id) ON DELETE SET NULL;
CREATE INDEX uploads_by_replaced ON uploads (replaces) WHERE replaces IS NOT NULL;
