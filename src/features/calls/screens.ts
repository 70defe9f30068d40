/** The screens that should show an account's calls: active, with a device; and which rooms name them. */
import type { PlayerStore } from '../players/store.ts';
import type { CallStore, StoredCall } from './call-store.ts';

export interface CallScreen {
  id: number;
  name: string;
  /** Rooms that name it. */
  roomIds: number[];
}

export function screensOf(
  { players, calls }: { players: Pick<PlayerStore, 'list'>; calls: Pick<CallStore, 'namedScreens'> },
  userId: number,
): CallScreen[] {
  const named = calls.namedScreens(userId);
  return players
    .list(userId)
    .filter(({ status, isPaired }) => status === 'active' && isPaired)
    .map(({ id, name }) => ({
      id,
      name,
      roomIds: named.filter(({ playerId }) => playerId === id).map(({ roomId }) => roomId),
    }));
}

/** True if a screen shows a call. */
export const isMeant = ({ roomIds }: CallScreen, { isOnAll, roomId }: StoredCall): boolean =>
  isOnAll || (roomId !== null && roomIds.includes(roomId));
