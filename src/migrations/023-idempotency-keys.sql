-- One table for every call that takes an Idempotency-Key. Keys are hashed and responses encrypted with the key itself, so that neither
-- can be read in a copy of the database.
CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL,
  response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id, created_at);
DROP TABLE call_keys;
DROP TABLE schedule_keys;
