/** Screens as studio and administrators see them: the stored row, what memory knows of its device, and links. */
import type { AdminPlayer, MyPlayer } from '../../contract/players.ts';
import type { Heartbeats } from './heartbeats.ts';
import { byPresenceAndName } from './rules.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenViewsDeps {
  players: Pick<PlayerStore, 'itemName'>;
  heartbeats: Pick<Heartbeats, 'isOnline' | 'presence'>;
  /** Signed address of an item's thumbnail; null when it has none. */
  thumbnailUrl(videoId: number): string | null;
}

const iso = (time: number): string => new Date(time).toISOString();

export function createScreenViews({ players, heartbeats, thumbnailUrl }: ScreenViewsDeps) {
  function forOwner(screen: Screen): MyPlayer {
    const presence = heartbeats.presence(screen.id);
    const lastPing = presence?.lastPing ?? screen.lastPing;
    return {
      id: screen.id,
      userId: screen.userId,
      name: screen.name,
      screenId: screen.screenId,
      activationCode: screen.activationCode,
      status: screen.status,
      isPaired: screen.isPaired,
      isOnline: heartbeats.isOnline(screen.id),
      lastPing: lastPing === null ? null : iso(lastPing),
      createdAt: iso(screen.createdAt),
      assignedPlaylist: screen.assignedPlaylist,
      state: stateOf(screen),
    };
  }

  function stateOf(screen: Screen): MyPlayer['state'] {
    const state = heartbeats.presence(screen.id)?.state ?? screen.state;
    if (!state) return null;
    const videoName = state.videoId === null ? undefined : players.itemName(state.videoId, screen.userId);
    return {
      ...state,
      videoName: videoName ?? null,
      thumbnailUrl: state.videoId === null || videoName === undefined ? null : thumbnailUrl(state.videoId),
    };
  }

  function forAdministrator(screen: Screen): AdminPlayer {
    return {
      ...forOwner(screen),
      ipAddress: heartbeats.presence(screen.id)?.ipAddress ?? screen.ipAddress,
      deviceInfo: screen.deviceInfo,
      owner: screen.owner,
    };
  }

  return {
    forOwner,
    forAdministrator,
    listForOwner: (screens: Screen[]): MyPlayer[] => screens.map(forOwner).sort(byPresenceAndName),
    listForAdministrator: (screens: Screen[]): AdminPlayer[] => screens.map(forAdministrator).sort(byPresenceAndName),
  };
}

export type ScreenViews = ReturnType<typeof createScreenViews>;
