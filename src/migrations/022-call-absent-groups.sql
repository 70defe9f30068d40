-- 1: the patient of a typed number or name did not come. Calls of tickets use tickets.status instead.
ALTER TABLE calls ADD COLUMN is_absent INTEGER NOT NULL DEFAULT 0 CHECK (is_absent IN (0, 1));

-- Groups of screens that show the calls of a room.
CREATE TABLE call_groups (
  room_id INTEGER NOT NULL REFERENCES call_rooms (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES screen_groups (id) ON DELETE CASCADE,
  PRIMARY KEY (room_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_groups_by_group ON call_groups (group_id);

-- All screens of a room, named directly or through a group.
CREATE VIEW call_room_screens AS
SELECT room_id, player_id FROM call_screens
UNION ALL
SELECT t.room_id, m.player_id FROM call_groups t JOIN screen_group_members m ON m.group_id = t.group_id;
