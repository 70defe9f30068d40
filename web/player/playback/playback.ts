/** Connects the timeline with the stage, time, media and network. */
import type { PlayerMediaUrl } from '../../../src/contract/media.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Connections } from '../server/requests/connections.ts';
import { createDownloads, type Downloads } from '../media/downloads.ts';
import type { PageRestarts } from '../server/page/page-restarts.ts';
import type { CachedResponses } from '../server/requests/cached-responses.ts';
import type { MediaFile, Track } from '../server/requests/responses.ts';
import type { Session } from '../server/pairing/session.ts';
import type { Gain } from '../device/gain.ts';
import type { Sound } from '../device/sound.ts';
import { createMusicFiles } from '../media/music-files.ts';
import { openSource } from '../media/sources.ts';
import { createLastError, type LastError } from './last-error.ts';
import type { PlayLog } from './play-log.ts';
import { type Phase, phaseOf } from './phase.ts';
import {
  createAssignmentChanges,
  firstPictureFirst,
  type AssignmentChanges,
} from './assignments/assignment-changes.ts';
import { createStage, type Stage } from './stage/stage.ts';
import { step } from './timeline/timeline.ts';
import {
  emptyTimeline,
  backoff,
  type TimelineCommand,
  type TimelineEvent,
  type TimelineState,
} from './timeline/timeline-state.ts';
import { createWatchdog, type Sample } from './stage/watchdog.ts';

export interface PlaybackOptions {
  session: Pick<Session, 'call'>;
  cache: MediaCache;
  connections: Connections;
  cachedResponses: CachedResponses;
  sound: Sound;
  gain: Gain;
  restarts: Pick<PageRestarts, 'isReady' | 'isRequested'>;
  /** Records what was shown. If omitted, nothing is recorded. */
  plays?: Pick<PlayLog, 'follow'>;
  onPhase(phase: Phase): void;
  /** Called before `onPhase`: with the names of the items if none of them could be opened, otherwise with an empty list. */
  onUnplayable(names: readonly string[]): void;
  /** Called when an item appears on the screen. */
  onItem(item: PlayItem): void;
  /** Called when the playlist on the screen was edited. */
  onEdited(): void;
  /** Called about every second. `isSounding`: a video can be heard. */
  onSounding(isSounding: boolean): void;
  /** Called when the page is to restart. */
  onRestart(): void;
}

const tickMs = 250;
const checkMs = 1_000;

export type Playback = ReturnType<typeof createPlayback>;

