-- The hours in which a clinic is open, and what its screens show outside of them (contract/README 16.10). `windows` is JSON.
CREATE TABLE opening_hours (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  windows TEXT NOT NULL,
  outside TEXT NOT NULL CHECK (outside IN ('dark', 'base'))
) STRICT;
