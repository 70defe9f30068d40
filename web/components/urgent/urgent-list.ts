/** Merges the account's list of urgent notices and, for managers, the list of all notices that managers have sent. Pure. */
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';

export interface ListedNotice {
  notice: UrgentNotice;
  /** True if the notice comes from the managers' list: its details are read, and it is ended, by `/api/admin` calls. */
  isFromManagersList: boolean;
}

/** Pages of one list that are loaded so far, the newest first. */
export type Pages = readonly UrgentPage[];

/** Returns the cursor of a list's next page; null when the last page is loaded. */
export const nextCursorOf = (pages: Pages): number | null => pages.at(-1)?.next ?? null;

/**
 * Returns both lists as one, the newest first, without notices that are older than the loaded part of either list. A notice that
 * a manager sent may be in both lists; the result has it once.
 */
export function mergeLists(own: Pages, managers: Pages, isManager: boolean): ListedNotice[] {
  const oldestId = Math.max(nextCursorOf(own) ?? 0, nextCursorOf(managers) ?? 0);
  const all = [
    ...managers.flatMap(({ notices }) => notices.map((notice) => ({ notice, isFromManagersList: true }))),
    ...own.flatMap(({ notices }) =>
      notices.flatMap((notice) => (notice.isPlatform && isManager ? [] : [{ notice, isFromManagersList: false }])),
    ),
  ];
  // A notice may be in two pages: the first page, which is kept up to date, overwrites the others.
  const byId = new Map(all.reverse().map((each) => [each.notice.id, each]));
  return [...byId.values()].filter(({ notice: { id } }) => id >= oldestId).sort((a, b) => b.notice.id - a.notice.id);
}

/** Returns the list whose next page is to be loaded: it reaches less far back. Returns undefined when both are complete. */
export function listToContinue(own: Pages, managers: Pages): 'own' | 'managers' | undefined {
  const [ownCursor, managersCursor] = [nextCursorOf(own), nextCursorOf(managers)];
  if (ownCursor === null && managersCursor === null) return undefined;
  return (ownCursor ?? 0) > (managersCursor ?? 0) ? 'own' : 'managers';
}
