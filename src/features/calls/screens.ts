/** Finds the screens that should show an account's calls (active, with a device), and the rooms that name them. */
import type { PlayerStore } from '../players/store.ts';
import type { CallStore, StoredCall } from './call-store.ts';

export interface CallScreen {
  id: number;
  name: string;
  /** Rooms that name the screen. */
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
    .map(({ id, name }) => ({
      id,
      name,
      roomIds: roomScreens.filter(({ playerId }) => playerId === id).map(({ roomId }) => roomId),
    }));
}

/** True if the screen should show the call. */
export const isTarget = ({ roomIds }: CallScreen, { isOnAll, roomId }: StoredCall): boolean =>
  isOnAll || (roomId !== null && roomIds.includes(roomId));
