-- The whole schema (contract/README). Times are milliseconds since 1970 (UTC).

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin') AND length(role) <= 20),
  user_type TEXT NOT NULL DEFAULT 'common' CHECK (user_type IN ('common', 'gestor', 'admin')),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'blocked')),
  storage_limit_mb INTEGER NOT NULL DEFAULT 3072 CHECK (storage_limit_mb >= 0),
  storage_used_bytes INTEGER NOT NULL DEFAULT 0 CHECK (storage_used_bytes >= 0),
  created_at INTEGER NOT NULL,
  CHECK ((role = 'user') = (user_type = 'common'))
) STRICT;
CREATE INDEX users_by_status ON users (status, id);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- The storage quota stands in users.storage_limit_mb; max_storage_gb is the same number in GB.
CREATE TABLE user_quotas (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  max_players INTEGER CHECK (max_players >= 0),
  max_playlists INTEGER NOT NULL DEFAULT 2 CHECK (max_playlists >= 0),
  max_videos INTEGER NOT NULL DEFAULT 120 CHECK (max_videos >= 0),
  max_storage_gb REAL NOT NULL DEFAULT 3 CHECK (max_storage_gb >= 0),
  can_access_breaking_news INTEGER NOT NULL DEFAULT 1 CHECK (can_access_breaking_news IN (0, 1)),
  can_access_radio INTEGER NOT NULL DEFAULT 1 CHECK (can_access_radio IN (0, 1)),
  can_access_management INTEGER NOT NULL DEFAULT 1 CHECK (can_access_management IN (0, 1))
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 100),
  description TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE user_category_access (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_category_access_by_category ON user_category_access (category_id);

-- Bytes on disk under DATA_DIR/media, stored once per content.
CREATE TABLE media_files (
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  extension TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A reservation of quota, then a growing file, then a whole one, until a video takes it over.
CREATE TABLE uploads (
  key TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  received_bytes INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'reserved' CHECK (status IN ('reserved', 'complete')),
  -- Set when complete: what the bytes are.
  media_type TEXT CHECK (media_type IN ('image', 'video')),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_by_user ON uploads (user_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE videos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Storage keys under DATA_DIR: the finished rendition, and what was sent (kept until processed).
  r2_path TEXT,
  original_r2_path TEXT,
  -- What counts against the quota: all that is stored for this item.
  size_bytes INTEGER NOT NULL DEFAULT 0 CHECK (size_bytes >= 0),
  media_type TEXT NOT NULL DEFAULT 'video' CHECK (media_type IN ('image', 'video')),
  display_duration INTEGER CHECK (display_duration > 0),
  use_ambient_background INTEGER NOT NULL DEFAULT 0 CHECK (use_ambient_background IN (0, 1)),
  is_platform_video INTEGER NOT NULL DEFAULT 0 CHECK (is_platform_video IN (0, 1)),
  category_id INTEGER REFERENCES categories (id) ON DELETE SET NULL,
  processing_status TEXT NOT NULL DEFAULT 'pending' CHECK (processing_status IN ('pending', 'processing', 'completed', 'failed')),
  processing_attempts INTEGER NOT NULL DEFAULT 0,
  processing_started_at INTEGER,
  processing_completed_at INTEGER,
  processing_error TEXT,
  duration_ms INTEGER,
  width INTEGER,
  height INTEGER,
  uploaded_at INTEGER NOT NULL,
  CHECK ((user_id IS NULL) = (is_platform_video = 1))
) STRICT;
CREATE INDEX videos_by_user ON videos (user_id, uploaded_at);
CREATE INDEX videos_by_category ON videos (category_id);
CREATE INDEX videos_to_process ON videos (id) WHERE processing_status IN ('pending', 'processing');

-- Which stored bytes serve an item, and as what. thumbnailUrl is derived from kind 'thumbnail'.
CREATE TABLE video_files (
  video_id INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('main', 'large', 'original', 'thumbnail', 'poster', 'ambient')),
  sha256 TEXT NOT NULL REFERENCES media_files (sha256),
  PRIMARY KEY (video_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX video_files_by_file ON video_files (sha256);

CREATE TABLE playlists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  is_random INTEGER NOT NULL DEFAULT 1 CHECK (is_random IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX playlists_by_user ON playlists (user_id);

CREATE TABLE video_playlist_assignments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  video_id INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  frequency INTEGER NOT NULL DEFAULT 1 CHECK (frequency BETWEEN 1 AND 3),
  position INTEGER NOT NULL,
  UNIQUE (playlist_id, video_id)
) STRICT;
CREATE INDEX assignments_by_video ON video_playlist_assignments (video_id);
CREATE INDEX assignments_by_position ON video_playlist_assignments (playlist_id, position);

CREATE TABLE players (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  screen_id TEXT NOT NULL UNIQUE CHECK (length(screen_id) = 6),
  activation_code TEXT NOT NULL UNIQUE CHECK (length(activation_code) = 10),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'blocked', 'disconnected')),
  created_at INTEGER NOT NULL,
  last_ping INTEGER,
  ip_address TEXT CHECK (length(ip_address) <= 45),
  -- Last reported state, JSON.
  state TEXT
) STRICT;
CREATE INDEX players_by_user ON players (user_id);

-- The device that holds a screen (contract/README 9.3); the cookie proves possession at a renewal.
CREATE TABLE player_sessions (
  player_id INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  cookie_hash TEXT NOT NULL UNIQUE,
  device_info TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX player_sessions_by_user ON player_sessions (user_id);

CREATE TABLE player_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  -- SHA-256 of the bearer token, hex.
  token TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  device_info TEXT,
  last_used INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX player_tokens_by_player ON player_tokens (player_id);

CREATE TABLE player_playlist_assignments (
  player_id INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  assigned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX player_assignments_by_playlist ON player_playlist_assignments (playlist_id);

CREATE TABLE breaking_news (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT,
  message TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX breaking_news_by_user ON breaking_news (user_id);

CREATE TABLE breaking_news_playlists (
  breaking_news_id INTEGER NOT NULL REFERENCES breaking_news (id) ON DELETE CASCADE,
  playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  PRIMARY KEY (breaking_news_id, playlist_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX breaking_news_by_playlist ON breaking_news_playlists (playlist_id);

CREATE TABLE radio_stations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  genre TEXT NOT NULL,
  stream_url TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE user_radio_settings (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  selected_radio_id INTEGER REFERENCES radio_stations (id) ON DELETE SET NULL,
  is_enabled INTEGER NOT NULL DEFAULT 0 CHECK (is_enabled IN (0, 1)),
  volume INTEGER NOT NULL DEFAULT 30 CHECK (volume BETWEEN 0 AND 100)
) STRICT;

CREATE TABLE admin_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  message TEXT NOT NULL,
  notice_type TEXT NOT NULL DEFAULT 'global' CHECK (notice_type IN ('global', 'user', 'player')),
  target_user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  target_player_id INTEGER REFERENCES players (id) ON DELETE CASCADE,
  background_color TEXT NOT NULL DEFAULT '#DC2626',
  text_color TEXT NOT NULL DEFAULT '#FFFFFF',
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  display_interval_seconds INTEGER NOT NULL DEFAULT 60,
  display_duration_seconds INTEGER NOT NULL DEFAULT 60,
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  CHECK ((notice_type = 'user') = (target_user_id IS NOT NULL)),
  CHECK ((notice_type = 'player') = (target_player_id IS NOT NULL))
) STRICT;
CREATE INDEX admin_notices_by_user ON admin_notices (target_user_id);
CREATE INDEX admin_notices_by_player ON admin_notices (target_player_id);

-- The five codes, the signing secret, and what administrators change on the settings page.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Last run of each scheduled task.
CREATE TABLE task_runs (
  name TEXT PRIMARY KEY,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER,
  succeeded INTEGER CHECK (succeeded IN (0, 1)),
  result TEXT
) STRICT, WITHOUT ROWID;
