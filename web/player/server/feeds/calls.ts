/**
 * Patients' calls. Asked for when there is news: the poll of the assignment names the last call's id, the socket tells of a
 * new one. An answer brings all that this screen has not shown. Nothing of them is kept but the number of the last shown.
 */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { Poll } from '../poll/poll.ts';
import type { FeedContext } from './line.ts';
import { createAsk, tellShown } from './news.ts';

export interface CallsFeed extends Poll {
  /** The last call's id, as a poll answered. */
  hear(lastCallId: unknown): void;
  /** Its card is painted: the receipt goes out, again and again until somebody answers. */
  shown(call: PlayerCall, hadSound: boolean): void;
}

const toldCount = 200;

export function startCallsFeed(
  { session, line }: Pick<FeedContext, 'session' | 'line'>,
  onCalls: (answer: PlayerCalls) => void,
): CallsFeed {
  let heard = lastShown();
  /** Calls that the screen received. */
  const told: string[] = [];
  /** The last call's id as the poll named it, and the one that an answer has settled. */
  let announced = 0;
  let settled = -1;

  /** A number that went back (a call was deleted, a backup put back) makes the same calls come again. */
  function isNews({ id, label, roomName }: PlayerCall): boolean {
    const name = [id, label, roomName].join();
    if (told.indexOf(name) >= 0) return false;
    told.push(name);
    if (told.length > toldCount) told.shift();
    return true;
  }

  const ask = createAsk(line, async () => {
    const after = heard;
    const named = announced;
    // Settled by an answer alone: after a miss the next poll makes it ask again.
    settled = -1;
    const answer = await line.ask(() => session.call('GET /api/player/calls', { query: { after } }));
    if (line.isClosed()) return;
    settled = Math.max(named, answer.lastCallId);
    heard = Math.max(heard, answer.lastCallId);
    onCalls({ ...answer, calls: answer.calls.filter(isNews) });
  });

  ask();
  return {
    now: ask,
    hear(lastCallId) {
      if (typeof lastCallId !== 'number' || lastCallId === settled) return;
      // Another server, or one put back to an older state, counts anew.
      if (lastCallId < heard) heard = 0;
      announced = lastCallId;
      ask();
    },
    shown(call, hadSound) {
      noteShown(call.id);
      const body = { hadSound, times: call.times };
      const tell = () => session.call('POST /api/player/calls/:id/shown', { params: { id: call.id }, body });
      void tellShown(line, tell, limits.calls.toldMs);
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
