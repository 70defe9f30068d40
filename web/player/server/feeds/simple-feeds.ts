/** Feeds of one request each: the heartbeat, the screen's names and display settings, and administrative notices. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { PlayerStatus } from '../../../../src/contract/players.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { Responses } from '../requests/responses.ts';
import type { FeedContext } from './server-requests.ts';

/** Sends the heartbeat with `state` (web/player/README 6.5). `onStatus` receives the status in the response. */
export const startHeartbeat = (
  { session, requests }: FeedContext,
  state: () => Record<string, unknown>,
  onStatus: (status: PlayerStatus) => void,
): Poll =>
  startPoll(limits.heartbeatMs, async () => {
    const { status } = await requests.sendTimed(() => session.heartbeat(state()));
    onStatus(status);
  });

/** Fetches the names of the screen and its owner, and the display settings. */
export const startInfoFeed = (
  { session, cachedResponses, requests }: FeedContext,
  onInfo: (info: Responses['info']) => void,
): Poll =>
  startPoll(limits.playlistRefreshMs, async () => {
    const info = await requests.send(() => session.call('GET /api/player/info'));
    void cachedResponses.save('info', info);
    if (!requests.isClosed()) onInfo(info);
  });

export const startNoticesFeed = (
  { session, cachedResponses, requests }: FeedContext,
  onNotices: (notices: readonly PlayerNotice[]) => void,
): Poll =>
  startPoll(limits.noticesRefetchMs, async () => {
    const notices = await requests.send(() => session.call('GET /api/player/admin-notices'));
    void cachedResponses.save('notices', notices);
    if (!requests.isClosed()) onNotices(notices);
  });
