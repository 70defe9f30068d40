/**
 * Feed of patients' calls. Requests them when the poll of the assignment names a new last id, or the socket announces
 * one. A response contains all calls that this screen has not shown. Only the number of the last shown call is kept.
 */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { FeedContext } from './request-queue.ts';
import { createRefresh, sendReceipt } from './send-receipt.ts';

const deliveredLimit = 200;

export type CallsFeed = ReturnType<typeof startCallsFeed>;

export function startCallsFeed(
  { session, requests }: Pick<FeedContext, 'session' | 'requests'>,
  onCalls: (response: PlayerCalls) => void,
) {
  let lastReceived = lastShown();
  /** Calls that the screen received. */
  const delivered: string[] = [];
  /** The last call's id as the poll named it, and the one that an answer has settled. */
  let polledId = 0;
  let confirmed = -1;

  /** True for a call that was not delivered before: when ids go back, the same calls arrive again. */
  function isNew({ id, label, roomName }: PlayerCall): boolean {
    const name = [id, label, roomName].join();
    if (delivered.indexOf(name) >= 0) return false;
    delivered.push(name);
    if (delivered.length > deliveredLimit) delivered.shift();
    return true;
  }

  const refresh = createRefresh(requests, async () => {
    const after = lastReceived;
    const named = polledId;
    // Settled by an answer alone: after a miss the next poll makes it ask again.
    confirmed = -1;
    const response = await requests.send(() => session.call('GET /api/player/calls', { query: { after } }));
    if (requests.isClosed()) return;
    confirmed = Math.max(named, response.lastCallId);
    lastReceived = Math.max(lastReceived, response.lastCallId);
    onCalls({ ...response, calls: response.calls.filter(isNew) });
  });

  refresh();
  return {
    now: refresh,
    /** Receives the last call's id from a poll. */
    receivePoll(lastCallId: unknown): void {
      if (typeof lastCallId !== 'number' || lastCallId === confirmed) return;
      // Another server, or one put back to an older state, counts anew.
      if (lastCallId < lastReceived) lastReceived = 0;
      polledId = lastCallId;
      refresh();
    },
    /** Called when its card is painted: sends the receipt until it is acknowledged. */
    shown(call: PlayerCall, hadSound: boolean): void {
      noteShown(call.id);
      const body = { hadSound, times: call.times };
      const tell = () => session.call('POST /api/player/calls/:id/shown', { params: { id: call.id }, body });
      void sendReceipt(requests, tell, limits.calls.receiptMs);
    },
    stop: () => undefined,
  };
}

const shownKey = 'player_last_call';

/** A page that starts anew does not call again who was called: the window remembers the number, and no label. */
function lastShown(): number {
  try {
    return Number(sessionStorage.getItem(shownKey)) || 0;
  } catch {
    return 0;
  }
}

function noteShown(id: number): void {
  try {
    sessionStorage.setItem(shownKey, String(id));
  } catch {
    // Then a call of the last 90 s is shown once more after a restart.
  }
}
