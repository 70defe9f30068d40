-- An account's own recordings of what its calls say: `word` as it is said, in lower case. They count against no quota but their number.
CREATE TABLE call_recordings (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  word TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES media_files (sha256),
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (user_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_recordings_by_file ON call_recordings (sha256);

DROP VIEW file_uses;
CREATE VIEW file_uses AS
SELECT sha256 FROM video_files
UNION ALL SELECT logo_sha256 FROM display_settings WHERE logo_sha256 IS NOT NULL
UNION ALL SELECT sha256 FROM call_recordings;

-- The newest call of Novo SGA that was taken, and when its panel was last read: what was called there during a short
-- restart is called afterwards. NULL: never, or of another address.
ALTER TABLE call_sources ADD COLUMN last_id INTEGER;
ALTER TABLE call_sources ADD COLUMN read_at INTEGER;
