/**
 * Filters and sorts long lists. Server and studio share this code, so that the studio puts a changed row from a message where
 * the server would return it. Pure functions; browsers load this file.
 */
import type { ListedAccount } from '../accounts/accounts.ts';
import type { Video } from '../media.ts';
import type { AdminPlayer, MyPlayer, PlayerState } from '../players.ts';
import { searchedNamesFirst, searchFilter } from '../text/search-text.ts';
import { compareScreens, nameCollator, type ScreenOrder } from './order.ts';

export type ContentSort = 'date-desc' | 'date-asc' | 'name-asc' | 'name-desc' | 'size-desc' | 'size-asc';

/** Filters and order of a list of contents (contract/README 3.1). */
export interface ContentsView {
  /** Only this content. */
  id?: number | undefined;
  sort?: ContentSort | undefined;
  type?: 'video' | 'image' | undefined;
  /** Only what can be added to this playlist. */
  availableFor?: number | undefined;
  search?: string | undefined;
}

/** Fields of a content by which lists are filtered and sorted. */
export interface ListedContent extends Pick<
  Video,
  'id' | 'name' | 'sizeMb' | 'uploadedAt' | 'displayDuration' | 'processingStatus' | 'category'
> {
  assignments: readonly { playlist: { id: number } }[];
}

/** True if the item counts as an image (contract/README 3.1): its displayDuration is above 0. */
export const isImage = ({ displayDuration }: Pick<Video, 'displayDuration'>) => (displayDuration ?? 0) > 0;

export function contentFilter({
  id,
  type,
  availableFor,
  search = '',
}: ContentsView): (content: ListedContent) => boolean {
  const matches = searchFilter(search);
  return (content) =>
    (id === undefined || content.id === id) &&
    (type === undefined || isImage(content) === (type === 'image')) &&
    (availableFor === undefined ||
      (content.processingStatus !== 'failed' &&
        content.assignments.every(({ playlist }) => playlist.id !== availableFor))) &&
    matches(content.name);
}

type Compare<Row> = (left: Row, right: Row) => number;

const byText = (left: string, right: string) => (left < right ? -1 : Number(left > right));
const ascending: Record<'date' | 'name' | 'size', Compare<ListedContent>> = {
  date: (left, right) => byText(left.uploadedAt, right.uploadedAt) || left.id - right.id,
  name: (left, right) => nameCollator.compare(left.name, right.name) || left.id - right.id,
  size: (left, right) => left.sizeMb - right.sizeMb || left.id - right.id,
};

/** Returns the order of a list of contents; by default the newest are first. */
export function contentOrder({ sort = 'date-desc' }: ContentsView): Compare<ListedContent> {
  const [field, direction] = sort.split('-') as ['date' | 'name' | 'size', 'asc' | 'desc'];
  const compare = ascending[field];
  return direction === 'asc' ? compare : (left, right) => compare(right, left);
}

/** Orders platform contents by category, those without a category last; within a category the newest are first (2.4). */
export function comparePlatformContents(left: ListedContent, right: ListedContent): number {
  const [first, second] = [left.category, right.category];
  if (first === second) return ascending.date(right, left);
  if (first === null || second === null) return first === null ? 1 : -1;
  return nameCollator.compare(first, second) || byText(first, second);
}

/** Filters of a list of screens (contract/README 2.4). */
export interface ScreensView {
  state?: 'online' | 'offline' | 'problem' | undefined;
  search?: string | undefined;
}

/** Fields of a screen by which lists are filtered, without those that only `hasProblem` reads. */
export type ListedScreen = Pick<MyPlayer, 'id' | 'name' | 'status' | 'isPaired' | 'isOnline'> &
  Pick<MyPlayer, 'screenId' | 'activationCode'> & { assignedPlaylist: { name: string } | null };

/** Returns the result of `hasProblem` if status and connection decide it; undefined if it depends on what the screen plays. */
export function hasConnectionProblem({ status, isPaired, isOnline }: ListedScreen): boolean | undefined {
  if (status === 'paused' || status === 'blocked') return true;
  return isOnline ? undefined : isPaired;
}

/** True if a screen is paused, blocked, or paired and offline, or if it reports a problem or has nothing to play now or soon. */
export function hasProblem(screen: MyPlayer): boolean {
  const { state, playsNow, emptyFrom } = screen;
  const hasNothing = !playsNow.playlist && !playsNow.isDark && !playsNow.next;
  return (
    hasConnectionProblem(screen) ??
    (hasNothing ||
      emptyFrom !== null ||
      (state !== null && (state.lastError !== null || state.soundBlocked || state.clockUnknown)))
  );
}

