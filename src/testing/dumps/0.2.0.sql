-- The database of Antessala 0.2.0, one row or more in every table. Made by scripts/dump-release.ts; never edited.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  ) STRICT;
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
  created_at INTEGER NOT NULL, space_requested_at INTEGER, space_asked_at INTEGER, time_zone TEXT, stored_steps TEXT NOT NULL DEFAULT '', removed_at INTEGER,
  CHECK ((role = 'user') = (user_type = 'common'))
) STRICT;
CREATE INDEX users_by_status ON users (status, id);
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
, user_agent TEXT, address TEXT, member_id INTEGER REFERENCES members (id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
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
CREATE TABLE media_files (
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  extension TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
, is_platform INTEGER NOT NULL DEFAULT 0 CHECK (is_platform IN (0, 1)), replaces INTEGER REFERENCES videos (id) ON DELETE SET NULL, is_track INTEGER NOT NULL DEFAULT 0 CHECK (is_track IN (0, 1)), is_archive INTEGER NOT NULL DEFAULT 0 CHECK (is_archive IN (0, 1))) STRICT;
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
  uploaded_at INTEGER NOT NULL, delete_at INTEGER, delete_count INTEGER, delete_free_bytes INTEGER, valid_from TEXT CHECK (length(valid_from) = 10), valid_until TEXT CHECK (length(valid_until) = 10), fit TEXT NOT NULL DEFAULT 'contain' CHECK (fit IN ('contain', 'cover')), loudness REAL, purpose TEXT NOT NULL DEFAULT 'information' CHECK (purpose IN ('information', 'advertising')), loudness_tried INTEGER NOT NULL DEFAULT 0 CHECK (loudness_tried IN (0, 1)), soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE CASCADE, licence_note TEXT NOT NULL DEFAULT '',
  CHECK ((user_id IS NULL) = (is_platform_video = 1))
) STRICT;
CREATE INDEX videos_by_user ON videos (user_id, uploaded_at);
CREATE INDEX videos_by_category ON videos (category_id);
CREATE INDEX videos_to_process ON videos (id) WHERE processing_status IN ('pending', 'processing');
CREATE TABLE playlists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  is_random INTEGER NOT NULL DEFAULT 1 CHECK (is_random IN (0, 1)),
  created_at INTEGER NOT NULL
