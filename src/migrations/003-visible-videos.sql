-- Whom an item is for, one row for each of them: its owner; of a platform item everybody while it has no category, else
-- whoever was granted that category, and role admin. What a user's lists show, their playlists may hold and their screens
-- may play. Queries take their items from here; on the right of a LEFT JOIN ask EXISTS, or the whole view is computed.
CREATE VIEW visible_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)));
