/** Reads which onboarding steps of an account are done. Stores its skipped steps, and the step `onAir` once a screen has shown a content. */
import type { OnboardingStep, SkippableStep } from '../../contract/accounts/onboarding.ts';
import type { Database } from '../../platform/storage/database.ts';

/** Steps that are done once the account has a row of a certain table. `screen` and `onAir` depend on the account's screens. */
type RowStep = Exclude<OnboardingStep, 'screen' | 'onAir'>;

export function createOnboardingStore(database: Database) {
  const exists = (condition: string) => `EXISTS (SELECT 1 FROM ${condition})`;
  const done = database.prepare<[{ userId: number }], Record<RowStep, 0 | 1>>(`
    SELECT
      ${exists('visible_videos WHERE user_id = @userId')} AS content,
      ${exists('members WHERE user_id = @userId')} AS reception,
      ${exists('call_rooms WHERE user_id = @userId')} AS room`);
  const stored = database.prepare<[number], { names: string }>('SELECT stored_steps AS names FROM users WHERE id = ?');
  const setStored = database.prepare<[string, number]>('UPDATE users SET stored_steps = ? WHERE id = ?');
  const storedOf = (userId: number) => new Set((stored.get(userId)?.names ?? '').split(',').filter(Boolean));
  return {
    done: (userId: number): Record<RowStep, 0 | 1> | undefined => done.get({ userId }),
    storedSteps: (userId: number): ReadonlySet<string> => storedOf(userId),
    add(userId: number, step: SkippableStep | 'onAir'): void {
      setStored.run([...storedOf(userId).add(step)].join(','), userId);
    },
  };
}
