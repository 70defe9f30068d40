/** Stores responses of requests with an Idempotency-Key (table `idempotency_keys`). */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** Number of rows that are deleted at once. */
const rowsPerDeletion = 200;

export function createIdempotencyStore(database: Database, clock: Clock) {
  const find = database.prepare<[number, string, number], { response: string }>(
    'SELECT response FROM idempotency_keys WHERE user_id = ? AND key_hash = ? AND created_at > ?',
  );
  const count = database.prepare<[number, number], { count: number }>(
    'SELECT count(*) AS count FROM idempotency_keys WHERE user_id = ? AND created_at > ?',
  );
  const insert = database.prepare<[number, string, string, number]>(
    `INSERT INTO idempotency_keys (user_id, key_hash, response, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET response = excluded.response, created_at = excluded.created_at`,
  );
  const anyBefore = database.prepare<[number]>('SELECT 1 FROM idempotency_keys WHERE created_at <= ? LIMIT 1');
  const removeSome = (where: string) =>
    `DELETE FROM idempotency_keys WHERE (user_id, key_hash) IN
      (SELECT user_id, key_hash FROM idempotency_keys WHERE ${where} LIMIT ${rowsPerDeletion})`;
  const removeBefore = database.prepare<[number]>(removeSome('created_at <= ?'));
  const removeOldest = database.prepare<[number]>(removeSome('user_id = ? ORDER BY created_at'));
  const removeOf = database.prepare<[number]>('DELETE FROM idempotency_keys WHERE user_id = ?');
  const expiredBefore = () => clock.now() - limits.idempotency.lifeMs;

  return {
    /** Runs `work` in a transaction, so that its changes and the stored response are committed together. */
    tx: <T>(work: () => T): T => database.tx(work),
    /** Returns the stored response, or undefined for an unknown or expired key. */
    find: (userId: number, keyHash: string): string | undefined => find.get(userId, keyHash, expiredBefore())?.response,
    /** Returns the number of an account's keys that have not expired. */
    count: (userId: number): number => count.get(userId, expiredBefore())?.count ?? 0,
    /** Stores a response, in place of an expired one. */
    insert: (userId: number, keyHash: string, response: string): void =>
      void insert.run(userId, keyHash, response, clock.now()),
    /** Deletes some of an account's oldest keys; must be called in a transaction. */
    removeOldest: (userId: number): void => void removeOldest.run(userId),
    /** Deletes expired keys and responses, also in the database's files. Yields between parts: a day's keys take a second. */
    *removeExpired(): Generator<void, void> {
      for (const before = expiredBefore(); anyBefore.get(before);) {
        database.erase(() => removeBefore.run(before));
        yield;
      }
    },
    /** Deletes an account's keys and responses; must be called in `Database.erase`. */
    removeOf: (userId: number): void => void removeOf.run(userId),
  };
}
