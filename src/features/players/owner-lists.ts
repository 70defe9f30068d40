/** Lists of an account's screens, searched, filtered and in pages. */
import type { Capability } from '../../contract/accounts/capabilities.ts';
import { compareScreens } from '../../contract/changes/order.ts';
import { hasConnectionProblem, hasProblem, type ListedScreen, screenTest } from '../../contract/changes/views.ts';
import type { MyPlayer, ScreensQuery } from '../../contract/players.ts';
import { findPage } from '../../platform/storage/list-page.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import type { PlayerStore, Screen } from './store.ts';

/**
 * Number of screens evaluated between yields, which takes one or two ms; the first evaluation of a screen with 500 rules takes
 * 1.3 ms.
 */
const screensPerRead = 5;
const rowsPerRead = 250;

interface Reader {
  userId: number;
  capabilities: ReadonlySet<Capability>;
}

/** Returns an empty activation code for users who may only view screens: a code pairs a device. */
const hiddenFieldsFor = ({ capabilities }: Reader) => (capabilities.has('screens') ? {} : { activationCode: '' });

/** The fields of an item that lists show. */
export type ShownItem = Pick<NonNullable<MyPlayer['state']>, 'videoName' | 'thumbnailUrl'>;
type FindItem = (userId: number, videoId: number) => ShownItem;

/** `forOwner` returns a screen as lists show it; `cacheItems` a function that looks up each item once. */
export function createOwnerLists(
  {
    players,
    heartbeats,
  }: { players: Pick<PlayerStore, 'listedOf' | 'byIds'>; heartbeats: Pick<Heartbeats, 'isOnline'> },
  forOwner: (screen: Screen, findItem?: FindItem) => MyPlayer,
  cacheItems: () => FindItem,
) {
  function find(user: Reader, { limit, after, state, search, groupId }: ScreensQuery) {
    const isWanted = screenTest({ state, search });
    const isForProblems = state === 'problem';
    // Looking for problems evaluates the programme of each screen.
    const listed = players.listedOf(user.userId, groupId ?? null, isForProblems ? screensPerRead : rowsPerRead);
    const batches = withPresence(listed, hiddenFieldsFor(user));
    return findPage(isForProblems ? withProblem(user.userId, batches, isWanted) : batches, {
      matches: isWanted,
      compare: compareScreens,
      after: after as ListedScreen | undefined,
      limit,
    });
  }

  function* withPresence(batches: ReturnType<PlayerStore['listedOf']>, hidden: object): Generator<ListedScreen[]> {
    for (const facts of batches)
      yield facts.map((screen) => ({ ...screen, isOnline: heartbeats.isOnline(screen.id), ...hidden }));
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
      const ids = new Set(screens.filter((each) => hasProblem(forOwner(each, findItem))).map(({ id }) => id));
      yield wanted.filter((each) => hasConnectionProblem(each) ?? ids.has(each.id));
    }
  }

  return {
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
          screens.map((screen) => [screen.id, { ...forOwner(screen, findItem), ...hiddenFieldsFor(user) }]),
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
  };
}
