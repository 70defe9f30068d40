-- Values that scheduled tasks keep over a restart.

-- Time at which people were told that the screen is offline; NULL: its return need not be reported.
ALTER TABLE players ADD COLUMN offline_reported_at INTEGER;

-- Start of the task's last successful run; a later failure does not change it.
ALTER TABLE task_runs ADD COLUMN last_success_at INTEGER;
UPDATE task_runs SET last_success_at = started_at WHERE succeeded = 1;
