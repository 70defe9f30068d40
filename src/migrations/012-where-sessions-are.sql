-- User agent and address of the browser that uses a session, for its owner to recognise it. NULL: the session is older than
-- these columns, or the browser sent none.
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
ALTER TABLE sessions ADD COLUMN address TEXT;