, delete_at INTEGER, delete_count INTEGER, is_quiet INTEGER NOT NULL DEFAULT 0 CHECK (is_quiet IN (0, 1))) STRICT;
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
, offline_reported_at INTEGER, call_layout TEXT CHECK (call_layout IN ('lowerThird', 'fullScreen', 'panel')), rotation INTEGER NOT NULL DEFAULT 0 CHECK (rotation IN (0, 90, 180, 270)), volume INTEGER NOT NULL DEFAULT 100 CHECK (volume BETWEEN 0 AND 100), quiet_hours TEXT CHECK (json_valid(quiet_hours)), dark_brightness INTEGER NOT NULL DEFAULT 0 CHECK (dark_brightness BETWEEN 0 AND 100), soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE SET NULL) STRICT;
CREATE INDEX players_by_user ON players (user_id);
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
, soundtrack_id INTEGER REFERENCES soundtracks (id) ON DELETE SET NULL, quiet_windows TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(quiet_windows)), ecad_contract TEXT NOT NULL DEFAULT '', ecad_ends_on TEXT CHECK (length(ecad_ends_on) = 10)) STRICT;
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
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE task_runs (
  name TEXT PRIMARY KEY,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER,
  succeeded INTEGER CHECK (succeeded IN (0, 1)),
  result TEXT
, last_success_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE display_settings (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  shrinks_picture INTEGER NOT NULL CHECK (shrinks_picture IN (0, 1))
, logo_sha256 TEXT REFERENCES media_files (sha256), logo_width INTEGER, logo_height INTEGER, logo_ground TEXT CHECK (logo_ground IN ('light', 'dark'))) STRICT;
CREATE INDEX videos_to_purge ON videos (delete_at) WHERE delete_at IS NOT NULL;
CREATE INDEX playlists_to_purge ON playlists (delete_at) WHERE delete_at IS NOT NULL;
CREATE VIEW kept_videos AS SELECT * FROM videos WHERE delete_at IS NULL;
CREATE VIEW kept_playlists AS SELECT * FROM playlists WHERE delete_at IS NULL;
CREATE VIEW counted_videos AS
SELECT * FROM kept_videos WHERE NOT (processing_status = 'failed' AND original_r2_path IS NULL);
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
, poster TEXT) STRICT;
CREATE INDEX uploads_by_replaced ON uploads (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX display_settings_by_logo ON display_settings (logo_sha256) WHERE logo_sha256 IS NOT NULL;
CREATE TABLE known_devices (
  device_hash TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (device_hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_of_user ON known_devices (user_id, last_used_at);
CREATE TABLE pairing_requests (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  -- SHA-256 of what only the device knows; a renewed code keeps it.
  secret_hash TEXT NOT NULL,
  check_digits TEXT NOT NULL,
  device_info TEXT,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- The screen it was claimed for, and when the device took it.
  player_id INTEGER REFERENCES players (id) ON DELETE CASCADE,
  consumed_at INTEGER
) STRICT;
CREATE INDEX pairing_requests_secret ON pairing_requests (secret_hash);
CREATE INDEX pairing_requests_player ON pairing_requests (player_id);
CREATE TABLE swapped_devices (
  hash TEXT PRIMARY KEY,
  swapped_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_member ON sessions (member_id) WHERE member_id IS NOT NULL;
CREATE TABLE known_member_devices (
  device_hash TEXT NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (device_hash, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_member_devices_of_member ON known_member_devices (member_id, last_used_at);
CREATE TABLE api_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER
, member_id INTEGER REFERENCES members (id) ON DELETE CASCADE) STRICT;
CREATE INDEX api_tokens_by_user ON api_tokens (user_id);
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at INTEGER NOT NULL,
  account_id INTEGER,
  account_name TEXT,
  actor_user_id INTEGER,
  actor_member_id INTEGER,
  actor_token_id INTEGER,
  actor_name TEXT NOT NULL,
  actor_role TEXT,
  address TEXT,
  action TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id INTEGER,
  target_name TEXT NOT NULL,
  details TEXT NOT NULL,
  for_gestores INTEGER NOT NULL,
  search_text TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_of_account ON audit_log (account_id, id);
CREATE INDEX audit_log_of_target ON audit_log (target_kind, target_id, id);
CREATE INDEX audit_log_by_time ON audit_log (created_at);
CREATE TABLE second_factors (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- NULL: the account itself.
  member_id INTEGER REFERENCES members (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX second_factors_of_person ON second_factors (user_id, coalesce(member_id, 0));
CREATE INDEX second_factors_of_member ON second_factors (member_id) WHERE member_id IS NOT NULL;
CREATE TABLE recovery_codes (
  factor_id INTEGER NOT NULL REFERENCES second_factors (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (factor_id, code_hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE call_rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  colour TEXT NOT NULL,
  on_all INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX call_rooms_by_user ON call_rooms (user_id);
CREATE TABLE call_screens (
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  PRIMARY KEY (room_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_screens_by_player ON call_screens (player_id);
CREATE TABLE call_settings (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name_policy TEXT NOT NULL CHECK (name_policy IN ('ticket', 'initials', 'firstNameAndInitial', 'full')),
  chime INTEGER NOT NULL,
  voice INTEGER NOT NULL,
  repetitions INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  layout TEXT NOT NULL CHECK (layout IN ('lowerThird', 'fullScreen')),
  queue_enabled INTEGER NOT NULL,
  prefix_normal TEXT NOT NULL,
  prefix_preferential TEXT NOT NULL,
  prefix_over80 TEXT NOT NULL,
  alternation INTEGER NOT NULL
, digit_by_digit INTEGER NOT NULL DEFAULT 0, day_starts_at INTEGER NOT NULL DEFAULT 0, carries_over INTEGER NOT NULL DEFAULT 0, speech_engine TEXT NOT NULL DEFAULT 'auto') STRICT;
CREATE TABLE calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  first_id INTEGER REFERENCES calls (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  is_name INTEGER NOT NULL,
  room_id INTEGER REFERENCES call_rooms (id) ON DELETE SET NULL,
  room_name TEXT NOT NULL,
  colour TEXT NOT NULL,
  on_all INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  is_priority INTEGER NOT NULL,
  times INTEGER NOT NULL,
  is_test INTEGER NOT NULL,
  is_last INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
, is_absent INTEGER NOT NULL DEFAULT 0 CHECK (is_absent IN (0, 1)), source_ticket TEXT, key TEXT NOT NULL DEFAULT '', kind TEXT CHECK (kind IN ('normal', 'preferential', 'over80')), service_name TEXT, waited_ms INTEGER, attended_ms INTEGER) STRICT;
CREATE INDEX calls_by_day ON calls (user_id, day, id);
CREATE INDEX calls_by_time ON calls (user_id, created_at);
CREATE INDEX calls_with_names ON calls (created_at) WHERE is_name = 1;
CREATE INDEX calls_by_first ON calls (first_id);
CREATE INDEX calls_by_room ON calls (room_id);
CREATE INDEX calls_by_ticket ON calls (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE TABLE call_receipts (
  call_id INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  delay_ms INTEGER NOT NULL,
  had_sound INTEGER NOT NULL,
  PRIMARY KEY (call_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_receipts_by_player ON call_receipts (player_id);
CREATE TABLE call_sources (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  is_active INTEGER NOT NULL,
  url TEXT NOT NULL,
  unit_id INTEGER NOT NULL,
  service_ids TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  last_id INTEGER, read_at INTEGER, missed INTEGER NOT NULL DEFAULT 0, beyond_limit INTEGER NOT NULL DEFAULT 0, lost_day TEXT, lost_at INTEGER) STRICT;
CREATE TABLE assignment_windows (
  assignment_id INTEGER NOT NULL REFERENCES video_playlist_assignments (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
  from_minute INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER NOT NULL CHECK (to_minute BETWEEN 0 AND 1439),
  PRIMARY KEY (assignment_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE schedule_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  playlist_id INTEGER REFERENCES playlists (id) ON DELETE CASCADE,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
  from_minute INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER NOT NULL CHECK (to_minute BETWEEN 0 AND 1439),
  weeks TEXT NOT NULL DEFAULT 'every' CHECK (weeks IN ('every', 'even', 'odd')),
  first_date TEXT CHECK (length(first_date) = 10),
  last_date TEXT CHECK (length(last_date) = 10),
  priority INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, is_exact INTEGER NOT NULL DEFAULT 0 CHECK (is_exact IN (0, 1)), name TEXT NOT NULL DEFAULT '', is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)), dates TEXT NOT NULL DEFAULT '',
  CHECK (first_date IS NULL OR last_date IS NULL OR first_date <= last_date)
) STRICT;
CREATE INDEX schedule_rules_by_user ON schedule_rules (user_id);
CREATE INDEX schedule_rules_by_playlist ON schedule_rules (playlist_id) WHERE playlist_id IS NOT NULL;
CREATE TABLE schedule_targets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id INTEGER NOT NULL REFERENCES schedule_rules (id) ON DELETE CASCADE,
  player_id INTEGER REFERENCES players (id) ON DELETE CASCADE, group_id INTEGER REFERENCES screen_groups (id) ON DELETE CASCADE,
  UNIQUE (rule_id, player_id)
) STRICT;
CREATE INDEX schedule_targets_by_player ON schedule_targets (player_id, rule_id);
CREATE VIEW screen_playlists AS
SELECT player_id, playlist_id FROM player_playlist_assignments
UNION
SELECT s.player_id, r.playlist_id FROM screen_rules s JOIN schedule_rules r ON r.id = s.rule_id
WHERE r.playlist_id IS NOT NULL;
CREATE VIEW playing_screens AS
SELECT p.id AS player_id
FROM players p
JOIN users o ON o.id = p.user_id AND o.status = 'approved'
JOIN player_sessions s ON s.player_id = p.id
-- Not by screen_playlists: asked for one screen, SQLite would put all assignments together first.
WHERE p.status = 'active' AND (
  EXISTS (SELECT 1 FROM player_playlist_assignments a WHERE a.player_id = p.id)
  OR EXISTS (
    SELECT 1 FROM screen_rules s JOIN schedule_rules r ON r.id = s.rule_id
    WHERE s.player_id = p.id AND r.playlist_id IS NOT NULL
  )
);
CREATE TABLE call_recordings (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  word TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES media_files (sha256),
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (user_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_recordings_by_file ON call_recordings (sha256);
CREATE TABLE screen_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX screen_groups_by_user ON screen_groups (user_id);
CREATE TABLE screen_group_members (
  group_id INTEGER NOT NULL REFERENCES screen_groups (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX screen_group_members_by_player ON screen_group_members (player_id);
CREATE UNIQUE INDEX schedule_targets_by_group ON schedule_targets (group_id, rule_id) WHERE group_id IS NOT NULL;
CREATE TABLE urgent_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  preset TEXT NOT NULL CHECK (preset IN ('evacuation', 'power', 'delay', 'system', 'free')),
  text TEXT NOT NULL,
  chime INTEGER NOT NULL,
  author TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- Before its time, by hand.
  ended_at INTEGER
, key TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX urgent_notices_by_user ON urgent_notices (user_id, id);
CREATE INDEX urgent_notices_by_end ON urgent_notices (ends_at);
CREATE TABLE urgent_screens (
  id INTEGER PRIMARY KEY,
  notice_id INTEGER NOT NULL REFERENCES urgent_notices (id) ON DELETE CASCADE,
  player_id INTEGER REFERENCES players (id) ON DELETE SET NULL,
  -- The account of the screen.
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  shown_at INTEGER,
  had_sound INTEGER,
  UNIQUE (notice_id, player_id)
) STRICT;
CREATE INDEX urgent_screens_by_player ON urgent_screens (player_id, notice_id);
CREATE INDEX urgent_screens_by_user ON urgent_screens (user_id, notice_id);
CREATE VIEW expected_urgent_screens AS
SELECT s.* FROM urgent_screens s
WHERE s.shown_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM players p JOIN player_sessions d ON d.player_id = p.id WHERE p.id = s.player_id AND p.status <> 'blocked'
);
CREATE TABLE call_groups (
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES screen_groups (id) ON DELETE CASCADE,
  PRIMARY KEY (room_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_groups_by_group ON call_groups (group_id);
CREATE VIEW call_room_screens AS
SELECT room_id, player_id FROM call_screens
UNION ALL
SELECT t.room_id, m.player_id FROM call_groups t JOIN screen_group_members m ON m.group_id = t.group_id;
CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL,
  response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id, created_at);
CREATE TABLE call_source_permissions (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  url TEXT NOT NULL
) STRICT;
CREATE TABLE "members" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT,
  email TEXT NOT NULL COLLATE NOCASE,
  password_hash TEXT,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'reception', 'reader')),
  status TEXT NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'blocked')),
  invitation_hash TEXT UNIQUE,
  invitation_expires_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (status = 'invited' OR (name IS NOT NULL AND password_hash IS NOT NULL)),
  CHECK ((invitation_hash IS NULL) = (invitation_expires_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX members_of_team ON members (user_id, email);
CREATE UNIQUE INDEX members_by_email ON members (email) WHERE status <> 'invited';
CREATE INDEX api_tokens_by_member ON api_tokens (member_id) WHERE member_id IS NOT NULL;
CREATE VIEW screen_rules AS
SELECT t.player_id, t.rule_id, 'screen' AS target FROM schedule_targets t JOIN schedule_rules r ON r.id = t.rule_id
WHERE t.player_id IS NOT NULL AND r.is_paused = 0
UNION ALL
SELECT m.player_id, t.rule_id, 'group' FROM schedule_targets t JOIN schedule_rules r ON r.id = t.rule_id
JOIN screen_group_members m ON m.group_id = t.group_id WHERE r.is_paused = 0;
CREATE TABLE opening_hours (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  windows TEXT NOT NULL,
  outside TEXT NOT NULL CHECK (outside IN ('dark', 'base'))
) STRICT;
CREATE TABLE call_services (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;
CREATE INDEX call_services_by_user ON call_services (user_id, position);
CREATE TABLE call_service_rooms (
  service_id INTEGER NOT NULL REFERENCES call_services (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  PRIMARY KEY (service_id, room_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_service_rooms_by_room ON call_service_rooms (room_id);
CREATE TABLE "tickets" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  series_id INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL CHECK (kind IN ('normal', 'preferential', 'over80')),
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  service_id INTEGER REFERENCES call_services (id) ON DELETE SET NULL,
  to_room_id INTEGER REFERENCES call_rooms (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'called', 'serving', 'absent', 'done', 'cancelled')),
  created_at INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  called_at INTEGER,
  started_at INTEGER,
  call_id INTEGER,
  UNIQUE (user_id, day, series_id, kind, number)
) STRICT;
CREATE INDEX tickets_waiting ON tickets (user_id, day, kind, queued_at, id) WHERE status = 'waiting';
CREATE INDEX tickets_by_service ON tickets (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX tickets_by_room ON tickets (to_room_id) WHERE to_room_id IS NOT NULL;
CREATE INDEX calls_of_tickets ON calls (user_id, day, id) WHERE kind IS NOT NULL;
CREATE INDEX tickets_open ON tickets (user_id, day) WHERE status IN ('called', 'serving');
CREATE TABLE clinic_profiles (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  profile TEXT NOT NULL CHECK (json_valid(profile))
) STRICT;
CREATE INDEX audit_log_refusals ON audit_log (id) WHERE action IN ('session.refused', 'session.code_refused');
CREATE INDEX sessions_by_use ON sessions (last_seen_at);
CREATE INDEX player_tokens_replaced ON player_tokens (coalesce(last_used, 0)) WHERE is_active = 0;
CREATE INDEX urgent_notices_by_time ON urgent_notices (created_at);
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);
CREATE INDEX known_member_devices_by_use ON known_member_devices (last_used_at);
CREATE INDEX users_removed ON users (id) WHERE removed_at IS NOT NULL;
CREATE TABLE plays (
  id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  uuid TEXT NOT NULL,
  video_id INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  playlist_id INTEGER,
  rule_id INTEGER,
  -- Milliseconds since 1970, and the time that counts.
  started_at INTEGER NOT NULL,
  ms INTEGER NOT NULL CHECK (ms > 0),
  ended TEXT NOT NULL CHECK (ended IN ('complete', 'cut', 'broken')),
  had_sound INTEGER NOT NULL CHECK (had_sound IN (0, 1)),
  -- 1: included in plays_daily.
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1)),
  UNIQUE (player_id, uuid)
) STRICT;
CREATE INDEX plays_by_player ON plays (player_id);
CREATE INDEX plays_to_fold ON plays (id) WHERE is_folded = 0;
CREATE TABLE plays_daily (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Days since 1970 in the clinic's time zone.
  day INTEGER NOT NULL,
  video_id INTEGER NOT NULL,
  player_id INTEGER NOT NULL,
  -- 0: none.
  playlist_id INTEGER NOT NULL,
  plays INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  with_sound INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  -- Plays that began in each of the day's 24 hours, JSON.
  hours TEXT NOT NULL CHECK (json_valid(hours)),
  PRIMARY KEY (user_id, day, video_id, player_id, playlist_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE plays_names (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('content', 'screen', 'playlist')),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- Newest day with a play.
  last_day INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE posters (
  video_id INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  fields TEXT NOT NULL
) STRICT;
CREATE TABLE soundtracks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;
CREATE INDEX soundtracks_by_user ON soundtracks (user_id);
CREATE INDEX videos_by_soundtrack ON videos (soundtrack_id) WHERE soundtrack_id IS NOT NULL;
CREATE VIEW playable_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)))
WHERE v.soundtrack_id IS NULL;
CREATE VIEW visible_videos AS SELECT * FROM playable_videos WHERE delete_at IS NULL;
CREATE TABLE "video_files" (
  video_id INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('main', 'large', 'original', 'thumbnail', 'poster', 'ambient', 'licence')),
  sha256 TEXT NOT NULL REFERENCES media_files (sha256),
  PRIMARY KEY (video_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX video_files_by_file ON video_files (sha256);
CREATE VIEW file_uses AS
SELECT sha256 FROM video_files
UNION ALL SELECT logo_sha256 FROM display_settings WHERE logo_sha256 IS NOT NULL
UNION ALL SELECT sha256 FROM call_recordings;
CREATE INDEX players_by_soundtrack ON players (soundtrack_id) WHERE soundtrack_id IS NOT NULL;
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
, archive_bytes INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE INDEX import_files_counts ON import_files (import_id, status, size_bytes);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (1, '001-initial.sql', 'f017d3638b61432934bb1c480fb8704d4cf249a52d6682a6cf348eb3d0661c27', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (2, '002-tasks.sql', 'ac89e4afb64e547047df48385f4ecb424894a8c8b02d2b799fa98a1442bd3ab7', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (3, '003-visible-videos.sql', 'ee603c08028456b0d21aedd6ff63a82550b97730b3bc392192ccfc0523b7eb1a', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (4, '004-playing-screens.sql', 'e545eb6b481bd190669dffc95147c491bbc779cf26b148e4a4ebb9b02c4bf88c', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (5, '005-display-settings.sql', '5f700caa75714096c05553695b8d833e8c2e14ad18a2a37ef6e9d43d1532dcc6', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (6, '006-what-counts.sql', '72fa03300acf3f2206b13712bd66317703a3c4dd56d88a088b4248d13b15e4b9', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (7, '007-undo.sql', '80e5b7362ef440c6ee904160ce7eaf47906cf9359d231c4e39f19119cad53e46', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (8, '008-replacements.sql', '38e8bfb7c87e479baa63c40f42101bcf6c0073c0fe18e14af17b86280cec6ef0', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (9, '009-own-logos.sql', '683354ee4a5aa01bba06632b7cd9eb9db35b8a90df61e7f9c7aaca307a171b20', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (10, '010-space-requests.sql', '0a8ac6ea7a3a8bf2d2e643a25b97dc44562c8402ec24c1b9b273c525390a800d', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (11, '011-known-devices.sql', '6e6412ccf6de5a67cb54e1fb22e49e4e6ec98c7dc8d859fc149827cdfd43042d', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (12, '012-where-sessions-are.sql', '0b06033dc9152767e834e48f79f464d6aa7a1a5b1bfefb129712d8471ffa6cd9', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (13, '013-time-zones.sql', '7f83fa44ab4a44bf16d439679e8cda021a61a774f536e6e6a5f25b8ddb5cb98d', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (14, '014-pairing.sql', '948447d111ec14557d5a7038c310cd2afa2d81864aeaa50d74ec08c81236ef5e', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (15, '015-team.sql', '4cb355959639f21f4a7fc25f727bb91758666775d1a4cc29dc7bdb99a2528cbc', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (16, '016-audit-log-and-second-factor.sql', 'b7707f90bfae15ad0ef5b846e4e927cd589d5ad7401787ee0bf008aa0ad5de0e', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (17, '017-calls.sql', 'ec9b915fd70663f16ff58694a5d452ba8710fab2ed225858d725c6446ca5c502', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (18, '018-programme.sql', '3fb6150680debb751328091193e474ef68301971ab0c1a3f91278036d87b5949', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (19, '019-own-voice.sql', '043700f8a1978038f0df0691bfb7d3e829c2c58b3d3893de69dd2fd951684987', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (20, '020-groups-urgent.sql', 'd9510a5dd82ca7cbf8ae1dcf376973a97d2133fc8641538154ddb82b8b07de09', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (21, '021-exact-rules.sql', 'b4afce5a2cd6c5efc8b0593c6b1d852cd7df574389b45da8f799c416b7608d1e', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (22, '022-call-absent-groups.sql', '8752dabe9c2879e355df9003882c91345a30204901d42966224695a0b7785910', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (23, '023-idempotency-keys.sql', '7ea0df483a9b7bac68f60d2abbba83af6a5bc1533ded436e6e8a57e0c82328ef', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (24, '024-rule-order.sql', '6ddc7b39d320b1d1002727266f5cb242619cb13885775b5e32dfae3fb5132589', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (25, '025-call-source-permission.sql', 'b9dcb2a86118849a80ced778a69cc104de08cf14ff882c05294e1b0f9e764208', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (26, '026-search-without-accents.sql', '1d2989060a6015dccfbac952bd52062082ceb0e3e617cb7fb0964ce751a5eeaf', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (27, '027-source-bursts.sql', 'ebb9644586251932e99af9078a52c17c6e614c5465296df399275bd83aa3ae76', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (28, '028-call-keys.sql', '914ba491b1f825649cd4752194fe0d33770a43a85aac237fb535fe05b19de3fb', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (29, '029-invitations-side-by-side.sql', 'fe5cdeb167fd073efc7ce4b38dad6bea38efb3963e753e90a807cdb2c9ceb1fa', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (30, '030-token-makers.sql', '8bed41f0e3c32919babdcb85783ee06036c93a378a816681a1cc9f36682784f4', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (31, '031-spoken-numbers.sql', '144faf2e6e1430c428f1b0c8fd6e02820d565dbc5b19999c9a9071a51eb9b5ee', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (32, '032-rule-names.sql', 'b370fb938b5d168784058a028616c614b5ba943893f78a484ec5683a7a1d170f', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (33, '033-rule-dates.sql', 'd299552a5117db4db4cc7e6511c44734ceaadac31286d0488c9d60f1bf72143b', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (34, '034-opening-hours.sql', 'ea412fbeeee38ef5c6652c90897023314aa36c47527a052adf8c355b7809d641', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (35, '035-start-of-day.sql', 'aac5ece374e5e17ca6fb06c9ea55d4359dce1a4fbe203a13db73ff2b2e4b5fd6', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (36, '036-onboarding.sql', 'b41ca0a2622ba49a3107a1c6686807f0b7ac3d6956a41ab14fc3e70ee6311cfb', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (37, '037-services.sql', '8d9d0a232b9f3a0a0c8df063119931d7c273bbd885d71267c137d808dee6a563', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (38, '038-patient-path.sql', '12f74bc8764f34a31fc4694c8a03055f80a7198523bd8af5110e048b4984c40e', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (39, '039-call-layouts.sql', '7546b73af32e78e82a661b8a5167079f94299b31c295495e09ab05f683e5fc21', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (40, '040-speech-engines.sql', '23efea8120bff71b259e3c8fe0f75d15eec82d29c839d5f323ef662e2e714686', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (41, '041-screen-rotation.sql', '846d3826824f215b0bf43f261d8baf45332899073d7884425b42b472bca74c15', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (42, '042-content-fit.sql', '991e56222d667c4d1aebcfd2fcadbd137986fa66762e899fc13b00932a845298', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (43, '043-screen-sound.sql', '6707b48eaad8935a773c30860d0461123b9b09207ff28d9546f1b0a791ff6a11', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (44, '044-dark-brightness.sql', '80737eab2fbb5dc2dfb3277994c450060849b37a3a59e8979a3776bec9a467c9', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (45, '045-loudness.sql', '2a913febdb2531a53d27633608cdce7a59a9a42cf4a3c5adbc649d35e4d79e70', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (46, '046-identification.sql', '3d9ca465935b21182fd906af05fd8c98ac36072e5282da41cf54daa4252f1fb5', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (47, '047-purges-in-pieces.sql', 'c2826399b23b7ae564e680663f9f2fccfce813d2e3e63cf389810dcc18fa3ffe', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (48, '048-plays.sql', 'a8f3878d602f99c174eb5b17fb268297294b9ed1cbdc9930ff0fb32081c59235', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (49, '049-posters.sql', '257ad94bf7b6ac487d3db1e9ffadfbb797aaf69761b03bbcba15cd596934ac0e', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (50, '050-loudness-tried.sql', '1733e6542d95c2a18e38c90127be551b9251fd19fed811b486ade62d3c2695fe', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (51, '051-soundtracks.sql', 'd6433dabc2715ea8ff318468e12c631bf908dbfb55fdf492cb24e18a2c4cec51', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (52, '052-imports.sql', 'ca0b11b23a78098d1e86b52396f0304361f6a3ee86267dfeef24b7e693934961', 1790855940000);
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (53, '053-import-bytes.sql', '9affb3b3740697f978afca02722cb8963ff3da0278e8495e32e08a2f53ffa7c8', 1790855940000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (1, 'Administrador', 'admin@antessala.local', '$2b$04$abcdefghijklmnopqrstuuMgf1h4pXoR5ud7S3d/OqQAWDzPnvDeu', 'admin', 'admin', 'approved', 3072, 0, 1790856000000, NULL, NULL, NULL, '', NULL);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (2, 'Clínica Boa Vida', 'clinica@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'approved', 5120, 187, 1790856060000, 1795100000000, 1795100000000, 'America/Manaus', '', NULL);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (3, 'Gestora', 'gestora@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'admin', 'gestor', 'approved', 3072, 0, 1790856120000, NULL, NULL, NULL, '', NULL);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (4, 'Nova', 'nova@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'pending', 3072, 0, 1790856180000, NULL, NULL, NULL, '', NULL);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (5, 'Antiga', 'antiga@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'blocked', 3072, 0, 1790856240000, NULL, NULL, NULL, '', NULL);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at, space_requested_at, space_asked_at, time_zone, stored_steps, removed_at) VALUES (6, 'A1', 'A1', '', 'user', 'common', 'blocked', 3072, 0, 1795100000000, NULL, NULL, NULL, '', 1795100000000);
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, user_agent, address, member_id) VALUES ('2f00', 2, 1795172400000, 1795176000000, NULL, NULL, 1);
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, user_agent, address, member_id) VALUES ('a700a20424ff39483bf11428eb2688adeeded291106945f2bfeb116c26591bad', 2, 1795172400000, 1795176000000, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130', '192.168.0.20', NULL);
INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES (1, NULL, 2, 120, 3, 1, 1, 1);
INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES (2, 4, 5, 60, 5, 1, 1, 1);
INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES (3, NULL, 2, 120, 3, 1, 1, 1);
INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES (4, NULL, 2, 120, 3, 1, 1, 1);
INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES (5, 1, 2, 120, 3, 0, 0, 0);
INSERT INTO categories (id, name, description, created_at) VALUES (1, 'Saúde', 'Dicas para a sala de espera', 1790856300000);
INSERT INTO categories (id, name, description, created_at) VALUES (2, 'Paisagens', NULL, 1790856360000);
INSERT INTO user_category_access (user_id, category_id, granted_at) VALUES (2, 1, 1790856420000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d', 'jpg', 'image/jpeg', 20, 1790856480000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1', 'png', 'image/png', 21, 1790856480000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 'mp4', 'video/mp4', 18, 1790856540000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('4d969025fafe5d493999cee9293d9582ca7ae969f617038e2ee731e47ebc5430', 'jpg', 'image/jpeg', 20, 1790856480000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('5db91f6b130c79fea9448ccc6f23f2cd7ec231c13dff77d218b667a57acde34d', 'jpg', 'image/jpeg', 22, 1790856480000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b', 'jpg', 'image/jpeg', 19, 1790856540000);
INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('bb773ea9d58997cf12ba07f9190b52a074d1cfbe5f8ca1d5b729a8dc91c6d002', 'jpg', 'image/jpeg', 26, 1790856480000);
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at, is_platform, replaces, is_track, is_archive) VALUES ('envio-completo', 2, 'sala.png', 'image/png', 25, 25, 'complete', 'image', 1795179600000, 1795175000000, 0, NULL, 0, 0);
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at, is_platform, replaces, is_track, is_archive) VALUES ('envio-em-lugar', 2, 'fachada.png', 'image/png', 25, 0, 'reserved', NULL, 1795179600000, 1795175000000, 0, 1, 0, 0);
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at, is_platform, replaces, is_track, is_archive) VALUES ('envio-pela-metade', 2, 'sala.mp4', 'video/mp4', 1048576, 524288, 'reserved', NULL, 1795179600000, 1795175000000, 0, NULL, 0, 1);
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (1, 2, 'Fachada', 'media/0c/0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d.jpg', NULL, 109, 'image', 25, 1, 0, NULL, 'completed', 0, 1790856470000, 1790856480000, NULL, NULL, 1920, 1080, 1790856460000, NULL, NULL, NULL, '2026-10-01', '2026-12-24', 'cover', NULL, 'advertising', 0, NULL, '');
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (2, 2, 'Bem-vindo', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 0, NULL, 'completed', 0, 1790856530000, 1790856540000, NULL, 8000, 1280, 720, 1790856520000, NULL, NULL, NULL, NULL, NULL, 'contain', -18.5, 'information', 1, NULL, '');
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (3, NULL, 'Beba água', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 1, 1, 'completed', 0, 1790856590000, 1790856600000, NULL, 8000, 1280, 720, 1790856580000, NULL, NULL, NULL, NULL, NULL, 'contain', NULL, 'information', 0, NULL, '');
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (4, 2, 'Com defeito', NULL, 'uploads/original-com-defeito', 41, 'video', NULL, 0, 0, NULL, 'failed', 1, 1790856650000, NULL, 'Não foi possível processar este arquivo.', NULL, NULL, NULL, 1790856640000, NULL, NULL, NULL, NULL, NULL, 'contain', NULL, 'information', 0, NULL, '');
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (5, 2, 'Apagado há pouco', NULL, NULL, 0, 'image', NULL, 0, 0, NULL, 'failed', 0, NULL, NULL, NULL, NULL, NULL, NULL, 1790856460000, 1795199000000, 2, 0, NULL, NULL, 'contain', NULL, 'information', 0, NULL, '');
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at, delete_at, delete_count, delete_free_bytes, valid_from, valid_until, fit, loudness, purpose, loudness_tried, soundtrack_id, licence_note) VALUES (6, 2, 'Valsa', NULL, NULL, 0, 'video', NULL, 0, 0, NULL, 'failed', 0, NULL, NULL, NULL, NULL, NULL, NULL, 1790856460000, NULL, NULL, NULL, NULL, NULL, 'contain', NULL, 'information', 0, 1, 'Comprada em 2026');
INSERT INTO playlists (id, user_id, name, is_random, created_at, delete_at, delete_count, is_quiet) VALUES (1, 2, 'Recepção', 0, 1790856700000, NULL, NULL, 0);
INSERT INTO playlists (id, user_id, name, is_random, created_at, delete_at, delete_count, is_quiet) VALUES (2, 2, 'Sala de espera', 1, 1790856760000, NULL, NULL, 1);
INSERT INTO playlists (id, user_id, name, is_random, created_at, delete_at, delete_count, is_quiet) VALUES (3, 2, 'Apagada há pouco', 0, 1790856700000, 1795199000000, 1, 0);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (1, 1, 1, 2, 1);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (2, 2, 1, 1, 2);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (3, 3, 1, 1, 3);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (4, 2, 2, 3, 1);
INSERT INTO players (id, user_id, name, screen_id, activation_code, status, created_at, last_ping, ip_address, state, offline_reported_at, call_layout, rotation, volume, quiet_hours, dark_brightness, soundtrack_id) VALUES (1, 2, 'Recepção', 'ABC234', 'ABCDEF2345', 'active', 1790856800000, 1795175990000, '192.168.0.20', '{"videoId":1,"playingSince":"2026-11-20T11:59:40.000Z","cachedItems":3,"totalItems":3,"soundBlocked":false,"freeStorageMb":812.5,"lastError":null,"version":"0.1.0","engine":"Chromium 79"}', NULL, NULL, 0, 100, NULL, 0, 1);
INSERT INTO players (id, user_id, name, screen_id, activation_code, status, created_at, last_ping, ip_address, state, offline_reported_at, call_layout, rotation, volume, quiet_hours, dark_brightness, soundtrack_id) VALUES (2, 2, 'Corredor', 'DEF567', 'GHJKMN6789', 'paused', 1790856860000, NULL, NULL, NULL, 1795100000000, 'panel', 90, 45, '{"days":[0,6],"from":1320,"to":360,"mutesCalls":true}', 20, NULL);
INSERT INTO player_sessions (player_id, user_id, cookie_hash, device_info, created_at) VALUES (1, 2, 'e5010894478b937265e28733df1dcf90c93a1a5f5f281a9077b31387256250f4', 'TV Box', 1790856900000);
INSERT INTO player_tokens (id, player_id, token, expires_at, is_active, device_info, last_used, created_at) VALUES (1, 1, 'd41a4e31429124a49b320416b71d54a30a68db83fa79c13fdc833885ed9af752', 1802000000000, 1, 'TV Box', 1795175990000, 1794224000000);
INSERT INTO player_playlist_assignments (player_id, playlist_id, assigned_at) VALUES (1, 1, 1790856960000);
INSERT INTO breaking_news (id, user_id, title, message, is_active, created_at) VALUES (1, 2, 'Aviso da recepção', '💙 Traga seus exames anteriores.', 1, 1790857000000);
INSERT INTO breaking_news (id, user_id, title, message, is_active, created_at) VALUES (2, 2, NULL, 'Wi-Fi gratuito', 0, 1790857060000);
INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id) VALUES (1, 1);
INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id) VALUES (1, 2);
INSERT INTO radio_stations (id, name, genre, stream_url, is_active, created_at) VALUES (1, 'Rádio da Casa', 'MPB', 'https://radio.exemplo.com.br/mpb', 1, 1790857100000);
INSERT INTO radio_stations (id, name, genre, stream_url, is_active, created_at) VALUES (2, 'Rádio Antiga', 'Notícias', 'https://radio.exemplo.com.br/noticias', 0, 1790857160000);
INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled, volume, soundtrack_id, quiet_windows, ecad_contract, ecad_ends_on) VALUES (2, 1, 1, 45, 1, '[{"days":[0],"from":720,"to":840}]', '123-4', '2027-03-31');
INSERT INTO admin_notices (id, title, message, notice_type, target_user_id, target_player_id, background_color, text_color, is_active, display_interval_seconds, display_duration_seconds, created_by, created_at) VALUES (1, 'Manutenção', 'Hoje às 18h', 'global', NULL, NULL, '#DC2626', '#FFFFFF', 1, 60, 60, 1, 1790857200000);
INSERT INTO admin_notices (id, title, message, notice_type, target_user_id, target_player_id, background_color, text_color, is_active, display_interval_seconds, display_duration_seconds, created_by, created_at) VALUES (2, 'Para a clínica', 'Sua conta foi ampliada', 'user', 2, NULL, '#112233', '#EEEEEE', 0, 120, 30, 3, 1790857260000);
INSERT INTO admin_notices (id, title, message, notice_type, target_user_id, target_player_id, background_color, text_color, is_active, display_interval_seconds, display_duration_seconds, created_by, created_at) VALUES (3, 'Para a tela', 'Troque o cabo', 'player', NULL, 1, '#000000', '#FFFFFF', 1, 60, 60, 1, 1790857320000);
INSERT INTO settings (key, value, updated_at) VALUES ('code.accessCode', 'ACESSO1', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('code.deviceResetCode', 'ZERAR55', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('code.playerExitCode', 'SAIR33', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('code.playerModePassword', 'MODO22', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('code.playerResetCode', 'RESET44', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('secret.mediaUrls', 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80', 1790856000000);
INSERT INTO settings (key, value, updated_at) VALUES ('sessionClock', '1795176000000', 1795176000000);
INSERT INTO task_runs (name, started_at, duration_ms, succeeded, result, last_success_at) VALUES ('backup', 1795154400000, 1834, 1, 'Backup concluído.', 1795150000000);
INSERT INTO display_settings (user_id, shrinks_picture, logo_sha256, logo_width, logo_height, logo_ground) VALUES (2, 1, '281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1', 320, 120, 'light');
INSERT INTO replacements (video_id, original_r2_path, media_type, processing_status, processing_attempts, processing_started_at, processing_error, created_at, poster) VALUES (2, 'uploads/outro-bem-vindo', 'video', 'failed', 1, 1795100000000, 'O vídeo está danificado ou incompleto.', 1795100000000, '{}');
INSERT INTO known_devices (device_hash, user_id, last_used_at) VALUES ('0f00', 2, 1795172400000);
INSERT INTO pairing_requests (id, code, secret_hash, check_digits, device_info, address, created_at, expires_at, player_id, consumed_at) VALUES (1, 'ABC234', '5f00', '47', '{"model":"TX9"}', '192.168.0.31', 1795177700000, 1795178300000, 1, 1795177750000);
INSERT INTO swapped_devices (hash, swapped_at) VALUES ('6f00', 1795100000000);
INSERT INTO known_member_devices (device_hash, member_id, last_used_at) VALUES ('0f01', 1, 1795172400000);
INSERT INTO api_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at, last_used_at, member_id) VALUES (1, 2, 'Painel', '3f00', '["messages"]', 1792000000000, 1830000000000, 1795172400000, 1);
INSERT INTO audit_log (id, created_at, account_id, account_name, actor_user_id, actor_member_id, actor_token_id, actor_name, actor_role, address, action, target_kind, target_id, target_name, details, for_gestores, search_text) VALUES (1, 1795172400000, 2, 'Clínica Boa Vida', 2, 1, NULL, 'Rita Campos', 'reception', '192.168.0.20', 'session.opened', 'account', 2, 'Clínica Boa Vida', '{}', 1, 'rita campos');
INSERT INTO audit_log (id, created_at, account_id, account_name, actor_user_id, actor_member_id, actor_token_id, actor_name, actor_role, address, action, target_kind, target_id, target_name, details, for_gestores, search_text) VALUES (2, 1795172500000, 2, 'Clínica Boa Vida', 2, NULL, 1, 'token Painel', NULL, '192.168.0.30', 'message.changed', 'message', 1, 'Wi-Fi', '{}', 1, 'painel wi-fi');
INSERT INTO second_factors (id, user_id, member_id, secret, last_step, created_at) VALUES (1, 2, 1, 'JBSWY3DPEHPK3PXP', 59839000, 1795000000000);
INSERT INTO recovery_codes (factor_id, code_hash) VALUES (1, '4f00');
INSERT INTO call_rooms (id, user_id, name, colour, on_all) VALUES (1, 2, 'Guichê 1', '#0E7490', 1);
INSERT INTO call_rooms (id, user_id, name, colour, on_all) VALUES (2, 2, 'Consultório 3', '#B45309', 0);
INSERT INTO call_screens (room_id, player_id) VALUES (2, 1);
INSERT INTO call_settings (user_id, name_policy, chime, voice, repetitions, seconds, layout, queue_enabled, prefix_normal, prefix_preferential, prefix_over80, alternation, digit_by_digit, day_starts_at, carries_over, speech_engine) VALUES (2, 'initials', 1, 1, 2, 15, 'fullScreen', 1, 'N', 'P', '80', 2, 1, 0, 0, 'auto');
INSERT INTO calls (id, user_id, day, first_id, label, is_name, room_id, room_name, colour, on_all, ticket_id, is_priority, times, is_test, is_last, created_at, is_absent, source_ticket, key, kind, service_name, waited_ms, attended_ms) VALUES (1, 2, '2026-11-20', NULL, 'P001', 0, 1, 'Guichê 1', '#0E7490', 1, 1, 1, 1, 0, 0, 1795177200000, 0, 'P001', '', 'preferential', 'Coleta', 200000, 90000);
INSERT INTO calls (id, user_id, day, first_id, label, is_name, room_id, room_name, colour, on_all, ticket_id, is_priority, times, is_test, is_last, created_at, is_absent, source_ticket, key, kind, service_name, waited_ms, attended_ms) VALUES (2, 2, '2026-11-20', 1, 'P001', 0, 1, 'Guichê 1', '#0E7490', 1, 1, 1, 2, 0, 1, 1795177300000, 0, 'P001', '', NULL, NULL, NULL, NULL);
INSERT INTO call_receipts (call_id, player_id, delay_ms, had_sound) VALUES (2, 1, 430, 1);
INSERT INTO call_sources (user_id, is_active, url, unit_id, service_ids, client_id, client_secret, username, password, last_id, read_at, missed, beyond_limit, lost_day, lost_at) VALUES (2, 0, 'http://192.168.0.50', 1, '[1,2]', 'painel', 'segredo', 'painel', 'segredo', 4321, 1795100000000, 3, 0, '2026-11-19', 1795100000000);
INSERT INTO assignment_windows (assignment_id, position, days, from_minute, to_minute) VALUES (1, 0, 31, 420, 720);
INSERT INTO schedule_rules (id, user_id, playlist_id, days, from_minute, to_minute, weeks, first_date, last_date, priority, created_at, is_exact, name, is_paused, dates) VALUES (1, 2, 2, 31, 420, 720, 'every', NULL, NULL, 0, 1795000000000, 0, '', 0, '');
INSERT INTO schedule_rules (id, user_id, playlist_id, days, from_minute, to_minute, weeks, first_date, last_date, priority, created_at, is_exact, name, is_paused, dates) VALUES (2, 2, NULL, 127, 60, 300, 'odd', '2026-12-24', '2026-12-26', 5, 1795000060000, 0, '', 0, '');
INSERT INTO schedule_targets (id, rule_id, player_id, group_id) VALUES (1, 1, 1, NULL);
INSERT INTO schedule_targets (id, rule_id, player_id, group_id) VALUES (2, 2, NULL, 1);
INSERT INTO call_recordings (user_id, word, sha256, duration_ms) VALUES (2, 'senha', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 500);
INSERT INTO screen_groups (id, user_id, name, created_at) VALUES (1, 2, 'Térreo', 1795000000000);
INSERT INTO screen_group_members (group_id, player_id) VALUES (1, 1);
INSERT INTO urgent_notices (id, user_id, preset, text, chime, author, created_at, ends_at, ended_at, key) VALUES (1, 2, 'power', 'Estamos sem energia.', 1, 'Rita Campos (Recepção)', 1795100000000, 1795100900000, 1795100300000, '');
INSERT INTO urgent_notices (id, user_id, preset, text, chime, author, created_at, ends_at, ended_at, key) VALUES (2, NULL, 'free', 'Manutenção às 22h.', 0, 'Administrador', 1795177700000, 1795181300000, NULL, '');
INSERT INTO urgent_screens (id, notice_id, player_id, user_id, name, shown_at, had_sound) VALUES (1, 1, 1, 2, 'Recepção', 1795100000400, 1);
INSERT INTO urgent_screens (id, notice_id, player_id, user_id, name, shown_at, had_sound) VALUES (2, 1, NULL, 2, 'TV antiga', NULL, NULL);
INSERT INTO urgent_screens (id, notice_id, player_id, user_id, name, shown_at, had_sound) VALUES (3, 2, 1, 2, 'Recepção', 1795177700500, 0);
INSERT INTO call_groups (room_id, group_id) VALUES (2, 1);
INSERT INTO idempotency_keys (user_id, key_hash, response, created_at) VALUES (2, '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 'cifrado', 1795177200000);
INSERT INTO call_source_permissions (user_id, url) VALUES (2, 'http://192.168.0.50');
INSERT INTO members (id, user_id, name, email, password_hash, role, status, invitation_hash, invitation_expires_at, created_at) VALUES (1, 2, 'Rita Campos', 'rita@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'reception', 'active', NULL, NULL, 1792000000000);
INSERT INTO members (id, user_id, name, email, password_hash, role, status, invitation_hash, invitation_expires_at, created_at) VALUES (2, 2, NULL, 'estagio@exemplo.com.br', NULL, 'reader', 'invited', '1f00', 1795300000000, 1795100000000);
INSERT INTO opening_hours (user_id, windows, outside) VALUES (2, '[{"days":[0,1,2,3,4],"from":420,"to":1080}]', 'dark');
INSERT INTO call_services (id, user_id, name, prefix, position) VALUES (1, 2, 'Coleta', 'C', 0);
INSERT INTO call_service_rooms (service_id, room_id) VALUES (1, 1);
INSERT INTO tickets (id, user_id, day, series_id, kind, number, label, service_id, to_room_id, status, created_at, queued_at, called_at, started_at, call_id) VALUES (1, 2, '2026-11-20', 0, 'preferential', 1, 'P001', NULL, NULL, 'serving', 1795177000000, 1795177000000, 1795177200000, 1795177210000, 1);
INSERT INTO tickets (id, user_id, day, series_id, kind, number, label, service_id, to_room_id, status, created_at, queued_at, called_at, started_at, call_id) VALUES (2, 2, '2026-11-20', 1, 'normal', 1, 'C001', 1, 1, 'waiting', 1795177100000, 1795177100000, NULL, NULL, NULL);
INSERT INTO clinic_profiles (user_id, profile) VALUES (2, '{"name":"Clínica Sol","cnpj":"","crmPj":"98765","director":{"name":"","crmState":"","crm":"","rqe":""},"doctors":[]}');
INSERT INTO plays (id, player_id, uuid, video_id, sha256, playlist_id, rule_id, started_at, ms, ended, had_sound, is_folded) VALUES (1, 1, '9d9b1f4c-5b0a-4b0e-8f55-0d1c6a1f2e11', 1, '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 1, 1, 1795177200000, 15000, 'complete', 1, 1);
INSERT INTO plays_daily (user_id, day, video_id, player_id, playlist_id, plays, complete, with_sound, ms, hours) VALUES (2, 20777, 1, 1, 1, 1, 1, 1, 15000, '[0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO plays_names (user_id, kind, id, name, last_day) VALUES (2, 'content', 1, 'Boas-vindas', 20777);
INSERT INTO posters (video_id, fields) VALUES (1, '{}');
INSERT INTO soundtracks (id, user_id, name) VALUES (1, 2, 'Manhã tranquila');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'ambient', '4d969025fafe5d493999cee9293d9582ca7ae969f617038e2ee731e47ebc5430');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'large', 'bb773ea9d58997cf12ba07f9190b52a074d1cfbe5f8ca1d5b729a8dc91c6d002');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'main', '0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'original', '281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'thumbnail', '5db91f6b130c79fea9448ccc6f23f2cd7ec231c13dff77d218b667a57acde34d');
INSERT INTO video_files (video_id, kind, sha256) VALUES (2, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee');
INSERT INTO video_files (video_id, kind, sha256) VALUES (2, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b');
INSERT INTO video_files (video_id, kind, sha256) VALUES (3, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee');
INSERT INTO video_files (video_id, kind, sha256) VALUES (3, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b');
INSERT INTO imports (id, user_id, name, archive, folder, author, status, error, format, playlists, omitted, upload_key, created_at, finished_at, archive_bytes) VALUES (1, 2, 'Clínica antiga', 'uploads/arquivo', '/mnt/pendrive', '{}', 'stopped', 'A pasta não está disponível.', 'xibo', '[]', 0, 'envio', 1795177200000, 1795177300000, 20);
INSERT INTO import_files (import_id, position, path, name, size_bytes, media_type, seconds, valid_from, valid_until, locator, status, note, sha256, video_id) VALUES (1, 0, 'library/1.jpg', 'Fachada', 20, 'image', 15, '2026-11-01', '2026-12-01', '{"at":0,"packedBytes":20,"packing":"stored"}', 'done', 'Observação', '0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d', 1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('admin_notices', 3);
INSERT INTO sqlite_sequence (name, seq) VALUES ('api_tokens', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('audit_log', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('breaking_news', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('call_rooms', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('call_services', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('calls', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('categories', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('imports', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('members', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('player_tokens', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('players', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('playlists', 3);
INSERT INTO sqlite_sequence (name, seq) VALUES ('radio_stations', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('schedule_rules', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('schedule_targets', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('screen_groups', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('soundtracks', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('tickets', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('urgent_notices', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('users', 6);
INSERT INTO sqlite_sequence (name, seq) VALUES ('video_playlist_assignments', 4);
INSERT INTO sqlite_sequence (name, seq) VALUES ('videos', 6);
COMMIT;
