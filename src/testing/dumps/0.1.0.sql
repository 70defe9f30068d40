-- The database of Antessala 0.1.0, one row or more in every table. Made by scripts/dump-release.ts; never edited.
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
) STRICT, WITHOUT ROWID;
INSERT INTO migrations (number, name, checksum, applied_at) VALUES (1, '001-initial.sql', 'c3e0c153a34755e5e6342f8a960f81736a259fb2942739ba54c141c218daf004', 1790855940000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES (1, 'Administrador', 'admin@antessala.local', '$2b$04$abcdefghijklmnopqrstuuMgf1h4pXoR5ud7S3d/OqQAWDzPnvDeu', 'admin', 'admin', 'approved', 3072, 0, 1790856000000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES (2, 'Clínica Boa Vida', 'clinica@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'approved', 5120, 187, 1790856060000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES (3, 'Gestora', 'gestora@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'admin', 'gestor', 'approved', 3072, 0, 1790856120000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES (4, 'Nova', 'nova@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'pending', 3072, 0, 1790856180000);
INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES (5, 'Antiga', 'antiga@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'blocked', 3072, 0, 1790856240000);
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at) VALUES ('a700a20424ff39483bf11428eb2688adeeded291106945f2bfeb116c26591bad', 2, 1795172400000, 1795176000000);
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
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at) VALUES ('envio-completo', 2, 'sala.png', 'image/png', 25, 25, 'complete', 'image', 1795179600000, 1795175000000);
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at) VALUES ('envio-pela-metade', 2, 'sala.mp4', 'video/mp4', 1048576, 524288, 'reserved', NULL, 1795179600000, 1795175000000);
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at) VALUES (1, 2, 'Fachada', 'media/0c/0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d.jpg', NULL, 109, 'image', 25, 1, 0, NULL, 'completed', 0, 1790856470000, 1790856480000, NULL, NULL, 1920, 1080, 1790856460000);
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at) VALUES (2, 2, 'Bem-vindo', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 0, NULL, 'completed', 0, 1790856530000, 1790856540000, NULL, 8000, 1280, 720, 1790856520000);
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at) VALUES (3, NULL, 'Beba água', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 1, 1, 'completed', 0, 1790856590000, 1790856600000, NULL, 8000, 1280, 720, 1790856580000);
INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at) VALUES (4, 2, 'Com defeito', NULL, 'uploads/original-com-defeito', 41, 'video', NULL, 0, 0, NULL, 'failed', 1, 1790856650000, NULL, 'Não foi possível processar este arquivo.', NULL, NULL, NULL, 1790856640000);
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'ambient', '4d969025fafe5d493999cee9293d9582ca7ae969f617038e2ee731e47ebc5430');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'large', 'bb773ea9d58997cf12ba07f9190b52a074d1cfbe5f8ca1d5b729a8dc91c6d002');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'main', '0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'original', '281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1');
INSERT INTO video_files (video_id, kind, sha256) VALUES (1, 'thumbnail', '5db91f6b130c79fea9448ccc6f23f2cd7ec231c13dff77d218b667a57acde34d');
INSERT INTO video_files (video_id, kind, sha256) VALUES (2, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee');
INSERT INTO video_files (video_id, kind, sha256) VALUES (2, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b');
INSERT INTO video_files (video_id, kind, sha256) VALUES (3, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee');
INSERT INTO video_files (video_id, kind, sha256) VALUES (3, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b');
INSERT INTO playlists (id, user_id, name, is_random, created_at) VALUES (1, 2, 'Recepção', 0, 1790856700000);
INSERT INTO playlists (id, user_id, name, is_random, created_at) VALUES (2, 2, 'Sala de espera', 1, 1790856760000);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (1, 1, 1, 2, 1);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (2, 2, 1, 1, 2);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (3, 3, 1, 1, 3);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (4, 2, 2, 3, 1);
INSERT INTO players (id, user_id, name, screen_id, activation_code, status, created_at, last_ping, ip_address, state) VALUES (1, 2, 'Recepção', 'ABC234', 'ABCDEF2345', 'active', 1790856800000, 1795175990000, '192.168.0.20', '{"videoId":1,"playingSince":"2026-11-20T11:59:40.000Z","cachedItems":3,"totalItems":3,"soundBlocked":false,"freeStorageMb":812.5,"lastError":null,"version":"0.1.0","engine":"Chromium 79"}');
INSERT INTO players (id, user_id, name, screen_id, activation_code, status, created_at, last_ping, ip_address, state) VALUES (2, 2, 'Corredor', 'DEF567', 'GHJKMN6789', 'paused', 1790856860000, NULL, NULL, NULL);
INSERT INTO player_sessions (player_id, user_id, cookie_hash, device_info, created_at) VALUES (1, 2, 'e5010894478b937265e28733df1dcf90c93a1a5f5f281a9077b31387256250f4', 'TV Box', 1790856900000);
INSERT INTO player_tokens (id, player_id, token, expires_at, is_active, device_info, last_used, created_at) VALUES (1, 1, 'd41a4e31429124a49b320416b71d54a30a68db83fa79c13fdc833885ed9af752', 1802000000000, 1, 'TV Box', 1795175990000, 1794224000000);
INSERT INTO player_playlist_assignments (player_id, playlist_id, assigned_at) VALUES (1, 1, 1790856960000);
INSERT INTO breaking_news (id, user_id, title, message, is_active, created_at) VALUES (1, 2, 'Aviso da recepção', '💙 Traga seus exames anteriores.', 1, 1790857000000);
INSERT INTO breaking_news (id, user_id, title, message, is_active, created_at) VALUES (2, 2, NULL, 'Wi-Fi gratuito', 0, 1790857060000);
INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id) VALUES (1, 1);
INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id) VALUES (1, 2);
INSERT INTO radio_stations (id, name, genre, stream_url, is_active, created_at) VALUES (1, 'Rádio da Casa', 'MPB', 'https://radio.exemplo.com.br/mpb', 1, 1790857100000);
INSERT INTO radio_stations (id, name, genre, stream_url, is_active, created_at) VALUES (2, 'Rádio Antiga', 'Notícias', 'https://radio.exemplo.com.br/noticias', 0, 1790857160000);
INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled, volume) VALUES (2, 1, 1, 45);
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
INSERT INTO task_runs (name, started_at, duration_ms, succeeded, result) VALUES ('backup', 1795154400000, 1834, 1, 'Backup concluído.');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('admin_notices', 3);
INSERT INTO sqlite_sequence (name, seq) VALUES ('breaking_news', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('categories', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('player_tokens', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('players', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('playlists', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('radio_stations', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('users', 5);
INSERT INTO sqlite_sequence (name, seq) VALUES ('video_playlist_assignments', 4);
INSERT INTO sqlite_sequence (name, seq) VALUES ('videos', 4);
COMMIT;
