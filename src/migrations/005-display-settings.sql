-- How an account's screens look. No row: everything as at first.
CREATE TABLE display_settings (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  shrinks_picture INTEGER NOT NULL CHECK (shrinks_picture IN (0, 1))
) STRICT;
