-- Integrated loudness of a video's sound in LUFS (EBU R 128), by which screens even it out; NULL: silent, or not measured.
ALTER TABLE videos ADD COLUMN loudness REAL;
