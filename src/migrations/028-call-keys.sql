-- A random text that identifies a call or an urgent notice on the screens: ids go back when a backup is restored. Older rows have an
-- empty one, and are identified by id and time: to rewrite a row could leave a copy of a name in the file.
ALTER TABLE calls ADD COLUMN key TEXT NOT NULL DEFAULT '';
ALTER TABLE urgent_notices ADD COLUMN key TEXT NOT NULL DEFAULT '';
