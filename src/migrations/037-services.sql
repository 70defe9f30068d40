-- Services with queues of their own ("Coleta", "Exames"), and the rooms that serve them. Without rooms: every room does.
CREATE TABLE call_services (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;
CREATE INDEX call_services_by_user ON call_services (user_id, position);

CREATE TABLE call_service_rooms (
  service_id INTEGER NOT NULL REFERENCES call_services (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  PRIMARY KEY (service_id, room_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_service_rooms_by_room ON call_service_rooms (room_id);

-- series_id: the service that issued the ticket and numbers it, 0 for none; it stays when the ticket is forwarded or the service deleted.
-- service_id, to_room_id: the queue in which it waits now, since queued_at. started_at: when the patient was received after the call.
-- Dropping the table empties the column of calls that refers to it, so its values are put aside first.
CREATE TABLE kept_call_tickets AS SELECT id, ticket_id FROM calls WHERE ticket_id IS NOT NULL;
CREATE TABLE new_tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  series_id INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL CHECK (kind IN ('normal', 'preferential', 'over80')),
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  service_id INTEGER REFERENCES call_services (id) ON DELETE SET NULL,
  to_room_id INTEGER REFERENCES call_rooms (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'called', 'serving', 'absent', 'done', 'cancelled')),
  created_at INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  called_at INTEGER,
  started_at INTEGER,
  call_id INTEGER,
  UNIQUE (user_id, day, series_id, kind, number)
) STRICT;
-- The ids of deleted tickets are not given again.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_tickets', seq FROM sqlite_sequence WHERE name = 'tickets';
INSERT INTO new_tickets (id, user_id, day, kind, number, label, status, created_at, queued_at, called_at, call_id)
SELECT id, user_id, day, kind, number, label, status, created_at, created_at, called_at, call_id FROM tickets;
DROP TABLE tickets;
ALTER TABLE new_tickets RENAME TO tickets;
UPDATE calls SET ticket_id = k.ticket_id FROM kept_call_tickets k WHERE k.id = calls.id;
DROP TABLE kept_call_tickets;
CREATE INDEX tickets_waiting ON tickets (user_id, day, kind, queued_at, id) WHERE status = 'waiting';
CREATE INDEX tickets_called ON tickets (user_id, day, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX tickets_by_service ON tickets (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX tickets_by_room ON tickets (to_room_id) WHERE to_room_id IS NOT NULL;
