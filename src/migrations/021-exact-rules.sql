-- A rule may want its switches at the very minute, whatever is on the screen (contract/README 16.5).
ALTER TABLE schedule_rules ADD COLUMN is_exact INTEGER NOT NULL DEFAULT 0 CHECK (is_exact IN (0, 1));

-- What came of a rule's Idempotency-Key (contract/README 16.6). The rule may be gone meanwhile.
CREATE TABLE schedule_keys (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  -- SHA-256 of what was asked for.
  asked TEXT NOT NULL,
  rule_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX schedule_keys_by_time ON schedule_keys (created_at);
