/** Drives the stage by the timeline: the one place where the pure rules meet time, media and network. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Connections } from '../server/requests/connections.ts';
import { createDownloads, type Downloads } from '../media/downloads.ts';
import type { PageRestarts } from '../server/page/page-restarts.ts';
import type { CachedResponses } from '../server/requests/cached-responses.ts';
import type { Session } from '../server/pairing/session.ts';
import type { Sound } from '../device/sound.ts';
import { openSource } from '../media/sources.ts';
import { createLastError, type LastError } from './last-error.ts';
import { type Phase, phaseOf } from './phase.ts';
import { createProgramme, firstPictureFirst, type Programme } from './programme/programme.ts';
import { createStage, type Stage } from './stage/stage.ts';
import { step } from './timeline/timeline.ts';
import {
  emptyTimeline,
  rest,
  type TimelineCommand,
  type TimelineEvent,
  type TimelineState,
} from './timeline/timeline-state.ts';
import { createWatchdog, type Sample } from './stage/watchdog.ts';

export interface PlaybackOptions {
  session: Pick<Session, 'call'>;
  cache: MediaCache;
  connections: Connections;
  kept: CachedResponses;
  sound: Sound;
  restarts: PageRestarts;
  onPhase(phase: Phase): void;
  /** None of these could be opened. Comes before the phase. */
  onUnplayable(names: readonly string[]): void;
  /** The item on the screen. */
  onItem(item: PlayItem): void;
  /** The playlist on the screen was edited. */
  onEdited(): void;
  onSounding(isSounding: boolean): void;
  /** Time for the restart of the page. */
  onRestart(): void;
}

const tickMs = 250;
const checkMs = 1_000;

export type Playback = ReturnType<typeof createPlayback>;

export function createPlayback(options: PlaybackOptions) {
  const { session, cache, connections, kept, sound, restarts } = options;
  let timeline = emptyTimeline(Math.floor(Math.random() * 2 ** 32));
  let [isOnline, isStopped] = [true, false];
  const lastError = createLastError(() => performance.now());
  const followPhase = createPhaseFollower(options);

  const isHere = (item: PlayItem) => cache.has(item) || (isOnline && downloads.isTooBig(item));
  const isComing = (item: PlayItem) => isOnline && downloads.isComing(item);
  const downloads = createDownloads({
    cache,
    connections,
    ask: (item) => session.call('GET /api/player/videos/:id/url', { params: { id: item.id } }),
    onArrived: () => send({ type: 'arrived' }),
    onItemFailure: (message, item) => lastError.note(message, { item, until: 'stored' }),
  });

  const stage = createStage({
    sound,
    open: (item) => openSource(item, cache, downloads, connections, () => isOnline),
    onReady: (ticket) => send({ type: 'ready', ticket }),
    onShown: (ticket) => send({ type: 'shown', ticket }),
    onEnded: (ticket) => send({ type: 'ended', ticket }),
    onFailed(ticket, item, reason) {
      // Without the server a doubtful copy is better than none.
      if (isOnline) downloads.distrust(item).catch((error: Error) => lastError.note(error.message));
      skip(ticket, item, reason);
    },
  });
  const watchPicture = createPictureWatch(stage, ({ ticket, item }, reason) => skip(ticket, item, reason));
  const programme = createProgramme({
    cache,
    downloads,
    kept,
    isHere,
    current: () => timeline.current,
    hasFailed: () => restsAgain(timeline),
    send,
    onError: lastError.note,
    isStopped: () => isStopped,
  });

  function skip(ticket: number, item: PlayItem, reason: string): void {
    lastError.note(`${item.name}: ${reason}`, { item, until: 'seen' });
    send({ type: 'failed', ticket });
  }

  function send(event: TimelineEvent): void {
    if (isStopped) return;
    if (event.type === 'arrived' || event.type === 'tick') programme.check();
    const before = timeline;
    const { state, commands } = step(timeline, event, { now: performance.now(), isHere, isComing });
    timeline = state;
    for (const command of commands) run(command);
    noteSeen(seenItem(event, before), downloads, lastError);
    if (event.type === 'shown' && state.current && state.current !== before.current) options.onItem(state.current.item);
    followPhase(programme, stage.hasPicture(), timeline.restUntil !== null);
  }

  function run(command: TimelineCommand): void {
    if (command.type === 'show' && restarts.isReady()) void programme.savePlace().then(() => restartIfReady(options));
    if (command.type === 'notify') options.onEdited();
    else obey(stage, command);
  }

  const stopHeartbeats = startHeartbeats({
    onVisible: stage.resume,
    tick: () => send({ type: 'tick' }),
    check() {
      options.onSounding(stage.isSounding());
      if (!timeline.current) restartIfReady(options);
      watchPicture();
    },
  });

  return {
    node: stage.node,
    set: programme.set,
    /** Another playlist begins soon, by the clock. Null: it does not come. */
    preload: programme.preload,
    /** Items that play on although another playlist is assigned: whether they may is to be asked. */
    heldIds: programme.heldIds,
    /** These may no longer be shown. */
    revoke: programme.revoke,
    setOnline(value: boolean): void {
      isOnline = value;
      if (!value) return;
      downloads.wake();
      send({ type: 'arrived' });
    },
    /** Lowers its sound while a call is said. */
    lower: stage.lower,
    /** Silences it while an urgent notice is shown. */
    mute: stage.mute,
    previous: () => send({ type: 'previous' }),
    /** The next item now, as if this one were over. */
    next: () => void (timeline.current && send({ type: 'ended', ticket: timeline.current.ticket })),
    /** Returns the downloaded percentage of what the empty screen waits for; null when it waits for no download. */
    awaitedPercent: () =>
      stage.hasPicture()
        ? null
        : downloads.percent(firstPictureFirst(programme.distinctItems()).filter(isComing).slice(0, 1)),
    /** Part of the heartbeat's state. */
    report: () => ({
      ...whatIsShown(timeline),
      ...reportOn(programme.distinctItems(), { cache, downloads, lastError }),
    }),
    noteError: lastError.note,
    stop(): void {
      isStopped = true;
      stopHeartbeats();
      downloads.stop();
      stage.clear();
    },
  };
}

