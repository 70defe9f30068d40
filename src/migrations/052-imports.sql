-- Imports of archives and folders (contract/README 3.12).
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the archive or folder.
  name TEXT NOT NULL,
  -- Storage key of the archive while it exists, or a folder of the server.
  archive TEXT,
  folder TEXT,
  -- Who started it, JSON: the audit log's author of the contents.
  author TEXT NOT NULL CHECK (json_valid(author)),
  status TEXT NOT NULL CHECK (status IN ('reading', 'refused', 'ready', 'running', 'stopped', 'done')),
  -- The sentence for which it was refused or stopped.
  error TEXT,
  format TEXT,
  -- JSON: name, positions of the files, how often each occurs, and the id of the playlist once it was created.
  playlists TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(playlists)),
  omitted INTEGER NOT NULL DEFAULT 0,
  -- Upload of the file that is being imported: a crash may leave it without an item.
  upload_key TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX imports_by_user ON imports (user_id);
CREATE INDEX open_imports ON imports (status) WHERE status IN ('reading', 'running');

CREATE TABLE import_files (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  media_type TEXT CHECK (media_type IN ('image', 'video')),
  -- Display time of a picture in seconds, first and last day.
  seconds INTEGER,
  valid_from TEXT,
  valid_until TEXT,
  -- Position in the archive, JSON.
  locator TEXT,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'done', 'same', 'skipped', 'failed')),
  -- The reason for which it is not imported, or what else there is to know.
  note TEXT,
  sha256 TEXT,
  video_id INTEGER REFERENCES videos (id) ON DELETE SET NULL,
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_files_by_hash ON import_files (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX import_files_by_video ON import_files (video_id) WHERE video_id IS NOT NULL;
CREATE INDEX import_files_waiting ON import_files (import_id, position) WHERE status = 'waiting';

-- True for an archive to import, which counts as bytes only until the import takes it over.
ALTER TABLE uploads ADD COLUMN is_archive INTEGER NOT NULL DEFAULT 0 CHECK (is_archive IN (0, 1));
