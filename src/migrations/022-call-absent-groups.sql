-- Who was called by a typed number or name and did not come; a ticket of the queue says so itself (tickets.status).
ALTER TABLE calls ADD COLUMN is_absent INTEGER NOT NULL DEFAULT 0 CHECK (is_absent IN (0, 1));
