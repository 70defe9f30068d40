-- Screens that should be playing now: active, paired, with a playlist, of an approved account. Use EXISTS or IN: a query that
-- starts from this view reads all paired screens.
CREATE VIEW playing_screens AS
SELECT p.id AS player_id
FROM players p
JOIN users o ON o.id = p.user_id AND o.status = 'approved'
JOIN player_sessions s ON s.player_id = p.id
JOIN player_playlist_assignments a ON a.player_id = p.id
WHERE p.status = 'active';
