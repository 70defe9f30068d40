-- One clinic in full: a row in every table, and every column filled somewhere. Times are of October and November 2026.
-- The passwords are those of testing/app.ts; the session is 'sessao-da-clinica', the device cookie 'cookie-da-tela', the
-- screen's token 'token-da-tela'; the stored files hold the texts 'bytes of the ...'.

INSERT INTO users (id, username, email, password, role, user_type, status, storage_limit_mb, storage_used_bytes, created_at) VALUES
  (1, 'Administrador', 'admin@antessala.local', '$2b$04$abcdefghijklmnopqrstuuMgf1h4pXoR5ud7S3d/OqQAWDzPnvDeu', 'admin', 'admin', 'approved', 3072, 0, 1790856000000),
  (2, 'Clínica Boa Vida', 'clinica@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'approved', 5120, 187, 1790856060000),
  (3, 'Gestora', 'gestora@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'admin', 'gestor', 'approved', 3072, 0, 1790856120000),
  (4, 'Nova', 'nova@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'pending', 3072, 0, 1790856180000),
  (5, 'Antiga', 'antiga@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'user', 'common', 'blocked', 3072, 0, 1790856240000);

INSERT INTO user_quotas (user_id, max_players, max_playlists, max_videos, max_storage_gb, can_access_breaking_news, can_access_radio, can_access_management) VALUES
  (1, NULL, 2, 120, 3, 1, 1, 1),
  (2, 4, 5, 60, 5, 1, 1, 1),
  (3, NULL, 2, 120, 3, 1, 1, 1),
  (4, NULL, 2, 120, 3, 1, 1, 1),
  (5, 1, 2, 120, 3, 0, 0, 0);

INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at) VALUES
  ('a700a20424ff39483bf11428eb2688adeeded291106945f2bfeb116c26591bad', 2, 1795172400000, 1795176000000);

INSERT INTO categories (id, name, description, created_at) VALUES
  (1, 'Saúde', 'Dicas para a sala de espera', 1790856300000),
  (2, 'Paisagens', NULL, 1790856360000);
INSERT INTO user_category_access (user_id, category_id, granted_at) VALUES (2, 1, 1790856420000);

INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES
  ('0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d', 'jpg', 'image/jpeg', 20, 1790856480000),
  ('bb773ea9d58997cf12ba07f9190b52a074d1cfbe5f8ca1d5b729a8dc91c6d002', 'jpg', 'image/jpeg', 26, 1790856480000),
  ('5db91f6b130c79fea9448ccc6f23f2cd7ec231c13dff77d218b667a57acde34d', 'jpg', 'image/jpeg', 22, 1790856480000),
  ('4d969025fafe5d493999cee9293d9582ca7ae969f617038e2ee731e47ebc5430', 'jpg', 'image/jpeg', 20, 1790856480000),
  ('67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b', 'jpg', 'image/jpeg', 19, 1790856540000),
  ('281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1', 'png', 'image/png', 21, 1790856480000),
  ('36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 'mp4', 'video/mp4', 18, 1790856540000);

INSERT INTO videos (id, user_id, name, r2_path, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id,
  processing_status, processing_attempts, processing_started_at, processing_completed_at, processing_error, duration_ms, width, height, uploaded_at) VALUES
  (1, 2, 'Fachada', 'media/0c/0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d.jpg', NULL, 109, 'image', 25, 1, 0, NULL,
    'completed', 0, 1790856470000, 1790856480000, NULL, NULL, 1920, 1080, 1790856460000),
  (2, 2, 'Bem-vindo', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 0, NULL,
    'completed', 0, 1790856530000, 1790856540000, NULL, 8000, 1280, 720, 1790856520000),
  (3, NULL, 'Beba água', 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4', NULL, 37, 'video', NULL, 0, 1, 1,
    'completed', 0, 1790856590000, 1790856600000, NULL, 8000, 1280, 720, 1790856580000),
  (4, 2, 'Com defeito', NULL, 'uploads/original-com-defeito', 41, 'video', NULL, 0, 0, NULL,
    'failed', 1, 1790856650000, NULL, 'Não foi possível processar este arquivo.', NULL, NULL, NULL, 1790856640000);
INSERT INTO video_files (video_id, kind, sha256) VALUES
  (1, 'main', '0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d'),
  (1, 'large', 'bb773ea9d58997cf12ba07f9190b52a074d1cfbe5f8ca1d5b729a8dc91c6d002'),
  (1, 'thumbnail', '5db91f6b130c79fea9448ccc6f23f2cd7ec231c13dff77d218b667a57acde34d'),
  (1, 'ambient', '4d969025fafe5d493999cee9293d9582ca7ae969f617038e2ee731e47ebc5430'),
  (1, 'original', '281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1'),
  (2, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee'),
  (2, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b'),
  (3, 'main', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee'),
  (3, 'poster', '67dd22655ff705fb9bc68228305f8df23705c6accaa63008461bb946b901442b');
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at) VALUES
  ('envio-pela-metade', 2, 'sala.mp4', 'video/mp4', 1048576, 524288, 'reserved', NULL, 1795179600000, 1795175000000),
  ('envio-completo', 2, 'sala.png', 'image/png', 25, 25, 'complete', 'image', 1795179600000, 1795175000000);

INSERT INTO playlists (id, user_id, name, is_random, created_at) VALUES
  (1, 2, 'Recepção', 0, 1790856700000),
  (2, 2, 'Sala de espera', 1, 1790856760000);
INSERT INTO video_playlist_assignments (id, video_id, playlist_id, frequency, position) VALUES (1, 1, 1, 2, 1), (2, 2, 1, 1, 2), (3, 3, 1, 1, 3), (4, 2, 2, 3, 1);

INSERT INTO players (id, user_id, name, screen_id, activation_code, status, created_at, last_ping, ip_address, state) VALUES
  (1, 2, 'Recepção', 'ABC234', 'ABCDEF2345', 'active', 1790856800000, 1795175990000, '192.168.0.20',
    '{"videoId":1,"playingSince":"2026-11-20T11:59:40.000Z","cachedItems":3,"totalItems":3,"soundBlocked":false,"freeStorageMb":812.5,"lastError":null,"version":"0.1.0","engine":"Chromium 79"}'),
  (2, 2, 'Corredor', 'DEF567', 'GHJKMN6789', 'paused', 1790856860000, NULL, NULL, NULL);
INSERT INTO player_sessions (player_id, user_id, cookie_hash, device_info, created_at) VALUES
  (1, 2, 'e5010894478b937265e28733df1dcf90c93a1a5f5f281a9077b31387256250f4', 'TV Box', 1790856900000);
INSERT INTO player_tokens (id, player_id, token, expires_at, is_active, device_info, last_used, created_at) VALUES
  (1, 1, 'd41a4e31429124a49b320416b71d54a30a68db83fa79c13fdc833885ed9af752', 1802000000000, 1, 'TV Box', 1795175990000, 1794224000000);
INSERT INTO player_playlist_assignments (player_id, playlist_id, assigned_at) VALUES (1, 1, 1790856960000);

INSERT INTO breaking_news (id, user_id, title, message, is_active, created_at) VALUES
  (1, 2, 'Aviso da recepção', '💙 Traga seus exames anteriores.', 1, 1790857000000),
  (2, 2, NULL, 'Wi-Fi gratuito', 0, 1790857060000);
INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id) VALUES (1, 1), (1, 2);

INSERT INTO radio_stations (id, name, genre, stream_url, is_active, created_at) VALUES
  (1, 'Rádio da Casa', 'MPB', 'https://radio.exemplo.com.br/mpb', 1, 1790857100000),
  (2, 'Rádio Antiga', 'Notícias', 'https://radio.exemplo.com.br/noticias', 0, 1790857160000);
INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled, volume) VALUES (2, 1, 1, 45);

INSERT INTO admin_notices (id, title, message, notice_type, target_user_id, target_player_id, background_color, text_color, is_active,
  display_interval_seconds, display_duration_seconds, created_by, created_at) VALUES
  (1, 'Manutenção', 'Hoje às 18h', 'global', NULL, NULL, '#DC2626', '#FFFFFF', 1, 60, 60, 1, 1790857200000),
  (2, 'Para a clínica', 'Sua conta foi ampliada', 'user', 2, NULL, '#112233', '#EEEEEE', 0, 120, 30, 3, 1790857260000),
  (3, 'Para a tela', 'Troque o cabo', 'player', NULL, 1, '#000000', '#FFFFFF', 1, 60, 60, 1, 1790857320000);

INSERT INTO settings (key, value, updated_at) VALUES
  ('code.accessCode', 'ACESSO1', 1790856000000),
  ('code.deviceResetCode', 'ZERAR55', 1790856000000),
  ('code.playerExitCode', 'SAIR33', 1790856000000),
  ('code.playerModePassword', 'MODO22', 1790856000000),
  ('code.playerResetCode', 'RESET44', 1790856000000),
  ('secret.mediaUrls', 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80', 1790856000000),
  ('sessionClock', '1795176000000', 1795176000000);
INSERT INTO task_runs (name, started_at, duration_ms, succeeded, result) VALUES ('backup', 1795154400000, 1834, 1, 'Backup concluído.');

-- Since 0.1.0.
UPDATE users SET time_zone = 'America/Manaus', space_requested_at = 1795100000000, space_asked_at = 1795100000000 WHERE id = 2;
UPDATE sessions SET user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130', address = '192.168.0.20';
UPDATE players SET offline_reported_at = 1795100000000, call_layout = 'panel', rotation = 90, volume = 45, dark_brightness = 20, quiet_hours = '{"days":[0,6],"from":1320,"to":360,"mutesCalls":true}' WHERE id = 2;
UPDATE task_runs SET last_success_at = 1795150000000;
UPDATE videos SET valid_from = '2026-10-01', valid_until = '2026-12-24', fit = 'cover', purpose = 'advertising' WHERE id = 1;
UPDATE videos SET loudness = -18.5, loudness_tried = 1 WHERE id = 2;
INSERT INTO clinic_profiles (user_id, profile) VALUES (2, '{"name":"Clínica Sol","cnpj":"","crmPj":"98765","director":{"name":"","crmState":"","crm":"","rqe":""},"doctors":[]}');
INSERT INTO videos (id, user_id, name, r2_path, size_bytes, media_type, processing_status, processing_attempts, uploaded_at, delete_at, delete_count, delete_free_bytes) VALUES
  (5, 2, 'Apagado há pouco', NULL, 0, 'image', 'failed', 0, 1790856460000, 1795199000000, 2, 0);
INSERT INTO playlists (id, user_id, name, is_random, created_at, delete_at, delete_count) VALUES (3, 2, 'Apagada há pouco', 0, 1790856700000, 1795199000000, 1);
INSERT INTO uploads (key, user_id, file_name, content_type, size_bytes, received_bytes, status, media_type, expires_at, created_at, replaces) VALUES
  ('envio-em-lugar', 2, 'fachada.png', 'image/png', 25, 0, 'reserved', NULL, 1795179600000, 1795175000000, 1);
INSERT INTO replacements (video_id, original_r2_path, media_type, processing_status, processing_attempts, processing_started_at, processing_error, created_at) VALUES
  (2, 'uploads/outro-bem-vindo', 'video', 'failed', 1, 1795100000000, 'O vídeo está danificado ou incompleto.', 1795100000000);
INSERT INTO display_settings (user_id, shrinks_picture, logo_sha256, logo_width, logo_height, logo_ground) VALUES
  (2, 1, '281f6b8d89d7646e193c24816745ac43ceed4133649330f1cb460cd80dd186e1', 320, 120, 'light');
INSERT INTO known_devices (device_hash, user_id, last_used_at) VALUES ('0f00', 2, 1795172400000);
INSERT INTO members (id, user_id, name, email, password_hash, role, status, invitation_hash, invitation_expires_at, created_at) VALUES
  (1, 2, 'Rita Campos', 'rita@exemplo.com.br', '$2b$04$abcdefghijklmnopqrstuuAfN5NMGa3cm19R2q9rg0JnJd3ScKPxy', 'reception', 'active', NULL, NULL, 1792000000000),
  (2, 2, NULL, 'estagio@exemplo.com.br', NULL, 'reader', 'invited', '1f00', 1795300000000, 1795100000000);
INSERT INTO sessions (token_hash, user_id, member_id, created_at, last_seen_at) VALUES ('2f00', 2, 1, 1795172400000, 1795176000000);
INSERT INTO known_member_devices (device_hash, member_id, last_used_at) VALUES ('0f01', 1, 1795172400000);
INSERT INTO api_tokens (id, user_id, member_id, name, token_hash, scopes, created_at, expires_at, last_used_at) VALUES
  (1, 2, 1, 'Painel', '3f00', '["messages"]', 1792000000000, 1830000000000, 1795172400000);
INSERT INTO second_factors (id, user_id, member_id, secret, last_step, created_at) VALUES (1, 2, 1, 'JBSWY3DPEHPK3PXP', 59839000, 1795000000000);
INSERT INTO recovery_codes (factor_id, code_hash) VALUES (1, '4f00');
INSERT INTO audit_log (id, created_at, account_id, account_name, actor_user_id, actor_member_id, actor_token_id, actor_name, actor_role, address, action, target_kind, target_id, target_name, details, for_gestores, search_text) VALUES
  (1, 1795172400000, 2, 'Clínica Boa Vida', 2, 1, NULL, 'Rita Campos', 'reception', '192.168.0.20', 'session.opened', 'account', 2, 'Clínica Boa Vida', '{}', 1, 'rita campos'),
  (2, 1795172500000, 2, 'Clínica Boa Vida', 2, NULL, 1, 'token Painel', NULL, '192.168.0.30', 'message.changed', 'message', 1, 'Wi-Fi', '{}', 1, 'painel wi-fi');
INSERT INTO pairing_requests (id, code, secret_hash, check_digits, device_info, address, created_at, expires_at, player_id, consumed_at) VALUES
  (1, 'ABC234', '5f00', '47', '{"model":"TX9"}', '192.168.0.31', 1795177700000, 1795178300000, 1, 1795177750000);
INSERT INTO swapped_devices (hash, swapped_at) VALUES ('6f00', 1795100000000);

INSERT INTO screen_groups (id, user_id, name, created_at) VALUES (1, 2, 'Térreo', 1795000000000);
INSERT INTO screen_group_members (group_id, player_id) VALUES (1, 1);
INSERT INTO assignment_windows (assignment_id, position, days, from_minute, to_minute) VALUES (1, 0, 31, 420, 720);
INSERT INTO schedule_rules (id, user_id, playlist_id, days, from_minute, to_minute, weeks, first_date, last_date, priority, created_at) VALUES
  (1, 2, 2, 31, 420, 720, 'every', NULL, NULL, 0, 1795000000000),
  (2, 2, NULL, 127, 60, 300, 'odd', '2026-12-24', '2026-12-26', 5, 1795000060000);
INSERT INTO schedule_targets (id, rule_id, player_id, group_id) VALUES (1, 1, 1, NULL), (2, 2, NULL, 1);
INSERT INTO opening_hours (user_id, windows, outside) VALUES (2, '[{"days":[0,1,2,3,4],"from":420,"to":1080}]', 'dark');

INSERT INTO call_rooms (id, user_id, name, colour, on_all) VALUES (1, 2, 'Guichê 1', '#0E7490', 1), (2, 2, 'Consultório 3', '#B45309', 0);
INSERT INTO call_screens (room_id, player_id) VALUES (2, 1);
INSERT INTO call_groups (room_id, group_id) VALUES (2, 1);
INSERT INTO call_settings (user_id, name_policy, chime, voice, digit_by_digit, repetitions, seconds, layout, queue_enabled, prefix_normal, prefix_preferential, prefix_over80, alternation) VALUES
  (2, 'initials', 1, 1, 1, 2, 15, 'fullScreen', 1, 'N', 'P', '80', 2);
INSERT INTO call_services (id, user_id, name, prefix, position) VALUES (1, 2, 'Coleta', 'C', 0);
INSERT INTO call_service_rooms (service_id, room_id) VALUES (1, 1);
INSERT INTO tickets (id, user_id, day, kind, number, label, series_id, service_id, to_room_id, status, created_at, queued_at, called_at, started_at, call_id) VALUES
  (1, 2, '2026-11-20', 'preferential', 1, 'P001', 0, NULL, NULL, 'serving', 1795177000000, 1795177000000, 1795177200000, 1795177210000, 1),
  (2, 2, '2026-11-20', 'normal', 1, 'C001', 1, 1, 1, 'waiting', 1795177100000, 1795177100000, NULL, NULL, NULL);
INSERT INTO calls (id, user_id, day, first_id, label, is_name, room_id, room_name, colour, on_all, ticket_id, is_priority, times, is_test, is_last, created_at, source_ticket, kind, service_name, waited_ms, attended_ms) VALUES
  (1, 2, '2026-11-20', NULL, 'P001', 0, 1, 'Guichê 1', '#0E7490', 1, 1, 1, 1, 0, 0, 1795177200000, 'P001', 'preferential', 'Coleta', 200000, 90000),
  (2, 2, '2026-11-20', 1, 'P001', 0, 1, 'Guichê 1', '#0E7490', 1, 1, 1, 2, 0, 1, 1795177300000, 'P001', NULL, NULL, NULL, NULL);
INSERT INTO call_receipts (call_id, player_id, delay_ms, had_sound) VALUES (2, 1, 430, 1);
INSERT INTO call_sources (user_id, is_active, url, unit_id, service_ids, client_id, client_secret, username, password, last_id, read_at, missed, beyond_limit, lost_day, lost_at) VALUES
  (2, 0, 'http://192.168.0.50', 1, '[1,2]', 'painel', 'segredo', 'painel', 'segredo', 4321, 1795100000000, 3, 0, '2026-11-19', 1795100000000);
INSERT INTO call_source_permissions (user_id, url) VALUES (2, 'http://192.168.0.50');
INSERT INTO call_recordings (user_id, word, sha256, duration_ms) VALUES (2, 'senha', '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 500);

INSERT INTO urgent_notices (id, user_id, preset, text, chime, author, created_at, ends_at, ended_at) VALUES
  (1, 2, 'power', 'Estamos sem energia.', 1, 'Rita Campos (Recepção)', 1795100000000, 1795100900000, 1795100300000),
  (2, NULL, 'free', 'Manutenção às 22h.', 0, 'Administrador', 1795177700000, 1795181300000, NULL);
INSERT INTO urgent_screens (id, notice_id, player_id, user_id, name, shown_at, had_sound) VALUES
  (1, 1, 1, 2, 'Recepção', 1795100000400, 1),
  (2, 1, NULL, 2, 'TV antiga', NULL, NULL),
  (3, 2, 1, 2, 'Recepção', 1795177700500, 0);

INSERT INTO idempotency_keys (user_id, key_hash, response, created_at) VALUES (2, '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 'cifrado', 1795177200000);
-- An account that was deleted, and whose rows are not.
INSERT INTO users (username, email, password, status, created_at, removed_at) VALUES ('A1', 'A1', '', 'blocked', 1795100000000, 1795100000000);
INSERT INTO plays (id, player_id, uuid, video_id, sha256, playlist_id, rule_id, started_at, ms, ended, had_sound, is_folded) VALUES
  (1, 1, '9d9b1f4c-5b0a-4b0e-8f55-0d1c6a1f2e11', 1, '36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee', 1, 1, 1795177200000, 15000, 'complete', 1, 1);
INSERT INTO plays_daily (user_id, day, video_id, player_id, playlist_id, plays, complete, with_sound, ms, hours) VALUES
  (2, 20777, 1, 1, 1, 1, 1, 1, 15000, '[0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO plays_names (user_id, kind, id, name, last_day) VALUES (2, 'content', 1, 'Boas-vindas', 20777);
INSERT INTO posters (video_id, fields) VALUES (1, '{}');
UPDATE replacements SET poster = '{}';
INSERT INTO soundtracks (id, user_id, name) VALUES (1, 2, 'Manhã tranquila');
INSERT INTO videos (id, user_id, name, media_type, processing_status, uploaded_at, soundtrack_id, licence_note) VALUES
  (6, 2, 'Valsa', 'video', 'failed', 1790856460000, 1, 'Comprada em 2026');
UPDATE user_radio_settings SET soundtrack_id = 1, quiet_windows = '[{"days":[0],"from":720,"to":840}]', ecad_contract = '123-4', ecad_ends_on = '2027-03-31';
UPDATE players SET soundtrack_id = 1 WHERE id = 1;
UPDATE playlists SET is_quiet = 1 WHERE id = 2;
INSERT INTO imports (id, user_id, name, archive, folder, author, status, error, format, playlists, omitted, upload_key, created_at, finished_at) VALUES
  (1, 2, 'Clínica antiga', 'uploads/arquivo', '/mnt/pendrive', '{}', 'stopped', 'A pasta não está disponível.', 'xibo', '[]', 0, 'envio', 1795177200000, 1795177300000);
INSERT INTO import_files (import_id, position, path, name, size_bytes, media_type, seconds, valid_from, valid_until, locator, status, note, sha256, video_id) VALUES
  (1, 0, 'library/1.jpg', 'Fachada', 20, 'image', 15, '2026-11-01', '2026-12-01', '{"at":0,"packedBytes":20,"packing":"stored"}', 'done', 'Observação', '0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d', 1);
UPDATE uploads SET is_archive = 1 WHERE key = 'envio-pela-metade';
UPDATE imports SET archive_bytes = 20;
