-- Which screens should be playing now: active, held by a device, with a playlist, of an approved account. Whoever asks that
-- reads it here. Ask EXISTS or IN: a query that starts from this view walks all paired screens.
CREATE VIEW playing_screens AS
SELECT p.id AS player_id
FROM players p
JOIN users o ON o.id = p.user_id AND o.status = 'approved'
JOIN player_sessions s ON s.player_id = p.id
JOIN player_playlist_assignments a ON a.player_id = p.id
WHERE p.status = 'active';
