/** Stores the audit log (table `audit_log`): entries are written once, read newest first, and deleted after a year. */
import type { AuditFilters, AuditKind } from '../../contract/accounts/audit.ts';
import type { MemberRole } from '../../contract/accounts/capabilities.ts';
import type { Author } from '../../contract/endpoint.ts';
import { fold } from '../../contract/text/folding.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Statement } from '../../platform/storage/database.ts';
import { type ActionName, type Details, shorten } from './actions.ts';
import { createRepeatStore } from './repeat-store.ts';

/** Target of an audited action. */
export interface Target {
  kind: Exclude<AuditKind, 'session' | 'system'>;
  id: number | null;
  name: string;
  /** Id of the account that the entry concerns; omitted for entries about the platform. */
  accountId?: number | null;
}

/** A row. `createdAt`: milliseconds since 1970. */
export interface AuditRow {
  id: number;
  createdAt: number;
  accountId: number | null;
  accountName: string | null;
  actorUserId: number | null;
  actorName: string;
  actorTokenId: number | null;
  /** Role of the member at the time of the action. */
  actorRole: MemberRole | null;
  /** Current profile of the actor's account. */
  actorType: 'common' | 'gestor' | 'admin' | null;
  address: string | null;
  action: string;
  targetKind: string;
  targetId: number | null;
  targetName: string;
  details: Details;
}

/** Entries that a reader may see. */
export type Scope = { kind: 'administrator' } | { kind: 'gestor'; userId: number } | { kind: 'own'; userId: number };

export type AuditLogStore = ReturnType<typeof createAuditLogStore>;

/** Most names are already limited where they are entered; these limits are for the others. */
const maxNameLength = 300;
const maxDetailsLength = 2_000;

type StoredRow = Omit<AuditRow, 'details'> & { details: string };
type QueryParameters = Record<string, string | number>;

const conditions = {
  ownId: 'l.account_id = @ownId',
  gestorId: '(l.for_gestores = 1 OR l.account_id = @gestorId)',
  before: 'l.id < @before',
  accountId: 'l.account_id = @accountId',
  actorId: 'l.actor_user_id = @actorId',
  screenId: "l.target_kind = 'screen' AND l.target_id = @screenId",
  kind: "l.action >= @kind || '.' AND l.action < @kind || '/'",
  from: 'l.created_at >= @from',
  until: 'l.created_at < @until',
  text: 'instr(l.search_text, @text) > 0',
  // Excludes addresses that the account may not see: a search that found them would reveal them.
  ownText: `instr(CASE WHEN l.actor_user_id IS NULL OR l.actor_user_id = @ownId THEN l.search_text
    ELSE substr(l.search_text, 1, length(l.search_text) - length(coalesce(l.address, ''))) END, @ownText) > 0`,
};

const truncate = (text: string) => shorten(text, maxNameLength);

/** Returns the details as JSON, with shorter texts if they are too long: nobody may empty an entry by long values. */
function detailsText(details: Details): string {
  const ofLength = (max: number) =>
    JSON.stringify(details, (_, value: unknown) => (typeof value === 'string' ? shorten(value, max) : value));
  const text = [Infinity, 60, 20].map(ofLength).find(({ length }) => length <= maxDetailsLength);
  return text ?? '{}';
}

/** Returns a text for searching, without case and accents. */
const searchable = (text: string) =>
  fold(text).replace(/[^\0-\x7f]/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''));

