/** Reports to the server what was shown (contract/README 19). */
import type { Play } from '../../../../src/contract/plays.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import { CallError } from '../requests/network.ts';
import type { FeedContext } from './server-requests.ts';
import { wait } from './send-receipt.ts';

export interface UnsentPlays {
  /** Resolves when the plays that were stored before the page was loaded are read. */
  loading: Promise<void>;
  /** Returns the next plays to send; empty if there are none. */
  batch(): Play[];
  /** Deletes plays that need not be sent again. */
  acknowledge(sent: readonly Play[]): void;
}

const batchPauseMs = 2_000;

/** Sends the plays in batches, and repeats each until it is acknowledged. A batch that the server refuses as invalid is deleted too. */
export const startPlaysFeed = (
  { session, requests }: Pick<FeedContext, 'session' | 'requests'>,
  unsent: UnsentPlays,
): Poll =>
  startPoll(limits.plays.sendEveryMs, async () => {
    await unsent.loading;
    for (let plays = unsent.batch(); plays.length > 0 && !requests.isClosed(); plays = unsent.batch()) {
      const body = { plays };
      try {
        await requests.send(() => session.call('POST /api/player/plays', { body }));
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'invalid_input')) throw error;
      }
      unsent.acknowledge(plays);
      // After an outage all screens send their stored plays: calls of patients must not wait for that.
      await wait(batchPauseMs * (0.5 + Math.random()));
    }
  });
