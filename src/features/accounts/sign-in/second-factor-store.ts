/** Stores the secrets of second factors, and hashes of their recovery codes. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { PersonKey } from '../people/person-store.ts';

export interface SecondFactor {
  /** The key in base32. */
  secret: string;
  /** Time step of the last used code; codes of this and earlier steps are refused. */
  lastStep: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  recoveryCodesLeft: number;
}

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

/** Stores second factors of accounts and of members. Functions that change something belong inside a transaction. */
export function createSecondFactorStore(database: Database, clock: Clock) {
  const ofPerson = 'user_id = ? AND member_id IS ?';
  const select = database.prepare<[number, number | null], SecondFactor & { id: number }>(`
    SELECT id, secret, last_step AS lastStep, created_at AS createdAt,
      (SELECT count(*) FROM recovery_codes c WHERE c.factor_id = f.id) AS recoveryCodesLeft
    FROM second_factors f WHERE ${ofPerson}`);
  const insert = database.prepare<[number, number | null, string, number, number]>(
    'INSERT INTO second_factors (user_id, member_id, secret, last_step, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const setStep = database.prepare<[number, number, number | null]>(
    `UPDATE second_factors SET last_step = ? WHERE ${ofPerson}`,
  );
  const remove = database.prepare<[number, number | null]>(`DELETE FROM second_factors WHERE ${ofPerson}`);
  const insertCode = database.prepare<[number, string]>(
    'INSERT INTO recovery_codes (factor_id, code_hash) VALUES (?, ?)',
  );
  const removeCode = database.prepare<[string, number, number | null]>(
    `DELETE FROM recovery_codes WHERE code_hash = ? AND factor_id = (SELECT id FROM second_factors WHERE ${ofPerson})`,
  );
  const removeCodes = database.prepare<[number]>('DELETE FROM recovery_codes WHERE factor_id = ?');
  const managersWithout = database.prepare<[], { id: number }>(
    "SELECT id FROM users WHERE role = 'admin' AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.member_id IS NULL)",
  );

  const personWithout = database.prepare<[{ userId: number }]>(`
    SELECT 1 FROM users WHERE id = @userId
      AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = @userId AND f.member_id IS NULL)
    UNION ALL SELECT 1 FROM members WHERE user_id = @userId AND status <> 'invited'
      AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.member_id = members.id)`);

  return {
    find: ({ userId, memberId }: PersonKey): SecondFactor | undefined => select.get(userId, memberId),
    enable({ userId, memberId }: PersonKey, secret: string, lastStep: number): void {
      insert.run(userId, memberId, secret, lastStep, clock.now());
    },
    setLastStep: ({ userId, memberId }: PersonKey, step: number): void => void setStep.run(step, userId, memberId),
    /** Replaces the recovery codes. `hashes`: SHA-256 of each. */
    setRecoveryCodes({ userId, memberId }: PersonKey, hashes: readonly string[]): void {
      const factor = select.get(userId, memberId);
      if (!factor) return;
      removeCodes.run(factor.id);
      for (const hash of hashes) insertCode.run(factor.id, hash);
    },
    /** Deletes a recovery code. Returns false if there is no such code, also because it was used. */
    useRecoveryCode: ({ userId, memberId }: PersonKey, hash: string): boolean =>
      removeCode.run(hash, userId, memberId).changes > 0,
    /** Deletes the second factor with its recovery codes. Returns false when there was none. */
    remove: ({ userId, memberId }: PersonKey): boolean => remove.run(userId, memberId).changes > 0,
    /** True if the account's owner, or a member who has joined, has no second factor. */
    isMissingIn: (userId: number): boolean => personWithout.get({ userId }) !== undefined,
    /** Returns the ids of administrators and gestores without a second factor. */
    managersWithout: (): number[] => managersWithout.all().map(({ id }) => id),
  };
}
