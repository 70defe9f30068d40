/**
 * Browsers in which an account has signed in (src/README 5.3): a 256-bit token in a cookie, kept as its SHA-256. It
 * opens nothing; it only says that guesses by unknown callers do not count here.
 */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';
import type { PersonKey } from '../people/person-store.ts';

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>;

const keptMs = limits.knownDeviceDays * 86_400_000;
/** Maximum number of known devices of one person; the one unused for longest is forgotten. */
const perAccount = 30;

/** A member's devices are no other person's: each has failures of its own. */
const tables = {
  account: { table: 'known_devices', owner: 'user_id' },
  member: { table: 'known_member_devices', owner: 'member_id' },
} as const;

export function createKnownDeviceStore(database: Database, clock: Clock) {
  const ofAccounts = statements(database, 'account');
  const ofMembers = statements(database, 'member');
  const of = ({ userId, memberId }: PersonKey) =>
    memberId === null ? ([ofAccounts, userId, ''] as const) : ([ofMembers, memberId, 'm'] as const);

  return {
    /** By what the device's failures count for this person; undefined for a unknown caller's. */
    find(token: string | undefined, person: PersonKey): string | undefined {
      if (!token) return undefined;
      const hash = sha256Hex(token);
      const [{ isKnown }, id, kind] = of(person);
      return isKnown.get(hash, id) && `${kind}${id} ${hash}`;
    },
    /** The device's new token; the one before is void. Call it in a transaction, after a right password. */
    remember(token: string | undefined, person: PersonKey): string {
      const next = generateToken();
      const hash = sha256Hex(next);
      if (token) for (const { rename } of [ofAccounts, ofMembers]) rename.run(hash, sha256Hex(token));
      const [{ keep, forgetSurplus }, id] = of(person);
      keep.run(hash, id, clock.now());
      for (const { forgetUnused } of [ofAccounts, ofMembers]) forgetUnused.run(clock.now() - keptMs);
      forgetSurplus.run({ id });
      return next;
    },
  };
}

function statements(database: Database, kind: keyof typeof tables) {
  const { table, owner } = tables[kind];
  return {
    isKnown: database.prepare<[string, number]>(`SELECT 1 FROM ${table} WHERE device_hash = ? AND ${owner} = ?`),
    rename: database.prepare<[string, string]>(`UPDATE ${table} SET device_hash = ? WHERE device_hash = ?`),
    keep: database.prepare<[string, number, number]>(
      `INSERT OR REPLACE INTO ${table} (device_hash, ${owner}, last_used_at) VALUES (?, ?, ?)`,
    ),
    forgetUnused: database.prepare<[number]>(`DELETE FROM ${table} WHERE last_used_at < ?`),
    forgetSurplus: database.prepare<[{ id: number }]>(`
      DELETE FROM ${table} WHERE ${owner} = @id AND device_hash NOT IN (
        SELECT device_hash FROM ${table} WHERE ${owner} = @id ORDER BY last_used_at DESC LIMIT ${perAccount})`),
  };
}
