-- A rule may have a name, and may be paused: then it keeps its targets and reaches no screen (contract/README 16.2).
ALTER TABLE schedule_rules ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE schedule_rules ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1));

DROP VIEW screen_rules;
CREATE VIEW screen_rules AS
SELECT t.player_id, t.rule_id, 'screen' AS target FROM schedule_targets t JOIN schedule_rules r ON r.id = t.rule_id
WHERE t.player_id IS NOT NULL AND r.is_paused = 0
UNION ALL
SELECT m.player_id, t.rule_id, 'group' FROM schedule_targets t JOIN schedule_rules r ON r.id = t.rule_id
JOIN screen_group_members m ON m.group_id = t.group_id WHERE r.is_paused = 0;
