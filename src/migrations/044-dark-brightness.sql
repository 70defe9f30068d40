-- Percent of brightness of the clock on a dark screen; 0: the screen is black.
ALTER TABLE players ADD COLUMN dark_brightness INTEGER NOT NULL DEFAULT 0 CHECK (dark_brightness BETWEEN 0 AND 100);
