-- A random text that identifies a call or an urgent notice on screens: after the restore of a backup ids are assigned again.
-- Older rows have an empty key and are identified by id and time, because rewriting a row could leave a copy of a name in the
-- file.
ALTER TABLE calls ADD COLUMN key TEXT NOT NULL DEFAULT '';
ALTER TABLE urgent_notices ADD COLUMN key TEXT NOT NULL DEFAULT '';
