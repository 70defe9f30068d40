/** Filters and sorts the accounts of the page (contract/README 2.5). Pure. */
import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { filterBySearch } from '../../../../../src/contract/text/search-text.ts';
import { type Profile, profileOf } from '../dialogs/profiles.ts';

type Status = ListedAccountWithCounts['status'];
export type Sort = (typeof sortNames)[number];
export type Tab = 'pending' | 'accounts';

const tabNames: Record<Tab, string> = { pending: 'pendentes', accounts: 'cadastros' };
const sortNames = ['date-asc', 'date-desc', 'name-asc', 'name-desc', 'email-asc', 'email-desc'] as const;

/** Parses tab and order of a query string; omits unknown values. */
export function parseListQuery(query: string): { tab?: Tab; sort?: Sort } {
  const params = new URLSearchParams(query);
  const tab = (Object.keys(tabNames) as Tab[]).find((each) => tabNames[each] === params.get('aba'));
  const sort = sortNames.find((each) => each === params.get('ordem'));
  return { ...(tab && { tab }), ...(sort && { sort }) };
}

/** Returns the query string for a tab and an order; the default order is omitted. */
export const listQuery = (tab: Tab, sort: Sort) =>
  `?aba=${tabNames[tab]}${sort === noFilters.sort ? '' : `&ordem=${sort}`}`;

export interface Filters {
  search: string;
  profile: Profile | 'all';
  status: Status | 'all';
  sort: Sort;
}

/** Default filters. The oldest account is first, which is the order of contract/README 2.5. */
export const noFilters: Filters = { search: '', profile: 'all', status: 'all', sort: 'date-asc' };

export const hasFilters = (filters: Filters) =>
  filters.search.trim() !== '' ||
  filters.profile !== 'all' ||
  filters.status !== 'all' ||
  filters.sort !== noFilters.sort;

/** The fields of an account that are used to filter and sort. */
type ListableAccount = Pick<
  ListedAccountWithCounts,
  'id' | 'username' | 'email' | 'role' | 'userType' | 'status' | 'createdAt'
>;

const statusRank: Record<Status, number> = { approved: 0, pending: 1, blocked: 2 };
const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
const byDate = (a: ListableAccount, b: ListableAccount) =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0;
const byName = (a: ListableAccount, b: ListableAccount) => collator.compare(a.username, b.username);
const byEmail = (a: ListableAccount, b: ListableAccount) => collator.compare(a.email, b.email);

const comparators: Record<Sort, (a: ListableAccount, b: ListableAccount) => number> = {
  'date-asc': byDate,
  'date-desc': (a, b) => byDate(b, a),
  'name-asc': byName,
  'name-desc': (a, b) => byName(b, a),
  'email-asc': byEmail,
  'email-desc': (a, b) => byEmail(b, a),
};

/** Returns the filtered accounts of a tab, sorted by status, chosen order and id. 'Pendentes' ignores the status filter. */
export function visibleUsers<U extends ListableAccount>(
  users: readonly U[],
  tab: Tab,
  { search, profile, status, sort }: Filters,
): U[] {
  const wantedStatus = tab === 'pending' ? 'pending' : status;
  const compare = comparators[sort];
  const filtered = users.filter(
    (user) =>
      (wantedStatus === 'all' || user.status === wantedStatus) && (profile === 'all' || profileOf(user) === profile),
  );
  return filterBySearch(filtered, search, ({ username, email }) => `${username} ${email}`).sort(
    (a, b) => statusRank[a.status] - statusRank[b.status] || compare(a, b) || a.id - b.id,
  );
}
