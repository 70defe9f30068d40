-- The member who made an API token, and with whom it ends; NULL: the account itself. The audit log knows who made the existing ones.
ALTER TABLE api_tokens ADD COLUMN member_id INTEGER REFERENCES members (id) ON DELETE CASCADE;
UPDATE api_tokens SET member_id = (
  SELECT members.id FROM audit_log JOIN members ON members.id = actor_member_id AND members.user_id = api_tokens.user_id
  WHERE action = 'token.created' AND target_kind = 'token' AND target_id = api_tokens.id);
DELETE FROM api_tokens WHERE member_id IN (SELECT id FROM members WHERE role <> 'owner' OR status = 'blocked');
CREATE INDEX api_tokens_by_member ON api_tokens (member_id) WHERE member_id IS NOT NULL;
