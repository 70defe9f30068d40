/** Finds the screens that should show an account's calls (active, with a device), and the rooms for which they are chosen. */
import type { QuietHours } from '../../contract/display.ts';
import { isOpenAt } from '../../contract/programme/opening-hours.ts';
import { offsetMinutes } from '../../platform/time-zones.ts';
import type { PlayerStore } from '../players/store.ts';
import type { CallStore, StoredCall } from './call-store.ts';

export interface CallScreen {
  id: number;
  name: string;
  quietHours: QuietHours | null;
  /** Rooms for which the screen is chosen, directly or by a group. */
  roomIds: number[];
}

export function screensOf(
  { players, calls }: { players: Pick<PlayerStore, 'list'>; calls: Pick<CallStore, 'screensOfRooms'> },
  userId: number,
): CallScreen[] {
  const roomScreens = calls.screensOfRooms(userId);
  return players
    .list(userId)
    .filter(({ status, isPaired }) => status === 'active' && isPaired)
    .map(({ id, name, quietHours }) => ({
      id,
      name,
      quietHours,
      roomIds: roomScreens.filter(({ playerId }) => playerId === id).map(({ roomId }) => roomId),
    }));
}

/** True if the screen should show the call. */
export const isTarget = ({ roomIds }: CallScreen, { isOnAll, roomId }: StoredCall): boolean =>
  isOnAll || (roomId !== null && roomIds.includes(roomId));

/**
 * Returns `isQuietTime` for a receipt without sound if the screen's quiet hours mute calls at `at` (milliseconds since 1970),
 * otherwise no field. Uses the current quiet hours, because receipts do not store them.
 */
export function quietTimeField(
  { playerId, hadSound }: { playerId: number; hadSound: boolean },
  at: number,
  { screens, zone }: { screens: readonly CallScreen[]; zone: string },
): { isQuietTime?: true } {
  const hours = hadSound ? null : screens.find(({ id }) => id === playerId)?.quietHours;
  if (!hours?.mutesCalls) return {};
  const isQuiet = isOpenAt([hours], { minutes: offsetMinutes(zone, at), changes: [] }, at);
  return isQuiet ? { isQuietTime: true } : {};
}
