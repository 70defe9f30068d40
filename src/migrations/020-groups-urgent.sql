-- Groups of screens (contract/README 17). A screen may be in several.
CREATE TABLE screen_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX screen_groups_by_user ON screen_groups (user_id);

CREATE TABLE screen_group_members (
  group_id INTEGER NOT NULL REFERENCES screen_groups (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX screen_group_members_by_player ON screen_group_members (player_id);

-- A rule of the programme may be for groups too.
ALTER TABLE schedule_targets ADD COLUMN group_id INTEGER REFERENCES screen_groups (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX schedule_targets_by_group ON schedule_targets (group_id, rule_id) WHERE group_id IS NOT NULL;

DROP VIEW screen_rules;
CREATE VIEW screen_rules AS
SELECT player_id, rule_id, 'screen' AS target FROM schedule_targets WHERE player_id IS NOT NULL
UNION ALL
SELECT m.player_id, t.rule_id, 'group' FROM schedule_targets t JOIN screen_group_members m ON m.group_id = t.group_id;

-- Urgent notices (contract/README 18). user_id NULL: of managers, for screens of any account. Who sent it stays when he is gone.
CREATE TABLE urgent_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  preset TEXT NOT NULL CHECK (preset IN ('evacuation', 'power', 'delay', 'system', 'free')),
  text TEXT NOT NULL,
  chime INTEGER NOT NULL,
  author TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- Before its time, by hand.
  ended_at INTEGER
) STRICT;
CREATE INDEX urgent_notices_by_user ON urgent_notices (user_id, id);
CREATE INDEX urgent_notices_by_end ON urgent_notices (ends_at);

-- Whom it was for, and what each screen said. Names stay when a screen is gone.
CREATE TABLE urgent_screens (
  id INTEGER PRIMARY KEY,
  notice_id INTEGER NOT NULL REFERENCES urgent_notices (id) ON DELETE CASCADE,
  player_id INTEGER REFERENCES players (id) ON DELETE SET NULL,
  -- The account of the screen.
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  shown_at INTEGER,
  had_sound INTEGER,
  UNIQUE (notice_id, player_id)
) STRICT;
CREATE INDEX urgent_screens_by_player ON urgent_screens (player_id, notice_id);
CREATE INDEX urgent_screens_by_user ON urgent_screens (user_id, notice_id);

-- Those of which something is to be expected: with a device that is let in, or that showed it.
CREATE VIEW expected_urgent_screens AS
SELECT s.* FROM urgent_screens s
WHERE s.shown_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM players p JOIN player_sessions d ON d.player_id = p.id WHERE p.id = s.player_id AND p.status <> 'blocked'
);
