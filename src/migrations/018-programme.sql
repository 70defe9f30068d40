-- The programme (contract/README 16). Days are '2026-12-25' in the clinic's zone, minutes count from its midnight; `days`
-- has a bit for each weekday, 1 for Monday to 64 for Sunday.

-- First and last day of a content; NULL: no bound.
ALTER TABLE videos ADD COLUMN valid_from TEXT CHECK (length(valid_from) = 10);
ALTER TABLE videos ADD COLUMN valid_until TEXT CHECK (length(valid_until) = 10);

-- When an item of a playlist is shown; none: at all hours.
CREATE TABLE assignment_windows (
  assignment_id INTEGER NOT NULL REFERENCES video_playlist_assignments (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
  from_minute INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER NOT NULL CHECK (to_minute BETWEEN 0 AND 1439),
  PRIMARY KEY (assignment_id, position)
) STRICT, WITHOUT ROWID;

-- What plays instead of the playlist that was sent; playlist_id NULL: a dark screen.
CREATE TABLE schedule_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  playlist_id INTEGER REFERENCES playlists (id) ON DELETE CASCADE,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
  from_minute INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER NOT NULL CHECK (to_minute BETWEEN 0 AND 1439),
  weeks TEXT NOT NULL DEFAULT 'every' CHECK (weeks IN ('every', 'even', 'odd')),
  first_date TEXT CHECK (length(first_date) = 10),
  last_date TEXT CHECK (length(last_date) = 10),
  priority INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  CHECK (first_date IS NULL OR last_date IS NULL OR first_date <= last_date)
) STRICT;
CREATE INDEX schedule_rules_by_user ON schedule_rules (user_id);
CREATE INDEX schedule_rules_by_playlist ON schedule_rules (playlist_id) WHERE playlist_id IS NOT NULL;

-- Whom a rule is for: a column for each kind of target, of which one is set.
CREATE TABLE schedule_targets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id INTEGER NOT NULL REFERENCES schedule_rules (id) ON DELETE CASCADE,
  player_id INTEGER REFERENCES players (id) ON DELETE CASCADE,
  UNIQUE (rule_id, player_id)
) STRICT;
CREATE INDEX schedule_targets_by_player ON schedule_targets (player_id, rule_id);

-- Which rules a screen keeps, once for each way on which they reach it. Whoever asks that reads it here.
CREATE VIEW screen_rules AS
SELECT player_id, rule_id, 'screen' AS target FROM schedule_targets WHERE player_id IS NOT NULL;

-- Every playlist that a screen may play: the one that was sent, and those of its rules.
CREATE VIEW screen_playlists AS
SELECT player_id, playlist_id FROM player_playlist_assignments
UNION
SELECT s.player_id, r.playlist_id FROM screen_rules s JOIN schedule_rules r ON r.id = s.rule_id
WHERE r.playlist_id IS NOT NULL;

-- Which screens should be playing now (before: those that a playlist was sent to), also those that only rules give one.
DROP VIEW playing_screens;
CREATE VIEW playing_screens AS
SELECT p.id AS player_id
FROM players p
JOIN users o ON o.id = p.user_id AND o.status = 'approved'
JOIN player_sessions s ON s.player_id = p.id
-- Not by screen_playlists: asked for one screen, SQLite would put all assignments together first.
WHERE p.status = 'active' AND (
  EXISTS (SELECT 1 FROM player_playlist_assignments a WHERE a.player_id = p.id)
  OR EXISTS (
    SELECT 1 FROM screen_rules s JOIN schedule_rules r ON r.id = s.rule_id
    WHERE s.player_id = p.id AND r.playlist_id IS NOT NULL
  )
);
