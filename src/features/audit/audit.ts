/** Records and reads the audit log (contract/README 1.17). Services call `record` in the transaction of the change. */
import type { AuditEntry, AuditFilters, AuditKind, AuditPage } from '../../contract/accounts/audit.ts';
import { roleNames } from '../../contract/accounts/capabilities.ts';
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import { type Clock, yieldToEventLoop } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type ActionName, changesOf, type Details, linesOf, sentenceOf, timesText } from './actions.ts';
import { createRefusals } from './refusals.ts';
import { type AuditRow, createAuditLogStore, type Scope, type Target } from './store.ts';
import { createAuditSweep } from './sweep-store.ts';

/** Author of commands in the server's shell. */
export const shellAuthor: Author = {
  userId: null,
  memberId: null,
  tokenId: null,
  name: 'Linha de comando do servidor',
  address: null,
};

export type Audit = ReturnType<typeof createAudit>;

const profiles = { common: null, gestor: 'Gestor', admin: 'Administrador' };

/** Returns which entries a manager may read. Administrators read all; gestores those about common accounts and themselves. */
export const scopeOf = ({ userId, userType }: UserActor): Scope =>
  userType === 'admin' ? { kind: 'administrator' } : { kind: 'gestor', userId };

export function createAudit(database: Database, clock: Clock) {
  const store = createAuditLogStore(database, clock);
  const refusals = createRefusals(store, database, clock);

  return {
    /** Records an entry. `details` are short and contain no secret. Call it before actor and target are deleted. */
    record: (by: Author, action: ActionName, target: Target, details: Details = {}): void =>
      void store.insert(by, action, target, details),

    /** Records an entry with those `pairs` (value before and after, by label) that differ. Records nothing if no pair differs. */
    recordChanges(
      by: Author,
      action: ActionName,
      target: Target,
      pairs: Record<string, readonly [unknown, unknown]>,
    ): void {
      const changes = changesOf(pairs);
      if (changes) store.insert(by, action, target, { changes });
    },

    countRefusal: refusals.count,

    /** Returns a page of entries, the newest first. */
    async page(scope: Scope, filters: AuditFilters & { before?: number | undefined }): Promise<AuditPage> {
      const rows: AuditRow[] = [];
      for (const batch of store.list(scope, filters, limits.audit.page + 1)) {
        rows.push(...batch);
        if (rows.length <= limits.audit.page) await yieldToEventLoop();
      }
      const shown = rows.slice(0, limits.audit.page);
      return {
        entries: shown.map((row) => entryOf(row, scope)),
        next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    /** Returns the newest entries in batches, 20,000 at most. Batches may be empty: yield to the event loop between them. */
    *all(scope: Scope, filters: AuditFilters): Generator<AuditEntry[]> {
      for (const batch of store.list(scope, filters, limits.audit.download))
        yield batch.map((row) => entryOf(row, scope));
    },

    /** Deletes entries that are older than a year or beyond the limits. Returns their number. */
    sweep: createAuditSweep(database, clock),

    close: refusals.close,
  };
}

/** Returns a text such as 'Ana (Recepção)' or 'token Painel'; '' for an unknown actor. */
function actorOf({ actorName, actorRole, actorTokenId }: AuditRow): string {
  if (actorTokenId !== null) return `token ${actorName}`;
  return actorRole === null ? actorName : `${actorName} (${roleNames[actorRole]})`;
}

function entryOf(row: AuditRow, scope: Scope): AuditEntry {
  const { id, createdAt, action, details, accountId, accountName, actorUserId, actorTokenId, actorType } = row;
  const name = actorOf(row);
  const who = actorTokenId === null ? name || (row.address === null ? 'O servidor' : 'Alguém') : `O ${name}`;
  // A clinic sees the addresses of its own people and of refused sign-ins, but not those of managers.
  const showsAddress = scope.kind !== 'own' || actorUserId === null || actorUserId === scope.userId;
  return {
    id,
    at: new Date(createdAt).toISOString(),
    kind: action.split('.')[0] as AuditKind,
    action,
    sentence: sentenceOf(action, { who, what: row.targetName, details }) + timesText(details.repeats),
    details: linesOf(details),
    actor: { userId: actorUserId, name, profile: actorType && profiles[actorType] },
    account: accountId === null ? null : { id: accountId, name: accountName ?? '' },
    target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
    address: showsAddress ? row.address : null,
  };
}
