-- A customer whose account is full asks the administrators for more room (ms). NULL: no request waits for an answer.
ALTER TABLE users ADD COLUMN space_requested_at INTEGER;
-- The last request, answered or not: one a day until there is more room.
ALTER TABLE users ADD COLUMN space_asked_at INTEGER;
