/** Counts repetitions in one entry: actions that repeat the newest entry of a target within a minute (contract/README 1.17). */
import type { Author } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ActionName, Details } from './actions.ts';

/** An action's author and target, as stored. */
interface AuditedAction {
  userId: number | null;
  memberId: number | null;
  tokenId: number | null;
  actorName: string;
  address: string | null;
  action: string;
  targetName: string;
}

/** False for sign-ins, urgent notices and changes to accounts, members, tokens and the server: each of them has its own entry. */
const isCountable = (action: string) => !/^(session|account|member|token|settings|system|urgent)\./.test(action);

const isNumber = (text: string) => /^\d+$/.test(text);

/**
 * Returns the details of an entry that counts both actions; undefined if the second action needs its own entry. The actions must
 * have set the same values, so that an address or a text that was set only for a moment stays in the log. Only numbers may
 * differ, because moving a slider is one action.
 */
function mergeDetails(earlier: Details, later: Details): Details | undefined {
  const comparable = ({ other, facts, changes = {} }: Details) => {
    const values = Object.entries(changes).map(([label, [, value]]) => [label, isNumber(value) ? '' : value]);
    return JSON.stringify([other, facts, values]);
  };
  if (comparable(earlier) !== comparable(later)) return undefined;
  const changes = Object.entries(later.changes ?? {}).map(
    ([label, [, value]]) => [label, [earlier.changes?.[label]?.[0] ?? '', value]] as const,
  );
  return {
    ...later,
    ...(changes.length > 0 && { changes: Object.fromEntries(changes) }),
    repeats: (earlier.repeats ?? 1) + 1,
  };
}

export function createRepeatStore(database: Database, clock: Clock) {
  const newestOf = database.prepare<
    [string, number],
    AuditedAction & { id: number; createdAt: number; details: string }
  >(`
    SELECT id, created_at AS createdAt, actor_user_id AS userId, actor_member_id AS memberId, actor_token_id AS tokenId,
      actor_name AS actorName, address, action, target_name AS targetName, details
    FROM audit_log WHERE target_kind = ? AND target_id = ? ORDER BY id DESC LIMIT 1`);
  const setDetails = database.prepare<[string, number]>('UPDATE audit_log SET details = ? WHERE id = ?');

  return {
    /**
     * Counts an action in the newest entry of its target, and returns the id of that entry. Returns undefined, and does nothing,
     * if that entry is `limits.audit.repeatWithinMs` old or has another actor, action, target name or details (`mergeDetails`).
     */
    countRepeat(
      { userId, memberId, tokenId, name: actorName, address }: Author,
      action: ActionName,
      target: { kind: string; id: number | null; name: string },
      details: Details,
    ): number | undefined {
      const newest = target.id === null || !isCountable(action) ? undefined : newestOf.get(target.kind, target.id);
      if (!newest || Math.abs(clock.now() - newest.createdAt) >= limits.audit.repeatWithinMs) return undefined;
      const next: AuditedAction = { userId, memberId, tokenId, actorName, address, action, targetName: target.name };
      if (Object.entries(next).some(([key, value]) => newest[key as keyof AuditedAction] !== value)) return undefined;
      const merged = mergeDetails(JSON.parse(newest.details) as Details, details);
      if (merged) setDetails.run(JSON.stringify(merged), newest.id);
      return merged && newest.id;
    },
  };
}
