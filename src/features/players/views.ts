/** Converts stored screens to the screens of the API, for owners and administrators: adds presence, programme and signed URLs. */
import type { AdminPlayer, MyPlayer } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ScreenProgrammes } from '../programme/screen-programmes.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import { createScreenLists, type ShownItem } from './screen-lists.ts';
import { pickSettings } from './settings.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenViewsDeps {
  players: Pick<PlayerStore, 'itemName' | 'listedOf' | 'listedOfAll' | 'byIds' | 'findOrThrow'>;
  playlists: Pick<PlaylistStore, 'mayShow'>;
  heartbeats: Pick<Heartbeats, 'isOnline' | 'presence'>;
  /** Returns the signed address of an item's thumbnail; null when it has none. */
  thumbnailUrl(videoId: number): string | null;
  screenProgrammes: Pick<ScreenProgrammes, 'currentAndNext' | 'emptyTime'>;
  timeZones: Pick<TimeZones, 'offsets'>;
  clock: Clock;
}

const iso = (time: number): string => new Date(time).toISOString();

export function createScreenViews(deps: ScreenViewsDeps) {
  const { players, playlists, heartbeats, thumbnailUrl, screenProgrammes, timeZones, clock } = deps;

  function findShownItem(userId: number, videoId: number): ShownItem {
    // A device may report any id: look up only items that the screen's owner may show.
    if (!playlists.mayShow(userId, videoId)) return { videoName: null, thumbnailUrl: null };
    return { videoName: players.itemName(videoId) ?? null, thumbnailUrl: thumbnailUrl(videoId) };
  }

  /** Returns `findShownItem` with a cache for one list: many screens show the same item, and a lookup costs three queries. */
  function cacheItems(): typeof findShownItem {
    const itemCache = new Map<string, ShownItem>();
    return (userId, videoId) => {
      const key = `${userId} ${videoId}`;
      const item = itemCache.get(key) ?? findShownItem(userId, videoId);
      itemCache.set(key, item);
      return item;
    };
  }

  function forOwner(screen: Screen, findItem = findShownItem): MyPlayer {
    return {
      ...presenceOf(screen, findItem),
      userId: screen.userId,
      name: screen.name,
      screenId: screen.screenId,
      activationCode: screen.activationCode,
      status: screen.status,
      isPaired: screen.isPaired,
      createdAt: iso(screen.createdAt),
      callLayout: screen.callLayout,
      ...pickSettings(screen),
      assignedPlaylist: screen.assignedPlaylist,
      playsNow: playsNow(screen),
      emptyFrom: emptyFrom(screen),
    };
  }

  /** Returns the fields that a heartbeat, or its absence, changes. */
  function presenceOf(
    screen: Screen,
    findItem = findShownItem,
  ): Pick<MyPlayer, 'id' | 'isOnline' | 'lastPing' | 'state'> {
    const presence = heartbeats.presence(screen.id);
    const lastPing = presence?.lastPing ?? screen.lastPing;
    return {
      id: screen.id,
      isOnline: heartbeats.isOnline(screen.id),
      lastPing: lastPing === null ? null : iso(lastPing),
      state: stateOf(screen, findItem),
    };
  }

  function playsNow({ id, assignedPlaylist, owner }: Screen): MyPlayer['playsNow'] {
    return screenProgrammes.currentAndNext(id, assignedPlaylist, timeZones.offsets(owner.timeZone), clock.now());
  }

  function emptyFrom({ id, assignedPlaylist, owner, shouldPlay }: Screen): string | null {
    if (!shouldPlay) return null;
    const offsets = timeZones.offsets(owner.timeZone);
    const fromMs = screenProgrammes.emptyTime(id, assignedPlaylist?.id ?? null, offsets, clock.now());
    return fromMs === null ? null : iso(fromMs);
  }

  function stateOf(screen: Screen, findItem: typeof findShownItem): MyPlayer['state'] {
    const state = heartbeats.presence(screen.id)?.state ?? screen.state;
    return (
      state && {
        ...state,
        ...(state.videoId === null ? { videoName: null, thumbnailUrl: null } : findItem(screen.userId, state.videoId)),
      }
    );
  }

  const ipAddressOf = ({ id, ipAddress }: Screen) => heartbeats.presence(id)?.ipAddress ?? ipAddress;

  function forAdministrator(screen: Screen, findItem = findShownItem): AdminPlayer {
    return {
      ...forOwner(screen, findItem),
      ipAddress: ipAddressOf(screen),
      deviceInfo: screen.deviceInfo,
      owner: screen.owner,
      shouldPlay: screen.shouldPlay,
    };
  }

  return {
    forOwner: (screen: Screen): MyPlayer => forOwner(screen),
    forAdministrator: (screen: Screen): AdminPlayer => forAdministrator(screen),
    presenceOf: (screen: Screen) => presenceOf(screen),
    presenceForAdministrator: (screen: Screen) => ({ ...presenceOf(screen), ipAddress: ipAddressOf(screen) }),

    ...createScreenLists(deps, { forOwner, forAdministrator, cacheItems }),
  };
}

export type ScreenViews = ReturnType<typeof createScreenViews>;
