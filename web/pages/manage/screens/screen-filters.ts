/** Filters the screens of 'Minhas Telas' (contract/README 2.4). Pure. */
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { ScreenFilter } from '../../../navigation/screen-filter.ts';
import { filterBySearch } from '../../../ui/text/search-text.ts';

export interface ScreenFilters {
  search: string;
  state: ScreenFilter;
  /** Shows only screens of this group; undefined, or the id of a deleted group: of all. */
  groupId: number | undefined;
}

export const noFilters: ScreenFilters = { search: '', state: 'all', groupId: undefined };

/** True if somebody should look at the screen: it reports a problem, has nothing to play now or soon, or a paired one is offline. */
export function hasProblem({ status, isPaired, isOnline, state, playsNow, emptyFrom }: MyPlayer): boolean {
  if (status === 'paused' || status === 'blocked') return true;
  if (!isOnline) return isPaired;
  const hasNothing = !playsNow.playlist && !playsNow.isDark && !playsNow.next;
  return (
    hasNothing ||
    emptyFrom !== null ||
    (state !== null && (state.lastError !== null || state.soundBlocked || state.clockUnknown))
  );
}

const stateTests: Record<ScreenFilter, (screen: MyPlayer) => boolean> = {
  all: () => true,
  online: ({ isOnline }) => isOnline,
  offline: ({ isOnline }) => !isOnline,
  problem: hasProblem,
};

/** Returns the screens that match all filters, in the given order. The search ignores accents and case. */
export function findScreens(
  screens: readonly MyPlayer[],
  { search, state, groupId }: ScreenFilters,
  groups: readonly ScreenGroup[],
): MyPlayer[] {
  const group = groups.find(({ id }) => id === groupId);
  return filterBySearch(
    screens.filter((screen) => stateTests[state](screen) && (!group || group.playerIds.includes(screen.id))),
    search,
    ({ name, assignedPlaylist }) => `${name} ${assignedPlaylist?.name ?? ''}`,
    ({ screenId, activationCode }) => [screenId, activationCode],
  );
}
