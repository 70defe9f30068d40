import { useState } from 'react';
import { contentTest } from '../../../../../src/contract/changes/views.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { useCount, useList } from '../../../../state/resources/use-list.ts';

export type Available = ReturnType<typeof useAvailable>;

/** Returns the contents that can be added to a playlist: the account's own, then those of the platform. */
export function useAvailable(playlistId: number) {
  const [search, setSearch] = useState('');
  const query = { availableFor: playlistId, search };
  const [isAvailable, isFound] = [contentTest({ availableFor: playlistId }), contentTest(query)];
  const own = useList('GET /api/videos', query, (rows) => rows.filter(isFound));
  const platform = useResource('GET /api/platform-videos');

  const ownCount = useCount(
    'GET /api/videos',
    { availableFor: playlistId },
    own.isAllRead ? own.all?.filter(isAvailable) : undefined,
    { enabled: own.all !== undefined },
  );
  const isPlatformKnown = platform.data !== undefined || platform.error !== undefined;
  const isOwnKnown = own.isAllRead || (own.isComplete && !own.loading);
  return {
    search,
    setSearch,
    own,
    platform,
    /** Matching contents. Those of the platform follow when all own ones were read. */
    found: [...own.shown, ...(own.isComplete ? (platform.data ?? []).filter(isFound) : [])],
    /** False while `found` may lack some for another reason than that they were not scrolled to. */
    isKnown: isOwnKnown && isPlatformKnown,
    /** Number without the search; undefined until it is known. */
    count:
      ownCount === undefined || !isPlatformKnown
        ? undefined
        : ownCount + (platform.data ?? []).filter(isAvailable).length,
  };
}
