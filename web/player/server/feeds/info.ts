/** The names of the screen and of its owner, and how the screen looks. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Answers } from '../requests/responses.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './line.ts';

export function startInfoFeed({ session, kept, line }: FeedContext, onInfo: (info: Answers['info']) => void): Poll {
  return startPoll(limits.playlistRefreshMs, async () => {
    const info = await line.ask(() => session.call('GET /api/player/info'));
    void kept.save('info', info);
    if (!line.isClosed()) onInfo(info);
  });
}