export function createPlayback(options: PlaybackOptions) {
  const { session, cache, connections, cachedResponses, restarts } = options;
  let timeline = emptyTimeline(Math.floor(Math.random() * 2 ** 32));
  let [isOnline, isStopped] = [true, false];
  const lastError = createLastError(() => performance.now());
  const followPhase = createPhaseFollower(options);

  const isAvailable = (item: MediaFile) => cache.has(item) || (isOnline && downloads.isUnstorable(item));
  const isDownloadPending = (item: PlayItem) => isOnline && downloads.isDownloadPending(item);
  const downloads = createDownloads({
    cache,
    connections,
    requestAddress: (item) => requestAddress(session, item),
    onStored: () => send({ type: 'arrived' }),
    onItemFailure: (message, item) => isTrack(item) || lastError.record(message, { item, until: 'stored' }),
  });

  const open = (item: MediaFile) => openSource(item, cache, downloads, connections, () => isOnline);
  const stage = createStage({
    sound: options.sound,
    gain: options.gain,
    open,
    onReady: (turnId) => send({ type: 'ready', turnId }),
    onShown: (turnId) => send({ type: 'shown', turnId }),
    onEnded: (turnId) => send({ type: 'ended', turnId }),
    onFailed(turnId, item, reason) {
      // Without the server a copy that may be damaged is better than none.
      if (isOnline) downloads.distrust(item).catch((error: Error) => lastError.record(error.message));
      skip(turnId, item, reason);
    },
  });
  const watchPicture = createPictureWatch(stage, ({ turnId, item }, reason) => skip(turnId, item, reason));
  const assigned = createAssignmentChanges({
    cache,
    downloads,
    cachedResponses,
    isAvailable,
    current: () => timeline.current,
    hasFailedRepeatedly: () => isBackingOffAgain(timeline),
    send,
    onError: lastError.record,
    isStopped: () => isStopped,
  });

  function skip(turnId: number, item: PlayItem, reason: string): void {
    lastError.record(`${item.name}: ${reason}`, { item, until: 'shown' });
    send({ type: 'failed', turnId });
  }

  function send(event: TimelineEvent): void {
    if (isStopped) return;
    if (event.type === 'arrived' || event.type === 'tick') assigned.check();
    const former = timeline;
    const { state, commands } = step(timeline, event, { now: performance.now(), isAvailable, isDownloadPending });
    timeline = state;
    options.plays?.follow(event, state.current, assigned.source);
    for (const command of commands) {
      // A page that is due for a restart restarts between two items.
      if (command.type === 'show') restart();
      if (command.type === 'notify') options.onEdited();
      else runOnStage(stage, command);
    }
    if (event.type === 'update' || event.type === 'assign') stage.refresh(event.items);
    recordWorking(workingItem(event, former), downloads, lastError);
    if (event.type === 'shown' && state.current && state.current !== former.current) options.onItem(state.current.item);
    followPhase(assigned, stage.hasPicture(), timeline.backoffUntil !== null);
  }

  const restart = () => void (restarts.isReady() && assigned.savePosition().then(() => restartIfReady(options)));

  const stopTimers = startTimers({
    onVisible: stage.resume,
    tick: () => send({ type: 'tick' }),
    check() {
      options.onSounding(stage.isSounding());
      if (!timeline.current) restartIfReady(options);
      else if (restarts.isRequested()) restart();
      watchPicture();
    },
  });

  return {
    node: stage.node,
    set: assigned.set,
    /** Prepares a playlist that the clock begins soon; null cancels that. */
    preload: assigned.preload,
    /** Returns the ids of the items of a replaced playlist that still plays. The poll asks whether they may still be shown. */
    heldIds: assigned.heldIds,
    /** Removes items that may no longer be shown from the replaced playlist that still plays. */
    revoke: assigned.revoke,
    setOnline(value: boolean): void {
      isOnline = value;
      if (value) downloads.wake();
      if (value) send({ type: 'arrived' });
    },
    previous: () => send({ type: 'previous' }),
    /** Shows the next item now, as if the present one had ended. */
    next: () => void (timeline.current && send({ type: 'ended', turnId: timeline.current.turnId })),
    /** Returns the downloaded percentage of the item that the empty screen waits for; null without a download. */
    awaitedPercent: () =>
      stage.hasPicture()
        ? null
        : downloads.percent(firstPictureFirst(assigned.distinctItems()).filter(isDownloadPending).slice(0, 1)),
    /** Returns the playback's part of the heartbeat. */
    report: () => ({ ...shownItem(timeline), ...reportOn(assigned.distinctItems(), { cache, downloads, lastError }) }),
    recordError: lastError.record,
    music: createMusicFiles({ cache, downloads, isAvailable, open, isOnline: () => isOnline }),
    stop(): void {
      isStopped = true;
      stopTimers();
      downloads.stop();
      stage.clear();
    },
  };
}

const isTrack = (item: MediaFile): item is Track => item.mediaType === 'audio';

/** Requests the signed address of an item's file. The address of a track came with the radio settings. */
async function requestAddress(session: Pick<Session, 'call'>, item: MediaFile): Promise<PlayerMediaUrl> {
  if (!isTrack(item)) return session.call('GET /api/player/videos/:id/url', { params: { id: item.id } });
  const { url, sha256, sizeBytes } = item;
  return { url, sha256, sizeBytes, contentType: 'audio/mp4', ambient: null };
}

