/** Feed of the ticker's messages, which belong to a playlist. Messages of the rules' playlists are loaded in advance. */
import { limits } from '../../../../src/contract/limits.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { Responses } from '../requests/responses.ts';
import { CallError } from '../requests/network.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './server-requests.ts';

export type MessagesFeed = ReturnType<typeof startMessagesFeed>;

export function startMessagesFeed(
  { session, cachedResponses, requests }: FeedContext,
  onMessages: (messages: readonly TickerMessage[]) => void,
) {
  let playlistId: number | null = null;
  let rulePlaylists: readonly number[] = [];
  const loaded = new Map<number, TickerMessage[]>();
  const requestedAt = new Map<number, number>();

  function accept(id: number, messages: readonly TickerMessage[]): void {
    loaded.set(id, messages.slice());
    const isNeeded = (other: number) => other === playlistId || rulePlaylists.indexOf(other) >= 0;
    Array.from(loaded.keys()).forEach((other) => isNeeded(other) || loaded.delete(other));
    void cachedResponses.save(
      'tickers',
      Array.from(loaded, ([playlistId, messages]) => ({ playlistId, messages })),
    );
    if (id === playlistId) onMessages(messages);
  }

  async function send(id: number): Promise<void> {
    const messages = await requests.send(() =>
      session.call('GET /api/playlists/:id/breaking-news', { params: { id } }),
    );
    requestedAt.set(id, performance.now());
    if (!requests.isClosed()) accept(id, messages);
  }

  const isDue = (id: number) => performance.now() - (requestedAt.get(id) ?? -Infinity) >= limits.playlistRefreshMs;

  const poll = startPoll(limits.messagesRefetchMs, async () => {
    if (playlistId !== null) await send(playlistId);
    for (const id of rulePlaylists) {
      if (requests.isClosed() || id === playlistId || !isDue(id)) continue;
      await send(id).catch((error: unknown) => {
        // The playlist's rule was deleted a moment ago.
        if (!(error instanceof CallError && error.status === 404)) throw error;
      });
    }
  });

  return {
    ...poll,
    /** Sets the playlist whose messages are shown; null: none. */
    follow(next: number | null): void {
      if (next === playlistId) return;
      playlistId = next;
      const messages = next === null ? [] : loaded.get(next);
      if (messages) onMessages(messages);
      if (next !== null) poll.refresh();
    },
    /** Sets the playlists that rules may play; their messages are requested every half hour. */
    setRulePlaylists(ids: readonly number[]): void {
      const isNew = ids.some((id) => rulePlaylists.indexOf(id) < 0);
      rulePlaylists = ids;
      if (isNew) poll.refresh();
    },
    /** Restores the stored messages. */
    restore(tickers: Responses['tickers']): void {
      for (const { playlistId, messages } of tickers) if (!loaded.has(playlistId)) loaded.set(playlistId, messages);
    },
  };
}
