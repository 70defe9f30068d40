import type { Assignment } from '../server/requests/responses.ts';

/** Phase that a viewer sees; also the value of <body data-state>. */
export type Phase = 'loading' | 'playing' | 'waiting' | 'paused' | 'empty' | 'idle' | 'dark';

export interface PictureState {
  /** An item is on the screen. */
  hasPicture: boolean;
  /** Every item has failed, and the next attempt is delayed. */
  isBackingOff: boolean;
  /** The device has shown items of the assigned playlist before. */
  hasShownPlaylist: boolean;
}

/** Returns the phase to show; `idle` if a screen that is set up has nothing to show (web/player/README 3.3). */
export function phaseOf(
  assignment: Assignment | undefined,
  { hasPicture, isBackingOff, hasShownPlaylist }: PictureState,
): Phase {
  if (!assignment) return 'loading';
  if (assignment.status === 'paused') return 'paused';
  if (assignment.isDark && assignment.status !== 'blocked') return 'dark';
  if (!assignment.playlist || assignment.status === 'blocked') return 'waiting';
  if (assignment.items.length === 0) return assignment.isNothingDue || hasShownPlaylist ? 'idle' : 'empty';
  if (hasPicture) return 'playing';
  return isBackingOff ? 'waiting' : 'loading';
}
