-- An account's own logo: the stored file, its size, and the plate on which its colours are seen. It counts against no quota.
ALTER TABLE display_settings ADD COLUMN logo_sha256 TEXT REFERENCES media_files (sha256);
ALTER TABLE display_settings ADD COLUMN logo_width INTEGER;
ALTER TABLE display_settings ADD COLUMN logo_height INTEGER;
ALTER TABLE display_settings ADD COLUMN logo_ground TEXT CHECK (logo_ground IN ('light', 'dark'));
CREATE INDEX display_settings_by_logo ON display_settings (logo_sha256) WHERE logo_sha256 IS NOT NULL;

-- Every use of a stored file. One without any goes.
CREATE VIEW file_uses AS
SELECT sha256 FROM video_files UNION ALL SELECT logo_sha256 FROM display_settings WHERE logo_sha256 IS NOT NULL;
