-- Who works for an account beside its owner: signs in with an own e-mail and password, everything stays the account's.
-- password_hash is NULL until the invitation is accepted; the invitation stands as its code's SHA-256 and is used once.
CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'reception', 'reader')),
  status TEXT NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'blocked')),
  invitation_hash TEXT UNIQUE,
  invitation_expires_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (status = 'invited' OR (name IS NOT NULL AND password_hash IS NOT NULL)),
  CHECK ((invitation_hash IS NULL) = (invitation_expires_at IS NULL))
) STRICT;
CREATE INDEX members_by_user ON members (user_id);

-- NULL: the account itself.
ALTER TABLE sessions ADD COLUMN member_id INTEGER REFERENCES members (id) ON DELETE CASCADE;
CREATE INDEX sessions_by_member ON sessions (member_id) WHERE member_id IS NOT NULL;

-- As known_devices, for a member's own sign-in.
CREATE TABLE known_member_devices (
  device_hash TEXT NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (device_hash, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_member_devices_of_member ON known_member_devices (member_id, last_used_at);

-- For programs: the SHA-256 of a token, and what it opens (names of scopes with a space between).
CREATE TABLE api_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX api_tokens_by_user ON api_tokens (user_id);
