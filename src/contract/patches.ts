/**
 * Changed rows that a message or a response carries: an open studio merges them into what it has read, instead of reading it
 * again. Pure, and without imports at run time, because browsers load it.
 */
import type { Call, CallReceipt, DayOfCalls, Ticket } from './calls.ts';

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
  const receipts = patch.receipts ?? [];
  const replaced = new Set([...(patch.replaced ?? []), ...(patch.calls ?? []).map(({ id }) => id)]);
  const isOlderPage = query?.before !== undefined;
  const known = new Set(data.calls.map(({ id }) => id));
  const added = (patch.calls ?? []).filter(({ id }) => !isOlderPage || known.has(id));
  const calls = [...added, ...data.calls.filter(({ id }) => !replaced.has(id))]
    .map((call) => receipts.reduce(withReceipt, call))
    .sort((a, b) => b.id - a.id);
  const changed = patch.tickets ?? [];
  const changedIds = new Set(changed.map(({ id }) => id));
  const tickets = [...data.tickets.filter(({ id }) => !changedIds.has(id)), ...changed.filter(isInQueue)].sort(
    (a, b) => a.id - b.id,
  );
  return { ...data, calls, tickets, waiting: patch.waiting ?? data.waiting };
}

const isInQueue = ({ status }: Ticket) => status === 'waiting' || status === 'absent';

function withReceipt(call: Call, { callId, ...receipt }: { callId: number } & CallReceipt): Call {
  if (call.id !== callId) return call;
  const others = call.receipts.filter(({ playerId }) => playerId !== receipt.playerId);
  const receipts = [...others, receipt].sort((a, b) => a.delayMs - b.delayMs || a.playerId - b.playerId);
  return { ...call, receipts };
}
