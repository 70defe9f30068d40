-- Dates on which a rule applies, some of them each year, separated by spaces; '': no such condition (contract/README 16.9).
ALTER TABLE schedule_rules ADD COLUMN dates TEXT NOT NULL DEFAULT '';
