import type { Assignment } from '../server/requests/responses.ts';

/** Phase that a viewer sees; also the value of <body data-state>. */
export type Phase = 'loading' | 'playing' | 'waiting' | 'paused' | 'empty' | 'dark';

/** Returns the phase to show. `isBackingOff`: every item has failed, and the next attempt is delayed. */
export function phaseOf(assignment: Assignment | undefined, hasPicture: boolean, isBackingOff: boolean): Phase {
  if (!assignment) return 'loading';
  if (assignment.status === 'paused') return 'paused';
  if (assignment.isDark && assignment.status !== 'blocked') return 'dark';
  if (!assignment.playlist || assignment.status === 'blocked') return 'waiting';
  if (assignment.items.length === 0) return 'empty';
  if (hasPicture) return 'playing';
  return isBackingOff ? 'waiting' : 'loading';
}
