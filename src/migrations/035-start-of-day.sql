-- Hour at which the day of calls begins; 1: tickets that wait then are carried over.
ALTER TABLE call_settings ADD COLUMN day_starts_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE call_settings ADD COLUMN carries_over INTEGER NOT NULL DEFAULT 0;
