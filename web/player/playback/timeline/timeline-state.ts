/** Types of the timeline: its state, events and commands. All times are monotonic milliseconds. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';

/** Time before the end of an item at which the next one is prepared. */
export const preloadAheadMs = 12_000;
/** Maximum time for which an item that people removed stays on the screen while its successor is not ready. */
export const removedLeaveMs = 2_000;
/** Time on the screen after which an item counts as working; a shorter item counts when it reaches its end. */
export const successAfterMs = 3_000;
/** Time to wait for the first item of a new or edited playlist before playing what is on the device. */
export const firstItemMs = 1_000;
/** Maximum remaining time of an item that may end normally when its rule ends. */
export const naturalEndMs = 60_000;
/** A prepared playlist may begin this much early, so that the old one begins no item that would be shown for less time. */
export const endToleranceMs = 1_000;
/** Maximum time between two events. A longer gap means that the device slept, and restarts the time limits for opening items. */
export const sleptMs = 5_000;
export const backoff = { firstMs: 5_000, maxMs: 60_000 };

interface Turn {
  turnId: number;
  item: PlayItem;
  /** The cycle of this turn, and its index there. */
  queue: readonly PlayItem[];
  index: number;
  /** True for an item of a playlist that has not begun yet. */
  isPreloaded: boolean;
}

/** The playlist that a rule begins next, and the time at which it begins. */
export interface PreloadedPlaylist {
  items: readonly PlayItem[];
  isRandom: boolean;
  at: number;
}

export interface CurrentTurn extends Turn {
  /** Time at which the stage was told to show the item. */
  requestedAt: number;
  /** Null until the stage has painted the item. */
  shownAt: number | null;
  /** Set when the item has ended and only waits for its successor. */
  endedAt: number | null;
  hasSucceeded: boolean;
  /** Time at which an item that was removed, or whose playlist was replaced, leaves even without a successor. */
  leaveBy: number | null;
  /** Time at which an item of a replaced playlist ends, if it has not ended by itself. */
  endBy: number | null;
}

export interface NextTurn extends Turn {
  /** Time at which the stage began to prepare the item. */
  startedAt: number;
  isReady: boolean;
  /** True if a person pressed the previous button for this turn. */
  isGoingBack: boolean;
}

export interface TimelineState {
  /** The cycle from which the next turn is chosen. */
  readonly queue: readonly PlayItem[];
  readonly isRandom: boolean;
  readonly seed: number;
  /** Index of the last item tried; the next one is chosen after it. */
  readonly cursor: number;
  /** Time until which the first item of a new or edited playlist may delay the playback. */
  readonly firstUntil: number;
  readonly current: CurrentTurn | null;
  readonly next: NextTurn | null;
  /** Number of failures since an item worked. */
  readonly failures: number;
  readonly backoffUntil: number | null;
  readonly backoffMs: number;
  readonly preloaded: PreloadedPlaylist | null;
  readonly lastTurnId: number;
  /** Time of the last event. */
  readonly lastEventAt: number;
}

/** The mutable copy of a state that a step changes. */
export type Draft = { -readonly [Key in keyof TimelineState]: TimelineState[Key] };

/** A playlist that begins, or is edited. */
export interface PlaylistChange {
  items: readonly PlayItem[];
  isRandom: boolean;
  /** True if a rule or the hours of items caused the change, not a person. */
  byClock?: boolean;
  /** True for a rule that does not wait for the end of an item (contract/README 16.5). */
  isExact?: boolean;
}

export type TimelineEvent =
  /** Begins another playlist at its first item, or at `startIndex` after a restart of the page. */
  | ({ type: 'assign'; startIndex?: number } & PlaylistChange)
  /** Changes the items of the same playlist: people edited it, or hours of items began or ended. */
  | ({ type: 'update' } & PlaylistChange)
  /** Prepares the first item of a playlist that a rule begins soon; null: no playlist begins soon. */
  | { type: 'preload'; next: PreloadedPlaylist | null }
  | { type: 'stop' }
  | { type: 'ready'; turnId: number }
  | { type: 'shown'; turnId: number }
  | { type: 'ended'; turnId: number }
  | { type: 'failed'; turnId: number }
  | { type: 'previous' }
  /** More items can be played: one was stored, or the server responds again. */
  | { type: 'arrived' }
  | { type: 'tick' };

export type TimelineCommand =
  | { type: 'prepare'; turnId: number; item: PlayItem }
  | { type: 'show'; turnId: number; item: PlayItem }
  | { type: 'discard'; turnId: number }
  | { type: 'clear' }
  /** Shows 'Playlist atualizada!'. */
  | { type: 'notify' };

export interface TimelineContext {
  now: number;
  /** True if the item is on the device, or can only be streamed and the server responds. */
  isAvailable(item: PlayItem): boolean;
  /** True while the item is being downloaded or queued: opening it now would fetch its bytes twice. */
  isDownloadPending(item: PlayItem): boolean;
}

/** Returns the state without a playlist. */
export function emptyTimeline(seed: number): TimelineState {
  return {
    queue: [],
    isRandom: false,
    seed,
    cursor: -1,
    firstUntil: 0,
    current: null,
    next: null,
    failures: 0,
    backoffUntil: null,
    backoffMs: backoff.firstMs,
    preloaded: null,
    lastTurnId: 0,
    lastEventAt: 0,
  };
}

/** Returns the milliseconds for which an image is shown (contract/README 10.3: 20 s by default). */
export const imageMs = (item: PlayItem): number => (item.displayDuration ?? limits.defaultImageSeconds) * 1000;

/** Returns the duration of an item in milliseconds; 0 for a video of unknown duration. */
export const expectedMs = (item: PlayItem): number =>
  item.mediaType === 'image' ? imageMs(item) : (item.durationS ?? 0) * 1000;
