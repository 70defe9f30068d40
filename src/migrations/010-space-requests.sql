-- Time (ms since 1970) at which a full account asked the administrators for more space. NULL: no open request.
ALTER TABLE users ADD COLUMN space_requested_at INTEGER;
-- Time of the last request, answered or not: an account may send one a day until it gets more space.
ALTER TABLE users ADD COLUMN space_asked_at INTEGER;
