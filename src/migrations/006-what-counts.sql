-- Platform items count for nobody: neither does the room that is reserved for one.
ALTER TABLE uploads ADD COLUMN is_platform INTEGER NOT NULL DEFAULT 0 CHECK (is_platform IN (0, 1));

-- Which items count against their owner's quota. A failed one whose original is gone holds nothing.
CREATE VIEW counted_videos AS
SELECT * FROM videos WHERE NOT (processing_status = 'failed' AND original_r2_path IS NULL);
