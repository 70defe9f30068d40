/** Merges the lists of urgent notices: the account's own, and for managers the notices for screens of any account. Pure. */
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';

export interface ListedNotice {
  notice: UrgentNotice;
  /** Sent by a manager, for screens of any account. */
  isForAnyAccount: boolean;
}

/** Pages of one list that are loaded so far, the newest first. */
export type Pages = readonly UrgentPage[];

/** Returns the cursor of a list's next page; null when the last page is loaded. */
export const nextCursorOf = (pages: Pages): number | null => pages.at(-1)?.next ?? null;

/**
 * Returns both lists as one, the newest first, down to the oldest notice that both have loaded. A manager's notices for any
 * account are in both lists; the result has them once.
 */
export function mergeLists(own: Pages, anyAccount: Pages, isManager: boolean): ListedNotice[] {
  const oldestId = Math.max(nextCursorOf(own) ?? 0, nextCursorOf(anyAccount) ?? 0);
  const all = [
    ...anyAccount.flatMap(({ notices }) => notices.map((notice) => ({ notice, isForAnyAccount: true }))),
    ...own.flatMap(({ notices }) =>
      notices.flatMap((notice) => (notice.isPlatform && isManager ? [] : [{ notice, isForAnyAccount: false }])),
    ),
  ];
  // A notice may be in two pages: the first page, which is kept up to date, overwrites the others.
  const byId = new Map(all.reverse().map((each) => [each.notice.id, each]));
  return [...byId.values()].filter(({ notice: { id } }) => id >= oldestId).sort((a, b) => b.notice.id - a.notice.id);
}

/** Returns the list whose next page is to be loaded; undefined when both are complete. */
export function listToContinue(own: Pages, anyAccount: Pages): 'own' | 'anyAccount' | undefined {
  const [ownCursor, anyCursor] = [nextCursorOf(own), nextCursorOf(anyAccount)];
  if (ownCursor === null && anyCursor === null) return undefined;
  return (ownCursor ?? 0) > (anyCursor ?? 0) ? 'own' : 'anyAccount';
}
