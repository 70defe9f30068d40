-- Pairing from the TV (contract/README 9.9): what an unpaired device shows, and which screen somebody gave it.
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

-- SHA-256 of the tokens and cookies of devices whose screen went to another one: they are told so.
CREATE TABLE swapped_devices (
  hash TEXT PRIMARY KEY,
  swapped_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
