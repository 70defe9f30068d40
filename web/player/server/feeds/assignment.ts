/** Fetches the assignment: the screen's status, its assigned playlist and the programme's rules, with all items. */
import type { AssignedPlaylistReply } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { Assignment, Rules } from '../requests/responses.ts';
import { CallError } from '../requests/network.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './server-requests.ts';
import { noRules, rulesAfter } from './rules.ts';

export interface AssignmentOptions {
  /** Applies assignment and rules; may throw. */
  onAssignment(assignment: Assignment, rules: Rules): void;
  /** Returns the ids of items that still play although another playlist is assigned. */
  held(): readonly number[];
  /** Called with the ids in `held` that the server no longer lets the screen show. */
  onRevoked(ids: readonly number[]): void;
  /** Called with id and key of the last call of a patient, and the policy for names. */
  onLastCall(id: unknown, key: unknown, namePolicy: unknown): void;
  /** Called with ids and keys of running urgent notices. */
  onUrgentIds(ids: unknown, keys: unknown): void;
  /** Called when a response has been applied, even if the items of a rule's playlist could not be loaded. */
  onUpToDate(): void;
  /** `at`: when a person last asked for a restart of the page; undefined: nobody has. */
  onRestartAt(at: number | undefined): void;
}

/** Passes on the parts of a response that do not concern playback. */
function passOn(
  { revoked, lastCallId, lastCallKey, namePolicy, urgent, urgentKeys, restartAt }: AssignedPlaylistReply,
  { onRevoked, onLastCall, onUrgentIds, onRestartAt }: Omit<AssignmentOptions, 'onAssignment' | 'onUpToDate' | 'held'>,
): void {
  if (Array.isArray(revoked)) onRevoked(revoked);
  onLastCall(lastCallId, lastCallKey, namePolicy);
  onUrgentIds(urgent, urgentKeys);
  onRestartAt(restartAt);
}

const blockedAssignment: Assignment = { status: 'blocked', playlist: null, items: [] };

const isBlocked = (error: unknown): boolean => error instanceof CallError && error.code === 'account_blocked';

/** True if a page of this age is within 30 s of a restart, which is due every 4 h: no refresh then (contract/README 10.4). */
export function isNearRestart(ageMs: number): boolean {
  const sinceMs = ageMs % limits.reloadEveryMs;
  return Math.min(sinceMs, limits.reloadEveryMs - sinceMs) < limits.playlistRefreshSkipMs;
}

function createItemsRequest({ session, requests }: FeedContext): (playlistId: number) => Promise<PlayItem[]> {
  return (id) => {
    const query = { userId: session.credentials().userId, hours: 'own' as const };
    return requests.send(() => session.call('GET /api/player/playlists/:id/randomized', { params: { id }, query }));
  };
}

type Revision = Pick<NonNullable<Assignment['playlist']>, 'id' | 'revision'>;
const isSameRevision = (one: Revision, other: Revision) => one.id === other.id && one.revision === other.revision;

export type AssignmentFeed = ReturnType<typeof startAssignmentFeed>;

export function startAssignmentFeed(
  context: FeedContext,
  { onAssignment, onUpToDate, held, ...listeners }: AssignmentOptions,
) {
  const { session, cachedResponses, requests } = context;
  const requestItems = createItemsRequest(context);
  let current: Assignment | undefined;
  /** The stored assignment: if its revision is current, the first picture need not wait for a second response. */
  let stored: Assignment | undefined;
  void cachedResponses.load('assignment').then((assignment) => (stored = assignment));
  let rules = noRules;
  let followed: number | null = null;
  let mustRefetch = false;

  const refetchItems = () => void (mustRefetch = true);

  function accept(next: Assignment, nextRules: Rules): void {
    if (requests.isClosed()) return;
    onAssignment(next, nextRules);
    // Store only what could be applied; the rest is requested again.
    if (next !== current) void cachedResponses.save('assignment', next);
    if (nextRules !== rules) void cachedResponses.save('rules', nextRules);
    current = next;
    rules = nextRules;
  }

  async function send(): Promise<void> {
    const delivered = await fetchAssignmentAndRules();
    const isSame =
      current &&
      delivered.assignment.status === current.status &&
      delivered.assignment.isDark === current.isDark &&
      !delivered.assignment.playlist &&
      !current.playlist;
    const isStored = !current && stored?.items === delivered.assignment.items;
    // A stored assignment that can't be applied is not tried again.
    stored = undefined;
    if (!current || delivered.rules !== rules || (delivered.assignment !== current && !isSame))
      accept(delivered.assignment, delivered.rules);
    // Request the items again after each start, but only now: the first picture has not waited for them.
    if (isStored) refetchItemsNow();
    onUpToDate();
    if (delivered.fault) throw delivered.fault;
  }

  /** Requests assignment and rules; returns the current objects if unchanged. `fault`: error if only the rules failed. */
  async function fetchAssignmentAndRules(): Promise<{ assignment: Assignment; rules: Rules; fault?: Error }> {
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
      // Screen or account is blocked. The credentials stay, and the requests continue.
      if (isBlocked(error)) return { assignment: blockedAssignment, rules };
      throw error;
    }
  }

  async function assignmentOf(reply: AssignedPlaylistReply, isForced: boolean): Promise<Assignment> {
    const { status, playlist, isDark } = reply;
    const previous = current ?? stored;
    const oldPlaylist = previous?.playlist;
    const isUnchanged = playlist && oldPlaylist && isSameRevision(playlist, oldPlaylist) && !isForced;
    if (
      isUnchanged &&
      current &&
      status === current.status &&
      playlist.name === oldPlaylist.name &&
      playlist.isRandom === oldPlaylist.isRandom
    )
      return current;
    const items = !playlist || isUnchanged ? (previous?.items ?? []) : await requestItems(playlist.id);
    return { status, playlist, items: playlist ? items : [], ...(isDark ? { isDark } : {}) };
  }

  const poll = startPoll(limits.assignedPlaylistPollMs, send);
  const startedAt = performance.now();
  function refetchItemsNow(): void {
    refetchItems();
    poll.refresh();
  }
  const refresh = setInterval(() => {
    if (!isNearRestart(performance.now() - startedAt)) refetchItemsNow();
  }, limits.playlistRefreshMs);

  return {
    refresh: poll.refresh,
    /** Returns the last applied assignment. */
    current: () => current,
    /** Applies an assignment and stores it. If it can't be applied, it is requested again and not stored. */
    accept,
    /** Sets the playlist that plays. */
    follow(playlistId: number | null): void {
      followed = playlistId;
    },
    /** Returns the id of the playlist that plays. */
    followed: () => followed,
    /** Makes the next poll request the items of the assigned and of the playing playlist again, even if their revision is the same. */
    refetchItems,
    stop() {
      clearInterval(refresh);
      poll.stop();
    },
  };
}
