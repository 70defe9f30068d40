/** Reads which onboarding steps of an account are done, and stores those that it skipped. */
import type { OnboardingStep, SkippableStep } from '../../contract/accounts/onboarding.ts';
import type { Database } from '../../platform/storage/database.ts';

export function createOnboardingStore(database: Database) {
  const exists = (condition: string) => `EXISTS (SELECT 1 FROM ${condition})`;
  const done = database.prepare<[{ userId: number }], Record<OnboardingStep, 0 | 1>>(`
    SELECT
      ${exists('player_sessions WHERE user_id = @userId')} AS screen,
      ${exists('visible_videos WHERE user_id = @userId')} AS content,
      ${exists("players WHERE user_id = @userId AND json_extract(state, '$.videoId') IS NOT NULL")} AS onAir,
      ${exists('members WHERE user_id = @userId')} AS reception,
      ${exists('call_rooms WHERE user_id = @userId')} AS room`);
  const skipped = database.prepare<[number], { names: string }>(
    'SELECT skipped_steps AS names FROM users WHERE id = ?',
  );
  const setSkipped = database.prepare<[string, number]>('UPDATE users SET skipped_steps = ? WHERE id = ?');
  const screens = database.prepare<[number], { id: number }>('SELECT id FROM players WHERE user_id = ?');
  const skippedOf = (userId: number) => new Set((skipped.get(userId)?.names ?? '').split(',').filter(Boolean));
  return {
    /** Returns for each step whether it is done. `onAir` counts a stored state only, which is older than the heartbeats. */
    done: (userId: number): Record<OnboardingStep, 0 | 1> | undefined => done.get({ userId }),
    screenIds: (userId: number): number[] => screens.all(userId).map(({ id }) => id),
    skipped: (userId: number): ReadonlySet<string> => skippedOf(userId),
    skip(userId: number, step: SkippableStep): void {
      setSkipped.run([...skippedOf(userId).add(step)].join(','), userId);
    },
  };
}
