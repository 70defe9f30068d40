/**
 * Patches: changed rows in a message or a response. An open studio merges them into the data that it has, instead of
 * requesting the data again. Pure functions; browsers load this file.
 */
import type { ListedAccountWithCounts, UserWithUsage } from '../accounts/accounts.ts';
import type { Call, CallReceipt, DayOfCalls, QueuedOn, Ticket } from '../calls.ts';
import { limits } from '../limits.ts';
import type { Video } from '../media.ts';
import type { AdminPlayer, MyPlayer } from '../players.ts';
import type { UrgentDetails, UrgentNotice, UrgentPage, UrgentReceipt } from '../urgent.ts';
import { compareQueued, compareReceipts, insertSorted, type ScreenOrder } from './order.ts';
import {
  adminScreenFilter,
  type ListedContent,
  comparePlatformContents,
  contentOrder,
  type ContentsView,
  contentFilter,
  hasProblem,
  screenOrder,
  screenFilter,
  type ScreensView,
} from './views.ts';

/** Changed rows of `GET /api/calls`. */
export interface CallsPatch {
  of: 'GET /api/calls';
  /** Day of the rows in the clinic's time zone. Omitted in responses, whose rows are of today, and without rows. */
  day?: string;
  /** New and changed calls. */
  calls?: readonly Call[];
  /** Ids of the calls that a repetition replaces. */
  replaced?: readonly number[];
  /** New receipts, and receipts that changed because the screen reported the sound later. */
  receipts?: readonly ({ callId: number } & CallReceipt)[];
  /** All calls that a screen has not shown yet. This queue replaces the queue that is known of the screen. */
  queue?: { playerId: number; calls: readonly ({ callId: number } & Omit<QueuedOn, 'playerId'>)[] };
  /** Changed tickets; those that neither wait nor are absent leave the queue. */
  tickets?: readonly Ticket[];
  waiting?: DayOfCalls['waiting'];
  lastKinds?: DayOfCalls['lastKinds'];
}

/** A row's id and its changed fields. */
type Fields<Row> = Partial<Row> & { id: number };

/** Changed contents. A row that the list lacks is added if it has all fields and belongs there, and otherwise ignored. */
export interface ContentsPatch {
  of: 'GET /api/videos' | 'GET /api/platform-videos';
  rows?: readonly Fields<Video>[];
  /** Ids of deleted contents. */
  removed?: readonly number[];
}

/** Changed screens. A whole list that lacks one of them must be requested again; a list that was read in part ignores it. */
export type ScreensPatch =
  | { of: 'GET /api/my-players'; rows: readonly Fields<MyPlayer>[]; contents?: readonly ShownContent[] }
  | { of: 'GET /api/admin/players'; rows: readonly Fields<AdminPlayer>[]; contents?: readonly ShownContent[] };

/** Name and thumbnail of a changed content, for the states of the screens that show it. */
type ShownContent = { id: number } & Pick<NonNullable<MyPlayer['state']>, 'videoName' | 'thumbnailUrl'>;

/** Changed accounts. A list that lacks one of them must be requested again. */
export interface AccountsPatch {
  of: 'GET /api/admin/users-with-counts';
  rows: readonly Fields<ListedAccountWithCounts>[];
}

/** Usage of the account's quotas. */
export interface UsagePatch {
  of: 'GET /api/user/me';
  usage: Partial<UserWithUsage>;
}

/** Changes of one urgent notice or of all, for the page of a notice and for the lists. */
export interface UrgentPatch {
  of: UrgentResource;
  /** Omitted: the changes apply to every notice. */
  urgentId?: number;
  receipts: readonly (Partial<UrgentReceipt> & { playerId: number })[];
  /** Number of target screens, and of those that showed the notice; omitted: unchanged. */
  screens?: UrgentNotice['screens'];
}
type UrgentResource = 'GET /api/urgent' | 'GET /api/admin/urgent' | 'GET /api/urgent/:id' | 'GET /api/admin/urgent/:id';

/** Every kind of patch, by the resource that it changes. */
export type Patch = CallsPatch | ContentsPatch | ScreensPatch | AccountsPatch | UsagePatch | UrgentPatch;

/** Parameters of the request with which the studio has read the data. */
export interface DataRequest {
  query?: ({ day?: string | undefined; before?: number | undefined } & ContentsView & ScreensView) | undefined;
  /** Last row of a list that was read only in part. */
  last?: ListedContent | ScreenOrder | undefined;
}