/** Also behind the saving of the place: storage takes its time, and a call or an urgent notice may begin meanwhile. */
function restartIfReady({ restarts, onRestart }: Pick<PlaybackOptions, 'restarts' | 'onRestart'>): void {
  if (restarts.isReady()) onRestart();
}

function obey(stage: Stage, command: Exclude<TimelineCommand, { type: 'notify' }>): void {
  switch (command.type) {
    case 'prepare':
      stage.prepare(command.ticket, command.item);
      break;
    case 'show':
      stage.show(command.ticket);
      break;
    case 'discard':
      stage.discard(command.ticket);
      break;
    case 'clear':
      stage.clear();
      break;
  }
}

/** To be called about every second: tries the picture again, or gives it up. */
function createPictureWatch(stage: Stage, onDead: (sample: Sample, reason: string) => void): () => void {
  const watchdog = createWatchdog();
  return () => {
    const sample = document.hidden ? null : stage.sample();
    const verdict = watchdog.check(performance.now(), sample);
    if (verdict.type === 'fine' || !sample) return;
    if (verdict.type === 'retry') stage.retry();
    else onDead(sample, verdict.reason);
  };
}

/** Not the first rest: a device that was busy for a moment plays on after that one. */
const restsAgain = ({ restUntil, restMs }: TimelineState) => restUntil !== null && restMs > 2 * rest.firstMs;

/** Returns the item that the event proves to play. A video may still fail in its middle. */
function seenItem(event: TimelineEvent, { current }: TimelineState): PlayItem | undefined {
  if (event.type !== 'ended' && !(event.type === 'shown' && current?.item.mediaType === 'image')) return undefined;
  return current?.ticket === event.ticket ? current.item : undefined;
}

function noteSeen(item: PlayItem | undefined, downloads: Downloads, lastError: LastError): void {
  if (!item) return;
  downloads.trust(item);
  lastError.seen(item);
}

function whatIsShown({ current }: TimelineState): { videoId: number | null; shownForMs: number } {
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

/** The rhythm of the playback, until the returned function is called. */
function startHeartbeats({
  onVisible,
  tick,
  check,
}: {
  /** The page is seen again. */
  onVisible(): void;
  tick(): void;
  check(): void;
}): () => void {
  const onChange = () => document.hidden || onVisible();
  document.addEventListener('visibilitychange', onChange);
  const ticks = setInterval(tick, tickMs);
  const looks = setInterval(check, checkMs);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    clearInterval(ticks);
    clearInterval(looks);
  };
}

/** Tells of the phase when it changes. */
function createPhaseFollower({ onPhase, onUnplayable }: Pick<PlaybackOptions, 'onPhase' | 'onUnplayable'>) {
  let shown: Phase = 'loading';
  return (programme: Programme, hasPicture: boolean, isResting: boolean): void => {
    const next = phaseOf(programme.assignment(), hasPicture, isResting);
    if (next === shown) return;
    shown = next;
    onUnplayable(isResting ? programme.loadedItems().map(({ name }) => name) : []);
    onPhase(next);
  };
}
