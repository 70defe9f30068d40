/** Reports which onboarding steps of an account are done, and skips steps (contract/README 2.16). */
import {
  type Onboarding,
  type OnboardingStep,
  onboardingSteps,
  type SkippableStep,
} from '../../contract/accounts/onboarding.ts';
import type { Publish } from '../../contract/events.ts';
import { type Database, writeUnlessFull } from '../../platform/storage/database.ts';
import type { Heartbeats } from '../players/heartbeats/heartbeats.ts';
import type { PlayerStore, Screen } from '../players/store.ts';
import { createOnboardingStore } from './store.ts';

export interface OnboardingDeps {
  database: Database;
  publish: Publish;
  heartbeats: Pick<Heartbeats, 'presence'>;
  players: Pick<PlayerStore, 'pagesOf'>;
}

export function createOnboardingService({ database, heartbeats, players, publish }: OnboardingDeps) {
  const store = createOnboardingStore(database);

  function find(userId: number): Onboarding {
    const done = store.done(userId);
    const stored = store.storedSteps(userId);
    /** Stops reading at the first screen that meets the condition: an account may have thousands of screens. */
    const hasScreen = (condition: (screen: Screen) => boolean): boolean => {
      for (const screens of players.pagesOf(userId)) if (screens.some(condition)) return true;
      return false;
    };
    const isPlaying = ({ id, state }: Screen) => typeof (heartbeats.presence(id)?.state ?? state)?.videoId === 'number';
    const isDone = (name: OnboardingStep): boolean => {
      if (name === 'screen') return hasScreen(({ isPaired }) => isPaired);
      if (name === 'onAir') return stored.has(name) || hasScreen(isPlaying);
      return done?.[name] === 1;
    };
    // Store the step: it is done once a screen has shown a content, although the screen may later report that it shows none.
    if (!stored.has('onAir') && isDone('onAir')) writeUnlessFull(() => database.tx(() => store.add(userId, 'onAir')));
    return {
      steps: onboardingSteps.map((name) => ({
        name,
        state: isDone(name) ? 'done' : stored.has(name) ? 'skipped' : 'open',
      })),
    };
  }

  return {
    find,
    skip(userId: number, step: SkippableStep): Onboarding {
      database.tx(() => {
        store.add(userId, step);
        publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
      });
      return find(userId);
    },
  };
}
