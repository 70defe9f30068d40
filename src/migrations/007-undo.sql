-- A deletion can be undone for some seconds. Until this time (ms since 1970) the row is hidden from its owner's lists but
-- still on screens; then it is purged. NULL: not deleted.
ALTER TABLE videos ADD COLUMN delete_at INTEGER;
ALTER TABLE playlists ADD COLUMN delete_at INTEGER;
-- The account's usage just before the deletion: an undo may reach it again, even if the quota is lower now.
ALTER TABLE videos ADD COLUMN delete_count INTEGER;
ALTER TABLE videos ADD COLUMN delete_free_bytes INTEGER;
ALTER TABLE playlists ADD COLUMN delete_count INTEGER;
CREATE INDEX videos_to_purge ON videos (delete_at) WHERE delete_at IS NOT NULL;
CREATE INDEX playlists_to_purge ON playlists (delete_at) WHERE delete_at IS NOT NULL;

DROP VIEW counted_videos;
DROP VIEW visible_videos;

-- Contents and playlists that are not deleted. Whatever lists, changes or uses them for their owner reads these views.
CREATE VIEW kept_videos AS SELECT * FROM videos WHERE delete_at IS NULL;
CREATE VIEW kept_playlists AS SELECT * FROM playlists WHERE delete_at IS NULL;

-- Items that count in their owner's quota: without failed items whose original is gone, and without deleted items that wait to
-- be purged.
CREATE VIEW counted_videos AS
SELECT * FROM kept_videos WHERE NOT (processing_status = 'failed' AND original_r2_path IS NULL);

-- Which accounts may show an item, one row for each account (as in 003). Screens take their items from this view, so deleted
-- items play until they are purged. On the right of a LEFT JOIN use EXISTS, or SQLite computes the whole view.
CREATE VIEW playable_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)));

-- The same without deleted items, for the lists of people and for what playlists may contain.
CREATE VIEW visible_videos AS SELECT * FROM playable_videos WHERE delete_at IS NULL;
