/** The names of the screen and of its owner, and how the screen looks. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Responses } from '../requests/responses.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';

export function startInfoFeed(
  { session, kept, requests }: FeedContext,
  onInfo: (info: Responses['info']) => void,
): Poll {
  return startPoll(limits.playlistRefreshMs, async () => {
    const info = await requests.send(() => session.call('GET /api/player/info'));
    void kept.save('info', info);
    if (!requests.isClosed()) onInfo(info);
  });
}
