-- Browsers in which somebody has signed in: their owner is not kept waiting by what strangers guess. The token stands in a
-- cookie, here only its SHA-256.
CREATE TABLE known_devices (
  device_hash TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (device_hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_of_user ON known_devices (user_id, last_used_at);
