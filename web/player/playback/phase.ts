import type { Assignment } from '../server/requests/responses.ts';

/** Phase that a viewer sees; also on <body data-state>. */
export type Phase = 'loading' | 'playing' | 'waiting' | 'paused' | 'empty' | 'dark';

/** `isResting`: every item has failed, and the next try comes later. */
export function phaseOf(assignment: Assignment | undefined, hasPicture: boolean, isResting: boolean): Phase {
  if (!assignment) return 'loading';
  if (assignment.status === 'paused') return 'paused';
  if (assignment.isDark && assignment.status !== 'blocked') return 'dark';
  if (!assignment.playlist || assignment.status === 'blocked') return 'waiting';
  if (assignment.items.length === 0) return 'empty';
  if (hasPicture) return 'playing';
  return isResting ? 'waiting' : 'loading';
}
