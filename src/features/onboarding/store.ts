/** Reads which onboarding steps of an account are done, and stores those that it skipped. */
import type { OnboardingStep, SkippableStep } from '../../contract/accounts/onboarding.ts';
import type { Database } from '../../platform/storage/database.ts';

type StoredStep = Exclude<OnboardingStep, 'screen' | 'onAir'>;

export function createOnboardingStore(database: Database) {
  const exists = (condition: string) => `EXISTS (SELECT 1 FROM ${condition})`;
  const done = database.prepare<[{ userId: number }], Record<StoredStep, 0 | 1>>(`
    SELECT
      ${exists('visible_videos WHERE user_id = @userId')} AS content,
      ${exists('members WHERE user_id = @userId')} AS reception,
      ${exists('call_rooms WHERE user_id = @userId')} AS room`);
  const skipped = database.prepare<[number], { names: string }>(
    'SELECT skipped_steps AS names FROM users WHERE id = ?',
  );
  const setSkipped = database.prepare<[string, number]>('UPDATE users SET skipped_steps = ? WHERE id = ?');
  const skippedOf = (userId: number) => new Set((skipped.get(userId)?.names ?? '').split(',').filter(Boolean));
  return {
    /** Returns 1 for each step that is done, without those of screens, which the store of players knows. */
    done: (userId: number): Record<StoredStep, 0 | 1> | undefined => done.get({ userId }),
    skipped: (userId: number): ReadonlySet<string> => skippedOf(userId),
    skip(userId: number, step: SkippableStep): void {
      setSkipped.run([...skippedOf(userId).add(step)].join(','), userId);
    },
  };
}
