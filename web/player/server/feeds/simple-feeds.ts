/** Feeds of one call each: the heartbeat, the screen's names and looks, and administrative notices. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { PlayerStatus } from '../../../../src/contract/players.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { Responses } from '../requests/responses.ts';
import type { FeedContext } from './request-queue.ts';

/** Reports `state` (web/player/README 6.5), and whether the screen may continue. */
export const startHeartbeat = (
  { session, requests }: FeedContext,
  state: () => Record<string, unknown>,
  onStatus: (status: PlayerStatus) => void,
): Poll =>
  startPoll(limits.heartbeatMs, async () => {
    const { status } = await requests.sendTimed(() => session.heartbeat(state()));
    onStatus(status);
  });

/** Brings the names of the screen and of its owner, and how the screen looks. */
export const startInfoFeed = (
  { session, kept, requests }: FeedContext,
  onInfo: (info: Responses['info']) => void,
): Poll =>
  startPoll(limits.playlistRefreshMs, async () => {
    const info = await requests.send(() => session.call('GET /api/player/info'));
    void kept.save('info', info);
    if (!requests.isClosed()) onInfo(info);
  });

export const startNoticesFeed = (
  { session, kept, requests }: FeedContext,
  onNotices: (notices: readonly PlayerNotice[]) => void,
): Poll =>
  startPoll(limits.noticesRefetchMs, async () => {
    const notices = await requests.send(() => session.call('GET /api/player/admin-notices'));
    void kept.save('notices', notices);
    if (!requests.isClosed()) onNotices(notices);
  });
