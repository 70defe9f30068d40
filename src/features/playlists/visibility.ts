/**
 * Which contents a playlist's owner may play: their own, platform items without category, and platform items
 * of the categories granted to them; role admin plays all platform items (DESIGN.md section 3, Playlists).
 * SQL condition over `v` (videos) and `o` (users, the owner).
 */
export const visibleToOwner = `(v.user_id = o.id OR (v.user_id IS NULL AND (v.category_id IS NULL OR o.role = 'admin' OR EXISTS (
  SELECT 1 FROM user_category_access c WHERE c.user_id = o.id AND c.category_id = v.category_id))))`;
