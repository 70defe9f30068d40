-- What a call knows of its ticket, for reports; only in the first call, not in its repetitions. waited_ms: only in the first call in a queue.
-- attended_ms: from the patient's arrival, or from the call, to the end; unknown while it lasts.
ALTER TABLE calls ADD COLUMN kind TEXT CHECK (kind IN ('normal', 'preferential', 'over80'));
ALTER TABLE calls ADD COLUMN service_name TEXT;
ALTER TABLE calls ADD COLUMN waited_ms INTEGER;
ALTER TABLE calls ADD COLUMN attended_ms INTEGER;
UPDATE calls SET kind = t.kind, waited_ms = CASE WHEN t.call_id = calls.id THEN t.called_at - t.created_at END
FROM tickets t WHERE t.id = calls.ticket_id AND calls.first_id IS NULL;
CREATE INDEX calls_of_tickets ON calls (user_id, day, id) WHERE kind IS NOT NULL;
DROP INDEX tickets_called;
CREATE INDEX tickets_open ON tickets (user_id, day) WHERE status IN ('called', 'serving');
