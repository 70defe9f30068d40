-- New bytes for an item that goes on playing its old ones: what was sent, until it is processed. When that is done the
-- item takes the results over and the row goes; when it fails the row says why, and the item keeps what it has.
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

-- For which item the bytes of an upload are: one that counts already is no further content.
ALTER TABLE uploads ADD COLUMN replaces INTEGER REFERENCES videos (id) ON DELETE SET NULL;
CREATE INDEX uploads_by_replaced ON uploads (replaces) WHERE replaces IS NOT NULL;
