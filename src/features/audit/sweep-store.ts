/** Deletes entries of the audit log that are older than a year or beyond the limits, in small batches. */
import { limits } from '../../contract/limits.ts';
import { type Clock, yieldToEventLoop } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { inBatches } from '../../platform/storage/purge.ts';

/** Refused sign-ins; the same text as in the index `audit_log_refusals`, so that SQLite uses it. */
const refusalCondition = "action IN ('session.refused', 'session.code_refused')";
const { maxEntries, maxPerActor, refusals, retentionDays } = limits.audit;

/** Number of rows in a batch that is counted, or searched for rows to delete. A batch takes 2 to 4 ms. */
const rowsPerBatch = { counted: 4_000, searched: 500 };

/** Actor of an entry. `actor`: id of the actor's account; if null, minus the id of the account that the entry concerns. */
interface ActorKey {
  actor: number | null;
  member: number | null;
  token: number | null;
}

const actorColumns =
  'coalesce(actor_user_id, -account_id) AS actor, actor_member_id AS member, actor_token_id AS token';
const actorCondition =
  'coalesce(actor_user_id, -account_id) IS @actor AND actor_member_id IS @member AND actor_token_id IS @token';

/** A range of ids of entries. */
interface Window {
  from: number;
  before: number;
}

const aboveAllIds = Number.MAX_SAFE_INTEGER;

export function createAuditSweep(database: Database, clock: Clock) {
  const removeOld = database.prepare<[number, number]>(
    'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE created_at < ? LIMIT ?)',
  );
  const removeRefusals = database.prepare<[number]>(`
    DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE ${refusalCondition} AND id <= (
      SELECT id FROM audit_log WHERE ${refusalCondition} ORDER BY id DESC LIMIT 1 OFFSET ${refusals.maxEntries}) LIMIT ?)`);
  const idRange = database.prepare<[], { count: number }>(
    'SELECT coalesce((SELECT max(id) FROM audit_log) - (SELECT min(id) FROM audit_log) + 1, 0) AS count',
  );
  const windowStart = database.prepare<[number, number], { id: number | null }>(
    'SELECT min(id) AS id FROM (SELECT id FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?)',
  );
  const countWindow = database.prepare<[Window], ActorKey & { count: number }>(`
    SELECT ${actorColumns}, count(*) AS count FROM audit_log
    WHERE id >= @from AND id < @before AND NOT ${refusalCondition} GROUP BY 1, 2, 3`);
  // Runs only for the window in which a limit is reached, so the offset is small.
  const selectNth = (condition: string) => `SELECT id FROM audit_log
    WHERE id < @before AND NOT ${refusalCondition} AND ${condition} ORDER BY id DESC LIMIT 1 OFFSET @kept`;
  const remove = (condition: string) =>
    `DELETE FROM audit_log WHERE id >= @from AND id < @before AND NOT ${refusalCondition} AND ${condition}`;
  const nth = database.prepare<[{ before: number; kept: number }], { id: number }>(selectNth('true'));
  const nthOfActor = database.prepare<[ActorKey & { before: number; kept: number }], { id: number }>(
    selectNth(actorCondition),
  );
  const removeAll = database.prepare<[Window]>(remove('true'));
  const removeOfActor = database.prepare<[ActorKey & Window]>(remove(actorCondition));

  /** Calls `visit` with windows of ids below `before`, the newest first. */
  async function eachWindow(before: number, rows: number, visit: (window: Window) => void): Promise<void> {
    for (let end = before; ;) {
      const from = windowStart.get(end, rows)?.id ?? null;
      if (from === null) return;
      visit({ from, before: end });
      end = from;
      await yieldToEventLoop();
      await database.waitForCheckpoint();
    }
  }

  /** Runs `removeIn` for windows of ids up to `id`, each in a transaction. Returns the number of deleted rows. */
  async function removeUpTo(id: number, removeIn: (window: Window) => number): Promise<number> {
    let removed = 0;
    await eachWindow(id + 1, rowsPerBatch.searched, (window) => {
      removed += database.txUnsynced(() => removeIn(window));
    });
    return removed;
  }

  /**
   * Counts the entries other than refusals. Returns the id of the newest entry beyond `maxEntries`. For each actor with more than
   * `maxPerActor` entries, also returns the id of the actor's newest entry beyond that limit.
   */
  async function findSurplus() {
    let total = 0;
    let surplusId: number | undefined;
    const counts = new Map<string, number>();
    const overfullActors: (ActorKey & { id: number })[] = [];
    await eachWindow(aboveAllIds, rowsPerBatch.counted, (window) => {
      const newerCount = total;
      for (const { count, ...actor } of countWindow.all(window)) {
        const name = JSON.stringify(actor);
        const newerOfActor = counts.get(name) ?? 0;
        counts.set(name, newerOfActor + count);
        total += count;
        if (newerOfActor > maxPerActor || newerOfActor + count <= maxPerActor) continue;
        const found = nthOfActor.get({ ...actor, before: window.before, kept: maxPerActor - newerOfActor });
        if (found) overfullActors.push({ ...actor, id: found.id });
      }
      if (newerCount <= maxEntries && total > maxEntries)
        surplusId = nth.get({ before: window.before, kept: maxEntries - newerCount })?.id;
    });
    return { surplusId, overfullActors };
  }

  /** Deletes surplus entries, first those of actors with too many, so that no actor displaces others. Returns their number. */
  async function removeSurplus(): Promise<number> {
    // Ids are sequential, so there are at most as many entries as ids in this range: a log that is not full need not be counted.
    if ((idRange.get()?.count ?? 0) <= maxEntries) return 0;
    const { surplusId, overfullActors } = await findSurplus();
    if (surplusId === undefined) return 0;
    if (overfullActors.length === 0) return removeUpTo(surplusId, (window) => removeAll.run(window).changes);
    let removed = 0;
    for (const { id, ...actor } of overfullActors)
      removed += await removeUpTo(id, (window) => removeOfActor.run({ ...actor, ...window }).changes);
    return removed + (await removeSurplus());
  }

  /** Deletes old and surplus entries, and returns their number. */
  return async function sweep(): Promise<number> {
    const oldest = clock.now() - retentionDays * 86_400_000;
    return (
      (await inBatches(database, (limit) => removeOld.run(oldest, limit).changes)) +
      (await inBatches(database, (limit) => removeRefusals.run(limit).changes)) +
      (await removeSurplus())
    );
  };
}
