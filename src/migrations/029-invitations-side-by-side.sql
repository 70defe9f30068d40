-- Several teams may invite one e-mail; it belongs to one member only once somebody has joined. SQLite cannot drop a UNIQUE of a column, and
-- dropping the table deletes the rows that refer to it, so these are put aside first.
CREATE TABLE kept_sessions AS SELECT * FROM sessions WHERE member_id IS NOT NULL;
CREATE TABLE kept_devices AS SELECT * FROM known_member_devices;
CREATE TABLE kept_factors AS SELECT * FROM second_factors WHERE member_id IS NOT NULL;
CREATE TABLE kept_codes AS SELECT * FROM recovery_codes WHERE factor_id IN (SELECT id FROM kept_factors);
CREATE TABLE new_members (
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
-- The numbers of deleted members are not given again: the audit log names them.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_members', seq FROM sqlite_sequence WHERE name = 'members';
INSERT INTO new_members (id, user_id, name, email, password_hash, role, status, invitation_hash, invitation_expires_at, created_at)
SELECT id, user_id, name, email, password_hash, role, status, invitation_hash, invitation_expires_at, created_at FROM members;
DROP TABLE members;
ALTER TABLE new_members RENAME TO members;
CREATE UNIQUE INDEX members_of_team ON members (user_id, email);
CREATE UNIQUE INDEX members_by_email ON members (email) WHERE status <> 'invited';
INSERT INTO sessions SELECT * FROM kept_sessions;
INSERT INTO known_member_devices SELECT * FROM kept_devices;
INSERT INTO second_factors SELECT * FROM kept_factors;
INSERT INTO recovery_codes SELECT * FROM kept_codes;
DROP TABLE kept_sessions;
DROP TABLE kept_devices;
DROP TABLE kept_factors;
DROP TABLE kept_codes;
