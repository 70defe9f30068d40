-- Where patients are called to. on_all 0: only the screens of call_screens show its calls.
CREATE TABLE call_rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  colour TEXT NOT NULL,
  on_all INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX call_rooms_by_user ON call_rooms (user_id);

CREATE TABLE call_screens (
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  PRIMARY KEY (room_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_screens_by_player ON call_screens (player_id);

-- Without a row an account has the values of the contract.
CREATE TABLE call_settings (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name_policy TEXT NOT NULL CHECK (name_policy IN ('ticket', 'initials', 'firstNameAndInitial', 'full')),
  chime INTEGER NOT NULL,
  voice INTEGER NOT NULL,
  repetitions INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  layout TEXT NOT NULL CHECK (layout IN ('lowerThird', 'fullScreen')),
  queue_enabled INTEGER NOT NULL,
  prefix_normal TEXT NOT NULL,
  prefix_preferential TEXT NOT NULL,
  prefix_over80 TEXT NOT NULL,
  alternation INTEGER NOT NULL
) STRICT;

-- The daily queue. day: of the clinic. call_id: the call that took it last.
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('normal', 'preferential', 'over80')),
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'called', 'absent', 'done', 'cancelled')),
  created_at INTEGER NOT NULL,
  called_at INTEGER,
  call_id INTEGER,
  UNIQUE (user_id, day, kind, number)
) STRICT;
CREATE INDEX tickets_waiting ON tickets (user_id, day, kind, number) WHERE status = 'waiting';
CREATE INDEX tickets_called ON tickets (user_id, day, call_id) WHERE call_id IS NOT NULL;

-- The label is masked before it comes here, and blank with is_name 0 when a name's time is over. first_id: the call that a repetition repeats
-- (its own id at first). on_all: as the room was. is_last: 0 once it was repeated.
CREATE TABLE calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  first_id INTEGER REFERENCES calls (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  is_name INTEGER NOT NULL,
  room_id INTEGER REFERENCES call_rooms (id) ON DELETE SET NULL,
  room_name TEXT NOT NULL,
  colour TEXT NOT NULL,
  on_all INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  is_priority INTEGER NOT NULL,
  times INTEGER NOT NULL,
  is_test INTEGER NOT NULL,
  is_last INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX calls_by_day ON calls (user_id, day, id);
CREATE INDEX calls_by_time ON calls (user_id, created_at);
CREATE INDEX calls_with_names ON calls (created_at) WHERE is_name = 1;
CREATE INDEX calls_by_first ON calls (first_id);
CREATE INDEX calls_by_room ON calls (room_id);
CREATE INDEX calls_by_ticket ON calls (ticket_id) WHERE ticket_id IS NOT NULL;

-- The first word of each screen about a call.
CREATE TABLE call_receipts (
  call_id INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  delay_ms INTEGER NOT NULL,
  had_sound INTEGER NOT NULL,
  PRIMARY KEY (call_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_receipts_by_player ON call_receipts (player_id);

-- Idempotency-Key: what was asked (a digest of the masked body) and what came of it, a day long.
CREATE TABLE call_keys (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  asked TEXT NOT NULL,
  result_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_keys_by_time ON call_keys (created_at);

-- Novo SGA's panel. service_ids: JSON.
CREATE TABLE call_sources (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  is_active INTEGER NOT NULL,
  url TEXT NOT NULL,
  unit_id INTEGER NOT NULL,
  service_ids TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  allow_private INTEGER NOT NULL
) STRICT;
