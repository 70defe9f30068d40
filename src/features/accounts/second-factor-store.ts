/** The keys of second factors, and the recovery codes beside them. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';

export interface SecondFactor {
  /** Base32. */
  secret: string;
  /** Codes up to this step are used up. */
  lastStep: number;
  /** In ms. */
  createdAt: number;
  recoveryCodesLeft: number;
}

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

/** Functions that change something belong inside a transaction. */
export function createSecondFactorStore(database: Database, clock: Clock) {
  const select = database.prepare<[number], SecondFactor>(`
    SELECT secret, last_step AS lastStep, created_at AS createdAt,
      (SELECT count(*) FROM recovery_codes c WHERE c.user_id = f.user_id) AS recoveryCodesLeft
    FROM second_factors f WHERE user_id = ?`);
  const insert = database.prepare<[number, string, number, number]>(
    'INSERT INTO second_factors (user_id, secret, last_step, created_at) VALUES (?, ?, ?, ?)',
  );
  const setStep = database.prepare<[number, number]>('UPDATE second_factors SET last_step = ? WHERE user_id = ?');
  const remove = database.prepare<[number]>('DELETE FROM second_factors WHERE user_id = ?');
  const insertCode = database.prepare<[number, string]>(
    'INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)',
  );
  const removeCode = database.prepare<[number, string]>(
    'DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?',
  );
  const removeCodes = database.prepare<[number]>('DELETE FROM recovery_codes WHERE user_id = ?');
  const managersWithout = database.prepare<[], { id: number }>(
    "SELECT id FROM users WHERE role = 'admin' AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id)",
  );

  return {
    find: (userId: number): SecondFactor | undefined => select.get(userId),
    enable(userId: number, secret: string, lastStep: number): void {
      insert.run(userId, secret, lastStep, clock.now());
    },
    useUpTo: (userId: number, step: number): void => void setStep.run(step, userId),
    /** In place of those there were; SHA-256 each. */
    setRecoveryCodes(userId: number, hashes: readonly string[]): void {
      removeCodes.run(userId);
      for (const hash of hashes) insertCode.run(userId, hash);
    },
    /** False when there is none such any more. */
    useRecoveryCode: (userId: number, hash: string): boolean => removeCode.run(userId, hash).changes > 0,
    /** With its recovery codes; false when there was none. */
    remove: (userId: number): boolean => remove.run(userId).changes > 0,
    /** Administrators and gestores who have none. */
    managersWithout: (): number[] => managersWithout.all().map(({ id }) => id),
  };
}
