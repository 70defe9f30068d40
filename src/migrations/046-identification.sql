-- The clinic's profile (contract/clinic.ts), read and replaced as a whole; and the purpose of each content.
CREATE TABLE clinic_profiles (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  profile TEXT NOT NULL CHECK (json_valid(profile))
) STRICT;
ALTER TABLE videos ADD COLUMN purpose TEXT NOT NULL DEFAULT 'information' CHECK (purpose IN ('information', 'advertising'));
