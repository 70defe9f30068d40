-- Which accounts may see an item, one row for each account: its owner; for a platform item all accounts if it has no category,
-- otherwise those with access to the category, and role admin. Lists, playlists and screens take their items from this view.
-- On the right of a LEFT JOIN use EXISTS, or SQLite computes the whole view.
CREATE VIEW visible_videos AS
SELECT o.id AS viewer_id, o.role AS viewer_role, v.*
FROM videos v JOIN users o ON v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin'
  OR EXISTS (SELECT 1 FROM user_category_access g WHERE g.user_id = o.id AND g.category_id = v.category_id)));
