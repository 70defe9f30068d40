-- The last plays that each screen reported (contract/README 19): a batch that is sent again is recognised by them.
CREATE TABLE plays (
  id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  uuid TEXT NOT NULL,
  video_id INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  playlist_id INTEGER,
  rule_id INTEGER,
  -- Milliseconds since 1970, and the time that counts.
  started_at INTEGER NOT NULL,
  ms INTEGER NOT NULL CHECK (ms > 0),
  ended TEXT NOT NULL CHECK (ended IN ('complete', 'cut', 'broken')),
  had_sound INTEGER NOT NULL CHECK (had_sound IN (0, 1)),
  -- 1: included in plays_daily.
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1)),
  UNIQUE (player_id, uuid)
) STRICT;
CREATE INDEX plays_by_player ON plays (player_id);
CREATE INDEX plays_to_fold ON plays (id) WHERE is_folded = 0;

-- Sums of plays. They outlive contents, screens and playlists; plays_names keeps their names.
CREATE TABLE plays_daily (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Days since 1970 in the clinic's time zone.
  day INTEGER NOT NULL,
  video_id INTEGER NOT NULL,
  player_id INTEGER NOT NULL,
  -- 0: none.
  playlist_id INTEGER NOT NULL,
  plays INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  with_sound INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  -- Plays that began in each of the day's 24 hours, JSON.
  hours TEXT NOT NULL CHECK (json_valid(hours)),
  PRIMARY KEY (user_id, day, video_id, player_id, playlist_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE plays_names (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('content', 'screen', 'playlist')),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- Newest day with a play.
  last_day INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) STRICT, WITHOUT ROWID;
