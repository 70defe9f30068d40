/** Routes for the onboarding of an account (contract/README 2.16). */
import { onboardingSteps, type Onboarding } from '../../contract/accounts/onboarding.ts';
import type { Handlers } from '../../contract/api/index.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Heartbeats } from '../players/heartbeats/heartbeats.ts';
import { createOnboardingStore } from './store.ts';

export interface OnboardingDeps {
  database: Database;
  heartbeats: Pick<Heartbeats, 'presence'>;
}

export function onboardingRoutes({ database, heartbeats }: OnboardingDeps) {
  const store = createOnboardingStore(database);

  function onboardingOf(userId: number): Onboarding {
    const done = store.done(userId);
    const skipped = store.skipped(userId);
    const isPlaying = (id: number) => typeof heartbeats.presence(id)?.state?.videoId === 'number';
    const isDone = (name: (typeof onboardingSteps)[number]) =>
      done?.[name] === 1 || (name === 'onAir' && store.screenIds(userId).some(isPlaying));
    return {
      steps: onboardingSteps.map((name) => ({
        name,
        state: isDone(name) ? 'done' : skipped.has(name) ? 'skipped' : 'open',
      })),
    };
  }

  return {
    'GET /api/onboarding': ({ user }) => onboardingOf(user.userId),

    'POST /api/onboarding/skip': ({ user, body }) => {
      store.skip(user.userId, body.step);
      return onboardingOf(user.userId);
    },
  } satisfies Partial<Handlers>;
}
