/** Stores API tokens (contract/README 1.21) as SHA-256. A token is a prefix and 256 random bits. */
import { capabilitiesOfScopes, type TokenScope, tokenScopes } from '../../contract/accounts/capabilities.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { notFound } from '../../contract/errors.ts';
import type { ApiToken, NewApiToken } from '../../contract/accounts/team.ts';
import type { Clock } from '../../platform/clock.ts';
import { apiTokenPrefix } from '../../platform/http/access/access.ts';
import { generateToken, sha256Hex } from '../../platform/random.ts';
import type { SampledLog } from '../../platform/log.ts';
import { type Database, writeUnlessFull } from '../../platform/storage/database.ts';
import { type Throttles, networkOf } from '../../platform/throttle.ts';

const touchEveryMs = 10 * 60_000;
const dayMs = 86_400_000;

interface TokenRow {
  id: number;
  name: string;
  scopes: string;
  createdAt: number;
  createdBy: string;
  expiresAt: number;
  lastUsedAt: number | null;
}

interface OwnerRow extends Pick<UserActor, 'userId' | 'username' | 'email' | 'role' | 'userType'> {
  status: 'pending' | 'approved' | 'blocked';
  breakingNews: number;
  radio: number;
  management: number;
}

export type ApiTokenStore = ReturnType<typeof createApiTokenStore>;

const columns = `api_tokens.id, api_tokens.name, scopes, api_tokens.created_at AS createdAt, expires_at AS expiresAt,
  last_used_at AS lastUsedAt, coalesce(members.name, members.email, users.username) AS createdBy`;
const tables =
  'api_tokens JOIN users ON users.id = api_tokens.user_id LEFT JOIN members ON members.id = api_tokens.member_id';

/** `sampledLog` logs refused tokens. */
export function createApiTokenStore(
  database: Database,
  clock: Clock,
  { throttles, sampledLog }: { throttles: Throttles; sampledLog: Pick<SampledLog, 'warn'> },
) {
  const throttle = throttles.action('api-token');
  const all = database.prepare<[number], TokenRow>(
    `SELECT ${columns} FROM ${tables} WHERE api_tokens.user_id = ? ORDER BY api_tokens.id DESC`,
  );
  const findRow = database.prepare<[number], TokenRow>(`SELECT ${columns} FROM ${tables} WHERE api_tokens.id = ?`);
  const count = database.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM api_tokens WHERE user_id = ?',
  );
  const ofMember = database.prepare<[number], { id: number; name: string }>(
    'SELECT id, name FROM api_tokens WHERE member_id = ? ORDER BY id',
  );
  const insert = database.prepare<[number, number | null, string, string, string, number, number]>(
    'INSERT INTO api_tokens (user_id, member_id, name, token_hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[number, number]>('DELETE FROM api_tokens WHERE user_id = ? AND id = ?');
  const removeAll = database.prepare<[number]>('DELETE FROM api_tokens WHERE user_id = ?');
  const touch = database.prepare<[number, number]>('UPDATE api_tokens SET last_used_at = ? WHERE id = ?');
  // While an account has a manager's role, its tokens are not found; they work again when it is a common account again.
  const byHash = database.prepare<[string], TokenRow & OwnerRow>(`
    SELECT ${columns}, users.id AS userId, username, users.email, users.role, user_type AS userType, users.status,
      can_access_breaking_news AS breakingNews, can_access_radio AS radio, can_access_management AS management
    FROM ${tables} JOIN user_quotas ON user_quotas.user_id = users.id WHERE token_hash = ? AND users.role = 'user'`);

  /** Stores the time of the last use, every ten minutes at most. Ignores a full disk: programs must still be served. */
  function touchToken({ id, lastUsedAt }: TokenRow): void {
    const now = clock.now();
    if (lastUsedAt !== null && now >= lastUsedAt && now - lastUsedAt < touchEveryMs) return;
    writeUnlessFull(() => void touch.run(now, id));
  }

  return {
    /**
     * Returns the actor of a valid token; undefined for an unknown or expired one. Throws too_many_requests if an address sends
     * many unknown ones.
     */
    identify(
      token: string,
      { address }: { address: string | undefined },
    ): { actor: UserActor; status: OwnerRow['status'] } | undefined {
      const row = byHash.get(sha256Hex(token));
      if (!row) {
        const guess = { address: networkOf(address ?? '') };
        sampledLog.warn('token refused', { action: 'api-token', address });
        throttle.check(guess);
        throttle.failed(guess);
        return undefined;
      }
      if (row.expiresAt <= clock.now()) {
        sampledLog.warn('token refused', { action: 'api-token', address, account: row.email });
        return undefined;
      }
      touchToken(row);
      const { userId, username, email, role, userType, status } = row;
      const actor: UserActor = {
        ...{ kind: 'user', userId, username, email, role, userType },
        features: {
          breakingNews: row.breakingNews === 1,
          radio: row.radio === 1,
          management: row.management === 1,
        },
        member: undefined,
        token: { id: row.id, name: row.name },
        capabilities: capabilitiesOfScopes(scopesOf(row)),
        sessionHash: '',
      };
      return { actor, status };
    },
    /** Returns the account's tokens, the newest first. */
    list: (userId: number): ApiToken[] => all.all(userId).map(toToken),
    count: (userId: number): number => count.get(userId)?.count ?? 0,
    /** Creates a token. Only this response contains it: the database has its hash. */
    create(
      { userId, member }: Pick<UserActor, 'userId' | 'member'>,
      { name, scopes, days }: { name: string; scopes: TokenScope[]; days: number },
    ): NewApiToken {
      const token = apiTokenPrefix + generateToken();
      const now = clock.now();
      const [hash, scopeNames, end] = [sha256Hex(token), scopes.join(' '), now + days * dayMs];
      const { lastInsertRowid } = insert.run(userId, member?.id ?? null, name, hash, scopeNames, now, end);
      const row = findRow.get(Number(lastInsertRowid));
      if (!row) throw notFound('apiToken');
      return { ...toToken(row), token };
    },
    /** Throws not_found, also for a token of another account. */
    remove(userId: number, id: number): void {
      if (remove.run(userId, id).changes === 0) throw notFound('apiToken');
    },
    /** Returns the tokens that a member made. */
    listOfMember: (memberId: number) => ofMember.all(memberId),
    /** Deletes all tokens of the account. Returns their number. */
    removeAllOf: (userId: number): number => removeAll.run(userId).changes,
  };
}

const scopesOf = ({ scopes }: Pick<TokenRow, 'scopes'>): TokenScope[] => {
  const names = scopes.split(' ');
  return tokenScopes.filter((scope) => names.includes(scope));
};

const iso = (time: number): string => new Date(time).toISOString();

const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  expiresAt: iso(row.expiresAt),
  lastUsedAt: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
});
