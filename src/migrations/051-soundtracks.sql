-- Soundtracks: an account's own music, instead of a radio station.
CREATE TABLE soundtracks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;
CREATE INDEX soundtracks_by_user ON soundtracks (user_id);

-- A content with a soundtrack is one of its tracks. Like a film it has a duration and a loudness (`media_type` is 'video'), but no picture:
-- no list of contents, playlist or screen shows it as an item.
ALTER TABLE videos ADD COLUMN soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE CASCADE;
ALTER TABLE videos ADD COLUMN licence_note TEXT NOT NULL DEFAULT '';
CREATE INDEX videos_by_soundtrack ON videos (soundtrack_id) WHERE soundtrack_id IS NOT NULL;
ALTER TABLE uploads ADD COLUMN is_track INTEGER NOT NULL DEFAULT 0 CHECK (is_track IN (0, 1));

DROP VIEW visible_videos;
DROP VIEW playable_videos;
CREATE VIEW playable_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)))
WHERE v.soundtrack_id IS NULL;
CREATE VIEW visible_videos AS SELECT * FROM playable_videos WHERE delete_at IS NULL;

-- A new kind of file: a track's licence.
DROP VIEW file_uses;
CREATE TABLE item_files (
  video_id INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('main', 'large', 'original', 'thumbnail', 'poster', 'ambient', 'licence')),
  sha256 TEXT NOT NULL REFERENCES media_files (sha256),
  PRIMARY KEY (video_id, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO item_files SELECT video_id, kind, sha256 FROM video_files;
DROP TABLE video_files;
ALTER TABLE item_files RENAME TO video_files;
CREATE INDEX video_files_by_file ON video_files (sha256);
CREATE VIEW file_uses AS
SELECT sha256 FROM video_files
UNION ALL SELECT logo_sha256 FROM display_settings WHERE logo_sha256 IS NOT NULL
UNION ALL SELECT sha256 FROM call_recordings;

-- The chosen soundtrack, instead of the station: of the account, and of a screen of it. quiet_windows: JSON of the contract's windows.
ALTER TABLE user_radio_settings ADD COLUMN soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE SET NULL;
ALTER TABLE players ADD COLUMN soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE SET NULL;
CREATE INDEX players_by_soundtrack ON players (soundtrack_id) WHERE soundtrack_id IS NOT NULL;
ALTER TABLE user_radio_settings ADD COLUMN quiet_windows TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(quiet_windows));
ALTER TABLE playlists ADD COLUMN is_quiet INTEGER NOT NULL DEFAULT 0 CHECK (is_quiet IN (0, 1));
-- The account's contract with ECAD, which collects for music in public: its number, and its last day.
ALTER TABLE user_radio_settings ADD COLUMN ecad_contract TEXT NOT NULL DEFAULT '';
ALTER TABLE user_radio_settings ADD COLUMN ecad_ends_on TEXT CHECK (length(ecad_ends_on) = 10);
