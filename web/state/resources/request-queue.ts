/** Sends the requests of a queue one after the other, so that they reach the server in the order of the calls. */
import { computed, signal } from '@preact/signals-react';
import { CallError } from '../../api/client.ts';

/** Resolves when a request has ended: to the request's error if its response was lost, otherwise to undefined. */
type End = Promise<CallError | undefined>;

/** End of the last request of each queue. Replaced by a new map when the waiting requests are dropped. */
let ends = new Map<string, End>();
const waitingCount = signal(0);

/** True while requests wait for an earlier one. The page already shows their changes. */
export const hasWaitingRequests = computed(() => waitingCount.value > 0);

/** Returns the queue of the requests that change a playlist's items: an item that was added later must not come first. */
export const itemQueue = (playlistId: number): string => `items of playlist ${playlistId}`;

/**
 * Calls `send` when the earlier requests of the queue have ended. Rejects with the error of an earlier request whose response
 * was lost: the server may still execute it, so the order is unknown. Never settles if `dropWaitingRequests` drops it.
 */
export function sendInOrder<T>(queue: string, send: () => Promise<T>): Promise<T> {
  const ownEnds = ends;
  const earlier = ownEnds.get(queue);
  const response = earlier ? sendAfter(earlier, send) : send();
  const end: End = response.then(
    () => undefined,
    (error: unknown) => (error instanceof CallError && error.isLost ? error : undefined),
  );
  ownEnds.set(queue, end);
  void end.then(() => ownEnds.get(queue) === end && ownEnds.delete(queue));
  return response;
}

async function sendAfter<T>(earlier: End, send: () => Promise<T>): Promise<T> {
  const ownEnds = ends;
  waitingCount.value += 1;
  const lostError = await earlier;
  if (ownEnds !== ends) return new Promise<never>(() => {});
  waitingCount.value -= 1;
  if (lostError) throw lostError;
  return send();
}

/** Drops the waiting requests when the session ends: they must not be sent in the name of the next person. */
export function dropWaitingRequests(): void {
  ends = new Map();
  waitingCount.value = 0;
}
