-- Rows that a purge deletes are found by an index, a few at a time.
CREATE INDEX audit_log_refusals ON audit_log (id) WHERE action IN ('session.refused', 'session.code_refused');
CREATE INDEX sessions_by_use ON sessions (last_seen_at);
CREATE INDEX player_tokens_replaced ON player_tokens (coalesce(last_used, 0)) WHERE is_active = 0;
CREATE INDEX urgent_notices_by_time ON urgent_notices (created_at);
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);
CREATE INDEX known_member_devices_by_use ON known_member_devices (last_used_at);

-- Time at which an account was deleted, in ms since 1970: nobody sees it from then on, and its rows are deleted a few at a time.
ALTER TABLE users ADD COLUMN removed_at INTEGER;
CREATE INDEX users_removed ON users (id) WHERE removed_at IS NOT NULL;
