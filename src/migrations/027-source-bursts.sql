-- The ticket of other software that a call is for, so that its repetition there is one here.
ALTER TABLE calls ADD COLUMN source_ticket TEXT;
-- A day's calls of Novo SGA that were not shown: at most `missed`, because its panel had dropped them, and those beyond the day's limit.
ALTER TABLE call_sources ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE call_sources ADD COLUMN beyond_limit INTEGER NOT NULL DEFAULT 0;
ALTER TABLE call_sources ADD COLUMN lost_day TEXT;
ALTER TABLE call_sources ADD COLUMN lost_at INTEGER;
