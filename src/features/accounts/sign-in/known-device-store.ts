/**
 * Stores known devices, the browsers in which a person has signed in (src/README 5.3): SHA-256 of a 256-bit token in a cookie.
 * The token grants no access. When unknown callers guess the person's password, unknown browsers must wait before a sign-in,
 * but known devices need not.
 */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';
import type { PersonKey } from '../people/person-store.ts';

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>;

const retentionMs = limits.knownDeviceDays * 86_400_000;
/** Maximum number of known devices of one person. When there are more, the least recently used ones are deleted. */
const maxPerPerson = 30;
/** Maximum number of unused devices that a sign-in deletes: after months without sign-ins there may be thousands. */
const removedPerSignIn = 50;

/**
 * Tables for the owners of accounts and for members. One device may be known for several people; failed sign-ins from it are
 * counted for each person separately.
 */
const tables = {
  account: { table: 'known_devices', owner: 'user_id' },
  member: { table: 'known_member_devices', owner: 'member_id' },
} as const;

export function createKnownDeviceStore(database: Database, clock: Clock) {
  const ofAccounts = statements(database, 'account');
  const ofMembers = statements(database, 'member');
  const statementsOf = ({ userId, memberId }: PersonKey) =>
    memberId === null ? ([ofAccounts, userId, ''] as const) : ([ofMembers, memberId, 'm'] as const);

  return {
    /** Returns the key under which failed sign-ins of this person on the device are counted; undefined for an unknown device. */
    findKey(token: string | undefined, person: PersonKey): string | undefined {
      if (!token) return undefined;
      const hash = sha256Hex(token);
      const [{ isKnown }, id, kind] = statementsOf(person);
      return isKnown.get(hash, id) && `${kind}${id} ${hash}`;
    },
    /** Returns a new token for the device; the previous one is void. Call it in a transaction, after a correct password. */
    remember(token: string | undefined, person: PersonKey): string {
      const next = generateToken();
      const hash = sha256Hex(next);
      if (token) for (const { replaceHash } of [ofAccounts, ofMembers]) replaceHash.run(hash, sha256Hex(token));
      const [{ insert, deleteSurplus }, id] = statementsOf(person);
      insert.run(hash, id, clock.now());
      for (const { deleteUnused } of [ofAccounts, ofMembers]) deleteUnused.run(clock.now() - retentionMs);
      deleteSurplus.run({ id });
      return next;
    },
  };
}

function statements(database: Database, kind: keyof typeof tables) {
  const { table, owner } = tables[kind];
  return {
    isKnown: database.prepare<[string, number]>(`SELECT 1 FROM ${table} WHERE device_hash = ? AND ${owner} = ?`),
    replaceHash: database.prepare<[string, string]>(`UPDATE ${table} SET device_hash = ? WHERE device_hash = ?`),
    insert: database.prepare<[string, number, number]>(
      `INSERT OR REPLACE INTO ${table} (device_hash, ${owner}, last_used_at) VALUES (?, ?, ?)`,
    ),
    deleteUnused: database.prepare<[number]>(`
      DELETE FROM ${table} WHERE (device_hash, ${owner}) IN (
        SELECT device_hash, ${owner} FROM ${table} WHERE last_used_at < ? LIMIT ${removedPerSignIn})`),
    deleteSurplus: database.prepare<[{ id: number }]>(`
      DELETE FROM ${table} WHERE ${owner} = @id AND device_hash NOT IN (
        SELECT device_hash FROM ${table} WHERE ${owner} = @id ORDER BY last_used_at DESC LIMIT ${maxPerPerson})`),
  };
}
