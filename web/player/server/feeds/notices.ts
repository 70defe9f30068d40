/** Administrative notices. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './line.ts';

export function startNoticesFeed(
  { session, kept, line }: FeedContext,
  onNotices: (notices: readonly PlayerNotice[]) => void,
): Poll {
  return startPoll(limits.noticesRefetchMs, async () => {
    const notices = await line.ask(() => session.call('GET /api/player/admin-notices'));
    void kept.save('notices', notices);
    if (!line.isClosed()) onNotices(notices);
  });
}
