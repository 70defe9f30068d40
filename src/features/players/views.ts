/** Screens as the API returns them to owners and administrators: the stored row, the device's presence, and links. */
import type { Capability } from '../../contract/accounts/capabilities.ts';
import { compareScreens } from '../../contract/changes/order.ts';
import { hasPlainProblem, hasProblem, type ScreenFacts, screenTest } from '../../contract/changes/views.ts';
import type { AdminPlayer, MyPlayer, ScreensQuery } from '../../contract/players.ts';
import { findPage } from '../../platform/storage/list-page.ts';
import { type Clock, yieldBetween } from '../../platform/clock.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ScreenProgrammes } from '../programme/screen-programmes.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import { sortByPresenceAndName } from './rules.ts';
import { settingsOf } from './settings.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenViewsDeps {
  players: Pick<PlayerStore, 'itemName' | 'factsOf' | 'byIds' | 'findOrThrow'>;
  playlists: Pick<PlaylistStore, 'mayShow'>;
  heartbeats: Pick<Heartbeats, 'isOnline' | 'presence'>;
  /** Returns the signed address of an item's thumbnail; null when it has none. */
  thumbnailUrl(videoId: number): string | null;
  screenProgrammes: Pick<ScreenProgrammes, 'currentAndNext' | 'emptyTime'>;
  timeZones: Pick<TimeZones, 'offsets'>;
  clock: Clock;
}

/** The fields of an item that lists show. */
type ShownItem = Pick<NonNullable<MyPlayer['state']>, 'videoName' | 'thumbnailUrl'>;

const iso = (time: number): string => new Date(time).toISOString();

/** Numbers of screens that are read at once, which takes a millisecond or two. The first evaluation of a screen with 500 rules takes 1.3 ms. */
const screensPerRead = 5;
const factsPerRead = 250;

interface Reader {
  userId: number;
  capabilities: ReadonlySet<Capability>;
}

/** Returns an empty activation code for users who may only view screens: a code pairs a device. */
const hiddenFor = ({ capabilities }: Reader) => (capabilities.has('screens') ? {} : { activationCode: '' });

export function createScreenViews(deps: ScreenViewsDeps) {
  const { players, playlists, heartbeats, thumbnailUrl, screenProgrammes, timeZones, clock } = deps;

  function itemNow(userId: number, videoId: number): ShownItem {
    // A device may report any id: look up only items that its owner may show.
    if (!playlists.mayShow(userId, videoId)) return { videoName: null, thumbnailUrl: null };
    return { videoName: players.itemName(videoId) ?? null, thumbnailUrl: thumbnailUrl(videoId) };
  }

  /** Returns a cached `itemNow` for one list: many screens show the same item, which costs three queries and a signature. */
  function cacheItems(): typeof itemNow {
    const itemCache = new Map<string, ShownItem>();
    return (userId, videoId) => {
      const key = `${userId} ${videoId}`;
      const item = itemCache.get(key) ?? itemNow(userId, videoId);
      itemCache.set(key, item);
      return item;
    };
  }

  function forOwner(screen: Screen, findItem = itemNow): MyPlayer {
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
      ...settingsOf(screen),
      assignedPlaylist: screen.assignedPlaylist,
      playsNow: playsNow(screen),
      emptyFrom: emptyFrom(screen),
    };
  }

  /** Returns the fields that a heartbeat, or its absence, changes. */
  function presenceOf(screen: Screen, findItem = itemNow): Pick<MyPlayer, 'id' | 'isOnline' | 'lastPing' | 'state'> {
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

  function stateOf(screen: Screen, findItem: typeof itemNow): MyPlayer['state'] {
    const state = heartbeats.presence(screen.id)?.state ?? screen.state;
    return (
      state && {
        ...state,
        ...(state.videoId === null ? { videoName: null, thumbnailUrl: null } : findItem(screen.userId, state.videoId)),
      }
    );
  }

  const ipAddressOf = ({ id, ipAddress }: Screen) => heartbeats.presence(id)?.ipAddress ?? ipAddress;

  function forAdministrator(screen: Screen, findItem = itemNow): AdminPlayer {
    return {
      ...forOwner(screen, findItem),
      ipAddress: ipAddressOf(screen),
      deviceInfo: screen.deviceInfo,
      owner: screen.owner,
      shouldPlay: screen.shouldPlay,
    };
  }

  function find(user: Reader, { limit, after, state, search, groupId }: ScreensQuery) {
    const isWanted = screenTest({ state, search });
    const hasAnyProblem = (screen: ScreenFacts) =>
      hasPlainProblem(screen) ?? hasProblem(forOwner(players.findOrThrow(screen.id)));
    // Looking for problems evaluates the programme of each screen.
    const batches = players.factsOf(user.userId, groupId ?? null, state === 'problem' ? screensPerRead : factsPerRead);
    return findPage(withPresence(batches, hiddenFor(user)), {
      matches: (screen) => isWanted(screen) && (state !== 'problem' || hasAnyProblem(screen)),
      compare: compareScreens,
      after: after as ScreenFacts | undefined,
      limit,
    });
  }

  function* withPresence(batches: ReturnType<PlayerStore['factsOf']>, hidden: object): Generator<ScreenFacts[]> {
    for (const facts of batches)
      yield facts.map((each) => ({ ...each, isOnline: heartbeats.isOnline(each.id), ...hidden }));
  }

  return {
    forOwner: (screen: Screen): MyPlayer => forOwner(screen),
    forAdministrator: (screen: Screen): AdminPlayer => forAdministrator(screen),
    presenceOf: (screen: Screen) => presenceOf(screen),
    presenceForAdministrator: (screen: Screen) => ({ ...presenceOf(screen), ipAddress: ipAddressOf(screen) }),

    /** Returns the account's screens, by default all. */
    *listFor(user: Reader, query: ScreensQuery): Generator<void, MyPlayer[]> {
      const { page } = yield* find(user, query);
      const findItem = cacheItems();
      const list: MyPlayer[] = [];
      for (let at = 0; at < page.length; at += screensPerRead) {
        const part = page.slice(at, at + screensPerRead);
        const screens = players.byIds(
          part.map(({ id }) => id),
          user.userId,
        );
        const views = new Map(
          screens.map((screen) => [screen.id, { ...forOwner(screen, findItem), ...hiddenFor(user) }]),
        );
        list.push(...part.flatMap(({ id }) => views.get(id) ?? []));
        yield;
      }
      return list;
    },

    /** Returns the number of the account's screens that match. */
    *countFor(user: Reader, query: ScreensQuery): Generator<void, { count: number }> {
      const { count } = yield* find(user, { ...query, limit: 0 });
      return { count };
    },

    listForAdministrator(pages: Iterable<Screen[]>): Promise<AdminPlayer[]> {
      const findItem = cacheItems();
      return yieldBetween(sortedViews(pages, (screen) => forAdministrator(screen, findItem)));
    },
  };
}

/** Yields after each few screens: 2,000 in one go would delay every poll. */
function* sortedViews<View extends MyPlayer>(pages: Iterable<Screen[]>, viewOf: (screen: Screen) => View) {
  const views: View[] = [];
  for (const screens of pages) {
    for (const screen of screens) {
      views.push(viewOf(screen));
      // The first evaluation of a screen with 500 rules takes 1.3 ms.
      if (views.length % 5 === 0) yield;
    }
  }
  return yield* sortByPresenceAndName(views);
}

export type ScreenViews = ReturnType<typeof createScreenViews>;
