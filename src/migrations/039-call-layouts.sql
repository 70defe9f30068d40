-- How a screen shows patients' calls. NULL: as the account's call settings say.
ALTER TABLE players ADD COLUMN call_layout TEXT CHECK (call_layout IN ('lowerThird', 'fullScreen', 'panel'));
