/**
 * Changed rows that a message or a response carries: an open studio merges them into what it has read, instead of reading it
 * again. Pure; browsers load it.
 */
import { limits } from '../limits.ts';
import type { Call, CallReceipt, DayOfCalls, Ticket } from '../calls.ts';

/** Changed rows of `GET /api/calls`. */
export interface CallsPatch {
  of: 'GET /api/calls';
  /** Day of the rows in the clinic's time zone; omitted: the day that was read, for a receipt. */
  day?: string;
  /** New and changed calls. */
  calls?: readonly Call[];
  /** Ids of the calls that a repetition replaces. */
  replaced?: readonly number[];
  /** Receipts of a screen, new or with sound that came later. */
  receipts?: readonly ({ callId: number } & CallReceipt)[];
  /** Changed tickets; those that neither wait nor are absent leave the queue. */
  tickets?: readonly Ticket[];
  waiting?: DayOfCalls['waiting'];
}

/** Every kind of patch, by the resource that it changes. */
export type Patch = CallsPatch;

/** What a patch needs to know of the request that read the data. */
export interface PatchedRequest {
  query?: { day?: string | undefined; before?: number | undefined } | undefined;
}

/** Returns the data with the patch; undefined when only the server can tell, so that the data must be read again. */
export function applyPatch(data: DayOfCalls, patch: Patch, { query }: PatchedRequest = {}): DayOfCalls | undefined {
  if (patch.day !== undefined && patch.day !== data.day) {
    const isStale = query?.day === undefined || data.calls.some(({ id }) => patch.replaced?.includes(id));
    return isStale ? undefined : data;
  }
  const changed = patch.tickets ?? [];
  const tickets = [...without(data.tickets, changed), ...changed.filter(isInQueue)].sort((a, b) => a.id - b.id);
  const page = pageWith(data, patch, query?.before !== undefined);
  return page && { ...data, ...page, tickets, waiting: patch.waiting ?? data.waiting };
}

/** Returns a page of calls with the changed ones; undefined when a call of another page moves to this one. */
function pageWith(
  data: DayOfCalls,
  patch: CallsPatch,
  isOlder: boolean,
): Pick<DayOfCalls, 'calls' | 'next'> | undefined {
  const changed = patch.calls ?? [];
  const known = without(data.calls, changed).filter(({ id }) => !patch.replaced?.includes(id));
  const added = isOlder ? changed.filter(({ id }) => data.calls.some((call) => call.id === id)) : changed;
  const calls = [...added, ...known]
    .map((call) => (patch.receipts ?? []).reduce(withReceipt, call))
    .sort((a, b) => b.id - a.id);
  if (isOlder) return calls.length < data.calls.length ? undefined : { calls, next: data.next };
  const page = calls.slice(0, limits.calls.pageSize);
  const oldest = page.at(-1);
  const hasOlder = data.next !== null || calls.length > page.length;
  if (hasOlder && (page.length < limits.calls.pageSize || !oldest || oldest.id < (data.next ?? 0))) return undefined;
  // The page also contains the last call of each room.
  const isLastOfRoom = (call: Call) => call === calls.find(({ roomId, isTest }) => !isTest && roomId === call.roomId);
  const ofRooms = calls.slice(page.length).filter((call) => call.roomId !== null && isLastOfRoom(call));
  return { calls: [...page, ...ofRooms], next: hasOlder ? (oldest?.id ?? null) : null };
}

const without = <Row extends { id: number }>(rows: readonly Row[], others: readonly Row[]): Row[] =>
  rows.filter(({ id }) => !others.some((other) => other.id === id));

const isInQueue = ({ status }: Ticket) => status === 'waiting' || status === 'absent';

function withReceipt(call: Call, { callId, ...receipt }: { callId: number } & CallReceipt): Call {
  if (call.id !== callId) return call;
  const others = call.receipts.filter(({ playerId }) => playerId !== receipt.playerId);
  const receipts = [...others, receipt].sort((a, b) => a.delayMs - b.delayMs || a.playerId - b.playerId);
  return { ...call, receipts };
}
