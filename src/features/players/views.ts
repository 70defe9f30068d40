/** Screens as studio and administrators see them: the stored row, what memory knows of its device, and links. */
import type { AdminPlayer, MyPlayer } from '../../contract/players.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { Heartbeats } from './heartbeats.ts';
import { byPresenceAndName } from './rules.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenViewsDeps {
  players: Pick<PlayerStore, 'itemName'>;
  playlists: Pick<PlaylistStore, 'mayShow'>;
  heartbeats: Pick<Heartbeats, 'isOnline' | 'presence'>;
  /** Signed address of an item's thumbnail; null when it has none. */
  thumbnailUrl(videoId: number): string | null;
}

const iso = (time: number): string => new Date(time).toISOString();

export function createScreenViews({ players, playlists, heartbeats, thumbnailUrl }: ScreenViewsDeps) {
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
    // A device may claim any item: only what its owner may show is looked up.
    const shownId = state.videoId !== null && playlists.mayShow(screen.userId, state.videoId) ? state.videoId : null;
    return {
      ...state,
      videoName: shownId === null ? null : (players.itemName(shownId) ?? null),
      thumbnailUrl: shownId === null ? null : thumbnailUrl(shownId),
    };
  }

  function forAdministrator(screen: Screen): AdminPlayer {
    return {
      ...forOwner(screen),
      ipAddress: heartbeats.presence(screen.id)?.ipAddress ?? screen.ipAddress,
      deviceInfo: screen.deviceInfo,
      owner: screen.owner,
      shouldPlay: screen.status === 'active' && screen.isPaired && screen.assignedPlaylist !== null && screen.isOwnerApproved,
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
