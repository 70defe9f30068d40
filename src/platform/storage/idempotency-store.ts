/** Stored responses of requests with an Idempotency-Key (table `idempotency_keys`). */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

export function createIdempotencyStore(database: Database, clock: Clock) {
  const find = database.prepare<[number, string, number], { response: Buffer }>(
    'SELECT response FROM idempotency_keys WHERE user_id = ? AND key_hash = ? AND created_at > ?',
  );
  const insert = database.prepare<[number, string, Buffer, number]>(
    `INSERT INTO idempotency_keys (user_id, key_hash, response, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET response = excluded.response, created_at = excluded.created_at`,
  );
  const removeBefore = database.prepare<[number]>('DELETE FROM idempotency_keys WHERE created_at <= ?');

  return {
    /** Runs `work` in one transaction with what it changes and stores. */
    tx: <T>(work: () => T): T => database.tx(work),
    /** Returns the stored response, or undefined for an unknown or expired key. */
    find: (userId: number, keyHash: string): Buffer | undefined =>
      find.get(userId, keyHash, clock.now() - limits.idempotencyKeyMs)?.response,
    insert: (userId: number, keyHash: string, response: Buffer): void =>
      void insert.run(userId, keyHash, response, clock.now()),
    /** Deletes expired keys; returns their number. */
    removeExpired: (): number => removeBefore.run(clock.now() - limits.idempotencyKeyMs).changes,
  };
}
