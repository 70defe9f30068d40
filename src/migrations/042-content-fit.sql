-- How a content fills a screen of another shape: whole, or cut at two sides.
ALTER TABLE videos ADD COLUMN fit TEXT NOT NULL DEFAULT 'contain' CHECK (fit IN ('contain', 'cover'));
