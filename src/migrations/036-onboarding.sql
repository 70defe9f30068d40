-- Names of the onboarding steps that the account has skipped, separated by commas (contract/README 2.16).
ALTER TABLE users ADD COLUMN skipped_steps TEXT NOT NULL DEFAULT '';
