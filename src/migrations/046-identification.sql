-- The clinic's profile (contract/clinic.ts), read and replaced as a whole; and what each content is for.
CREATE TABLE clinic_profiles (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  profile TEXT NOT NULL CHECK (json_valid(profile))
) STRICT;
ALTER TABLE videos ADD COLUMN purpose TEXT NOT NULL DEFAULT 'information' CHECK (purpose IN ('information', 'advertising'));
