/**
 * Feed of patients' calls, requested when a poll has a new last id or the socket announces one. A response contains all
 * calls that this screen has not shown. Only the id of the last shown call is stored.
 */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { FeedContext } from './request-queue.ts';
import { createRefresh, sendReceipt, wait } from './send-receipt.ts';

const deliveredLimit = 200;
/** Minimum interval between two reports of the waiting calls. */
const queueReportMs = 1_000;

export type CallsFeed = ReturnType<typeof startCallsFeed>;

export function startCallsFeed(
  { session, requests }: Pick<FeedContext, 'session' | 'requests'>,
  onCalls: (response: PlayerCalls) => void,
) {
  let lastReceived = lastShown();
  /** Calls that were delivered before. */
  const delivered: string[] = [];
  /** Last call's id in the newest poll, and the one that a response has confirmed. */
  let polledId = 0;
  let confirmed = -1;

  /** True for a call that was not delivered before: when ids start again, the same calls arrive again. */
  function isNew({ id, label, roomName }: PlayerCall): boolean {
    const name = [id, label, roomName].join();
    if (delivered.indexOf(name) >= 0) return false;
    delivered.push(name);
    if (delivered.length > deliveredLimit) delivered.shift();
    return true;
  }

  const refresh = createRefresh(requests, async () => {
    const after = lastReceived;
    const requestedId = polledId;
    // Only a response confirms the id: after a failure the next poll causes another request.
    confirmed = -1;
    const response = await requests.send(() => session.call('GET /api/player/calls', { query: { after } }));
    if (requests.isClosed()) return;
    confirmed = Math.max(requestedId, response.lastCallId);
    lastReceived = Math.max(lastReceived, response.lastCallId);
    onCalls({ ...response, calls: response.calls.filter(isNew) });
  });

  let waiting: readonly { id: number; startsInMs: number | null }[] = [];
  const reportQueue = createRefresh(requests, async () => {
    await requests.send(() =>
      session.call('PUT /api/player/calls/queue', { body: { calls: waiting.slice(0, deliveredLimit) } }),
    );
    await wait(queueReportMs);
  });

  refresh();
  return {
    now(): void {
      refresh();
      if (waiting.length > 0) reportQueue();
    },
    /** Receives the last call's id from a poll. */
    receivePoll(lastCallId: unknown): void {
      if (typeof lastCallId !== 'number' || lastCallId === confirmed) return;
      // Another server, or one restored from a backup, counts from a lower number.
      if (lastCallId < lastReceived) lastReceived = 0;
      polledId = lastCallId;
      refresh();
    },
    /** Receives the calls that wait on this screen, and reports them when others wait than before. */
    queued(calls: typeof waiting): void {
      const isChanged = textOf(calls) !== textOf(waiting);
      waiting = calls;
      if (isChanged) reportQueue();
    },
    /** Called when the call's card is painted: sends the receipt until it is acknowledged. */
    shown(call: PlayerCall, hadSound: boolean): void {
      saveLastShown(call.id);
      const body = { hadSound, times: call.times };
      const send = () => session.call('POST /api/player/calls/:id/shown', { params: { id: call.id }, body });
      void sendReceipt(requests, send, limits.calls.receiptMs);
    },
    stop: () => undefined,
  };
}

/** Returns a text that differs when other calls wait, or when it became known or unknown when they start. */
const textOf = (calls: readonly { id: number; startsInMs: number | null }[]): string =>
  calls.map(({ id, startsInMs }) => `${id}${startsInMs === null ? '?' : ''}`).join();

const shownKey = 'player_last_call';

/** Returns the id of the last shown call, so that a restarted page does not repeat it. Labels are not stored. */
function lastShown(): number {
  try {
    return Number(sessionStorage.getItem(shownKey)) || 0;
  } catch {
    return 0;
  }
}

function saveLastShown(id: number): void {
  try {
    sessionStorage.setItem(shownKey, String(id));
  } catch {
    // Without storage a call of the last 90 s is shown once more after a restart.
  }
}
