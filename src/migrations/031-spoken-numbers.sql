-- 1: the numbers of tickets are spoken digit by digit. Accounts with own recordings go on so: they have recorded digits only.
ALTER TABLE call_settings ADD COLUMN digit_by_digit INTEGER NOT NULL DEFAULT 0;
INSERT OR IGNORE INTO call_settings (user_id, name_policy, chime, voice, repetitions, seconds, layout, queue_enabled,
  prefix_normal, prefix_preferential, prefix_over80, alternation)
SELECT DISTINCT user_id, 'ticket', 1, 1, 1, 12, 'lowerThird', 0, 'N', 'P', '80', 0 FROM call_recordings;
UPDATE call_settings SET digit_by_digit = 1 WHERE user_id IN (SELECT user_id FROM call_recordings);

-- Letters are spoken by their names.
UPDATE OR IGNORE call_recordings SET word = (
  SELECT value FROM json_each('{"a":"á","b":"bê","c":"cê","d":"dê","e":"é","f":"efe","g":"gê","h":"agá","j":"jota",
    "k":"cá","l":"ele","m":"eme","n":"ene","o":"ó","p":"pê","q":"quê","r":"erre","s":"esse","t":"tê","v":"vê",
    "w":"dáblio","x":"xis","y":"ípsilon","z":"zê"}') WHERE key = word
) WHERE length(word) = 1 AND word GLOB '[a-hj-tv-z]';
