/** Routes for the onboarding of an account (contract/README 2.16). */
import type { Handlers } from '../../contract/api/index.ts';
import { createOnboardingService, type OnboardingDeps } from './service.ts';

export function onboardingRoutes(deps: OnboardingDeps) {
  const service = createOnboardingService(deps);
  return {
    'GET /api/onboarding': ({ user }) => service.find(user.userId),

    'POST /api/onboarding/skip': ({ user, body }) => service.skip(user.userId, body.step),
  } satisfies Partial<Handlers>;
}
