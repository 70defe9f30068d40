/** Notifies administrators once when the standby no longer follows, and once when it does again. */
import type { Clock } from '../../platform/clock.ts';
import type { StandbyReport } from '../backups/standby/folder.ts';
import { standbyBackEmail, standbyLostEmail } from './emails.ts';
import { createStateNotifier, type StateNotifierDeps } from './notifications.ts';

/** A standby whose copy is older than this counts as lost. It fetches a copy every 5 s. */
export const standbyLostAfterMs = 120_000;

/**
 * Returns a function that returns the age of the standby's copy in ms, or undefined without a standby. The age is at most the
 * time since this server's start, so that a server that was off does not report the standby as lost at once.
 */
export function createStandbyAge(report: () => StandbyReport | undefined, clock: Clock): () => number | undefined {
  const startedAt = clock.now();
  return () => {
    const at = report()?.at;
    return at === undefined ? undefined : Math.max(0, clock.now() - Math.max(at, startedAt));
  };
}

interface StandbyGuardDeps extends StateNotifierDeps {
  standbyAge(): number | undefined;
}

export function createStandbyGuard({ standbyAge, ...deps }: StandbyGuardDeps): (signal: AbortSignal) => Promise<void> {
  const notify = createStateNotifier(deps, 'standby', 'standby.isLost');
  return async (signal) => {
    const age = standbyAge();
    const isLost = age !== undefined && age > standbyLostAfterMs;
    await notify(isLost, isLost ? standbyLostEmail(age) : standbyBackEmail(), signal);
  };
}
