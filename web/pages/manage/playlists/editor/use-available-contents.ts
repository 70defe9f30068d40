import { useState } from 'react';
import { contentFilter } from '../../../../../src/contract/changes/views.ts';
import { useCount, useList } from '../../../../state/resources/use-list.ts';

export type AvailableContents = ReturnType<typeof useAvailableContents>;

/** Returns the contents that can be added to a playlist: the account's own, then those of the platform. */
export function useAvailableContents(playlistId: number) {
  const [search, setSearch] = useState('');
  const own = useAvailableInList('GET /api/videos', playlistId, search);
  const platform = useAvailableInList('GET /api/platform-videos', playlistId, search);
  const hasAllPlatformMatches = platform.hasAllMatches || platform.error !== undefined;
  return {
    search,
    setSearch,
    own,
    platform,
    /** The list whose next page is read when the user scrolls to the end of `found`. */
    listToExtend: own.isComplete && platform.all ? platform : own,
    /** Matching contents: the account's own, followed by the platform's once all of the account's own are loaded. */
    found: [...own.shown, ...(own.isComplete ? platform.shown : [])],
    /** True when `found` has all matching contents, except platform contents that could not be read. */
    hasAllMatches: own.hasAllMatches && hasAllPlatformMatches,
    /** Number of contents that can be added, regardless of the search; undefined until it is known. */
    count:
      own.count === undefined || (platform.count === undefined && !platform.error)
        ? undefined
        : own.count + (platform.count ?? 0),
  };
}

function useAvailableInList(key: 'GET /api/videos' | 'GET /api/platform-videos', availableFor: number, search: string) {
  const [isAvailable, isFound] = [contentFilter({ availableFor }), contentFilter({ availableFor, search })];
  const list = useList(key, { availableFor, search }, (rows) => rows.filter(isFound));
  const count = useCount(key, { availableFor }, list.isAllRead ? list.all?.filter(isAvailable) : undefined, {
    enabled: list.all !== undefined,
  });
  return { ...list, count, hasAllMatches: list.isAllRead || (list.isComplete && !list.loading) };
}
