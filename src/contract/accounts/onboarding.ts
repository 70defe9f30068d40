/** Defines the onboarding: the steps from a new account to a clinic that is on the air (contract/README 2.16). */
import * as z from 'zod';

export const onboardingSteps = ['screen', 'content', 'onAir', 'reception', 'room'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Steps that a clinic may not need. */
export const skippableSteps = ['reception', 'room'] as const satisfies readonly OnboardingStep[];
export type SkippableStep = (typeof skippableSteps)[number];

export const onboarding = z.object({
  /** In the order in which they are done. */
  steps: z.array(z.object({ name: z.enum(onboardingSteps), state: z.enum(['open', 'done', 'skipped']) })),
});
export type Onboarding = z.infer<typeof onboarding>;

export const skippedStep = z.object({ step: z.enum(skippableSteps) });
