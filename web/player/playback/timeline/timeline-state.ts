/** The words of the timeline: its state, what happens to it, and what it wants done. All times are monotonic milliseconds. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';

/** Time before the end of an item at which the next one is prepared. */
export const preloadAheadMs = 12_000;
/** A picture that people removed leaves after this time even if its successor is not ready. */
export const giveUpAfterMs = 2_000;
/** An item that stayed this long on the screen works; a shorter one when it reached its end. */
export const successAfterMs = 3_000;
/** Time to wait for the first item of a new order before playing what is on the device. */
export const firstItemMs = 1_000;
/** Maximum remaining time of an item that may end normally when its rule ends. */
export const naturalEndMs = 60_000;
/** A playlist that is foreseen begins so much too early rather than after one more item of the old one. */
export const endToleranceMs = 1_000;
/** A longer silence between two events: the device slept, and nothing is late for that. */
export const sleptMs = 5_000;
export const rest = { firstMs: 5_000, longestMs: 60_000 };

interface Turn {
  ticket: number;
  item: PlayItem;
  /** The cycle this turn belongs to, and its place there. */
  queue: readonly PlayItem[];
  index: number;
  /** True for an item of a playlist whose time has not come yet. */
  isPreloaded: boolean;
}

/** Another playlist, and when it begins. */
export interface Preloaded {
  items: readonly PlayItem[];
  isRandom: boolean;
  at: number;
}

export interface Current extends Turn {
  requestedAt: number;
  /** Null until the stage has painted it. */
  shownAt: number | null;
  /** Set when its time is over and it only waits for its successor. */
  overAt: number | null;
  hasSucceeded: boolean;
  /** Removed from the playlist, or of another playlist: when it leaves even without a successor. */
  leaveBy: number | null;
  /** It may come to its end, and is over then at the latest. */
  endBy: number | null;
}

export interface Next extends Turn {
  startedAt: number;
  isReady: boolean;
  /** Asked for with the previous button. */
  isWanted: boolean;
}

export interface TimelineState {
  /** The cycle in which the next turn is looked for. */
  readonly queue: readonly PlayItem[];
  readonly isRandom: boolean;
  readonly seed: number;
  /** Index of the last item tried; the next one is looked for behind it. */
  readonly cursor: number;
  /** Time until which the first item of a new order is waited for. */
  readonly firstUntil: number;
  readonly current: Current | null;
  readonly next: Next | null;
  /** Failures in a row since an item worked. */
  readonly failures: number;
  readonly restUntil: number | null;
  readonly restMs: number;
  readonly preloaded: Preloaded | null;
  readonly lastTicket: number;
  /** Time of the last event. */
  readonly seenAt: number;
}

/** A state that is being made. */
export type Draft = { -readonly [Key in keyof TimelineState]: TimelineState[Key] };

/** A playlist that begins, or is edited. */
export interface PlaylistChange {
  items: readonly PlayItem[];
  isRandom: boolean;
  byClock?: boolean;
  isExact?: boolean;
}

export type TimelineEvent =
  /** Another playlist: starts at its first item (or at `startIndex`, going on after a restart of the page). */
  | ({ type: 'assign'; startIndex?: number } & PlaylistChange)
  /** The same playlist, edited; or, by the clock, with other items than an hour ago. */
  | ({ type: 'update' } & PlaylistChange)
  /** Its first item is prepared; null: it does not come. */
  | { type: 'preload'; next: Preloaded | null }
  | { type: 'stop' }
  | { type: 'ready'; ticket: number }
  | { type: 'shown'; ticket: number }
  | { type: 'ended'; ticket: number }
  | { type: 'failed'; ticket: number }
  | { type: 'previous' }
  /** More can be played than before: an item was cached, or the server responds again. */
  | { type: 'arrived' }
  | { type: 'tick' };

export type TimelineCommand =
  | { type: 'prepare'; ticket: number; item: PlayItem }
  | { type: 'show'; ticket: number; item: PlayItem }
  | { type: 'discard'; ticket: number }
  | { type: 'clear' }
  /** 'Playlist atualizada!' */
  | { type: 'notify' };

export interface TimelineContext {
  now: number;
  /** True if its bytes are on the device (or can only be streamed, and the server responds). */
  isHere(item: PlayItem): boolean;
  /** They are on their way onto it: opening it now would only fetch them a second time. */
  isComing(item: PlayItem): boolean;
}

/** Nothing assigned. */
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
    restUntil: null,
    restMs: rest.firstMs,
    preloaded: null,
    lastTicket: 0,
    seenAt: 0,
  };
}

/** Milliseconds an image stays (contract/README 10.3: 20 s unless the item says otherwise). */
export const imageMs = (item: PlayItem): number => (item.displayDuration ?? limits.defaultImageSeconds) * 1000;

/** Milliseconds until the item's end as far as known; 0 for a video of unknown length. */
export const expectedMs = (item: PlayItem): number =>
  item.mediaType === 'image' ? imageMs(item) : (item.durationS ?? 0) * 1000;
