-- Who was called by a typed number or name and did not come; a ticket of the queue says so itself (tickets.status).
ALTER TABLE calls ADD COLUMN is_absent INTEGER NOT NULL DEFAULT 0 CHECK (is_absent IN (0, 1));

-- The calls of a room may be for groups of screens too.
CREATE TABLE call_groups (
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES screen_groups (id) ON DELETE CASCADE,
  PRIMARY KEY (room_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_groups_by_group ON call_groups (group_id);

-- Every screen that a room names, itself or by a group.
CREATE VIEW call_room_screens AS
SELECT room_id, player_id FROM call_screens
UNION ALL
SELECT t.room_id, m.player_id FROM call_groups t JOIN screen_group_members m ON m.group_id = t.group_id;