/** Data of each resource that patches change. */
interface PatchedData {
  'GET /api/calls': DayOfCalls;
  'GET /api/videos': Video[];
  'GET /api/platform-videos': Video[];
  'GET /api/my-players': MyPlayer[];
  'GET /api/admin/players': AdminPlayer[];
  'GET /api/admin/users-with-counts': ListedAccountWithCounts[];
  'GET /api/user/me': UserWithUsage;
  'GET /api/urgent': UrgentPage;
  'GET /api/admin/urgent': UrgentPage;
  'GET /api/urgent/:id': UrgentDetails;
  'GET /api/admin/urgent/:id': UrgentDetails;
}
type Apply<Key extends Patch['of']> = (
  data: PatchedData[Key],
  patch: Extract<Patch, { of: Key }>,
  request: DataRequest,
) => PatchedData[Key] | undefined;

const appliers: { readonly [Key in Patch['of']]: Apply<Key> } = {
  'GET /api/calls': patchCalls,
  'GET /api/videos': patchContents,
  'GET /api/platform-videos': (...args) => patchContents(...args, comparePlatformContents),
  'GET /api/my-players': (list, patch, request) => {
    const matches = screenFilter(request.query ?? {});
    const belongs = (screen: MyPlayer) => matches(screen) && (request.query?.state !== 'problem' || hasProblem(screen));
    return patchScreens(list, patch, request, belongs);
  },
  'GET /api/admin/players': (list, patch, request) =>
    patchScreens(list, patch, request, adminScreenFilter(request.query ?? {})),
  'GET /api/admin/users-with-counts': (data, { rows }) => patchRows(data, rows)?.all,
  'GET /api/user/me': (data, { usage }) => ({ ...data, ...usage }),
  'GET /api/urgent': patchUrgentPage,
  'GET /api/admin/urgent': patchUrgentPage,
  'GET /api/urgent/:id': patchUrgent,
  'GET /api/admin/urgent/:id': patchUrgent,
};

/** Returns the data with the patch applied; undefined if the data must be requested again. */
export function applyPatch<P extends Patch>(
  data: PatchedData[P['of']],
  patch: P,
  request: DataRequest = {},
): PatchedData[P['of']] | undefined {
  return (appliers[patch.of] as Apply<P['of']>)(data, patch as never, request);
}

/** Returns the list with the rows changed (`all`), and the changed rows alone; undefined if the list lacks one of them. */
function patchRows<Row extends { id: number }>(
  list: readonly Row[],
  rows: readonly (Partial<Row> & { id: number })[],
): { all: Row[]; changed: Row[] } | undefined {
  const fields = new Map(rows.map((row) => [row.id, row]));
  const changed: Row[] = [];
  const all = list.map((row) => {
    const found = fields.get(row.id);
    if (!found) return row;
    const patched = { ...row, ...found };
    changed.push(patched);
    return patched;
  });
  return changed.length === fields.size ? { all, changed } : undefined;
}

function patchScreens<Row extends MyPlayer>(
  list: readonly Row[],
  { rows, contents = [] }: { rows: readonly Fields<Row>[]; contents?: readonly ShownContent[] },
  { query, last }: DataRequest,
  belongs: (screen: Row) => boolean,
): Row[] | undefined {
  const isWholeList = !query && !last;
  const listedRows = isWholeList ? rows : rows.filter(({ id }) => list.some((screen) => screen.id === id));
  const changed = patchRows(list, listedRows)?.changed;
  if (!changed) return undefined;
  const compare = screenOrder(query ?? {});
  const shown = changed.filter((screen) => belongs(screen) && (!last || compare(screen, last as ScreenOrder) <= 0));
  return insertSorted(without(list, changed), shown, compare).map(withContent(contents));
}

/** Returns a function that replaces name and thumbnail of the content that a screen shows. */
const withContent =
  (contents: readonly ShownContent[]) =>
  <Row extends MyPlayer>(screen: Row): Row => {
    const content = contents.find(({ id }) => id === screen.state?.videoId);
    if (!content || !screen.state) return screen;
    const { videoName, thumbnailUrl } = content;
    return { ...screen, state: { ...screen.state, videoName, thumbnailUrl } };
  };

function patchContents(
  list: readonly Video[],
  { rows = [], removed = [] }: ContentsPatch,
  { query = {}, last }: DataRequest,
  compare = contentOrder(query),
): Video[] {
  const changed = rows.flatMap((row) => {
    const listed = list.find(({ id }) => id === row.id);
    return listed ? [{ ...listed, ...row }] : 'assignments' in row ? [row as Video] : [];
  });
  const matches = contentFilter(query);
  const shown = changed.filter((video) => matches(video) && (!last || compare(video, last as ListedContent) <= 0));
  const others = without(list, changed).filter(({ id }) => !removed.includes(id));
  return insertSorted(others, shown, compare);
}

function patchUrgentPage(page: UrgentPage, { urgentId, screens }: UrgentPatch): UrgentPage {
  const notices = page.notices.map((notice) => (screens && notice.id === urgentId ? { ...notice, screens } : notice));
  return { ...page, notices };
}

