/** The lists of urgent notices as one: an account's own, and for managers those for everybody too. Pure. */
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';

export interface Listed {
  notice: UrgentNotice;
  /** A manager's, for screens of any account. */
  isForAnyAccount: boolean;
}

/** The pages of one list that were read so far, the newest first; none: this list is not for who asks. */
export type Pages = readonly UrgentPage[];

/** Returns the cursor of a list's next page; null: it is read to its end. */
export const nextOf = (pages: Pages): number | null => pages.at(-1)?.next ?? null;

/**
 * Returns both lists as one, the newest first, down to where both are read. Managers get notices for everybody in both lists:
 * these are taken once.
 */
export function joined(own: Pages, anyAccount: Pages, isManager: boolean): Listed[] {
  const from = Math.max(nextOf(own) ?? 0, nextOf(anyAccount) ?? 0);
  const all = [
    ...anyAccount.flatMap(({ notices }) => notices.map((notice) => ({ notice, isForAnyAccount: true }))),
    ...own.flatMap(({ notices }) =>
      notices.filter(({ isPlatform }) => !(isPlatform && isManager)).map((notice) => ({ notice, isForAnyAccount: false })),
    ),
  ];
  // Of one that was read twice, the page that is kept up to date comes first.
  const byId = new Map(all.reverse().map((each) => [each.notice.id, each]));
  return [...byId.values()].filter(({ notice: { id } }) => id >= from).sort((a, b) => b.notice.id - a.notice.id);
}

/** Returns the list to load next; undefined: both are at their end. */
export function listToReadOn(own: Pages, anyAccount: Pages): 'own' | 'anyAccount' | undefined {
  const [left, right] = [nextOf(own), nextOf(anyAccount)];
  if (left === null && right === null) return undefined;
  return (left ?? 0) > (right ?? 0) ? 'own' : 'anyAccount';
}
