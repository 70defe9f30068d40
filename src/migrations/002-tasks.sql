-- What scheduled tasks must remember over a restart.

-- When people were told that the screen is offline; NULL when nobody has to hear of its return.
ALTER TABLE players ADD COLUMN offline_reported_at INTEGER;

-- Of each task, when its last good run began: a failure since then does not hide it.
ALTER TABLE task_runs ADD COLUMN last_success_at INTEGER;
UPDATE task_runs SET last_success_at = started_at WHERE succeeded = 1;
