-- Integrated loudness of a video's sound in LUFS (EBU R 128), with which screens equalize the volume; NULL: silent, or not
-- measured.
ALTER TABLE videos ADD COLUMN loudness REAL;
