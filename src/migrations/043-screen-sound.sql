-- Percent of the sound of films and radio; hours in which a screen is silent, JSON of the contract's `quietHours`.
ALTER TABLE players ADD COLUMN volume INTEGER NOT NULL DEFAULT 100 CHECK (volume BETWEEN 0 AND 100);
ALTER TABLE players ADD COLUMN quiet_hours TEXT CHECK (json_valid(quiet_hours));
