-- Who did what to whom, when, from where: a row exists exactly when the change does. It outlives what it names, so nothing
-- here refers to another table. `account_id`: whose clinic it concerns, NULL for the platform. `actor_name` is empty for a
-- screen's device, the shell and strangers; `actor_role`: of a member, then. `search_text` is what a person may search for,
-- folded.
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

-- The second step of a sign-in: the key that the person's phone has too, and the last time step whose code was used.
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

-- In place of the phone, each once: the SHA-256 of ten random letters and digits.
CREATE TABLE recovery_codes (
  factor_id INTEGER NOT NULL REFERENCES second_factors (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (factor_id, code_hash)
) STRICT, WITHOUT ROWID;
