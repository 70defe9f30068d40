-- Rules with a first and a last day got priority 1 by default, so that they come before others. The shorter range of dates
-- now does that by itself, and must not lose to a longer one with the old default (contract/README 16.2).
UPDATE schedule_rules SET priority = 0 WHERE priority = 1 AND first_date IS NOT NULL AND last_date IS NOT NULL;