export function createAuditLogStore(database: Database, clock: Clock) {
  const account = database.prepare<[number], { username: string; role: string }>(
    'SELECT username, role FROM users WHERE id = ?',
  );
  const insert = database.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO audit_log (created_at, account_id, account_name, actor_user_id, actor_member_id, actor_token_id, actor_name, actor_role, address,
      action, target_kind, target_id, target_name, details, for_gestores, search_text)
    VALUES (@now, @accountId, @accountName, @userId, @memberId, @tokenId, @actorName, (SELECT role FROM members WHERE id = @memberId), @address, @action, @targetKind, @targetId,
      @targetName, @details, @forGestores, @searchText)`);
  const setDetails = database.prepare<[string, number]>('UPDATE audit_log SET details = ? WHERE id = ?');
  const repeats = createRepeatStore(database, clock);
  const selects = new Map<string, Statement<[QueryParameters], StoredRow>>();

  /** Returns a statement for this set of conditions. SQLite uses an index only for conditions that are always present. */
  function selectWhere(names: readonly (keyof typeof conditions)[]) {
    const where = names.map((name) => conditions[name]).join(' AND ') || 'true';
    const existing = selects.get(where);
    if (existing) return existing;
    const select = database.prepare<[QueryParameters], StoredRow>(`
      SELECT l.id, l.created_at AS createdAt, l.account_id AS accountId, l.account_name AS accountName,
        l.actor_user_id AS actorUserId, l.actor_name AS actorName, l.actor_token_id AS actorTokenId, l.actor_role AS actorRole, u.user_type AS actorType, l.address, l.action,
        l.target_kind AS targetKind, l.target_id AS targetId, l.target_name AS targetName, l.details
      FROM audit_log l LEFT JOIN users u ON u.id = l.actor_user_id
      WHERE ${where} ORDER BY l.id DESC LIMIT @limit`);
    selects.set(where, select);
    return select;
  }

  const isRefusal = "action IN ('session.refused', 'session.code_refused')";
  const removeOld = database.prepare<[number]>('DELETE FROM audit_log WHERE created_at < ?');
  const removeSurplus = (condition: string, limit: number) =>
    database.prepare<[]>(
      `DELETE FROM audit_log WHERE ${condition} AND id <= (SELECT id FROM audit_log WHERE ${condition} ORDER BY id DESC LIMIT 1 OFFSET ${limit})`,
    );
  const countOthers = database.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM audit_log WHERE NOT ${isRefusal}`,
  );
  // Keeps the newest entries of each actor; for entries without an actor, of each account.
  const removeFloods = database.prepare<[]>(`
    DELETE FROM audit_log WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY coalesce(actor_user_id, -account_id), actor_member_id, actor_token_id
        ORDER BY id DESC) AS place
      FROM audit_log WHERE NOT ${isRefusal}) WHERE place > ${limits.audit.maxPerActor})`);
  const removeSurplusRefusals = removeSurplus(isRefusal, limits.audit.refusals.maxEntries);
  const removeSurplusOthers = removeSurplus(`NOT ${isRefusal}`, limits.audit.maxEntries);

  return {
    /** Returns the row's id. Call it in the transaction of the change, before the named objects are deleted. */
    insert(by: Author, action: ActionName, target: Target, details: Details): number {
      const targetName = truncate(target.name);
      const folded = repeats.fold(by, action, { ...target, name: targetName }, details);
      if (folded !== undefined) return folded;
      const owner = target.accountId == null ? undefined : account.get(target.accountId);
      const accountName = target.accountId == null ? null : (owner?.username ?? truncate(target.name));
      const { lastInsertRowid } = insert.run({
        now: clock.now(),
        accountId: target.accountId ?? null,
        accountName,
        userId: by.userId,
        memberId: by.memberId,
        tokenId: by.tokenId,
        actorName: truncate(by.name),
        address: by.address,
        action,
        targetKind: target.kind,
        targetId: target.id,
        targetName,
        details: detailsText(details),
        forGestores: Number(owner ? owner.role === 'user' : !isForAdministrators(action)),
        searchText: searchable(
          [by.name, targetName, accountName, details.other, by.address].filter(Boolean).join('\n'),
        ),
      });
      return lastInsertRowid;
    },

    setDetails: (id: number, details: Details): void => void setDetails.run(JSON.stringify(details), id),

    /** Returns the matching entries, the newest first. */
    list(scope: Scope, filters: AuditFilters & { before?: number | undefined }, limit: number): AuditRow[] {
      const { before, accountId, actorId, screenId, kind, from, until } = filters;
      const text = searchable(filters.text?.trim() ?? '');
      const parameters: { [Name in keyof typeof conditions]?: string | number | undefined } = {
        ownId: scope.kind === 'own' ? scope.userId : undefined,
        gestorId: scope.kind === 'gestor' ? scope.userId : undefined,
        ...{ before, accountId, actorId, screenId, kind },
        from: from === undefined ? undefined : Date.parse(from),
        until: until === undefined ? undefined : Date.parse(until),
        [scope.kind === 'own' ? 'ownText' : 'text']: text === '' ? undefined : text,
      };
      const conditionValues = Object.entries(parameters).filter(([, value]) => value !== undefined) as [
        keyof typeof conditions,
        string | number,
      ][];
      return selectWhere(conditionValues.map(([name]) => name))
        .all({ ...Object.fromEntries(conditionValues), limit })
        .map((row) => ({ ...row, details: JSON.parse(row.details) as Details }));
    },

    /**
     * Deletes entries that are older than a year or beyond the limits. Returns their number. Actors with too many entries
     * lose theirs first, so that nobody can displace the entries of others.
     */
    sweep(): number {
      return database.tx(
        () =>
          removeOld.run(clock.now() - limits.audit.retentionDays * 86_400_000).changes +
          removeSurplusRefusals.run().changes +
          ((countOthers.get()?.count ?? 0) > limits.audit.maxEntries ? removeFloods.run().changes : 0) +
          removeSurplusOthers.run().changes,
      );
    },
  };
}

/** True for actions about the platform, and for sign-ins to unknown accounts: the typed e-mail may be a secret. */
const isForAdministrators = (action: string) => /^(session|station|settings|system)\./.test(action);
