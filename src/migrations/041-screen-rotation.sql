-- Degrees clockwise by which a screen's picture is turned.
ALTER TABLE players ADD COLUMN rotation INTEGER NOT NULL DEFAULT 0 CHECK (rotation IN (0, 90, 180, 270));