function patchUrgent(notice: UrgentDetails, { urgentId, receipts, screens }: UrgentPatch): UrgentDetails {
  if (urgentId !== undefined && notice.id !== urgentId) return notice;
  const fields = new Map(receipts.map((receipt) => [receipt.playerId, receipt]));
  const isChanged = ({ playerId }: UrgentReceipt) => playerId !== null && fields.has(playerId);
  const changed = notice.receipts
    .filter(isChanged)
    .map((receipt) => ({ ...receipt, ...fields.get(receipt.playerId ?? 0) }));
  const others = notice.receipts.filter((receipt) => !isChanged(receipt));
  return { ...notice, screens: screens ?? notice.screens, receipts: insertSorted(others, changed, compareReceipts) };
}

function patchCalls(data: DayOfCalls, patch: CallsPatch, { query }: DataRequest): DayOfCalls | undefined {
  // The rows are of today, and this page may show another day: ignore the response. The message that follows contains the day.
  if (patch.day === undefined && !patch.receipts && !patch.queue && query?.day !== undefined) return data;
  if (patch.day !== undefined && patch.day !== data.day) {
    const isStale = query?.day === undefined || data.calls.some(({ id }) => patch.replaced?.includes(id));
    return isStale ? undefined : data;
  }
  const changed = patch.tickets ?? [];
  const tickets = [...without(data.tickets, changed), ...changed.filter(isInQueue)].sort((a, b) => a.id - b.id);
  const page = pageWith(data, patch, query?.before !== undefined);
  const { waiting = data.waiting, lastKinds = data.lastKinds } = patch;
  return page && { ...data, ...page, tickets, waiting, lastKinds };
}

/** Returns the page of calls with the patch applied; undefined if a call of another page moves to this one. */
function pageWith(
  data: DayOfCalls,
  patch: CallsPatch,
  isOlderPage: boolean,
): Pick<DayOfCalls, 'calls' | 'next'> | undefined {
  const changed = patch.calls ?? [];
  const unchanged = without(data.calls, changed).filter(({ id }) => !patch.replaced?.includes(id));
  const added = isOlderPage ? changed.filter(({ id }) => data.calls.some((call) => call.id === id)) : changed;
  const calls = [...added, ...unchanged]
    .map((call) => (patch.receipts ?? []).reduce(withReceipt, call))
    .map((call) => (patch.queue ? withQueue(call, patch.queue) : call))
    .sort((a, b) => b.id - a.id);
  if (isOlderPage) return calls.length < data.calls.length ? undefined : { calls, next: data.next };
  const page = calls.slice(0, limits.calls.pageSize);
  const oldest = page.at(-1);
  const hasOlder = data.next !== null || calls.length > page.length;
  if (hasOlder && (page.length < limits.calls.pageSize || !oldest || oldest.id < (data.next ?? 0))) return undefined;
  // The page also contains the last call of each room.
  const isLastOfRoom = (call: Call) => call === calls.find(({ roomId, isTest }) => !isTest && roomId === call.roomId);
  const lastOfRooms = calls.slice(page.length).filter((call) => call.roomId !== null && isLastOfRoom(call));
  return { calls: [...page, ...lastOfRooms], next: hasOlder ? (oldest?.id ?? null) : null };
}

const without = <Row extends { id: number }>(rows: readonly Row[], others: readonly Row[]): Row[] =>
  rows.filter(({ id }) => !others.some((other) => other.id === id));

const isInQueue = ({ status }: Ticket) => status === 'waiting' || status === 'absent';

function withReceipt(call: Call, { callId, ...receipt }: { callId: number } & CallReceipt): Call {
  if (call.id !== callId) return call;
  const others = call.receipts.filter(({ playerId }) => playerId !== receipt.playerId);
  const receipts = [...others, receipt].sort((a, b) => a.delayMs - b.delayMs || a.playerId - b.playerId);
  const isWaiting = call.queued.some(({ playerId }) => playerId === receipt.playerId);
  // Keep the same object for an unchanged list: the desk counts the time since it got that object.
  const queued = isWaiting ? call.queued.filter(({ playerId }) => playerId !== receipt.playerId) : call.queued;
  return { ...call, receipts, queued };
}

function withQueue(call: Call, { playerId, calls }: NonNullable<CallsPatch['queue']>): Call {
  // The screen's receipt may arrive before the report in which the call is no longer queued: ignore the older queue.
  if (call.receipts.some((receipt) => receipt.playerId === playerId)) return call;
  const others = call.queued.filter((entry) => entry.playerId !== playerId);
  const added = calls.flatMap(({ callId, ...place }) => (callId === call.id ? [{ playerId, ...place }] : []));
  if (others.length === call.queued.length && added.length === 0) return call;
  return { ...call, queued: [...others, ...added].sort(compareQueued) };
}
