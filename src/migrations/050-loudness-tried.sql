-- 1: the video's sound was measured, or cannot be; 0: it was never tried, as in items from before loudness was measured.
ALTER TABLE videos ADD COLUMN loudness_tried INTEGER NOT NULL DEFAULT 0 CHECK (loudness_tried IN (0, 1));
UPDATE videos SET loudness_tried = 1 WHERE loudness IS NOT NULL;
