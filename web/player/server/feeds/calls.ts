/**
 * Fetches patients' calls when a poll reports a new last call, or the socket announces a call. A response contains the calls
 * since the previous response. The first response after a start contains the calls since the last shown call, whose id and
 * key are stored, but not its label.
 */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { FeedContext } from './server-requests.ts';
import { createRefresh, sendReceipt, wait } from './send-receipt.ts';

/** Number of delivered calls whose keys are remembered. */
const rememberedKeys = 200;
/** Minimum interval between two reports of the calls that wait to be shown on this screen. */
const waitingReportMs = 1_000;

export type CallsFeed = ReturnType<typeof startCallsFeed>;

export function startCallsFeed(
  { session, requests }: Pick<FeedContext, 'session' | 'requests'>,
  /** `all`: every call of the last 15 minutes; passed only if the name policy may have changed labels of earlier calls. */
  onCalls: (response: PlayerCalls, all?: readonly PlayerCall[]) => void,
) {
  /** Last call in the last response; at the start, the last one shown before the page restarted. */
  let lastReceived = lastShown();
  /** Keys of the calls that were passed to `onCalls`. */
  const delivered: string[] = [];
  /** Number of times that `requestAll` was called. */
  let allRequested = 0;
  /** `allRequested` at the last successful request for all calls. If the number has grown, all calls must be requested again. */
  let allReceived = 0;
  /** Last call, as `textOf` returns it, and name policy in the newest poll. */
  let polled = '';
  let policy: unknown;
  /**
   * Last call in the newest poll before the last request, and last call in the response to that request: if a poll reports
   * one of these two, there is nothing to fetch. Empty while a request runs, or after it failed.
   */
  let confirmed: readonly string[] = [];

  /** Records a call as delivered. Returns false if it already was: the server sends calls again after a backup is restored. */
  function markDelivered({ key }: PlayerCall): boolean {
    if (delivered.indexOf(key) >= 0) return false;
    delivered.push(key);
    if (delivered.length > rememberedKeys) delivered.shift();
    return true;
  }

  const fetchNew = createRefresh(requests, async () => {
    const { id: after, key: afterKey } = lastReceived;
    const requested = polled;
    // Only a response confirms a call: after a failure the next poll causes another request.
    confirmed = [];
    const requestCount = allRequested;
    const request = (query: { after: number; afterKey?: string }) =>
      requests.send(() => session.call('GET /api/player/calls', { query }));
    const all = requestCount === allReceived ? undefined : (await request({ after: 0 })).calls;
    const response = await request({ after, ...(afterKey !== '' && { afterKey }) });
    if (requests.isClosed()) return;
    // Another server, or one restored from a backup, may have lower ids.
    lastReceived = { id: response.lastCallId, key: response.lastCallKey };
    confirmed = [requested, textOf(lastReceived)];
    allReceived = requestCount;
    onCalls({ ...response, calls: response.calls.filter(markDelivered) }, all);
  });

  let waiting: readonly { id: number; key: string; startsInMs: number | null }[] = [];
  const reportWaiting = createRefresh(requests, async () => {
    await requests.send(() =>
      session.call('PUT /api/player/calls/queue', { body: { calls: waiting.slice(0, limits.calls.reportedAtOnce) } }),
    );
    await wait(waitingReportMs);
  });

  function requestAll(): void {
    allRequested += 1;
    fetchNew();
  }

  fetchNew();
  return {
    /** Requests the new calls. */
    fetchNew,
    /** Requests all calls: the name policy may have become stricter. */
    refresh(): void {
      requestAll();
      if (waiting.length > 0) reportWaiting();
    },
    /** Receives the last call and the name policy from a poll: without a socket, a screen notices a stricter policy here. */
    receivePoll(id: unknown, key: unknown, namePolicy: unknown): void {
      if (policy !== undefined && namePolicy !== undefined && namePolicy !== policy) requestAll();
      policy = namePolicy ?? policy;
      if (typeof id !== 'number') return;
      polled = textOf({ id, key: typeof key === 'string' ? key : '' });
      if (confirmed.indexOf(polled) < 0) fetchNew();
    },
    /** Receives the calls that wait to be shown on this screen, and reports them if they have changed. */
    queued(calls: typeof waiting): void {
      const isChanged = waitingText(calls) !== waitingText(waiting);
      waiting = calls;
      if (isChanged) reportWaiting();
    },
    /** Sends the receipt of a call whose card is painted; resolves when it is acknowledged or given up. */
    shown(call: PlayerCall, hadSound: boolean): Promise<void> {
      saveLastShown(call);
      const { id, key, times } = call;
      const body = { key, hadSound, times };
      const send = () => session.call('POST /api/player/calls/:id/shown', { params: { id }, body });
      return sendReceipt(requests, send, limits.calls.receiptMs);
    },
    stop: () => undefined,
  };
}

/** Returns a text that changes when other calls wait, or when their start becomes known or unknown. */
const waitingText = (calls: Parameters<CallsFeed['queued']>[0]): string =>
  calls.map((call) => `${textOf(call)}${call.startsInMs === null ? '?' : ''}`).join();

const textOf = ({ id, key }: { id: number; key: string }): string => `${id} ${key}`;

const shownKey = 'player_last_call';

/** Returns the last shown call, so that a restarted page does not repeat it. Labels are not stored. */
function lastShown(): { id: number; key: string } {
  try {
    const [id, key = ''] = (sessionStorage.getItem(shownKey) ?? '').split(' ');
    return { id: Number(id) || 0, key };
  } catch {
    return { id: 0, key: '' };
  }
}

function saveLastShown(call: PlayerCall): void {
  try {
    sessionStorage.setItem(shownKey, textOf(call));
  } catch {
    // Without storage a call of the last 90 s is shown once more after a restart.
  }
}
