/** Searches, filters and counts screens, and returns them in pages: those of an account, and for managers those of all accounts. */
import type { Capability } from '../../contract/accounts/capabilities.ts';
import {
  type ListedAdminScreen,
  adminScreenFilter,
  type AdminScreensView,
  hasConnectionProblem,
  hasProblem,
  hasProblemForManagers,
  type ListedScreen,
  screenOrder,
  screenFilter,
} from '../../contract/changes/views.ts';
import type { AdminPlayer, AdminPlayersQuery, MyPlayer, ScreensQuery } from '../../contract/players.ts';
import { findPage } from '../../platform/storage/list-page.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import type { PlayerStore, Screen } from './store.ts';

/**
 * Number of screens evaluated between yields, which takes one or two ms; the first evaluation of a screen with 500 rules takes
 * 1.3 ms.
 */
const screensPerRead = 5;
const rowsPerRead = 250;

interface Viewer {
  userId: number;
  capabilities: ReadonlySet<Capability>;
}

/** Returns the fields that hide the activation code, with which a device is paired, from users who may only view screens. */
const hiddenFieldsFor = ({ capabilities }: Viewer) => (capabilities.has('screens') ? {} : { activationCode: '' });

/** The fields of an item that lists show. */
export type ShownItem = Pick<NonNullable<MyPlayer['state']>, 'videoName' | 'thumbnailUrl'>;
type FindItem = (userId: number, videoId: number) => ShownItem;

/** `forOwner` and `forAdministrator` return a screen as lists show it. `cacheItems` returns a lookup that reads an item once. */
interface Views {
  forOwner(screen: Screen, findItem?: FindItem): MyPlayer;
  forAdministrator(screen: Screen, findItem?: FindItem): AdminPlayer;
  cacheItems(): FindItem;
}

interface ScreenListsDeps {
  players: Pick<PlayerStore, 'listedOf' | 'listedOfAll' | 'byIds'>;
  heartbeats: Pick<Heartbeats, 'isOnline' | 'presence'>;
}

export function createScreenLists(
  { players, heartbeats }: ScreenListsDeps,
  { forOwner, forAdministrator, cacheItems }: Views,
) {
  function find(user: Viewer, { limit, after, state, search, groupId }: ScreensQuery) {
    const isWanted = screenFilter({ state, search });
    const isForProblems = state === 'problem';
    // Looking for problems evaluates the programme of each screen: read a few at a time.
    const listed = players.listedOf(user.userId, groupId ?? null, isForProblems ? screensPerRead : rowsPerRead);
    const batches = withPresence(listed, hiddenFieldsFor(user));
    return findPage(isForProblems ? withProblem(user.userId, batches, isWanted) : batches, {
      matches: isWanted,
      compare: screenOrder({ search }),
      after: after as ListedScreen | undefined,
      limit,
    });
  }

  function* withPresence(batches: ReturnType<PlayerStore['listedOf']>, hidden: object): Generator<ListedScreen[]> {
    for (const batch of batches)
      yield batch.map((screen) => ({ ...screen, isOnline: heartbeats.isOnline(screen.id), ...hidden }));
  }

  function* withProblem(
    userId: number,
    batches: Iterable<ListedScreen[]>,
    isWanted: (screen: ListedScreen) => boolean,
  ) {
    const findItem = cacheItems();
    for (const batch of batches) {
      const wanted = batch.filter(isWanted);
      const undecided = wanted.filter((each) => hasConnectionProblem(each) === undefined).map(({ id }) => id);
      const screens = players.byIds(undecided, userId);
      const problemIds = new Set(screens.filter((each) => hasProblem(forOwner(each, findItem))).map(({ id }) => id));
      yield wanted.filter((each) => hasConnectionProblem(each) ?? problemIds.has(each.id));
    }
  }

  function* listedOfAll(withProblems: boolean): Generator<(ListedAdminScreen & { isOwnerApproved: boolean })[]> {
    for (const batch of players.listedOfAll(withProblems, rowsPerRead))
      yield batch.map((each) => ({
        ...each,
        isOnline: heartbeats.isOnline(each.id),
        state: heartbeats.presence(each.id)?.state ?? each.state,
      }));
  }

  /** Returns the views of a page's screens in the page's order. `userId`: the owner of the screens; null for all owners. */
  function* viewsOf<View>(
    page: readonly { id: number }[],
    userId: number | null,
    viewOf: (screen: Screen, findItem: FindItem) => View,
  ): Generator<void, View[]> {
    const findItem = cacheItems();
    const list: View[] = [];
    for (let start = 0; start < page.length; start += screensPerRead) {
      const ids = page.slice(start, start + screensPerRead).map(({ id }) => id);
      const views = new Map(players.byIds(ids, userId).map((screen) => [screen.id, viewOf(screen, findItem)]));
      list.push(...ids.flatMap((id) => views.get(id) ?? []));
      yield;
    }
    return list;
  }

  return {
    /** Returns the account's screens that match; without a query all of them. */
    *listFor(user: Viewer, query: ScreensQuery): Generator<void, MyPlayer[]> {
      const { page } = yield* find(user, query);
      return yield* viewsOf(page, user.userId, (...screen) => ({ ...forOwner(...screen), ...hiddenFieldsFor(user) }));
    },

    /** Returns the number of the account's screens that match. */
    *countFor(user: Viewer, query: ScreensQuery): Generator<void, { count: number }> {
      return { count: (yield* find(user, { ...query, limit: 0 })).count };
    },

    /** Returns the screens of all accounts that match; without a query all of them. */
    *listForManagers({ limit, after, ...view }: AdminPlayersQuery): Generator<void, AdminPlayer[]> {
      const { page } = yield* findPage(listedOfAll(view.state === 'problem'), {
        matches: adminScreenFilter(view),
        compare: screenOrder(view),
        after: after as ListedAdminScreen | undefined,
        limit,
      });
      return yield* viewsOf(page, null, forAdministrator);
    },

    /** Returns how many screens of all accounts match, how many of these are online, and how many have a problem. */
    *countForManagers(view: AdminScreensView): Generator<void, { count: number; online: number; problems: number }> {
      const matches = adminScreenFilter(view);
      const counts = { count: 0, online: 0, problems: 0 };
      for (const listed of listedOfAll(true)) {
        const found = listed.filter(matches);
        counts.count += found.length;
        counts.online += found.filter(({ isOnline }) => isOnline).length;
        counts.problems += found.filter(hasProblemForManagers).length;
        yield;
      }
      return counts;
    },

    /** Returns for each approved account with paired screens how many there are, and how many of these are online. */
    *countByAccount(): Generator<void, { userId: number; total: number; online: number }[]> {
      const counts = new Map<number, { userId: number; total: number; online: number }>();
      for (const batch of listedOfAll(false)) {
        for (const { owner, isOwnerApproved, isPaired, isOnline } of batch) {
          if (!isPaired || !isOwnerApproved) continue;
          const { total, online } = counts.get(owner.id) ?? { total: 0, online: 0 };
          counts.set(owner.id, { userId: owner.id, total: total + 1, online: online + Number(isOnline) });
        }
        yield;
      }
      return [...counts.values()];
    },
  };
}