const isConnectedAs = (state: ScreensView['state'], isOnline: boolean) =>
  state === 'online' ? isOnline : state === 'offline' ? !isOnline : true;

/** Returns a filter for the view; ignores the state 'problem'. */
export function screenFilter({ state, search = '' }: ScreensView): (screen: ListedScreen) => boolean {
  const matches = searchFilter(search);
  return ({ isOnline, name, assignedPlaylist, screenId, activationCode }) =>
    isConnectedAs(state, isOnline) && matches(`${name} ${assignedPlaylist?.name ?? ''}`, [screenId, activationCode]);
}

/** Returns the order of a list of screens. Screens that `bestMatchesFirst` prefers are first, so that the first page has them. */
export function screenOrder({ search }: ScreensView): Compare<ScreenOrder> {
  const compareNames = bestMatchesFirst(search);
  return (left, right) => compareNames(left, right) || compareScreens(left, right);
}

/** Returns a comparison that puts screens first whose names consist of searched words only (`searchedNamesFirst`). */
export function bestMatchesFirst(search = ''): Compare<{ name: string }> {
  const compareNames = searchedNamesFirst(search);
  return (left, right) => compareNames(left.name, right.name);
}

/** Filters of the managers' list of all screens (contract/README 2.7). */
export interface AdminScreensView extends ScreensView {
  /** Only this screen. */
  id?: number | undefined;
}

type ProblemFields = Pick<AdminPlayer, 'status' | 'isOnline' | 'shouldPlay'> & {
  state: Pick<PlayerState, 'lastError' | 'soundBlocked'> | null;
};

/** Fields of a screen by which the managers' list is filtered; `shouldPlay` and `state` only for the state 'problem'. */
export type ListedAdminScreen = ListedScreen &
  ProblemFields & { owner: Pick<AdminPlayer['owner'], 'id' | 'username' | 'email'> };

/** True for an online, active screen that reports an error or blocked sound, and for an offline one that should play. */
export function hasProblemForManagers({ status, isOnline, shouldPlay, state }: ProblemFields): boolean {
  if (!isOnline) return shouldPlay;
  return status === 'active' && state !== null && (state.lastError !== null || state.soundBlocked);
}

export function adminScreenFilter({
  id,
  state,
  search = '',
}: AdminScreensView): (screen: ListedAdminScreen) => boolean {
  const matches = searchFilter(search);
  return (screen) => {
    const { name, owner, assignedPlaylist, screenId, activationCode } = screen;
    return (
      (id === undefined || screen.id === id) &&
      (state === 'problem' ? hasProblemForManagers(screen) : isConnectedAs(state, screen.isOnline)) &&
      matches([name, owner.username, owner.email, assignedPlaylist?.name].join(' '), [screenId, activationCode])
    );
  };
}

/** Filters of a managers' list of accounts (contract/README 9.1). */
export interface AccountsView {
  /** Only this account. */
  id?: number | undefined;
  search?: string | undefined;
  /** `approved`: only approved accounts; `withScreens`: only approved accounts with paired screens. */
  only?: 'approved' | 'withScreens' | undefined;
}

export const userTypeNames: Record<ListedAccount['userType'], string> = {
  admin: 'Administrador',
  gestor: 'Gestor',
  common: 'Usuário',
};

/** Returns a filter for the view. It does not check whether an account has screens. */
export function accountFilter({ id, search = '', only }: AccountsView): (account: ListedAccount) => boolean {
  const matches = searchFilter(search);
  return (account) =>
    (id === undefined || account.id === id) &&
    (only === undefined || account.status === 'approved') &&
    matches(`${account.email} ${account.username} ${userTypeNames[account.userType]}`);
}

type AccountOrder = Pick<ListedAccount, 'id' | 'email'>;
export const compareAccounts = (left: AccountOrder, right: AccountOrder): number =>
  nameCollator.compare(left.email, right.email) || left.id - right.id;

/** Returns the query field `after` for the page that begins after this row. */
export function contentCursor({ id, name, sizeMb, uploadedAt }: ListedContent, { sort }: ContentsView): string {
  const value = sort?.startsWith('name') ? { name } : sort?.startsWith('size') ? { sizeMb } : { uploadedAt };
  return JSON.stringify({ id, ...value });
}
export const platformContentCursor = ({ id, category, uploadedAt }: ListedContent): string =>
  JSON.stringify({ id, category, uploadedAt });
export const accountCursor = ({ id, email }: AccountOrder): string => JSON.stringify({ id, email });
export const screenCursor = ({ id, name, isOnline }: ScreenOrder): string => JSON.stringify({ id, name, isOnline });
