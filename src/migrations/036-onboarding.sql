-- Names of the onboarding steps that the account has skipped, and 'onAir' once a screen has shown a content (contract/README 2.16).
ALTER TABLE users ADD COLUMN stored_steps TEXT NOT NULL DEFAULT '';
