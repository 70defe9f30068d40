-- Program that speaks the calls: rhvoice, piper or espeak; auto: the first that the server has.
ALTER TABLE call_settings ADD COLUMN speech_engine TEXT NOT NULL DEFAULT 'auto';