/** Restarts the page if that is still safe: a call or an urgent notice may begin while the position is saved. */
function restartIfReady({ restarts, onRestart }: Pick<PlaybackOptions, 'restarts' | 'onRestart'>): void {
  if (restarts.isReady()) onRestart();
}

function runOnStage(stage: Stage, command: Exclude<TimelineCommand, { type: 'notify' }>): void {
  switch (command.type) {
    case 'prepare':
      stage.prepare(command.turnId, command.item);
      break;
    case 'show':
      stage.show(command.turnId);
      break;
    case 'discard':
      stage.discard(command.turnId);
      break;
    case 'clear':
      stage.clear();
      break;
  }
}

/** Returns a function to be called about every second: it opens a frozen picture again, or skips its item. */
function createPictureWatch(stage: Stage, onSkip: (sample: Sample, reason: string) => void): () => void {
  const watchdog = createWatchdog();
  return () => {
    const sample = document.hidden ? null : stage.sample();
    const verdict = watchdog.check(performance.now(), sample);
    if (verdict.type === 'fine' || !sample) return;
    if (verdict.type === 'retry') stage.retry();
    else onSkip(sample, verdict.reason);
  };
}

/** True if all items have failed at least twice in a row: a device that was only busy recovers during the first delay. */
const isBackingOffAgain = ({ backoffUntil, backoffMs }: TimelineState) =>
  backoffUntil !== null && backoffMs > 2 * backoff.firstMs;

/** Returns the item that the event proves to work. A video that has only started may still fail. */
function workingItem(event: TimelineEvent, { current }: TimelineState): PlayItem | undefined {
  if (event.type !== 'ended' && !(event.type === 'shown' && current?.item.mediaType === 'image')) return undefined;
  return current?.turnId === event.turnId ? current.item : undefined;
}

function recordWorking(item: PlayItem | undefined, downloads: Downloads, lastError: LastError): void {
  if (!item) return;
  downloads.trust(item);
  lastError.recordShown(item);
}

function shownItem({ current }: TimelineState): { videoId: number | null; shownForMs: number } {
  if (current?.shownAt == null) return { videoId: null, shownForMs: 0 };
  return { videoId: current.item.id, shownForMs: performance.now() - current.shownAt };
}

function reportOn(
  items: readonly PlayItem[],
  { cache, downloads, lastError }: { cache: MediaCache; downloads: Downloads; lastError: LastError },
) {
  return {
    cachedItems: items.filter((item) => cache.has(item)).length,
    totalItems: items.length,
    downloadPercent: downloads.percent(items),
    ...lastError.report(items, cache.has),
  };
}

/** Runs the timers of the playback until the returned function is called. */
function startTimers({
  onVisible,
  tick,
  check,
}: {
  /** Called when the page becomes visible again. */
  onVisible(): void;
  tick(): void;
  check(): void;
}): () => void {
  const onChange = () => document.hidden || onVisible();
  document.addEventListener('visibilitychange', onChange);
  const ticks = setInterval(tick, tickMs);
  const checkTimer = setInterval(check, checkMs);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    clearInterval(ticks);
    clearInterval(checkTimer);
  };
}

/** Reports the phase when it changes. */
function createPhaseFollower({ onPhase, onUnplayable }: Pick<PlaybackOptions, 'onPhase' | 'onUnplayable'>) {
  let shown: Phase = 'loading';
  return (assigned: AssignmentChanges, hasPicture: boolean, isBackingOff: boolean): void => {
    if (hasPicture) assigned.recordShown();
    const hasShownPlaylist = assigned.hasShownPlaylist();
    const next = phaseOf(assigned.assignment(), { hasPicture, isBackingOff, hasShownPlaylist });
    if (next === shown) return;
    shown = next;
    onUnplayable(isBackingOff ? assigned.loadedItems().map(({ name }) => name) : []);
    onPhase(next);
  };
}
