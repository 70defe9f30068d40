/** Administrative notices. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';

export function startNoticesFeed(
  { session, kept, requests }: FeedContext,
  onNotices: (notices: readonly PlayerNotice[]) => void,
): Poll {
  return startPoll(limits.noticesRefetchMs, async () => {
    const notices = await requests.send(() => session.call('GET /api/player/admin-notices'));
    void kept.save('notices', notices);
    if (!requests.isClosed()) onNotices(notices);
  });
}
