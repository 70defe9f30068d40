-- 1: the upload is for a platform item, which counts in nobody's quota.
ALTER TABLE uploads ADD COLUMN is_platform INTEGER NOT NULL DEFAULT 0 CHECK (is_platform IN (0, 1));

-- Items that count in their owner's quota. A failed item without its original occupies no space.
CREATE VIEW counted_videos AS
SELECT * FROM videos WHERE NOT (processing_status = 'failed' AND original_r2_path IS NULL);
