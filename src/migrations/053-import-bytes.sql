-- Size of the import's archive, which counts in the account's space; 0 without one.
ALTER TABLE imports ADD COLUMN archive_bytes INTEGER NOT NULL DEFAULT 0;
CREATE INDEX import_files_counts ON import_files (import_id, status, size_bytes);
