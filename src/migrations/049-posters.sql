-- Fields of contents that were drawn as posters, as JSON.
CREATE TABLE posters (
  video_id INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  fields TEXT NOT NULL
) STRICT;
-- Fields of the poster that the new file shows; NULL: it is no poster.
ALTER TABLE replacements ADD COLUMN poster TEXT;
