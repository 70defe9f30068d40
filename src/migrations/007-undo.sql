-- Deleting can be taken back for some seconds: until this time (ms) the row waits, gone from its owner's lists but still on
-- screens; then it is purged. NULL: not deleted.
ALTER TABLE videos ADD COLUMN delete_at INTEGER;
ALTER TABLE playlists ADD COLUMN delete_at INTEGER;
-- What the account used just before: taking back may fill it as far as that again, even where the quota is lower now.
ALTER TABLE videos ADD COLUMN delete_count INTEGER;
ALTER TABLE videos ADD COLUMN delete_free_bytes INTEGER;
ALTER TABLE playlists ADD COLUMN delete_count INTEGER;
CREATE INDEX videos_to_purge ON videos (delete_at) WHERE delete_at IS NOT NULL;
CREATE INDEX playlists_to_purge ON playlists (delete_at) WHERE delete_at IS NOT NULL;

DROP VIEW counted_videos;
DROP VIEW visible_videos;

-- Contents and playlists that nobody has deleted: whatever lists, changes or uses one on its owner's behalf reads these.
CREATE VIEW kept_videos AS SELECT * FROM videos WHERE delete_at IS NULL;
CREATE VIEW kept_playlists AS SELECT * FROM playlists WHERE delete_at IS NULL;

-- Which items count against their owner's quota. A failed one whose original is gone holds nothing; one that waits to be
-- purged has already made room.
CREATE VIEW counted_videos AS
SELECT * FROM kept_videos WHERE NOT (processing_status = 'failed' AND original_r2_path IS NULL);

-- Whom an item is for, one row for each of them: its owner; of a platform item everybody while it has no category, else
-- whoever was granted that category, and role admin. Screens take their items from here: those that wait to be purged
-- play on. On the right of a LEFT JOIN ask EXISTS, or the whole view is computed.
CREATE VIEW playable_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)));

-- The same for people: what a user's lists show and their playlists may hold.
CREATE VIEW visible_videos AS SELECT * FROM playable_videos WHERE delete_at IS NULL;
