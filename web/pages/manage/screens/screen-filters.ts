/** Filters the screens of 'Minhas Telas' (contract/README 2.4). Pure functions. */
import { bestMatchesFirst, hasProblem, screenFilter } from '../../../../src/contract/changes/views.ts';
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { ScreenFilter } from '../../../navigation/screen-filter.ts';

export interface ScreenFilters {
  search: string;
  state: ScreenFilter;
  /** Shows only screens of this group; all screens if undefined or if the group was deleted. */
  groupId: number | undefined;
}

export const noFilters: ScreenFilters = { search: '', state: 'all', groupId: undefined };

/** Returns the screens that match all filters. Screens whose name matches the search come first; else the order is kept. */
export function findScreens(
  screens: readonly MyPlayer[],
  { search, state, groupId }: ScreenFilters,
  groups: readonly ScreenGroup[],
): MyPlayer[] {
  const group = groups.find(({ id }) => id === groupId);
  const matches = screenFilter({ search, ...(state !== 'all' && { state }) });
  return screens
    .filter(
      (screen) =>
        matches(screen) &&
        (state !== 'problem' || hasProblem(screen)) &&
        (!group || group.playerIds.includes(screen.id)),
    )
    .sort(bestMatchesFirst(search));
}

/** Converts the filters to the query of `GET /api/my-players`, without defaults. */
export const screensQuery = ({ search, state, groupId }: ScreenFilters, groups: readonly ScreenGroup[]) => ({
  search,
  state: state === 'all' ? undefined : state,
  groupId: groups.find(({ id }) => id === groupId)?.id,
});
