-- From where a session is used, for its owner to recognise it: what the browser calls itself, and its address. NULL: it was
-- opened before these were kept, or never said so.
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
ALTER TABLE sessions ADD COLUMN address TEXT;
