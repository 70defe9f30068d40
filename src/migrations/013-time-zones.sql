-- The clock of the clinic (contract/README 1.16): an IANA name; NULL: the server's own zone.
ALTER TABLE users ADD COLUMN time_zone TEXT;
