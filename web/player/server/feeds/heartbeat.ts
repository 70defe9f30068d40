/** Reports the screen's state to the server, and whether the screen may continue. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerStatus } from '../../../../src/contract/players.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';

/** `state`: what is reported (web/player/README 6.5). */
export function startHeartbeat(
  { session, requests }: FeedContext,
  state: () => Record<string, unknown>,
  onStatus: (status: PlayerStatus) => void,
): Poll {
  return startPoll(limits.heartbeatMs, async () => {
    const { status } = await requests.sendTimed(() => session.heartbeat(state()));
    onStatus(status);
  });
}
