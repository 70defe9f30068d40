-- Host and port of a clinic's Novo SGA inside the server's own network, allowed by an administrator: any URL of it.
CREATE TABLE call_source_permissions (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  url TEXT NOT NULL
) STRICT;
INSERT INTO call_source_permissions SELECT user_id, url FROM call_sources WHERE allow_private = 1 AND url <> '';
ALTER TABLE call_sources DROP COLUMN allow_private;
