/** Stores the audit log (table `audit_log`): entries are written once, read newest first, and deleted after a year. */
import type { AuditFilters, AuditKind } from '../../contract/accounts/audit.ts';
import type { MemberRole } from '../../contract/accounts/capabilities.ts';
import type { Author } from '../../contract/endpoint.ts';
import { fold } from '../../contract/text/folding.ts';
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

/** An entry as stored. `createdAt`: milliseconds since 1970. */
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

/** Maximum lengths in code units. Longer names are shortened, and the texts of details that are longer as JSON. */
const maxNameLength = 300;
const maxDetailsLength = 2_000;

type StoredRow = Omit<AuditRow, 'details'> & { details: string };
type QueryParameters = Record<string, string | number>;

const conditions = {
  ownId: 'l.account_id = @ownId',
  gestorId: '(l.for_gestores = 1 OR l.account_id = @gestorId)',
  accountId: 'l.account_id = @accountId',
  actorId: 'l.actor_user_id = @actorId',
  screenId: "l.target_kind = 'screen' AND l.target_id = @screenId",
  kind: "l.action >= @kind || '.' AND l.action < @kind || '/'",
  from: 'l.created_at >= @from',
  until: 'l.created_at < @until',
  text: 'instr(l.search_text, @text) > 0',
  // Leaves out addresses that the account may not see: a search that found an entry by its address would reveal the address.
  ownText: `instr(CASE WHEN l.actor_user_id IS NULL OR l.actor_user_id = @ownId THEN l.search_text
    ELSE substr(l.search_text, 1, length(l.search_text) - length(coalesce(l.address, ''))) END, @ownText) > 0`,
};

type ConditionName = keyof typeof conditions;

/** Conditions that an index can check. A search reads only the rows that fulfil these conditions, in the order of their ids. */
const indexed: ReadonlySet<string> = new Set<ConditionName>(['ownId', 'accountId', 'screenId']);

interface Search {
  /** Returns the lowest of the next `@rows` ids below `@before`; null after the last one. */
  floor: Statement<[QueryParameters], { id: number | null }>;
  list: Statement<[QueryParameters], StoredRow>;
}

/** Numbers of rows that a search reads at once, in at most about 4 ms. The first batch is small: most pages need no more. */
const rowsPerBatch = { first: 500, max: 4_000 };
/** Maximum number of entries that are returned at once: the caller builds a sentence for each. */
const maxFoundPerBatch = 500;

const truncate = (text: string) => shorten(text, maxNameLength);

/** Returns the details as JSON. Shortens the texts if the JSON is too long, so that long values cannot empty an entry. */
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
  const selects = new Map<string, Search>();

  /** Returns the statements for this set of conditions. A single statement with optional conditions could not use an index. */
  function selectWhere(names: readonly ConditionName[]): Search {
    const allOf = (some: readonly ConditionName[]) => some.map((name) => conditions[name]).join(' AND ') || 'true';
    const where = allOf(names);
    const existing = selects.get(where);
    if (existing) return existing;
    const floor = database.prepare<[QueryParameters], { id: number | null }>(`
      SELECT min(id) AS id FROM (SELECT l.id FROM audit_log l
        WHERE ${allOf(names.filter((name) => indexed.has(name)))} AND l.id < @before ORDER BY l.id DESC LIMIT @rows)`);
    const list = database.prepare<[QueryParameters], StoredRow>(`
      SELECT l.id, l.created_at AS createdAt, l.account_id AS accountId, l.account_name AS accountName,
        l.actor_user_id AS actorUserId, l.actor_name AS actorName, l.actor_token_id AS actorTokenId, l.actor_role AS actorRole, u.user_type AS actorType, l.address, l.action,
        l.target_kind AS targetKind, l.target_id AS targetId, l.target_name AS targetName, l.details
      FROM audit_log l LEFT JOIN users u ON u.id = l.actor_user_id
      WHERE ${where} AND l.id < @before AND l.id >= @floor ORDER BY l.id DESC LIMIT @limit`);
    const search = { floor, list };
    selects.set(where, search);
    return search;
  }

  return {
    /**
     * Stores an entry, or counts the action in a recent entry that it repeats (repeat-store.ts). Returns the entry's id. Call it
     * in the transaction of the change, before actor and target are deleted.
     */
    insert(by: Author, action: ActionName, target: Target, details: Details): number {
      const targetName = truncate(target.name);
      const repeatedId = repeats.countRepeat(by, action, { ...target, name: targetName }, details);
      if (repeatedId !== undefined) return repeatedId;
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

    /**
     * Returns at most `limit` matching entries in batches, the newest first. Batches may be empty: yield to the event loop after
     * each. A text is searched without an index, because an index of parts of words would be larger than the log, and each purge
     * would have to change it.
     */
    *list(scope: Scope, filters: AuditFilters & { before?: number | undefined }, limit: number): Generator<AuditRow[]> {
      const values = conditionValues(scope, filters);
      const { floor, list } = selectWhere(Object.keys(values) as ConditionName[]);
      let before = filters.before ?? Number.MAX_SAFE_INTEGER;
      let remaining = limit;
      for (let rows = rowsPerBatch.first; remaining > 0; rows = Math.min(rowsPerBatch.max, rows * 2)) {
        const lowest = floor.get({ ...values, before, rows })?.id ?? null;
        if (lowest === null) return;
        const count = Math.min(remaining, maxFoundPerBatch);
        const found = list.all({ ...values, before, floor: lowest, limit: count });
        remaining -= found.length;
        before = found.length < count ? lowest : (found.at(-1)?.id ?? lowest);
        yield found.map((row) => ({ ...row, details: JSON.parse(row.details) as Details }));
      }
    },
  };
}

/** Returns the value of each condition that a search has, by the condition's name. */
function conditionValues(scope: Scope, filters: AuditFilters): QueryParameters {
  const { accountId, actorId, screenId, kind, from, until } = filters;
  const text = searchable(filters.text?.trim() ?? '');
  const values: { [Name in ConditionName]?: string | number | undefined } = {
    ownId: scope.kind === 'own' ? scope.userId : undefined,
    gestorId: scope.kind === 'gestor' ? scope.userId : undefined,
    ...{ accountId, actorId, screenId, kind },
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
    [scope.kind === 'own' ? 'ownText' : 'text']: text === '' ? undefined : text,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as QueryParameters;
}

/**
 * True if gestores may not read entries of this action that have no account. These are entries about the platform, and about
 * sign-ins to unknown accounts, because the entered e-mail may be a secret.
 */
const isForAdministrators = (action: string) => /^(session|station|settings|system)\./.test(action);
