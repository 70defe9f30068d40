/** Feed of the assignment: status, the playlist that was sent, and the rules of its programme, all with their items. */
import type { AssignedPlaylistReply } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { Assignment, Rules } from '../requests/responses.ts';
import { CallError } from '../requests/network.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';
import { noRules, rulesAfter } from './rules.ts';

export interface AssignmentOptions {
  /** Applies them; may throw. */
  onAssignment(assignment: Assignment, rules: Rules): void;
  /** Items that play on although another playlist is assigned. */
  held(): readonly number[];
  /** These may no longer. */
  onRevoked(ids: readonly number[]): void;
  /** The last call of a patient. */
  onLastCall(id: unknown): void;
  /** Urgent notices that run. */
  onUrgentIds(ids: unknown): void;
}

/** Passes on the parts of a response that do not concern playback. */
function passOn(
  { revoked, lastCallId, urgent }: AssignedPlaylistReply,
  { onRevoked, onLastCall, onUrgentIds }: Pick<AssignmentOptions, 'onRevoked' | 'onLastCall' | 'onUrgentIds'>,
): void {
  if (Array.isArray(revoked)) onRevoked(revoked);
  onLastCall(lastCallId);
  onUrgentIds(urgent);
}

const blocked: Assignment = { status: 'blocked', playlist: null, items: [] };

const isBlocked = (error: unknown): boolean => error instanceof CallError && error.code === 'account_blocked';

/** Contract/README 10.4: within 30 s of the page's reload, which asks for everything itself, the refresh is skipped. */
export function isNearReload(ageMs: number): boolean {
  const sinceMs = ageMs % limits.reloadEveryMs;
  return Math.min(sinceMs, limits.reloadEveryMs - sinceMs) < limits.playlistRefreshSkipMs;
}

function itemsBy({ session, requests }: FeedContext): (playlistId: number) => Promise<PlayItem[]> {
  return (id) => {
    const query = { userId: session.credentials().userId, hours: 'own' as const };
    return requests.send(() => session.call('GET /api/player/playlists/:id/randomized', { params: { id }, query }));
  };
}

export type AssignmentFeed = ReturnType<typeof startAssignmentFeed>;

export function startAssignmentFeed(context: FeedContext, { onAssignment, held, ...listeners }: AssignmentOptions) {
  const { session, kept, requests } = context;
  const requestItems = itemsBy(context);
  let current: Assignment | undefined;
  /** The kept assignment: while the server names its revision, the first picture waits for one answer less. */
  let recalled: Assignment | undefined;
  void kept.load('assignment').then((assignment) => (recalled = assignment));
  let rules = noRules;
  let followed: number | null = null;
  let mustRefetch = false;

  const forgetItems = () => void (mustRefetch = true);

  function accept(next: Assignment, nextRules: Rules): void {
    if (requests.isClosed()) return;
    onAssignment(next, nextRules);
    // Only now: what could not be applied is asked for again, and never kept.
    if (next !== current) void kept.save('assignment', next);
    if (nextRules !== rules) void kept.save('rules', nextRules);
    current = next;
    rules = nextRules;
  }

  async function send(): Promise<void> {
    const delivered = await refreshAssignment();
    const isSame =
      current &&
      delivered.assignment.status === current.status &&
      delivered.assignment.isDark === current.isDark &&
      !delivered.assignment.playlist &&
      !current.playlist;
    const isRecalled = !current && recalled?.items === delivered.assignment.items;
    // What can't be applied is not tried a second time.
    recalled = undefined;
    if (!current || delivered.rules !== rules || (delivered.assignment !== current && !isSame))
      accept(delivered.assignment, delivered.rules);
    if (isRecalled) {
      // A start asks for everything, but after the first picture.
      forgetItems();
      poll.now();
    }
    if (delivered.fault) throw delivered.fault;
  }

  /** The current ones themselves when nothing of them has changed. `fault`: new rules did not come; what was sent does not wait for them. */
  async function refreshAssignment(): Promise<{ assignment: Assignment; rules: Rules; fault?: Error }> {
    try {
      const ids = held();
      const query = { programme: rules.revision, ...(ids.length > 0 ? { held: ids.join() } : {}) };
      const reply = await requests.sendTimed(() => session.call('GET /api/player/assigned-playlist', { query }));
      if (!requests.isClosed()) passOn(reply, listeners);
      const isForced = mustRefetch;
      mustRefetch = false;
      let assignment: Assignment | undefined;
      try {
        assignment = await assignmentOf(reply, isForced);
        const isStale = (id: number) => isForced && id === followed;
        return { assignment, rules: await rulesAfter(rules, reply.programme, isStale, requestItems) };
      } catch (error) {
        mustRefetch = mustRefetch || isForced;
        if (!assignment || isBlocked(error)) throw error;
        return { assignment, rules, fault: error as Error };
      }
    } catch (error) {
      // Screen or account blocked. The credentials stay, and the screen asks on.
      if (isBlocked(error)) return { assignment: blocked, rules };
      throw error;
    }
  }

  async function assignmentOf(reply: AssignedPlaylistReply, isForced: boolean): Promise<Assignment> {
    const { status, playlist, isDark } = reply;
    const before = current ?? recalled;
    const known = before?.playlist;
    const isKnown = playlist && known && playlist.id === known.id && playlist.revision === known.revision && !isForced;
    if (
      isKnown &&
      current &&
      status === current.status &&
      playlist.name === known.name &&
      playlist.isRandom === known.isRandom
    )
      return current;
    const items = !playlist || isKnown ? (before?.items ?? []) : await requestItems(playlist.id);
    return { status, playlist, items: playlist ? items : [], ...(isDark ? { isDark } : {}) };
  }

  const poll = startPoll(limits.assignedPlaylistPollMs, send);
  const startedAt = performance.now();
  const refresh = setInterval(() => {
    if (isNearReload(performance.now() - startedAt)) return;
    forgetItems();
    poll.now();
  }, limits.playlistRefreshMs);

  return {
    now: poll.now,
    /** The last one that was applied. */
    current: () => current,
    /** Applies one; what could not be applied is asked for again, and never kept. */
    accept,
    /** This playlist plays. */
    follow(playlistId: number | null): void {
      followed = playlistId;
    },
    /** The one that plays. */
    followed: () => followed,
    /** The items of what was sent and of what plays are asked for again, even if their revision is the same. */
    forgetItems,
    stop() {
      clearInterval(refresh);
      poll.stop();
    },
  };
}
