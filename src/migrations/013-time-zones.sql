-- The clinic's time zone (contract/README 1.16), an IANA name; NULL: the server's time zone.
ALTER TABLE users ADD COLUMN time_zone TEXT;
