/** What the screen is to play: status, playlist, items. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Assignment } from '../answers.ts';
import { CallError } from '../network.ts';
import { type Poll, startPoll } from '../poll.ts';
import type { FeedContext } from './line.ts';

export interface AssignmentFeed extends Poll {
  /** The last one that was applied. */
  current(): Assignment | undefined;
  /** Applies one; what could not be applied is asked for again, and never kept. */
  accept(assignment: Assignment): void;
  /** The items are asked for again, even if the playlist's revision is the same. */
  forgetItems(): void;
}

export interface AssignmentOptions {
  /** Applies it; may throw. */
  onAssignment(assignment: Assignment): void;
  /** It was applied; null: there is nothing to play. */
  onPlaylist(playlistId: number | null): void;
  /** Items that play on although another playlist is assigned. */
  held(): readonly number[];
  /** These may no longer. */
  onRevoked(ids: readonly number[]): void;
  /** The last call of a patient. */
  onLastCall(id: unknown): void;
  /** Urgent notices that run. */
  onUrgentIds(ids: unknown): void;
}

const blocked: Assignment = { status: 'blocked', playlist: null, items: [] };

/** Contract/README 10.4: within 30 s of the page's reload, which asks for everything itself, the refresh is skipped. */
export function isNearReload(ageMs: number): boolean {
  const sinceMs = ageMs % limits.reloadEveryMs;
  return Math.min(sinceMs, limits.reloadEveryMs - sinceMs) < limits.playlistRefreshSkipMs;
}

export function startAssignmentFeed(
  { session, kept, line }: FeedContext,
  { onAssignment, onPlaylist, held, onRevoked, onLastCall, onUrgentIds }: AssignmentOptions,
): AssignmentFeed {
  let current: Assignment | undefined;
  let mustRefetch = false;

  function accept(next: Assignment): void {
    if (line.isClosed()) return;
    onAssignment(next);
    // Only now: what could not be applied is asked for again, and never kept.
    current = next;
    void kept.save('assignment', next);
    onPlaylist(next.playlist?.id ?? null);
  }

  async function ask(): Promise<void> {
    const told = await askAssignment();
    const isSame =
      current &&
      told.status === current.status &&
      told.isDark === current.isDark &&
      !told.playlist &&
      !current.playlist;
    if (told !== current && !isSame) accept(told);
  }

  /** The current one itself when nothing of it has changed. */
  async function askAssignment(): Promise<Assignment> {
    try {
      const ids = held();
      const input = ids.length > 0 ? { query: { held: ids.join() } } : {};
      const { status, playlist, isDark, revoked, lastCallId, urgent } = await line.askTimed(() =>
        session.call('GET /api/player/assigned-playlist', input),
      );
      if (Array.isArray(revoked) && !line.isClosed()) onRevoked(revoked);
      if (!line.isClosed()) {
        onLastCall(lastCallId);
        onUrgentIds(urgent);
      }
      const known = current?.playlist;
      const isKnown =
        playlist && known && playlist.id === known.id && playlist.revision === known.revision && !mustRefetch;
      if (
        isKnown &&
        current &&
        status === current.status &&
        playlist.name === known.name &&
        playlist.isRandom === known.isRandom
      )
        return current;
      const items = !playlist || isKnown ? (current?.items ?? []) : await askItems(playlist.id);
      return { status, playlist, items: playlist ? items : [], ...(isDark ? { isDark } : {}) };
    } catch (error) {
      // Screen or account blocked. The credentials stay, and the screen asks on.
      if (error instanceof CallError && error.code === 'account_blocked') return blocked;
      throw error;
    }
  }

  async function askItems(playlistId: number) {
    const { userId } = session.credentials();
    const items = await line.ask(() =>
      session.call('GET /api/player/playlists/:id/randomized', { params: { id: playlistId }, query: { userId } }),
    );
    mustRefetch = false;
    return items;
  }

  const poll = startPoll(limits.assignedPlaylistPollMs, ask);
  const startedAt = performance.now();
  const refresh = setInterval(() => {
    if (isNearReload(performance.now() - startedAt)) return;
    mustRefetch = true;
    poll.now();
  }, limits.playlistRefreshMs);

  return {
    now: poll.now,
    current: () => current,
    accept,
    forgetItems() {
      mustRefetch = true;
    },
    stop() {
      clearInterval(refresh);
      poll.stop();
    },
  };
}
