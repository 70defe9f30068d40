/** The ticker's messages, which belong to a playlist. */
import { limits } from '../../../../src/contract/limits.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import { type Poll, startPoll } from '../poll.ts';
import type { FeedContext } from './line.ts';

export interface MessagesFeed extends Poll {
  /** Another playlist's from now on; null: none. */
  follow(playlistId: number | null): void;
}

export function startMessagesFeed(
  { session, kept, line }: FeedContext,
  onMessages: (messages: readonly TickerMessage[]) => void,
): MessagesFeed {
  let playlistId: number | null = null;

  function accept(messages: readonly TickerMessage[]): void {
    void kept.save('messages', messages.slice());
    onMessages(messages);
  }

  const poll = startPoll(limits.messagesRefetchMs, async () => {
    const id = playlistId;
    if (id === null) return;
    const messages = await line.ask(() => session.call('GET /api/playlists/:id/breaking-news', { params: { id } }));
    if (!line.isClosed() && id === playlistId) accept(messages);
  });

  return {
    ...poll,
    follow(next) {
      if (next === playlistId) return;
      playlistId = next;
      if (next === null) accept([]);
      else poll.now();
    },
  };
}
